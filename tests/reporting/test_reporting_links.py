"""Every number in a table leads to the deals it comes from; those that lead nowhere stand below with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from tests.reporting.conftest import Written
from tests.reporting.reading_pages import VOID

NUMBER = re.compile(r"[−+£$€\d][\d.\u202f]*(?: %)?")
LEADS_NOWHERE = {
    "Rules": "how many rules there are",
    "Met something": "rules, not deals",
    "Kept": "judgements: all deals of all sessions, to which the caption leads",
    "Held back": "judgements",
    "Cannot tell": "judgements",
    "So far": "the sum of a column, down to this row",
    "Result so far": "the same; the row's other link says down to where",
    "Clause": "of the rules",
    "Here": "a house rule",
    "Class": "the name of a class of hands: 21",
}
ONE_DEAL = {"deals", "sheets"}
"""Folders whose pages are about one deal: what their numbers come from is the page."""


@dataclass
class Cell:
    """A cell of a table: its words that are in no link and no note, and its links."""

    head: str
    loose: str = ""
    text: str = ""
    classes: frozenset[str] = frozenset()


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
            self.rows[-1].cells.append(Cell(head, classes=frozenset(attributes.get("class", "").split())))
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


def numbers(row: Row) -> Iterator[Cell]:
    """The cells of a row that hold a number which is not nought, outside of links."""
    for cell in row.cells:
        loose = " ".join(cell.loose.split())
        figures = cell.classes & {"num", "no", "recorded", "allowed"}
        if (NUMBER.search(loose) if figures else NUMBER.fullmatch(loose)) and re.search(r"[1-9]", loose):
            yield cell


def about_a_deal(row: Row, path: Path) -> bool:
    """Whether a row is about one deal and leads to it, or is itself what leads to a deal without a page."""
    return bool(re.fullmatch(r"d\d+", row.id)) or any(
        re.search(r"(^|/)deals/|#d\d+$", link) or re.search(r"show=(\d+)%E2%80%93\1#", link) for link in row.links
    )


def test_every_number_in_a_table_leads_to_the_deals_it_comes_from(samples: Written) -> None:
    seen, alone = 0, []
    for path in samples.report:
        if path.parent.name in ONE_DEAL:
            continue
        for row in Tables(path).rows:
            seen += len(row.links)
            if not about_a_deal(row, path):
                alone += [
                    (path.name, row.caption[:40], cell.head, cell.text)
                    for cell in numbers(row)
                    if cell.head not in LEADS_NOWHERE
                ]
    assert seen > 1000
    assert alone == [], "\n".join(map(str, alone[:80]))


def test_every_figure_above_the_tables_leads_somewhere_too(samples: Written) -> None:
    figures = [
        (path.name, figure)
        for path in samples.report
        for figure in re.findall(r'<span class="much">(.*?)</span>', path.read_text(encoding="utf-8"))
    ]
    assert len(figures) > 20
    assert [one for one in figures if re.search("[1-9]", one[1]) and "<a href" not in one[1]] == []
