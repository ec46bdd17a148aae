"""Rows as columns, for the compiled replay: how wide the cells of each field are, and in what order they stand.

Events, hands and deals are many, so each of their fields is a column of its own, as rules ask for them. Narrow cells
are quick to fill and to read, and a session's events stay in the processor's cache while it is walked.

A column of events stands in one of two orders. In the order of the *log*: what was read, and facts that are asked of
all events. In the order of *blocks*, the events of one action after those of another: the facts that rules ask of an
action, so that they lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pontoon_audit.replay.rows import Event
from pontoon_audit.replay.state import UNKNOWN, DealFacts, EventFacts, HandFacts, Row
from pontoon_audit.replay.walking import OF_ALL

TOGETHER: Final = 64
"""Rows that are cleared at once where rows are asked for in turn: of a column that is a few lines of the processor's
cache, which then has them when they are written; to clear row by row it would fetch every column each time."""


class Layout(NamedTuple):
    """How the rows of a kind are laid out."""

    bits: dict[str, int]
    """Of each field the bits of its cells."""
    facts: frozenset[str]
    """Fields that may be unknown."""
    in_blocks: frozenset[str] = frozenset()
    """Columns in the order of blocks."""


LOG: Final = {
    "action": 8, "deal": 32, "block": 32, "player": 32, "hand": 16, "card": 8, "amount": 64, "to": 32, "seq": 64,
    "face": 8,
}  # fmt: skip
"""Columns of the log as it was read: deal numbers have nine digits, hands four or five, and there are not as many
players, lists or events as four bytes count."""
FAULTY: Final = {"faulty": 8}
SCRATCH: Final = {"row": 64, "at_deal": 32, "came_back": 8, "group": 32, "walked": 32}
"""What is only asked while a session is walked."""

_MONEY: Final = (
    "low", "high", "due", "kitty_due", "room", "stake", "initial", "shoot", "recorded", "shoot_due", "shoot_recorded",
    "bet_in_kitty", "banker_recorded", "banker_due", "left_behind", "left_due", "kitty_before", "kitty_after",
)  # fmt: skip
_FEW: Final = (
    "set_aside", "judged", "counted", "seq_repeats", "by_banker", "during_play", "round", "passed_again", "extra",
    "on_table", "too_soon", "shuffle_needed", "natural", "bust_before", "finished", "twisted", "interleaved",
    "after_pontoon", "repeated", "pair", "aces", "live", "bank_over", "banker_later", "in_void", "not_theirs",
    "no_kitty", "wrong_time", "moment", "into_empty", "told",
    "void", "bank_strength", "stake_moves", "shoot_moves", "is_bank", "split", "strength", "rank", "outcome",
    "unstaked", "unfinished", "unsettled", "shoot_unsettled",
    "shuffled", "complete", "incomplete", "unpaid", "shuffle_missing", "passed", "bank_wrong", "follows_bad_sale",
    "bank_unfinished", "bank_rank", "kitty_empty",
)  # fmt: skip
"""Facts that are one of a few values: yes or no, or a kind."""


def _of_facts(kind: type[Row]) -> dict[str, int]:
    """Amounts need 64 bits, and so do cards packed in one number; what counts or names players, cards, events or hands
    needs 32: it is some times the number of events at most."""
    wide = (*_MONEY, "packed")
    return {name: 64 if name in wide else 8 if name in _FEW else 32 for name in kind.fields()}


def _facts(kind: type[Row], others: Iterable[str] = ()) -> frozenset[str]:
    return frozenset(kind.fields()).difference(others)


EVENTS: Final = Layout(
    LOG | FAULTY | SCRATCH | _of_facts(EventFacts), _facts(EventFacts), _facts(EventFacts, others=OF_ALL)
)
LAYOUTS: Final[dict[type[Row], Layout]] = {
    Event: EVENTS,
    HandFacts: Layout(_of_facts(HandFacts), _facts(HandFacts)),
    DealFacts: Layout(_of_facts(DealFacts), _facts(DealFacts)),
}


def unknown_of(bits: int) -> int:
    """What stands for `UNKNOWN` in a cell of so many bits."""
    return UNKNOWN if bits == 64 else -(1 << (bits - 1))


def cell_of(value: int, bits: int) -> int:
    """What stands for a value in a cell of so many bits."""
    return unknown_of(bits) if value == UNKNOWN else value
