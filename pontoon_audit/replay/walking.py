"""From sessions as they were read to the state table: rows are laid out, and the loop walks them.

Interpreted on lists of objects, or compiled on arrays of records (`numba`); what is written is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from pontoon_audit.event_slice import joined
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.replay.compiling import compiled_loop
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.state import UNKNOWN, DealFacts, HandFacts, Row
from pontoon_audit.replay.table import (
    CAPS,
    Blank,
    Card,
    Deal,
    Ending,
    Event,
    Hand,
    Opened,
    Person,
    Player,
    Pot,
    Rules,
    Table,
)
from pontoon_audit.replay.table import Session as SessionRow
from pontoon_audit.session import Session

BLANK: Final = Blank(Event(), HandFacts(), DealFacts(), Player(), Deal(), Hand(), Card(), Ending(), Opened())
"""Rows as they are at first."""
LOG_COLUMNS = ("action", "deal", "block", "player", "hand", "card", "amount", "to", "seq", "face")
"""Columns of the log that the replay reads as they are."""


class Rows(NamedTuple):
    """The rows of sessions that are replayed together, one session after the other, and what `Table` says is scratch;
    in the order of the fields of `Table`."""

    sessions: Any
    rules: Any
    events: Any
    people: Any
    players: Any
    hands: Any
    cards: Any
    copies: Any
    pots: Any
    opened: Any
    deals: Any
    endings: Any
    hand_facts: Any
    deal_facts: Any
    shown: Any


@dataclass(frozen=True, slots=True)
class Walked:
    """Sessions and their state table: rows of `sessions`, `events`, `people` one session after the other; `hands`,
    `deals` and `shown` (cards of hands) only as far as they were written."""

    logs: Sequence[Session]
    sessions: Any
    events: Any
    people: Any
    hands: Any
    deals: Any
    shown: Any

    @classmethod
    def of_nothing(cls) -> Walked:
        """The table of no session."""
        return cls([], [], [], [], [], [], [])


def walk(logs: Sequence[Session], *, fast: bool = False) -> Walked:
    """Replays sessions, each as if it were alone. `fast` runs the compiled loop, for which numba must be installed."""
    whole = (arrays if fast else lists)(logs)
    if fast:
        _walk_compiled(whole)
    else:
        _walk_interpreted(whole)
    last = at(whole.sessions, len(logs) - 1) if logs else SessionRow()
    return Walked(
        logs,
        whole.sessions,
        whole.events,
        whole.people,
        whole.hand_facts[: last.hand_rows],
        whole.deal_facts[: last.deal_rows],
        whole.shown[: last.shown],
    )


def _walk_interpreted(whole: Rows) -> None:
    before: Table | None = None
    for number, now in enumerate(whole.sessions):
        table = Table(
            now, whole.rules[number],
            whole.events[now.first_event : now.first_event + now.events],
            whole.people[now.first_person : now.first_person + now.people],
            *whole[4:], BLANK,
        )  # fmt: skip
        if before is not None:
            go_on(before, table)
        replay_session(table)
        before = table


def _walk_compiled(whole: Rows) -> None:
    """Lays out the addresses of each session's table, in the order of the fields of `Table`, and runs the loop."""
    import numpy

    sessions = whole.sessions
    blanks = [record(row) for row in BLANK]
    of_blanks = numpy.array([blank.ctypes.data for blank in blanks])
    tables = numpy.empty((len(sessions), len(Table._fields)), dtype=numpy.int64)
    for position, rows in enumerate(whole):
        tables[:, position] = rows.ctypes.data
    tables[:, -1] = of_blanks.ctypes.data
    numbers = numpy.arange(len(sessions))
    for position, rows, first in (
        (0, sessions, numbers), (1, whole.rules, numbers),
        (2, whole.events, sessions["first_event"]), (3, whole.people, sessions["first_person"]),
    ):  # fmt: skip
        tables[:, position] += first * rows.itemsize
    compiled_loop()(tables.ctypes.data, len(sessions))


@dataclass(frozen=True, slots=True)
class _Room:
    """How many rows of each kind sessions need."""

    events: int
    people: int
    longest: int
    most_people: int
    packs: int

    @property
    def hands(self) -> int:
        return 2 * self.longest + 2

    @property
    def hand_facts(self) -> int:
        return 2 * self.events + 2


def _room_for(logs: Sequence[Session]) -> _Room:
    return _Room(
        events=sum(len(log.events) for log in logs),
        people=sum(len(log.players) for log in logs),
        longest=max((len(log.events) for log in logs), default=0),
        most_people=max((len(log.players) for log in logs), default=0),
        packs=max((log.rules.packs for log in logs), default=1),
    )


def lists(logs: Sequence[Session]) -> Rows:
    """Rows as objects in lists, for the interpreted loop."""
    room = _room_for(logs)
    nothing: list[Any] = [None]
    return Rows(
        sessions=_session_rows(logs),
        rules=[rules_of(log.rules) for log in logs],
        events=[row for log in logs for row in _event_rows(log)],
        people=[Person() for _ in range(room.people)],
        players=nothing * (room.most_people + 1),
        hands=nothing * room.hands,
        cards=nothing * room.hands,
        copies=[0] * (52 * room.packs),
        pots=[Pot(), Pot(), Pot()],
        opened=nothing * (room.longest + 2),
        deals=nothing * 1,
        endings=nothing * 1,
        hand_facts=nothing * room.hand_facts,
        deal_facts=nothing * (room.events + 1),
        shown=[0] * room.hand_facts,
    )


