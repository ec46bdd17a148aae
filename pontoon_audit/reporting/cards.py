"""Cards and hands as a page shows them: rank and suit as characters, red ones in a class of their own."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from pontoon_audit.game import CARD_CODES
from pontoon_audit.reporting.amounts import UNKNOWN

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Asks for a character, where a telephone would show a picture."""
CLASSES: Final = {"pontoon": "pontoon", "five-card-trick": "five-card trick", "bust": "bust"}


@lru_cache(maxsize=4096)
def cards(text: str | None) -> Markup:
    """Cards as `KS 9D` with their suits; nothing where there are none.

    >>> print(cards("TS 9D ??"))
    <span class="cards"><span>10♠︎</span> <span class="red">9♦︎</span> <span>?</span></span>
    """
    if not text:
        return Markup("")
    return Markup(f'<span class="cards">{" ".join(_card(card) for card in text.split())}</span>')


@lru_cache(maxsize=256)
def _card(text: str) -> Markup:
    if text not in CARD_CODES or text == "??":
        return Markup("<span>{}</span>").format("?" if text == "??" else text)
    rank, suit = text[:-1].replace("T", "10"), text[-1]
    red = Markup(' class="red"') if suit in "HD" else ""
    return Markup("<span{}>{}</span>").format(red, rank + SUITS[suit] + AS_TEXT)


def worth(total: int | None, hand_class: str | None) -> str:
    """What a hand is worth, in a word or its points.

    >>> worth(21, "pontoon"), worth(25, "bust"), worth(18, "points"), worth(None, None)
    ('pontoon', 'bust, 25', '18', '–')
    """
    if hand_class == "bust":
        return f"bust, {total}"
    if hand_class in CLASSES:
        return CLASSES[hand_class]
    return UNKNOWN if total is None else str(total)
