"""Which facts an event of each action may have: the columns of its block in the compiled replay."""

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
_SETTLED: Final = (*_ALL, "repeated", "due", "live", "bank_over", "banker_later", "told")

FACTS_OF: Final[dict[int, tuple[str, ...]]] = {
    **dict.fromkeys((SEAT, LEAVE, BUY_IN, CASH_OUT, CUT), _BETWEEN),
    BANKER: (*_BETWEEN, "repeated"),
    SELL_BANK: (*_BETWEEN, "not_theirs"),
    SHUFFLE: (*_BETWEEN, "shuffle_needed"),
    **dict.fromkeys((KITTY_IN, KITTY_OUT), _KITTY),
    DEAL: (*_ALL, *_BEFORE, *_AFTER, *_CARD, "round", "passed_over", "extra"),
    STAKE: (*_ALL, *_TURN, *_AFTER, "low", "high", "repeated"),
    SHOOT: (*_ALL, *_TURN, "repeated", "room", "no_kitty", "wrong_time", "moment"),
    **dict.fromkeys((PONTOON, STICK, BUST), _PLAY),
    SPLIT: (*_PLAY, "low", "high", "pair", "aces", "hands_after"),
    BUY: (*_PLAY, *_CARD, "low", "high"),
    TWIST: (*_PLAY, *_CARD),
    DRAW: (*_ALL, *_TURN, *_BEFORE, *_AFTER, *_CARD, "bank_player", "bank_over"),
    STAY: (*_ALL, *_TURN, *_BEFORE, *_AFTER, "bank_player", "bank_over"),
    **dict.fromkeys((SETTLE, SETTLE_SHOOT), _SETTLED),
    **dict.fromkeys((VOID, UNREADABLE), _ALL),
}
"""The facts that an event of an action may have; all others are unknown of it."""
