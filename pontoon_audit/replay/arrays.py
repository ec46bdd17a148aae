"""The state table for the compiled loop: rows as records of arrays, and events as columns (`blocks`).

Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy

from pontoon_audit.replay.blocks import Blocks
from pontoon_audit.replay.compiling import compiled_loop
from pontoon_audit.replay.deal_rows import Card, Deal, Ending, Hand, Opened, Player, Pot
from pontoon_audit.replay.memory import lent
from pontoon_audit.replay.rows import Person, Rules
from pontoon_audit.replay.rows import Session as SessionRow
from pontoon_audit.replay.state import DealFacts, HandFacts, Row
from pontoon_audit.replay.table import Table
from pontoon_audit.replay.walking import BLANK, Walked, rules_of, session_rows
from pontoon_audit.session import Session


def walk_compiled(logs: Sequence[Session]) -> Walked:
    """Replays sessions with the compiled loop."""
    blocks, rows = Blocks(logs), _rows(logs)
    places, following, order = blocks.places()
    columns = blocks.addresses(places)
    tables = _addresses(rows, columns)
    parts = (tables, places, following, order)
    compiled_loop()(parts[0].ctypes.data, len(logs), *(part.ctypes.data for part in parts[1:]))
    sessions = rows["now"]
    hands, deals, shown = (int(sessions[name][-1]) if logs else 0 for name in ("hand_rows", "deal_rows", "shown"))
    return Walked(
        sessions, rows["people"], blocks, rows["hand_facts"][:hands], rows["deal_facts"][:deals], rows["shown"][:shown]
    )


def _rows(logs: Sequence[Session]) -> dict[str, Any]:
    """Arrays for the fields of `Table` but its events, by name."""
    events, longest = sum(len(log.events) for log in logs), max((len(log.events) for log in logs), default=0)

    def empty(kind: type[Row], rows: int) -> Any:
        return lent(kind.__name__, rows, record(kind()).dtype)

    return {
        "now": records(session_rows(logs), SessionRow),
        "rules": records([rules_of(log.rules) for log in logs], Rules),
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


def _addresses(rows: dict[str, Any], columns: Any) -> Any:
    """Of each session the addresses of its table, in the order of the fields of `Table`. `columns` has a row a session
    with the addresses of its events."""
    sessions = rows["now"]
    tables = numpy.empty((len(sessions), len(Table._fields)), dtype=numpy.int64)
    numbers = numpy.arange(len(sessions))
    first = {"now": numbers, "rules": numbers, "people": sessions["first_person"]}
    for position, name in enumerate(Table._fields):
        if name == "events":
            tables[:, position] = columns.ctypes.data + numbers * columns.strides[0]
        else:
            tables[:, position] = rows[name].ctypes.data + first.get(name, 0) * rows[name].itemsize
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
