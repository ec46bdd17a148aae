"""Event CSV: one flat event a row. Small files and quoted rows go row by row, large plain chunks in bulk."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.csv_header import Header, read_header
from pontoon_audit.reading.csv_rows import Feed, Row
from pontoon_audit.reading.gather import Gatherer, Survey, finished_survey, readable_session
from pontoon_audit.reading.records import TEXT_READERS, Cells, RecordReader
from pontoon_audit.reading.rules_file import stem
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session, Source

BULK = 1 << 20
"""Characters of a chunk from which on it is converted in bulk; below, importing polars costs more than it saves."""


def read_events(text: LogText, rules: HouseRules) -> Iterator[Session]:
    """The sessions of an event CSV, its header already known to be one. Raises `Unreadable`."""
    plan = _survey(text)
    feed = Feed(text.chunks())
    header = read_header(feed, text.path)
    gatherer = Gatherer(plan, Source(text.path, text.sha256, "csv"), rules)
    reader = RowReader(header, plan.named)
    while (chunk := feed.rest_of_chunk()) is not None:
        last = _add_in_bulk(chunk, reader, gatherer)
        if last is None:
            for row in feed.rows_of(chunk, header.delimiter):
                last = row.line
                cells = reader.read(row)
                if cells is not None:
                    gatherer.add(cells, row.text, row.line)
        yield from gatherer.complete(last or 0)
    yield from gatherer.complete(sys.maxsize)


def _add_in_bulk(chunk: tuple[int, str], reader: RowReader, gatherer: Gatherer) -> int | None:
    """Adds the rows of a large plain chunk and gives the number of its last line; None where it is none."""
    if not is_bulk(chunk[1]):
        return None
    from pontoon_audit.reading.bulk_csv import NotPlain, add_chunk

    try:
        return add_chunk(chunk, reader, gatherer)
    except NotPlain:
        return None


def is_bulk(chunk: str) -> bool:
    """Whether a chunk is large enough, and plain enough, to be converted in bulk."""
    return len(chunk) >= BULK and '"' not in chunk


class RowReader:
    """Rows of an event CSV into cells."""

    def __init__(self, header: Header, session_needed: bool) -> None:
        self.header = header
        self._records = RecordReader(TEXT_READERS, session_needed=session_needed)

    def read(self, row: Row) -> Cells | None:
        """The cells of a row; None for a row of nothing but blanks."""
        raw = self.header.cells(row)
        if not raw and row.fault is None and not any(cell.strip(" \t") for cell in row.cells):
            return None
        cells = self._records.read(raw)
        cells.fault = row.fault or self.header.too_many(row) or cells.fault
        return cells


def _survey(text: LogText) -> Survey:
    """A first pass over the session column alone."""
    feed = Feed(text.chunks())
    header = read_header(feed, text.path)
    position = header.columns.get("session")
    first, current, last = "", "", 0
    last_lines: dict[str, int] = {}
    while (chunk := feed.rest_of_chunk()) is not None:
        if position is None:
            last = chunk[0] + chunk[1].count("\n")
            continue
        found, current = _last_lines_in_bulk(chunk, header, current) or _last_lines(
            feed.rows_of(chunk, header.delimiter), position, current
        )
        first = first or next((session for session in found if session), "")
        last_lines |= found
    name = stem(text.path)
    if position is None:
        return finished_survey(False, name, {name: last}, name)
    return finished_survey(True, first, last_lines, name)


def _last_lines_in_bulk(chunk: tuple[int, str], header: Header, current: str) -> tuple[dict[str, int], str] | None:
    if not is_bulk(chunk[1]):
        return None
    from pontoon_audit.reading.bulk_csv import NotPlain, last_lines_of

    try:
        return last_lines_of(chunk, header, current)
    except NotPlain:
        return None


def _last_lines(rows: Iterator[Row], position: int, current: str) -> tuple[dict[str, int], str]:
    """The last line of each session in some rows, rows that name none counted to the one before, and the last one."""
    found: dict[str, int] = {}
    for row in rows:
        cell = row.cells[position].strip(" \t") if position < len(row.cells) else ""
        current = (readable_session(cell) if cell else None) or current
        found[current] = row.line
    return found, current
