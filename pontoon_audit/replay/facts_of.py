"""Families of actions of which the same is asked, and which facts their events may have.

Rules ask a family at a time: to ask twenty-five actions one by one takes longer than to answer.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import (
    BANKER,
    BUST,
    BUY,
    BUY_IN,
    CASH_OUT,
    CUT,
    DEAL,
    DRAW,
    KITTY_IN,
    KITTY_OUT,
    LEAVE,
    PONTOON,
    SEAT,
    SELL_BANK,
    SETTLE,
    SETTLE_SHOOT,
    SHOOT,
    SHUFFLE,
    SPLIT,
    STAKE,
    STAY,
    STICK,
    TWIST,
    UNREADABLE,
    VOID,
)

_ALL: Final = ("set_aside", "judged", "counted", "deal_index", "expected_deal", "seq_repeats", "by_banker", "in_void")
_BETWEEN: Final = (*_ALL, "during_play")
_BEFORE: Final = ("cards_before", "best", "best_at_most", "natural", "bust_before", "twisted")
_AFTER: Final = ("total", "cards_held", "stake")
_TURN: Final = ("passed_over", "passed_again")
_CARD: Final = ("on_table", "too_soon")
_KITTY: Final = (*_BETWEEN, "low", "high", "not_theirs", "into_empty", "due", "kitty_due")
_PLAY: Final = (
    *_ALL, *_TURN, *_BEFORE, *_AFTER, "finished", "interleaved", "after_pontoon", "bank_player", "bank_over",
)  # fmt: skip

Family = tuple[int, ...]
"""Actions, ascending."""

FACTS_OF: Final[dict[Family, tuple[str, ...]]] = {
    (SEAT, LEAVE, BUY_IN, CASH_OUT, BANKER, SELL_BANK, SHUFFLE, CUT, VOID, UNREADABLE): (
        *_BETWEEN, "repeated", "not_theirs", "shuffle_needed",
    ),
    (KITTY_IN, KITTY_OUT): _KITTY,
    (DEAL,): (*_ALL, *_BEFORE, *_AFTER, *_CARD, "round", "passed_over", "extra"),
    (STAKE,): (*_ALL, *_TURN, *_AFTER, "low", "high", "repeated"),
    (SHOOT,): (*_ALL, *_TURN, "repeated", "room", "no_kitty", "wrong_time", "moment"),
    (PONTOON, SPLIT, BUY, TWIST, STICK, BUST): (*_PLAY, *_CARD, "low", "high", "pair", "aces", "hands_after"),
    (DRAW, STAY): (*_ALL, *_TURN, *_BEFORE, *_AFTER, *_CARD, "bank_player", "bank_over"),
    (SETTLE, SETTLE_SHOOT): (*_ALL, "repeated", "due", "live", "bank_over", "banker_later", "told"),
}  # fmt: skip
"""The facts that an event of each family may have; all others are unknown of it."""

FAMILY_OF: Final = {action: family for family in FACTS_OF for action in family}
"""Action -> its family."""
