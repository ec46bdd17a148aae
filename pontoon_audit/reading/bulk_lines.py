"""Large pieces of a JSON Lines file as tables of rows.

A block of lines is decoded typed where each line is one object for certain, or coded by a compiled loop; what is not
usual is read line by line. So all ways give the same events and the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
import polars as pl
from msgspec import UNSET, UnsetType

from pontoon_audit.reading import fields
from pontoon_audit.reading.bulk_columns import UNUSUAL, Coder
from pontoon_audit.reading.bulk_csv import lines_at
from pontoon_audit.reading.bulk_sessions import TYPES, BulkSessions
from pontoon_audit.reading.gather import readable_session
from pontoon_audit.reading.records import Cells
from pontoon_audit.reading.typed_events import NO_SESSION, NOT_TYPED, EventCoder, event_types
from pontoon_audit.tables import these_of, with_these

if TYPE_CHECKING:
    from pontoon_audit.reading.compiled_json import CodedObjects, ObjectCoder

BLOCK: Final = 1 << 18
"""Bytes of lines that are decoded at a time: few enough for the processor to still have them."""

SURVEYED: Final = 1 << 16
"""Bytes of lines that are looked at at a time for their sessions: so few that mostly they have only one."""


_BLANKS: Final = " \t\r"
"""What may stand around the object of a line."""


class _Named(msgspec.Struct, gc=False):
    """A line of which only the session is asked for."""

    session: str | UnsetType | None = UNSET


_BEGINNING: Final = re.compile(rb'\{"session" ?: ?"([^"\\]*)"')
_named = msgspec.json.Decoder(_Named)


def blocks_of(piece: bytes, size: int) -> Iterator[bytes]:
    """A piece in blocks of whole lines, of about `size` bytes."""
    start = 0
    while start < len(piece):
        end = piece.find(b"\n", start + size) + 1 or len(piece)
        yield piece[start:end]
        start = end


def count_of_lines(block: bytes) -> int:
    """How many lines a piece or a block has."""
    return block.count(b"\n") + (not block.endswith(b"\n"))


def _decoded(block: bytes, lines: int, decoder: msgspec.json.Decoder[Any]) -> list[Any] | None:
    """The objects of a block of so many lines; None where an object and a line are not always the same.

    Between an object and the next is only a line's end, and there are no others: such a place cannot be in an object.
    """
    ends = block.count(b"}\n{") or block.count(b"}\r\n{")
    if ends != lines - 1 or not block.startswith(b"{"):
        return None
    try:
        found = decoder.decode_lines(block)
    except NOT_TYPED:
        return None
    return found if len(found) == lines else None


def sessions_of(
    piece: bytes, session_of: Callable[[str], tuple[str | None, bool]], current: str
) -> tuple[dict[str, None], str, bool]:
    """The sessions of a piece, lines that name none counted to the one before; the last; whether any has the field.

    `session_of` tells session and field of a single line.
    """
    found: dict[str, None] = {}
    named = False
    for block in blocks_of(piece, SURVEYED):
        sessions = _sessions_of_usual(block)
        if sessions is None:
            lines = (line.strip(" \t\r") for line in block.decode("utf-8", "surrogatepass").split("\n"))
            for session, has_field in map(session_of, filter(None, lines)):
                named = named or has_field
                current = session or current
                found[current] = None
        else:
            named, current = True, sessions[-1]
            found |= dict.fromkeys(sessions)
    return found, current, named


def _sessions_of_usual(block: bytes) -> list[str] | None:
    """The sessions of a block, the last one last; None where a line names none, or perhaps two."""
    if b"\\" in block and (b"\\u006" in block or b"\\u007" in block):  # a letter of the field's name may be hidden so
        return None
    fields_named = block.count(b'"session"')
    first = _BEGINNING.match(block)
    if first and block.count(b"\n" + first[0]) + 1 == fields_named:  # each line begins so, or names none
        name = first[1].decode("utf-8", "surrogatepass")
        return [name] if readable_session(name) else None
    events = _decoded(block, count_of_lines(block), _named)
    if events is None or fields_named != len(events):
        return None
    names = [event.session for event in events]
    return names if all(name and readable_session(name) for name in dict.fromkeys(names)) else None


class BulkLines:
    """Reads pieces of one file into the sessions that they belong to. `read` gives the cells of a single line."""

    def __init__(
        self, read: Callable[[str], Cells], sessions: BulkSessions, session_needed: bool, *, fast: bool = False
    ) -> None:
        """`fast` uses compiled code, for which numba must be installed. The events are the same."""
        self._read = read
        self._sessions = sessions
        self._session_needed = session_needed
        self._coder = EventCoder(sessions.people, lambda session: sessions.known(fields.plain_id(session)))
        self._objects: ObjectCoder | None = None
        if fast:
            from pontoon_audit.reading.compiled_json import ObjectCoder

            self._objects = ObjectCoder(Coder((), sessions.people).person)
        self._forms = [(form, msgspec.json.Decoder(form)) for form in event_types(("session", "deal"))]

    def add(self, first_line: int, piece: bytes) -> int:
        """Adds the events of a piece and gives the number of its lines."""
        if self._objects is not None and (coded := self._objects.coded(piece)) is not None:
            return self._add_objects(first_line, piece, coded)
        typed: list[tuple[int, bytes]] = []
        others: list[tuple[int, bytes]] = []
        starts = [0]
        in_turn = self._forms
        line = first_line
        for block in blocks_of(piece, BLOCK):
            lines = count_of_lines(block)
            for number, (form, decoder) in enumerate(in_turn):
                events = _decoded(block, lines, decoder)
                if events is not None:
                    in_turn = in_turn[number:] + in_turn[:number]  # what follows is likely to be of this form too
                    self._coder.take(events, form)
                    typed.append((line, block))
                    starts.append(len(self._coder))
                    break
            else:
                others.append((line, block))
            line += lines
        rows, doubtful = self._checked(typed, starts)
        lines_of_others = [
            (number, record)
            for first, block in sorted(others + doubtful)
            for number, line in enumerate(block.removesuffix(b"\n").decode("utf-8", "surrogatepass").split("\n"), first)
            if (record := line.strip(_BLANKS))
        ]
        self._sessions.add(*self._with_others(rows, lines_of_others))
        return line - first_line

    def _add_objects(self, first_line: int, piece: bytes, coded: CodedObjects) -> int:
        """The same of lines that the compiled loop has coded."""
        named = pl.Series([None, *map(self._session_of_run, coded.runs)], dtype=pl.Int32)
        session = named.gather(coded.rows["session"] + 1)
        number = pl.int_range(first_line, first_line + len(session), dtype=pl.Int64, eager=True)
        rows = with_these(coded.rows, [session.alias("session"), number.alias("line")])
        wrong = [pl.col("session") == UNUSUAL]
        if self._session_needed:
            wrong.append(pl.col("session").is_null())
        unusual = rows.select(pl.any_horizontal("unusual", *wrong).fill_null(False)).to_series()
        positions = unusual.arg_true().to_list()
        others = [
            (first_line + position, record)
            for position, line in zip(positions, lines_at(piece, positions), strict=True)
            if (record := line.strip(_BLANKS))
        ]
        rows = these_of(rows.filter(~unusual) if positions else rows, [*TYPES, "session", "line"])
        self._sessions.add(*self._with_others(rows, others))
        return len(session)

    def _session_of_run(self, name: str | None) -> int | None:
        """The code of a session that lines name; None where they name none, `UNUSUAL` where it is no id."""
        if name == "":
            return None
        try:
            return self._sessions.known(fields.plain_id(name))
        except fields.Fault:
            return UNUSUAL

    def _checked(
        self, typed: Sequence[tuple[int, bytes]], starts: Sequence[int]
    ) -> tuple[pl.DataFrame, list[tuple[int, bytes]]]:
        """The rows of blocks that the coder holds, and the blocks that are not usual after all, without rows."""
        rows = self._table()
        firsts = pl.Series([line for line, _ in typed], dtype=pl.Int64)
        numbers = pl.int_ranges(firsts, firsts + pl.Series(starts, dtype=pl.Int64).diff().drop_nulls(), eager=True)
        rows = rows.with_columns(numbers.explode(empty_as_null=False).alias("line"))
        marks, unusual = (_sums(rows[name], starts) for name in ("marks", "unusual"))
        doubtful = [
            place for place, (_, block) in enumerate(typed) if unusual[place] or marks[place] != block.count(b'"')
        ]
        if doubtful:
            parts = [rows.slice(start, end - start) for start, end in pairwise(starts)]
            rows = pl.concat([rows.head(0), *(part for place, part in enumerate(parts) if place not in doubtful)])
        return rows.drop("marks", "unusual"), [typed[place] for place in doubtful]

    def _with_others(
        self, rows: pl.DataFrame, lines: Sequence[tuple[int, str]]
    ) -> tuple[pl.DataFrame, dict[int, tuple[str, object]]]:
        """Rows with those of lines that were not read with the others, and the faults of lines that are set aside."""
        if not lines:
            return self._with_sessions(rows), {}
        form, decoder = self._forms[-1]
        typed: list[tuple[int, str]] = []
        events: list[Any] = []
        for line in lines:
            with suppress(*NOT_TYPED):
                events.append(decoder.decode(line[1]))
                typed.append(line)
        self._coder.take(events, form)
        coded = self._table().with_columns(pl.Series("line", [number for number, _ in typed], dtype=pl.Int64))
        marks = pl.Series([record.count('"') for _, record in typed], dtype=pl.Int64)
        coded = coded.filter(~coded["unusual"] & (coded["marks"] == marks)).drop("marks", "unusual")
        usual = set(coded["line"])
        again, faults = self._read_again([line for line in lines if line[0] not in usual])
        together = pl.concat([rows, coded, again.select(rows.columns)]).sort("line")
        return self._with_sessions(together), faults

    def _read_again(self, lines: Sequence[tuple[int, str]]) -> tuple[pl.DataFrame, dict[int, tuple[str, object]]]:
        """Rows of single lines and the faults of those that are set aside."""
        read = [(number, record, self._read(record)) for number, record in lines]
        known = [None if cells.session is None else self._sessions.known(cells.session) for _, _, cells in read]
        rows = self._sessions.rows([cells for _, _, cells in read]).with_columns(
            pl.Series("session", known, dtype=pl.Int32), pl.Series("line", [number for number, _ in lines], pl.Int64)
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

    def _table(self) -> pl.DataFrame:
        """The rows that the coder holds; sessions that are not named are null."""
        rows = self._coder.table()
        named = rows["session"] != NO_SESSION
        wrong = (rows["unusual"] | ~named) if self._session_needed else rows["unusual"]
        return rows.with_columns(pl.when(named).then(rows["session"]).alias("session"), wrong.alias("unusual"))


def _sums(numbers: pl.Series, starts: Sequence[int]) -> list[int]:
    """The sum of numbers from each start to the next."""
    sums = pl.concat([pl.Series([0], dtype=pl.Int64), numbers.cast(pl.Int64).cum_sum()]).gather(list(starts))
    return sums.diff().drop_nulls().to_list()
