"""The state table for the compiled loop: rows as records of arrays, and events as columns, each action a block.

Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy
import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import ACTIONS, UNREADABLE
from pontoon_audit.replay.compiling import compiled_loop
from pontoon_audit.replay.deal_rows import Card, Deal, Ending, Hand, Opened, Player, Pot
from pontoon_audit.replay.facts_of import FACTS_OF
from pontoon_audit.replay.memory import lent
from pontoon_audit.replay.rows import Event, Person, Rules
from pontoon_audit.replay.rows import Session as SessionRow
from pontoon_audit.replay.state import DealFacts, HandFacts, Row
from pontoon_audit.replay.table import Table
from pontoon_audit.replay.walking import BLANK, LOG_FIELDS, OF_ALL, Walked, rules_of, session_rows
from pontoon_audit.session import Session

OF_EVERY_ACTION: Final = ("sitting", "event", "player", "to", "hand", "card", "face", "amount", "deal")
"""Fields that every block has beside the facts of its action."""
_POSITION: Final = {name: position for position, name in enumerate(Event.fields())}


class Blocks:
    """Events as columns of whole numbers: a block of columns for each action, and some columns of all events."""

    def __init__(self, counts: Any) -> None:
        self._rows = counts
        self._columns = {action: (*OF_EVERY_ACTION, *FACTS_OF[action]) for action in range(UNREADABLE + 1)}
        widths = numpy.array([len(self._columns[action]) for action in range(UNREADABLE + 1)])
        self._starts = numpy.concatenate([[0], numpy.cumsum(widths * counts)])
        self._cells = lent("events", int(self._starts[-1]), numpy.int64)
        self._told = pl.Series(self._cells)
        """The same memory: slices of it cost nothing, where a column made of an array costs as much as its use."""
        self._of_all = {name: lent(name, int(counts.sum()), numpy.int64) for name in OF_ALL}
        firsts = numpy.concatenate([[0], numpy.cumsum(widths)])
        addresses = self._cells.ctypes.data + 8 * self._starts[:-1]
        # of each action where its block is, how many rows it has, and where the list of its fields begins
        self._places = numpy.stack([addresses, counts, firsts[:-1]], axis=1)
        self._places = numpy.concatenate([self._places, [[0, 0, firsts[-1]]]])
        self._fields = numpy.array([_POSITION[name] for names in self._columns.values() for name in names])
        self._written = numpy.zeros(UNREADABLE + 1, dtype=numpy.int64)
        self._all = numpy.array([(cells.ctypes.data, _POSITION[name]) for name, cells in self._of_all.items()])
        parts = (self._places, self._fields, self._written, self._all)
        self.plan = numpy.array([*(part.ctypes.data for part in parts), len(OF_ALL)])
        """What the loop needs to know to write here: addresses of the above, and how many columns all events have."""

    @property
    def actions(self) -> Sequence[int]:
        return [int(action) for action in numpy.flatnonzero(self._rows)]

    def of_action(self, action: int, name: str, rows: Any = None) -> pl.Series | None:
        if name not in self._columns[action]:
            return None
        count = int(self._rows[action])
        first = int(self._starts[action]) + self._columns[action].index(name) * count
        cells = self._told.slice(first, count)
        return cells if rows is None else cells[rows]

    def of_all(self, name: str) -> Iterable[int]:
        cells: Iterable[int] = self._of_all[name]
        return cells


def walk_compiled(logs: Sequence[Session]) -> Walked:
    """Replays sessions with the compiled loop."""
    events = [log.events for log in logs]
    columns = [joined(events, name, pl.Int64).to_numpy() for name in LOG_FIELDS]
    columns.append(_faulty(logs, sum(map(len, events))))
    fields = [_POSITION[name] for name in (*LOG_FIELDS, "faulty")]
    log = numpy.array([(cells.ctypes.data, field) for cells, field in zip(columns, fields, strict=True)])
    blocks = Blocks(numpy.bincount(columns[0], minlength=len(ACTIONS) + 1))
    rows = _rows(logs)
    tables = _addresses(rows)
    compiled_loop()(tables.ctypes.data, len(logs), log.ctypes.data, len(log), blocks.plan.ctypes.data)
    sessions = rows["now"]
    hands, deals, shown = (int(sessions[name][-1]) if logs else 0 for name in ("hand_rows", "deal_rows", "shown"))
    return Walked(
        sessions, rows["people"], blocks, rows["hand_facts"][:hands], rows["deal_facts"][:deals], rows["shown"][:shown]
    )


def _faulty(logs: Sequence[Session], events: int) -> Any:
    found, first = numpy.zeros(events, dtype=numpy.int64), 0
    for log in logs:
        if log.events.fault:
            found[[first + position for position in log.events.fault]] = 1
        first += len(log.events)
    return found


def _rows(logs: Sequence[Session]) -> dict[str, Any]:
    """Arrays for the fields of `Table`, by name."""
    events, longest = sum(len(log.events) for log in logs), max((len(log.events) for log in logs), default=0)

    def empty(kind: type[Row], rows: int) -> Any:
        return lent(kind.__name__, rows, record(kind()).dtype)

    return {
        "now": records(session_rows(logs), SessionRow),
        "rules": records([rules_of(log.rules) for log in logs], Rules),
        "events": empty(Event, longest + 1),
        "people": numpy.full(sum(len(log.players) for log in logs), record(Person())),
        "players": empty(Player, max((len(log.players) for log in logs), default=0) + 1),
        "hands": empty(Hand, 2 * longest + 2),
        "cards": empty(Card, 2 * longest + 2),
        "copies": numpy.zeros(52 * max((log.rules.packs for log in logs), default=1), dtype=numpy.int64),
        "pots": empty(Pot, 3),
        "opened": empty(Opened, longest + 2),
        "deals": empty(Deal, 1),
        "endings": empty(Ending, 1),
        "hand_facts": empty(HandFacts, 2 * events + 2),
        "deal_facts": empty(DealFacts, events + 1),
        "shown": lent("shown", 2 * events + 2, numpy.int64),
        "blank": _blanks()[0],
    }


@cache
def _blanks() -> tuple[Any, Any]:
    """The addresses of the rows of `BLANK`, and the rows, which must live as long."""
    blanks = [record(row) for row in BLANK]
    return numpy.array([blank.ctypes.data for blank in blanks]), blanks


def _addresses(rows: dict[str, Any]) -> Any:
    """Of each session the addresses of its table, in the order of the fields of `Table`."""
    sessions = rows["now"]
    tables = numpy.empty((len(sessions), len(Table._fields)), dtype=numpy.int64)
    for position, name in enumerate(Table._fields):
        tables[:, position] = rows[name].ctypes.data
    numbers = numpy.arange(len(sessions))
    for name, first in (("now", numbers), ("rules", numbers), ("people", sessions["first_person"])):
        tables[:, Table._fields.index(name)] += first * rows[name].itemsize
    return tables


def record(row: Row) -> Any:
    """An array of one record that has the fields of the row, and what stands in them."""
    names = list(type(row).fields())
    kind = numpy.dtype([(name, numpy.int64) for name in names], align=True)
    return numpy.array([tuple(getattr(row, name) for name in names)], dtype=kind)


def records(rows: Sequence[Row], kind: type[Row]) -> Any:
    """Rows as an array of records."""
    like = record(kind())
    names = like.dtype.names
    return numpy.array([tuple(getattr(row, name) for name in names) for row in rows], dtype=like.dtype)
