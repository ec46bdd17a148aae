"""Large pieces of a JSON Lines file as tables of rows.

polars reads JSON fast, but takes the first of two fields of a name and loses digits of numbers. So a line is left to it
only where a pattern shows that it is flat, that each field holds what it should, and a count of quotation marks that no
field stands twice. Every other line is read on its own.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

import polars as pl

from pontoon_audit.reading.bulk_columns import Coder
from pontoon_audit.reading.bulk_sessions import BulkSessions
from pontoon_audit.reading.fields import SEQ_DIGITS
from pontoon_audit.reading.gather import readable_session
from pontoon_audit.reading.records import FIELDS, Cells

_NUMBERS: Final = ("deal", "hand", "seq")
_SCHEMA: Final = {name: pl.Int64() if name in _NUMBERS else pl.String() for name in FIELDS}
_TEXT: Final = r'"[^"\\\x00-\x1f]*"'
_NUMBER: Final = rf"-?(?:0|[1-9][0-9]{{0,{SEQ_DIGITS - 1}}})"
_OTHERS: Final = (
    rf'(?:"(?:{"|".join(name for name in FIELDS if name not in (*_NUMBERS, "session"))})" ?: ?{_TEXT}'
    rf'|"(?:{"|".join(_NUMBERS)})" ?: ?{_NUMBER})'
)
_SESSION_FIRST: Final = rf'^\{{"session" ?: ?({_TEXT})(?:, ?{_OTHERS})*\}}[ \t\r]*$'
_ANY: Final = rf'(?:"session" ?: ?{_TEXT}|{_OTHERS})'
_USUAL: Final = rf"^\{{{_ANY}(?:, ?{_ANY})*\}}[ \t\r]*$"


def lines_of(piece: bytes) -> pl.Series:
    """The lines of a piece."""
    if b"\x01" not in piece and b"\n\n" not in piece:  # then each is a single cell, and polars splits lines fastest so
        lines = pl.scan_csv(piece, has_header=False, separator="\x01", quote_char=None, schema={"line": pl.String})
        found = lines.collect().to_series()
        if len(found) == piece.count(b"\n") + (not piece.endswith(b"\n")) and not found.null_count():
            return found
    return pl.Series([piece.removesuffix(b"\n").decode("utf-8", "backslashreplace")]).str.split("\n").explode()


def sessions_of(
    piece: bytes, session_of: Callable[[str], tuple[str | None, bool]], current: str
) -> tuple[dict[str, None], str, bool, bool]:
    """The sessions of a piece, lines that name none counted to the one before; the last; whether any has the field.

    `session_of` tells session and field of a line that is not usual. Gives last whether all are.
    """
    lines = lines_of(piece)
    cells = lines.str.extract(_SESSION_FIRST)
    found: dict[str, None] = {}
    named = False
    start = 0
    for length, cell in cells.rle().struct.unnest().iter_rows():
        if cell is None:
            for line in lines.slice(start, length):
                record = line.strip(" \t\r")
                if record:
                    session, has_field = session_of(record)
                    named = named or has_field
                    current = session or current
                    found[current] = None
        else:
            named = True
            current = readable_session(cell[1:-1]) or current
            found[current] = None
        start += length
    return found, current, named, cells.null_count() == 0


class BulkLines:
    """Reads pieces of one file into the sessions that they belong to. `read` gives the cells of a single line."""

    def __init__(self, read: Callable[[str], Cells], sessions: BulkSessions, session_needed: bool) -> None:
        self._read = read
        self._sessions = sessions
        self._session_needed = session_needed
        self._coder = Coder(FIELDS, sessions.people, numbers=True)

    def add(self, first_line: int, piece: bytes, usual: bool) -> int:
        """Adds the events of a piece and gives the number of its lines. `usual`: `sessions_of` found them all to be."""
        count = piece.count(b"\n") + (not piece.endswith(b"\n"))
        numbers = pl.int_range(first_line, first_line + count, dtype=pl.Int64, eager=True).alias("line")
        rows = self._rows(piece, count) if usual else None
        faults: dict[int, tuple[str, object]] = {}
        if rows is None or rows["unusual"].any() or rows["quotes"].sum() != piece.count(b'"'):
            rows, faults = self._rows_of_lines(lines_of(piece), numbers)
        else:
            rows = rows.drop("unusual", "quotes").with_columns(numbers)
        self._sessions.add(self._with_sessions(rows), faults)
        return count

    def _rows_of_lines(
        self, lines: pl.Series, numbers: pl.Series
    ) -> tuple[pl.DataFrame, dict[int, tuple[str, object]]]:
        """The rows of lines some of which are not usual, and the faults of those that are set aside."""
        usual = lines.str.contains(_USUAL)
        rows = self._rows("\n".join(lines.filter(usual).to_list()).encode(), int(usual.sum()))
        if rows is None:
            return self._read_again(numbers, lines)
        counts = lines.filter(usual).str.count_matches('"', literal=True)
        unusual = rows["unusual"] | (rows["quotes"] != counts)
        kept = rows.drop("unusual", "quotes").with_columns(numbers.filter(usual)).filter(~unusual)
        strange = (~usual).scatter(usual.arg_true(), unusual)
        again, faults = self._read_again(numbers.filter(strange), lines.filter(strange))
        return kept.merge_sorted(again.select(kept.columns), "line") if again.height else kept, faults

    def _rows(self, piece: bytes, count: int) -> pl.DataFrame | None:
        """Usual lines as rows, with `unusual` where they are not after all, and `quotes`, the quotation marks that each
        must have; None where polars cannot read them as so many."""
        present = [pl.col(name).is_not_null().cast(pl.UInt32) * (2 if name in _NUMBERS else 4) for name in FIELDS]
        wanted = [*self._coder.wanted(pl.col), pl.sum_horizontal(present).alias("quotes")]
        try:
            cells = pl.scan_ndjson(io.BytesIO(piece), schema=_SCHEMA).select(wanted).collect() if piece else None
        except pl.exceptions.PolarsError:
            return None
        if cells is None or cells.height != count:
            return None
        rows = self._coder.coded(cells).with_columns(cells["session"], cells["quotes"])
        return rows.with_columns(self._readable(rows["session"]))

    def _readable(self, cells: pl.Series) -> list[pl.Series | pl.Expr]:
        """The session of each row as a code, and again which rows are unusual."""
        runs = cells.rle().struct.field("value").to_list()
        codes = [
            None if cell is None or readable_session(cell) is None else self._sessions.known(cell) for cell in runs
        ]
        session = pl.Series("session", codes, dtype=pl.Int32).gather(cells.rle_id())
        wrong = session.is_null() if self._session_needed else session.is_null() & cells.is_not_null()
        return [session, pl.col("unusual") | wrong]

    def _read_again(self, numbers: pl.Series, lines: pl.Series) -> tuple[pl.DataFrame, dict[int, tuple[str, object]]]:
        """Rows of single lines, blank ones left out, and the faults of those that are set aside."""
        read = [
            (number, record, self._read(record))
            for number, line in zip(numbers.to_list(), lines.to_list(), strict=True)
            if (record := line.strip(" \t\r"))
        ]
        known = [None if cells.session is None else self._sessions.known(cells.session) for _, _, cells in read]
        rows = self._sessions.rows([cells for _, _, cells in read]).with_columns(
            pl.Series("session", known, dtype=pl.Int32), pl.Series("line", [number for number, _, _ in read], pl.Int64)
        )
        return rows, {number: (cells.fault, record) for number, record, cells in read if cells.fault is not None}

    def _with_sessions(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows that name no session go to that of the row before."""
        if rows["session"].null_count():
            before = self._sessions.code_of(None)
            rows = rows.with_columns(pl.col("session").fill_null(strategy="forward").fill_null(before))
        if rows.height:
            self._sessions.go_on_with(rows["session"][-1])
        return rows