def arrays(logs: Sequence[Session]) -> Rows:
    """Rows as records in arrays, for the compiled loop."""
    import numpy
    import polars as pl

    room = _room_for(logs)

    def empty(kind: type[Row], rows: int) -> Any:
        return numpy.empty(rows, dtype=record(kind()).dtype)

    events = numpy.full(room.events, record(Event()))
    for name in LOG_COLUMNS:
        events[name] = joined([log.events for log in logs], name, pl.Int64).to_numpy()
    first = 0
    for log in logs:
        if log.events.fault:
            events["faulty"][[first + position for position in log.events.fault]] = 1
        first += len(log.events)
    return Rows(
        sessions=_records(_session_rows(logs), SessionRow),
        rules=_records([rules_of(log.rules) for log in logs], Rules),
        events=events,
        people=numpy.full(room.people, record(Person())),
        players=empty(Player, room.most_people + 1),
        hands=empty(Hand, room.hands),
        cards=empty(Card, room.hands),
        copies=numpy.zeros(52 * room.packs, dtype=numpy.int64),
        pots=empty(Pot, 3),
        opened=empty(Opened, room.longest + 2),
        deals=empty(Deal, 1),
        endings=empty(Ending, 1),
        hand_facts=empty(HandFacts, room.hand_facts),
        deal_facts=empty(DealFacts, room.events + 1),
        shown=numpy.empty(room.hand_facts, dtype=numpy.int64),
    )


def record(row: Row) -> Any:
    """An array of one record that has the fields of the row, and what stands in them."""
    import numpy

    names = list(type(row).fields())
    kind = numpy.dtype([(name, numpy.int64) for name in names], align=True)
    return numpy.array([tuple(getattr(row, name) for name in names)], dtype=kind)


def _records(rows: Sequence[Row], kind: type[Row]) -> Any:
    import numpy

    return numpy.concatenate([record(row) for row in rows]) if rows else numpy.empty(0, record(kind()).dtype)


def _session_rows(logs: Sequence[Session]) -> list[SessionRow]:
    rows: list[SessionRow] = []
    events = people = 0
    for sitting, log in enumerate(logs):
        row = SessionRow()
        row.first_event, row.events, row.first_person = events, len(log.events), people
        row.people, row.sitting, row.orderless = len(log.players), sitting, int(log.is_sheet)
        row.kitty_known = 1 - row.orderless  # a hand sheet says nothing of it
        rows.append(row)
        events += row.events
        people += row.people
    return rows


def _event_rows(log: Session) -> list[Event]:
    events, rows = log.events, []
    columns = [events.integers(name) for name in LOG_COLUMNS]
    for cells in zip(*columns, strict=True):
        row = Event()
        (row.action, row.deal, row.block, row.player, row.hand, row.card) = cells[:6]
        (row.amount, row.to, row.seq, row.face) = cells[6:]
        rows.append(row)
    for position in events.fault:
        rows[position].faulty = 1
    return rows


def _limit(value: int | None) -> int:
    return UNKNOWN if value is None else value


def rules_of(house: HouseRules) -> Rules:
    """House rules as whole numbers."""
    rules = Rules()
    rules.shoot = int(house.base == "shoot-pontoon")
    rules.min_stake, rules.max_stake = _limit(house.min_stake), _limit(house.max_stake)
    kitty_min, kitty_max = house.kitty_limits
    rules.kitty_min, rules.kitty_max = _limit(kitty_min), _limit(kitty_max)
    rules.packs = house.packs
    rules.buy_limit = house.buy_limit
    rules.buy_cap = CAPS[house.buy_cap]
    rules.soft_draw = int(house.soft_draw)
    rules.split_naturals = int(house.split_pontoon == "pontoon")
    rules.push = int(house.tie == "push")
    rules.pontoon_wins = house.pontoon_multiple
    rules.trick_wins = house.five_card_multiple
    rules.to_pontoon = house.banker_pontoon_multiple
    rules.to_trick = house.banker_five_card_multiple
    rules.shuffle_every_deal = int(house.shuffle == "every-deal")
    rules.bank_passes = int(house.bank_passes)
    return rules


def column(rows: Any, name: str, positions: Any = None) -> Any:
    """One fact of all rows, or of those at some positions: a list, or an array where they are records."""
    if isinstance(rows, list):
        return [getattr(row, name) for row in (rows if positions is None else [rows[p] for p in positions])]
    return rows[name] if positions is None else rows[name][positions.to_numpy()]


def at(rows: Any, position: int) -> Any:
    """One row as an object."""
    if isinstance(rows, list):
        return rows[position]
    return SimpleNamespace(**{name: int(rows[name][position]) for name in rows.dtype.names})
