"""The state table for the compiled loop: rows as records of arrays, and events, hands and deals as columns.

Imported only where compiled code runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy

from pontoon_audit.replay.columns import Blocks, Columns
from pontoon_audit.replay.compiling import compiled_loop
from pontoon_audit.replay.deal_rows import Card, Deal, Ending, Hand, Opened, Player, Pot
from pontoon_audit.replay.memory import lent
from pontoon_audit.replay.numbers import cells_for
from pontoon_audit.replay.rows import Person, Rules
from pontoon_audit.replay.rows import Session as SessionRow
from pontoon_audit.replay.state import DealFacts, HandFacts, Row
from pontoon_audit.replay.table import Table
from pontoon_audit.replay.walking import BLANK, Walked, rules_of, session_rows
from pontoon_audit.session import Session


def walk_compiled(logs: Sequence[Session]) -> Walked:
    """Replays sessions with the compiled loop."""
    events = Blocks(logs)
    hands, deals = Columns(HandFacts, events.most_hands + 1), Columns(DealFacts, events.most_deals + 1)
    rows = _rows(logs) | {"hand_facts": hands.addresses, "deal_facts": deals.addresses, "events": events.addresses}
    tables = _addresses(rows)
    clearing = events.clearing
    plan = (events.block_of, events.following, events.order, len(clearing), clearing)
    compiled_loop()(tables.ctypes.data, len(logs), *plan)
    sessions = rows["now"]
    hands.rows, deals.rows, shown = (
        int(sessions[name][-1]) if logs else 0 for name in ("hand_rows", "deal_rows", "shown")
    )
    return Walked(sessions, rows["people"], events, hands, deals, rows["shown"][:shown])


def _rows(logs: Sequence[Session]) -> dict[str, Any]:
    """Arrays of records, and of whole numbers, for the fields of `Table` that are not columns, by name."""
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
        "numbers": lent("numbers", cells_for(longest), numpy.int64),
        "pots": empty(Pot, 3),
        "opened": empty(Opened, longest + 2),
        "deals": empty(Deal, 1),
        "endings": empty(Ending, 1),
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
    for name, first in (
        ("now", numbers),
        ("rules", numbers),
        ("events", numbers),
        ("people", sessions["first_person"]),
    ):
        tables[:, Table._fields.index(name)] += first * rows[name].strides[0]
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
