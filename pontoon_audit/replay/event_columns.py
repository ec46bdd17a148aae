"""Events as columns, for the compiled replay: which fields of an event it has, how wide they are, and in what order.

A column stands in one of two orders. In the order of the *log*: what was read, and facts that are asked of all events.
In the order of *blocks*, the events of one action after those of another: the facts that rules ask of an action, so
that they lie side by side. Narrow cells are quick to fill and to read, and a session's events stay in the processor's
cache while it is walked.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.replay.state import UNKNOWN, EventFacts
from pontoon_audit.replay.walking import OF_ALL

LOG: Final = {
    "action": 8, "deal": 32, "block": 32, "player": 32, "hand": 16, "card": 8, "amount": 64, "to": 32, "seq": 64,
    "face": 8,
}  # fmt: skip
"""Columns of the log as it was read, with the bits of their cells: deal numbers have nine digits, hands four or five,
and there are not as many players or lists as four bytes count."""
FAULTY: Final = {"faulty": 8}
SCRATCH: Final = {"at_deal": 32, "came_back": 8, "group": 32, "walked": 32}
"""What is only asked while a session is walked: positions among its events or deals."""

_MONEY: Final = ("low", "high", "due", "kitty_due", "room", "stake")
_COUNTED: Final = (
    "deal_index", "expected_deal", "passed_over", "bank_player", "cards_before", "best", "best_at_most", "hands_after",
    "total", "cards_held",
)  # fmt: skip
FACTS: Final = {name: 64 if name in _MONEY else 32 if name in _COUNTED else 8 for name in EventFacts.fields()}
"""Facts: amounts; what is counted, which is no more than some times the events; all others are one of a few values."""
BITS: Final = LOG | FAULTY | SCRATCH | FACTS
IN_BLOCKS: Final = tuple(name for name in FACTS if name not in OF_ALL)
"""Columns in the order of blocks."""


def unknown_of(bits: int) -> int:
    """What stands for `UNKNOWN` in a cell of so many bits."""
    return UNKNOWN if bits == 64 else -(1 << (bits - 1))
