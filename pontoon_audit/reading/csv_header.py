"""The header of a CSV file: its delimiter, which columns are where, and whether it is an event CSV or a hand sheet."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Final

from pontoon_audit.reading.csv_rows import Feed, Row
from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.records import FIELDS

SHEET_FIELDS: Final = ("session", "deal", "banker", "player", "hand", "cards", "stake", "actions", "shoot", "net")
DELIMITERS: Final = (",", ";", "\t", "|")
_KNOWN: Final = frozenset(FIELDS) | frozenset(SHEET_FIELDS)
_EVENT_HEADER: Final = "the header of an event CSV is session,deal,seq,time,action,player,hand,card,face,amount,to,note"


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a CSV file. `columns` holds the position of each known one; others are ignored."""

    delimiter: str
    width: int
    columns: dict[str, int]
    is_sheet: bool

    def cells(self, row: Row) -> dict[str, str]:
        """A row's cells by column name, without the blanks around them; empty cells are left out."""
        cells = row.cells
        named: dict[str, str] = {}
        for name, position in self.columns.items():
            if position < len(cells) and (cell := cells[position].strip(" \t")):
                named[name] = cell
        return named

    def too_many(self, row: Row) -> str | None:
        """What is wrong with a row that has more cells than the header has columns."""
        if len(row.cells) <= self.width:
            return None
        return f"the row has {len(row.cells)} cells, the header {self.width}; is there a comma in an amount or a note?"


def read_header(feed: Feed, path: str, must_be: str | None = None) -> Header:
    """Reads the header from the beginning of a file: its first line that is not blank.

    Names may be in upper case and have blanks around them. `must_be` is `sheet` where the caller says so. Raises
    `Unreadable` where no column is known, one stands twice, or the ones that every row needs are not there.
    """
    names, line, delimiter = _names(feed, path)
    found = ", ".join(shown(name) for name in names[:12])
    columns = {name: position for position, name in enumerate(names) if name in _KNOWN}
    if not columns:
        raise Unreadable(path, line, f"no column of a log is in the header: {found}", _EVENT_HEADER)
    repeated = next((name for name in columns if names.count(name) > 1), None)
    if repeated is not None:
        what = f"column {repeated} stands twice in the header"
        raise Unreadable(path, line, what, "which of the two is meant? Rename the other")
    is_sheet = must_be == "sheet" or ("cards" in columns and "action" not in columns)
    needs = ("deal", "player", "cards") if is_sheet else ("action",)
    for name in needs:
        if name not in columns:
            hint = f"the header of a hand sheet is {','.join(SHEET_FIELDS)}" if is_sheet else _EVENT_HEADER
            raise Unreadable(path, line, f"no column is called {name}; the header has {found}", hint)
    known = SHEET_FIELDS if is_sheet else FIELDS
    return Header(delimiter, len(names), {name: columns[name] for name in known if name in columns}, is_sheet)


def _names(feed: Feed, path: str) -> tuple[list[str], int, str]:
    """The names of the header, its line, and the delimiter: the one that gives the most known names."""
    while (taken := feed.next_line()) is not None:
        number, line = taken[0], taken[1].removesuffix("\r")
        if line.strip(" \t"):
            splits = [(_split(line, delimiter), delimiter) for delimiter in DELIMITERS]
            names, delimiter = max(splits, key=lambda split: sum(name in _KNOWN for name in split[0]))
            return names, number, delimiter
    raise Unreadable(path, None, "the file is empty", "was it saved?")


def _split(line: str, delimiter: str) -> list[str]:
    try:
        names = next(csv.reader([line], delimiter=delimiter, strict=True))
    except csv.Error:
        names = line.split(delimiter)
    return [name.strip().lower() for name in names]
