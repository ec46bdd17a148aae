"""Reading the tables of a page back, row by row, with where their cells lead."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from tests.reporting.reading_pages import VOID


@dataclass
class Cell:
    """A cell of a table: its words that are in no link and no note, and its links."""

    head: str
    loose: str = ""
    text: str = ""
    classes: frozenset[str] = frozenset()
    id: str = ""


@dataclass
class Row:
    """A row of a table's body or foot."""

    id: str
    caption: str
    cells: list[Cell] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


class Tables(HTMLParser):
    """The rows of all tables of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._open: list[tuple[str, str]] = []
        self._heads: list[str] = []
        self._caption = ""
        self._column = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in VOID:
            return
        self._open.append((tag, attributes.get("class", "")))
        within = [name for name, _ in self._open]
        if tag == "table":
            self._heads, self._caption = [], ""
        elif tag == "tr":
            self._column = 0
            if "thead" not in within:
                self.rows.append(Row(attributes.get("id", ""), self._caption))
        elif tag in ("td", "th") and "thead" in within:
            self._heads.append("")
        elif tag in ("td", "th"):
            head = self._heads[min(self._column, len(self._heads) - 1)]
            classes = frozenset(attributes.get("class", "").split())
            self.rows[-1].cells.append(Cell(head, classes=classes, id=attributes.get("id", "")))
            self._column += int(attributes.get("colspan", 1))
        elif tag == "a" and "tr" in within and "thead" not in within:
            self.rows[-1].links.append(attributes["href"])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        within = [name for name, _ in self._open]
        if "caption" in within:
            self._caption += data
        elif "thead" in within and "th" in within:
            self._heads[-1] += data
        elif self.rows and self.rows[-1].cells and {"td", "th"} & set(within):
            cell = self.rows[-1].cells[-1]
            cell.text += data
            if "a" not in within and not {"note", "range", "cards"} & {name for _, name in self._open}:
                cell.loose += data
