"""Sorts tables of rows into the sessions of a file and lets each go as soon as it is complete, without copying it.

What `gather` does for single records this does for tables: sessions that lie one after the other in a table become
slices of it, only those that several tables have a part of are put together.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

import polars as pl

from pontoon_audit import game
from pontoon_audit.event_slice import EventSlice
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.builder import COLUMNS, as_it_stood
from pontoon_audit.reading.bulk_people import people_of_each
from pontoon_audit.reading.gather import Survey
from pontoon_audit.reading.records import Cells
from pontoon_audit.session import EVENT, Session, Source
from pontoon_audit.tables import the_same, these_of, with_these

TYPES: Final[dict[str, Any]] = {
    "action": pl.Int8(), "deal": pl.Int32(), "seq": pl.Int64(), "player": pl.Int32(), "hand": pl.Int16(),
    "card": pl.Int8(), "face": pl.Int8(), "amount": pl.Int64(), "to": pl.Int32(), "time": pl.String(),
    "note": pl.String(),
}  # fmt: skip
"""The columns of rows: codes of `game`, players by their code in `BulkSessions.people`, what is absent as in tables of
`EventSlice`. Beside them stand `session`, a code too, and `line`."""
_PLACES: Final = {"block": -1, "kind": EVENT, "item": -1}

Faults = Mapping[int, tuple[str, object]]
"""Line of a record set aside -> why, and the record."""


class _Part(NamedTuple):
    """Rows of one session in a table."""

    rows: pl.DataFrame
    start: int
    length: int


class BulkSessions:
    """The open sessions of a flat file, in the order in which they began."""

    def __init__(self, plan: Survey, source: Source, rules: HouseRules, *, fast: bool = False) -> None:
        """`fast` uses compiled code, for which numba must be installed. The sessions are the same."""
        self.current = plan.first
        """The session of records that name none."""
        self.people: dict[str, int] = {}
        """Code of everybody named in the file so far."""
        self._last = plan.ends
        self._source, self._rules, self._fast = source, rules, fast
        self._codes: dict[str, int] = {}
        self._open: dict[str, list[_Part]] = {}
        self._faults: dict[int, tuple[str, object]] = {}

    def known(self, session: str) -> int:
        """The code of a session in rows."""
        return self._codes.setdefault(session, len(self._codes))

    def go_on_with(self, code: int) -> None:
        """Makes the session of a code the current one."""
        self.current = list(self._codes)[code]

    def code_of(self, session: str | None) -> int:
        """The code of the session that a record names, which becomes the current one; of that for None."""
        if session is not None:
            self.current = session
        return self.known(self.current)

    def rows(self, cells: Sequence[Cells]) -> pl.DataFrame:
        """Records that were read one by one as rows, still without `session` and `line`."""
        columns: dict[str, list[Any]] = {name: [getattr(cell, name) for cell in cells] for name in TYPES}
        for name in ("player", "to"):
            columns[name] = [
                game.NOBODY if person is None else self.people.setdefault(person, len(self.people))
                for person in columns[name]
            ]
        columns["seq"] = [game.NO_SEQ if number is None else number for number in columns["seq"]]
        return pl.DataFrame(columns, schema=TYPES)

    def add(self, rows: pl.DataFrame, faults: Faults) -> None:
        """Adds a table of rows, in the order of the file."""
        self._faults |= faults
        runs = rows["session"].rle().struct.unnest()
        if runs["value"].n_unique() < runs.height:
            order = runs["value"].unique(maintain_order=True)
            places = rows["session"].replace_strict(order, pl.int_range(len(order), eager=True))
            rows = rows.with_columns(places.alias("place")).sort("place", maintain_order=True).drop("place")
            runs = rows["session"].rle().struct.unnest()
        names, start = list(self._codes), 0
        for length, code in runs.iter_rows():
            self._open.setdefault(names[code], []).append(_Part(rows, start, length))
            start += length

    def complete(self, finished: int = sys.maxsize) -> Iterator[Session]:
        """Lets go the sessions that end in a chunk up to `finished`, unless one that began earlier is still open."""
        ready: dict[str, list[_Part]] = {}
        for session in list(self._open):
            if self._last.get(session, sys.maxsize) > finished:
                break
            ready[session] = self._open.pop(session)
        self._let_tables_go()
        for group in _groups(ready):
            yield from self._sessions(group)

    def _let_tables_go(self) -> None:
        """Copies what is left of tables most of which is dealt with, so that they do not stay for the sake of it."""
        left: dict[int, list[tuple[str, int]]] = {}
        for session, parts in self._open.items():
            for position, part in enumerate(parts):
                left.setdefault(id(part.rows), []).append((session, position))
        for places in left.values():
            parts = [self._open[session][position] for session, position in places]
            kept = sum(part.length for part in parts)
            if kept < parts[0].rows.height // 2:
                wanted = pl.concat([pl.int_range(p.start, p.start + p.length, eager=True) for p in parts])
                rows, start = parts[0].rows[wanted], 0
                for (session, position), part in zip(places, parts, strict=True):
                    self._open[session][position] = _Part(rows, start, part.length)
                    start += part.length

    def _sessions(self, group: Mapping[str, Sequence[_Part]]) -> Iterator[Session]:
        """Sessions that lie side by side."""
        lengths = [sum(part.length for part in parts) for parts in group.values()]
        rows = _side_by_side([part for parts in group.values() for part in parts])
        columns, players = people_of_each(rows, rows["session"].rle_id(), list(self.people), fast=self._fast)
        places = [the_same(name, value, pl.Int8, rows.height) for name, value in _PLACES.items()]
        table = these_of(_in_order_of_seq(with_these(rows, columns + places)), COLUMNS)
        starts = [0, *accumulate(lengths)]
        faults = self._faults_by_session(table, starts)
        for position, (session, length) in enumerate(zip(group, lengths, strict=True)):
            fault, record = faults.get(position) or ({}, {})
            events = EventSlice(table, starts[position], length, fault, record)
            people = players.get(position, [])
            yield Session(session, self._source, self._rules, people, events, currency=self._rules.currency)

    def _faults_by_session(
        self, table: pl.DataFrame, starts: Sequence[int]
    ) -> dict[int, tuple[dict[int, str], dict[int, str]]]:
        """Faults and records set aside of the sessions that begin at `starts`, by the session's position."""
        found: dict[int, tuple[dict[int, str], dict[int, str]]] = {}
        if not self._faults:
            return found
        rows = table["line"].is_in(pl.Series(list(self._faults), dtype=pl.Int64).implode()).arg_true()
        for row, line in zip(rows.to_list(), table["line"].gather(rows).to_list(), strict=True):
            position = bisect_right(starts, row) - 1
            fault, record = found.setdefault(position, ({}, {}))
            why, raw = self._faults.pop(line)
            fault[row - starts[position]] = why
            record[row - starts[position]] = as_it_stood(raw)
        return found


