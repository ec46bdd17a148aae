"""The words of the game as small whole numbers: actions, cards, faces.

One vocabulary of events serves every file shape, and the replay works on integers only, so that the same loop can
run interpreted or compiled. This module is the dictionary between the two; it knows no rules.

>>> card_code("10h") == card_code("TH") == card_code("T♥")
True
>>> card_text(card_code("as"))
'AS'
"""

from typing import Final

ACTIONS: Final = (
    "seat", "leave", "buy_in", "cash_out", "banker", "sell_bank", "shuffle", "cut", "kitty_in", "kitty_out",
    "deal", "stake", "shoot", "pontoon", "split", "buy", "twist", "stick", "bust", "draw", "stay",
    "settle", "settle_shoot", "void",
)  # fmt: skip
"""Every action of the log format; the position in this tuple is the action's code."""

(SEAT, LEAVE, BUY_IN, CASH_OUT, BANKER, SELL_BANK, SHUFFLE, CUT, KITTY_IN, KITTY_OUT,
 DEAL, STAKE, SHOOT, PONTOON, SPLIT, BUY, TWIST, STICK, BUST, DRAW, STAY,
 SETTLE, SETTLE_SHOOT, VOID) = range(24)  # fmt: skip
UNREADABLE: Final = 24
"""The action of a record whose own action could not be read."""

ACTION_CODES: Final = {name: code for code, name in enumerate(ACTIONS)}

NEEDS_PLAYER: Final = frozenset(ACTIONS) - {"shuffle", "cut", "void"}
NEEDS_AMOUNT: Final = frozenset(
    {"buy_in", "cash_out", "sell_bank", "kitty_in", "kitty_out", "stake", "shoot", "split", "buy", "settle",
     "settle_shoot"}
)  # fmt: skip
NEEDS_CARD: Final = frozenset({"deal", "buy", "twist", "draw"})
NEEDS_DEAL: Final = frozenset(ACTIONS[DEAL:]) | {"banker"}
"""Actions that must say which deal they belong to; the others happen between deals."""
MAY_BE_NEGATIVE: Final = frozenset({"settle", "settle_shoot"})

FACES: Final = ("", "down", "up")
FACE_UNKNOWN, FACE_DOWN, FACE_UP = range(3)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
UNKNOWN_CARD: Final = 52
"""A card that was dealt and that nobody recorded: ``??``."""
NO_CARD: Final = -1
NOBODY: Final = -1
"""The player code of an event that names no player."""
NO_DEAL: Final = 0
"""The deal number of an event that carries none (deals count from 1)."""
NO_AMOUNT: Final = -(1 << 62)
"""The amount of an event that carries none; no readable amount comes near it."""
NO_SEQ: Final = -(1 << 62)
"""Stands for the `seq` of an event that carries none where a column can hold whole numbers alone."""
NO_LINE: Final = 0
"""Likewise for the line of an event of a JSON document (lines count from 1)."""

_SYMBOLS: Final = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")


def _codes() -> dict[str, int]:
    codes = {rank + suit: r * 4 + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
    codes |= {"10" + suit: codes["T" + suit] for suit in SUITS}
    return codes | {"??": UNKNOWN_CARD}


CARD_CODES: Final = _codes()
CARDS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
"""Every card as it is written out; the position is the card's code (rank × 4 + suit, aces first)."""


def card_code(text: str) -> int | None:
    """The code of a card as people write it (`AS`, `10h`, `T♥`, `??`), or None where it is no card."""
    return CARD_CODES.get(text.translate(_SYMBOLS).upper())


def card_text(code: int) -> str:
    """The card of a code as `AS`, `TH`, `??`; an empty text where there is no card."""
    return CARDS[code] if code >= 0 else ""
