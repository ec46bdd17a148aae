"""Reading pages back as a browser would, and histories to write them from."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from decimal import Decimal
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pontoon_audit import audit, load

SAMPLES = Path(str(files("pontoon_audit") / "sample_logs"))
EVENINGS = sorted(
    file for folder in ("clean", "faulty") for file in (SAMPLES / folder).iterdir() if file.suffix != ".toml"
)
FAULTS = sorted((SAMPLES / "faults").iterdir())
VOID = {"meta", "br", "link", "img", "input", "hr", "line", "rect", "path", "polyline", "polygon"}


def history(path: Path, *logs: Path) -> Path:
    """A history file of some logs."""
    audited = audit([str(log) for log in logs])
    assert not audited.unreadable
    load(audited, path)
    return path


def written(path: Path, *documents: dict[str, Any]) -> Path:
    """A log of some session documents."""
    path.write_text(json.dumps(list(documents)), encoding="utf-8")
    return path


def deal_of(number: int, *events: str, banker: str = "eve", **more: Any) -> dict[str, Any]:
    """A deal of a document; events as `ann deal 8S`, `ann stake 2`, `ann/2 settle -2`, `fay sell_bank 3 ben`."""
    made = []
    for event in events:
        player, action, *rest = event.split()
        player, _, hand = player.partition("/")
        made.append({"action": action, "player": player} | ({"hand": int(hand)} if hand else {}))
        for word in rest:
            kind = "to" if action == "sell_bank" and "amount" in made[-1] else "amount"
            if action in ("deal", "twist", "draw") or (action == "buy" and "amount" in made[-1]):
                kind = "card"
            made[-1][kind] = word
        if action in ("deal", "buy"):
            made[-1]["face"] = "down"
        if action in ("twist", "draw"):
            made[-1]["face"] = "up"
    return {"deal": number, "banker": banker, "shuffled": number == 1, "events": made} | more


def session_of(*deals: dict[str, Any], players: tuple[str, ...] = ("ann", "ben", "eve"), **more: Any) -> dict[str, Any]:
    """A session document, in pounds, stakes from 1 to 10, three at the table."""
    rules = {"min_stake": "1", "max_stake": "10", "min_players": 1} | more.pop("rules", {})
    return {
        "format": "pontoon-log/1", "session": "club", "currency": "GBP", "rules": rules,
        "players": [{"id": player} for player in players], "deals": list(deals),
    } | more  # fmt: skip


@dataclass
class Element:
    """An element of a page, with its text."""

    tag: str
    attributes: dict[str, str]
    parents: tuple[str, ...]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """A page as read back: its elements, in order."""

    path: Path
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[Element] = []
        self.source = self.path.read_text(encoding="utf-8")
        self.feed(self.source)
        self.close()
        assert not self._open, f"{self.path} leaves {[element.tag for element in self._open]} open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (self.path, tag, names)
        parents = tuple(element.tag for element in self._open)
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}, parents))
        if tag not in VOID:
            self._open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open, (self.path, tag)
        closed = self._open.pop()
        assert closed.tag == tag, f"{self.path}: </{tag}> closes <{closed.tag}> near {closed.text[-60:]!r}"

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of a kind that have these attributes (`class_` for class)."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def rows(self, caption: str) -> list[list[str]]:
        """The body of the first table whose caption begins so, as text."""
        found: list[list[str]] = []
        inside = False
        for element in self.elements:
            if element.tag == "table":
                if inside:
                    break
                inside = False
            if element.tag == "caption" and element.text.startswith(caption):
                inside = True
            if inside and element.tag == "tr":
                found.append([])
            if inside and element.tag in ("td", "th"):
                found[-1].append(" ".join(element.text.replace("\ufe0e", "").split()))
        assert found, (self.path, caption, [element.text for element in self.all("caption")])
        return found[1:]

    @property
    def ids(self) -> set[str]:
        """All places that a link may lead to."""
        return {element.attributes["id"] for element in self.elements if "id" in element.attributes}

    @property
    def text(self) -> str:
        """What the page says."""
        return " ".join(self.all("main")[0].text.split())


def pages(paths: list[Path]) -> dict[Path, Page]:
    """The pages among some files, read back."""
    return {path: Page(path) for path in paths if path.suffix == ".html"}


def broken_links(read: dict[Path, Page]) -> list[str]:
    """Links of these pages that lead nowhere."""
    wrong = []
    for path, page in read.items():
        for link in page.all("a"):
            parts = urlsplit(link.attributes["href"])
            target = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            there = target.exists() and (not parts.fragment or parts.fragment in read[target].ids)
            if parts.scheme or parts.netloc or not there:
                wrong.append(f"{path}: {link.attributes['href']}")
    return wrong


def as_number(cell: str) -> Decimal:
    """The amount that a cell shows."""
    return Decimal(cell.replace("−", "-").replace("+", "").replace("£", "").replace(",", ""))


def shown_number(cell: str) -> Decimal:
    """The same; what is unknown adds nothing."""
    return Decimal(0) if cell == "–" else as_number(cell)
