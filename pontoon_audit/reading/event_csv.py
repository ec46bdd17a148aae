"""Event CSV: one flat event a row. Small files and quoted rows go row by row, large plain chunks in bulk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.csv_header import Header, read_header
from pontoon_audit.reading.csv_rows import Feed, Row
from pontoon_audit.reading.gather import Gatherer, Survey, finished_survey, readable_session
from pontoon_audit.reading.records import TEXT_READERS, Cells, RecordReader
from pontoon_audit.reading.rules_file import stem
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session, Source

BULK = 1 << 20
"""Bytes of a piece from which on it is read in bulk; below, importing polars costs more than it saves."""
CHUNK = 4 << 20
"""Bytes of a file that are read at a time: more takes memory and is no faster."""


class NotPlain(Exception):
    """A piece is not a row a line, or has rows with too many cells: it is to be read in smaller pieces, or by row."""


def read_events(text: LogText, rules: HouseRules, *, fast: bool = False) -> Iterator[Session]:
    """The sessions of an event CSV, its header already known to be one. `fast` compiles what is done line by line, for
    which numba must be installed. Raises `Unreadable`."""
    plan = _survey(text, fast)
    feed = Feed(text.chunks(CHUNK, checked=True))
    header = read_header(feed, text.path)
    source = Source(text.path, text.sha256, "csv")
    reader = RowReader(header, plan.named)
    if is_bulk(feed.piece(CHUNK)):
        from pontoon_audit.reading.bulk_csv import BulkReader
        from pontoon_audit.reading.bulk_sessions import BulkSessions

        sessions = BulkSessions(plan, source, rules, fast=fast)
        bulk = BulkReader(reader, sessions, fast=fast)
        for finished in _in_pieces(feed, header.delimiter, bulk.add, bulk.add_rows):
            yield from sessions.complete(finished)
        yield from sessions.complete()
        return
    gatherer = Gatherer(plan, source, rules)
    while (piece := feed.piece(CHUNK)) is not None:
        for row in feed.rows_of(piece, header.delimiter):
            cells = reader.read(row)
            if cells is not None:
                gatherer.add(cells, row.text, row.line)
        yield from gatherer.complete(feed.finished)
    yield from gatherer.complete(sys.maxsize)


def is_bulk(piece: tuple[int, bytes] | None) -> bool:
    """Whether a piece of a file is large enough to be read in bulk."""
    return piece is not None and len(piece[1]) >= BULK


def is_plain(piece: bytes) -> bool:
    """Whether a row is a line, and a cell what stands between delimiters: there are no quotes, and no carriage returns
    but at the ends of lines, since polars takes one away from the end of any cell."""
    return b'"' not in piece and (b"\r" not in piece or piece.count(b"\r") == piece.count(b"\r\n"))


def _in_pieces(
    feed: Feed, delimiter: str, in_bulk: Callable[[int, bytes], int], by_row: Callable[[Iterator[Row]], None]
) -> Iterator[int]:
    """Goes through a file in pieces as large as can be read in bulk, and row by row where that cannot be.

    `in_bulk` takes the number of a piece's first line and the piece, and gives how many lines it has, or raises
    `NotPlain`: then half of the piece is tried. Gives, after each piece, the number of chunks that are finished.
    """
    most = CHUNK
    while (piece := feed.piece(most)) is not None:
        try:
            if not is_bulk(piece):
                raise NotPlain
            feed.take(piece, in_bulk(*piece))
            most = min(2 * most, CHUNK)
        except NotPlain:
            size = min(most, len(piece[1]))
            if size >= 2 * BULK:  # which is halved until it is not, also where a single line is longer
                most = size // 2
                continue
            by_row(feed.rows_of(piece, delimiter))
        yield feed.finished


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


def _survey(text: LogText, fast: bool) -> Survey:
    """A first pass over the session column alone: the chunk in which each session ends."""
    feed = Feed(text.chunks(CHUNK))
    header = read_header(feed, text.path)
    position = header.columns.get("session")
    name = stem(text.path)
    if position is None:
        return finished_survey(False, name, {}, name)
    first, current = "", ""
    last: dict[str, int] = {}

    def found(sessions: dict[str, None]) -> None:
        nonlocal first
        first = first or next((session for session in sessions if session), "")
        last.update(dict.fromkeys(sessions, feed.begun))

    def in_bulk(_: int, piece: bytes) -> int:
        nonlocal current
        if not is_plain(piece):
            raise NotPlain
        from pontoon_audit.reading.bulk_csv import sessions_of

        sessions, current = sessions_of(piece, header, current, fast=fast)
        found(sessions)
        return 0

    def by_row(rows: Iterator[Row]) -> None:
        nonlocal current
        for row in rows:
            cell = row.cells[position].strip(" \t") if position < len(row.cells) else ""
            current = (readable_session(cell) if cell else None) or current
            found({current: None})

    for _ in _in_pieces(feed, header.delimiter, in_bulk, by_row):
        pass
    return finished_survey(True, first, last, name)