def _groups(ready: Mapping[str, list[_Part]]) -> Iterator[dict[str, list[_Part]]]:
    """Complete sessions in groups that lie side by side in one table, or else are to be put together."""
    group: dict[str, list[_Part]] = {}
    table: pl.DataFrame | None = None
    end = 0
    for session, parts in ready.items():
        part = parts[0]
        alone = part.rows if len(parts) == 1 else None
        if group and (alone is not table or (alone is not None and part.start != end)):
            yield group
            group = {}
        group[session] = parts
        table, end = alone, part.start + part.length
    if group:
        yield group


def _side_by_side(parts: Sequence[_Part]) -> pl.DataFrame:
    if all(part.rows is parts[0].rows for part in parts) and all(
        part.start == before.start + before.length for before, part in pairwise(parts)
    ):
        return parts[0].rows.slice(parts[0].start, sum(part.length for part in parts))
    return pl.concat([part.rows.slice(part.start, part.length) for part in parts]).rechunk()


def _in_order_of_seq(rows: pl.DataFrame) -> pl.DataFrame:
    """Sorts the rows of each session by `seq`, keeping the file's order among equals, where all of them have one."""
    if rows["seq"].max() == game.NO_SEQ:  # which is below all others
        return rows
    seq, session = pl.col("seq"), pl.col("session")
    backward = rows.select(((seq < seq.shift(1)) & (session == session.shift(1))).any()).item()
    if not backward:
        return rows
    order = pl.when((seq != game.NO_SEQ).all().over("session")).then(seq).otherwise(0)
    keys = rows.select(session.rle_id().alias("number"), order.alias("order"), pl.int_range(pl.len()).alias("row"))
    return rows[keys.sort("number", "order", "row")["row"]]
