"""From sessions as they were read to the state table: rows are laid out, and the loop walks them.

Here on lists of objects; `arrays` does the same for the compiled loop. What is written is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import NO_AMOUNT
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.replay.deal_rows import Card, Deal, Ending, Hand, Opened, Player, Pot
from pontoon_audit.replay.facts_of import FACTS_OF, FAMILY_OF, Family
from pontoon_audit.replay.numbers import cells_for
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.rows import CAPS, Event, Person, Rules
from pontoon_audit.replay.rows import Session as SessionRow
from pontoon_audit.replay.state import COUNTABLE, UNKNOWN, DealFacts, HandFacts
from pontoon_audit.replay.table import Blank, Table
from pontoon_audit.session import Session

BLANK: Final = Blank(HandFacts(), DealFacts(), Player(), Deal(), Hand(), Card(), Ending(), Opened())
"""Rows as they are at first."""
LOG_FIELDS: Final = ("action", "deal", "block", "player", "hand", "card", "amount", "to", "seq", "face")
"""Fields of an event that are columns of the log as it was read."""
OF_ALL: Final = ("total", "cards_held", "stake")
"""Facts that are asked of all events in their order; the others are asked of families of actions."""

_COUNTED_AT_MOST: Final = 64
"""An amount is counted by the highest multiple of the house rules, 20, and a few times beside."""


class Events(Protocol):
    """What was written of the events."""

    actions: Collection[int]
    """The actions that there are events of."""

    @property
    def families(self) -> Sequence[Family]:
        """The families of actions that there are events of."""

    def of_family(self, family: Family, name: str, rows: Any = None) -> Iterable[int] | None:
        """A field of the events of a family, of all or of some of them; None where they never have that fact."""

    def of_all(self, name: str) -> Iterable[int]:
        """One of `OF_ALL`, of all events in the order of the sessions."""

    def cells_of_all(self) -> dict[str, Any] | None:
        """What was read of all events, and `OF_ALL`, as arrays of cells (see `layouts`); None where there are none."""


@dataclass(frozen=True, slots=True)
class Walked:
    """Sessions and their state table: rows of `sessions` and `people` one session after the other, `events`; `hands`,
    `deals` and `shown` (cards of hands) only as far as they were written. Rows are objects; or records of an array, and
    those of hands and deals columns. What reads a field of either is `column`."""

    sessions: Any
    people: Any
    events: Events
    hands: Any
    deals: Any
    shown: Any

    def session(self, position: int) -> Any:
        """The row of a session, as an object."""
        return at(self.sessions, position)


def walk(logs: Sequence[Session], *, fast: bool = False) -> Walked:
    """Replays sessions, each as if it were alone. `fast` runs the compiled loop, for which numba must be installed;
    where sums of amounts may not fit into its 64 bits, Python's whole numbers do it."""
    if fast and _sums_fit(logs):
        from pontoon_audit.replay.arrays import walk_compiled

        return walk_compiled(logs)
    rows = [row for sitting, log in enumerate(logs) for row in event_rows(log, sitting)]
    sessions, people = session_rows(logs), [Person() for log in logs for _ in log.players]
    scratch = _scratch(logs)
    tables: list[Table] = []
    for now, log in zip(sessions, logs, strict=True):
        own = rows[now.first_event : now.first_event + now.events]
        tables.append(
            Table(now, rules_of(log.rules), own, people[now.first_person : now.first_person + now.people], *scratch)
        )
        if len(tables) > 1:
            go_on(tables[-2], tables[-1])
        replay_session(tables[-1])
    last = sessions[-1] if sessions else SessionRow()
    hands, deals, shown = tables[-1][-4:-1] if tables else ([], [], [])
    return Walked(
        sessions, people, _Objects(rows), hands[: last.hand_rows], deals[: last.deal_rows], shown[: last.shown]
    )


def _sums_fit(logs: Sequence[Session]) -> bool:
    """Whether every sum of amounts is `COUNTABLE`, were each counted with the highest multiple."""
    amounts = joined([log.events for log in logs], "amount", pl.Int64)
    largest: Any = amounts.filter(amounts != NO_AMOUNT).abs().max()
    return (largest or 0) * _COUNTED_AT_MOST * len(amounts) < COUNTABLE


def _scratch(logs: Sequence[Session]) -> tuple[Any, ...]:
    """What `Table` says is used again or written one session after the other, in the order of its fields."""
    events, longest = sum(len(log.events) for log in logs), max((len(log.events) for log in logs), default=0)
    nothing: list[Any] = [None]
    return (
        nothing * (max((len(log.players) for log in logs), default=0) + 1),
        nothing * (2 * longest + 2),
        nothing * (2 * longest + 2),
        [0] * (52 * max((log.rules.packs for log in logs), default=1)),
        [0] * cells_for(longest),
        [Pot(), Pot(), Pot()],
        nothing * (longest + 2),
        nothing * 1,
        nothing * 1,
        nothing * (2 * events + 2),
        nothing * (events + 1),
        [0] * (2 * events + 2),
        BLANK,
    )


class _Objects:
    """Events as objects, in their order."""

    def __init__(self, rows: list[Event]) -> None:
        self._rows = rows
        self._of_family: dict[Family, list[Event]] = {}
        for row in rows:
            self._of_family.setdefault(FAMILY_OF[row.action], []).append(row)
        self.actions: Collection[int] = {row.action for row in rows}

    @property
    def families(self) -> Sequence[Family]:
        return [family for family in FACTS_OF if family in self._of_family]

    def of_family(self, family: Family, name: str, rows: Any = None) -> Iterable[int]:
        mine = self._of_family.get(family, [])
        return [getattr(row, name) for row in (mine if rows is None else [mine[row] for row in rows])]

    def of_all(self, name: str) -> Iterable[int]:
        return [getattr(row, name) for row in self._rows]

    def cells_of_all(self) -> None:
        return None


def session_rows(logs: Sequence[Session]) -> list[SessionRow]:
    """A row a session, with where its events and people begin."""
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


def event_rows(log: Session, sitting: int) -> list[Event]:
    """The events of a session as they were read."""
    events, rows = log.events, list[Event]()
    columns = [events.integers(name) for name in LOG_FIELDS]
    # a list of a whole column costs a tenth of what a series costs that is walked through
    for cells in zip(
        *(column.to_list() if isinstance(column, pl.Series) else column for column in columns), strict=True
    ):
        row = Event()
        (row.action, row.deal, row.block, row.player, row.hand, row.card) = cells[:6]
        (row.amount, row.to, row.seq, row.face) = cells[6:]
        row.sitting, row.event = sitting, len(rows) + 1
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
    """A field of all rows of a kind, or of those at some positions: a list where rows are objects, an array where they
    are records, a column of polars, null where unknown, where they are columns."""
    if isinstance(rows, list):
        if positions is not None:
            rows = rows[positions] if isinstance(positions, slice) else [rows[position] for position in positions]
        return [getattr(row, name) for row in rows]
    if not hasattr(rows, "dtype"):
        return rows.of(name, positions)
    return rows[name] if positions is None else rows[name][positions]


def at(rows: Any, position: int) -> Any:
    """One row as an object."""
    row = rows[position]
    if isinstance(rows, list):
        return row
    found = SessionRow()
    found.__dict__.update(zip(rows.dtype.names, row.item(), strict=True))
    return found
