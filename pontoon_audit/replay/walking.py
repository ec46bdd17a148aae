"""From sessions as they were read to the state table: rows are laid out, and the loop walks them.

Interpreted on lists of objects, or compiled on arrays of records (`numba`); what is written is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.replay.replay import Batch, replay_batch
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
)
from pontoon_audit.replay.table import Session as SessionRow
from pontoon_audit.session import Session

LOG_COLUMNS = ("action", "deal", "block", "player", "hand", "card", "amount", "to")
"""Columns of the log that the replay reads as they are."""


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


def walk(logs: Sequence[Session]) -> Walked:
    """Replays sessions, each as if it were alone."""
    batch = _laid_out(logs)
    blank = Blank(Event(), HandFacts(), DealFacts(), Player(), Deal(), Hand(), Card(), Ending(), Opened())
    replay_batch(batch, blank)
    last = batch.sessions[-1] if logs else SessionRow()
    return Walked(
        logs,
        batch.sessions,
        batch.events,
        batch.people,
        batch.hand_facts[: last.hand_rows],
        batch.deal_facts[: last.deal_rows],
        batch.shown[: last.shown],
    )


def _laid_out(logs: Sequence[Session]) -> Batch:
    """Rows as objects, and as much room as the longest session may need."""
    sessions, events, people, rules = [], [], 0, []
    for sitting, log in enumerate(logs):
        row = SessionRow()
        row.first_event, row.events, row.first_person = len(events), len(log.events), people
        row.people, row.sitting, row.orderless = len(log.players), sitting, int(log.is_sheet)
        row.kitty_known = 1 - row.orderless  # a hand sheet says nothing of it
        sessions.append(row)
        rules.append(rules_of(log.rules))
        people += len(log.players)
        events.extend(_event_rows(log))
    longest = max((len(log.events) for log in logs), default=0)
    most_people = max((len(log.players) for log in logs), default=0)
    hands = 2 * longest + 2
    rows = 2 * len(events) + 2
    return Batch(
        sessions,
        rules,
        events,
        [Person() for _ in range(people)],
        _room(most_people + 1),
        _room(hands),
        _room(hands),
        [0] * (52 * max((one.packs for one in rules), default=1)),
        [Pot(), Pot(), Pot()],
        _room(longest + 2),
        _room(1),
        _room(1),
        _room(rows),
        _room(len(events) + 1),
        [0] * rows,
    )


def _room(rows: int) -> list[Any]:
    return [None] * rows


def _event_rows(log: Session) -> list[Event]:
    events, rows = log.events, []
    columns = [getattr(events, name) for name in LOG_COLUMNS]
    for cells in zip(*columns, events.seq, events.fault, strict=True):
        row = Event()
        (row.action, row.deal, row.block, row.player, row.hand, row.card, row.amount, row.to) = cells[:-2]
        row.seq = UNKNOWN if cells[-2] is None else cells[-2]
        row.faulty = int(cells[-1] is not None)
        rows.append(row)
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


def column(rows: Any, name: str) -> list[int]:
    """One fact of all rows."""
    return [getattr(row, name) for row in rows]


__all__ = ["Row", "Walked", "column", "rules_of", "walk"]
