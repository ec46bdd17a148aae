"""The loop that packs events of the compiled replay, to be compiled: what `packed_events` does, event by event."""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.game import DEAL, NO_AMOUNT, NO_LINE, NO_SEQ, SETTLE_SHOOT
from pontoon_audit.replay.layouts import EVENTS, unknown_of
from pontoon_audit.results.packed_events import BITS, LEAST, MOST

_NO_TOTAL, _NO_CARDS, _NO_STAKE = (unknown_of(EVENTS.bits[name]) for name in ("total", "cards_held", "stake"))
_ACTION, _FACE, _CARD, _HAND, _PLAYER, _TOTAL, _CARDS_HELD, _HAS_AMOUNT, _HAS_STAKE, _ = BITS


def pack_events(
    sessions: int, counts: Any, sittings: Any, fits: Any, action: Any, player: Any, hand: Any, card: Any, face: Any,
    amount: Any, to: Any, seq: Any, total: Any, cards_held: Any, stake: Any, line: Any, sitting: Any, event: Any,
    word: Any, short_amount: Any, short_stake: Any, place: Any,
) -> int:  # fmt: skip
    """Packs the events of sessions that lie one after the other, and gives how many events these are.

    `counts` and `sittings` are of the sessions, as is `fits`, where 0 is put if an event of the session does not fit.
    From `action` on there is a cell an event: what was read, what the replay says, and what is written of it.
    """
    row = 0
    for session in range(sessions):
        all_fit = True
        for number in range(1, counts[session] + 1):
            what, who, whom, shown, value = action[row], player[row], to[row], card[row], amount[row]
            points, held, put = total[row], cards_held[row], stake[row]
            has_total, has_cards, has_stake = points != _NO_TOTAL, held != _NO_CARDS, put != _NO_STAKE
            # a hand stands only where an event is about one
            which = hand[row] if DEAL <= what <= SETTLE_SHOOT and who >= 0 and hand[row] > 0 else 0
            has_amount = value != NO_AMOUNT
            all_fit = (
                all_fit
                and 0 <= what < 25 and -1 <= who < 255 and which < 32 and -1 <= shown < 53 and 0 <= face[row] < 3
                and (whom < 0 or (what < DEAL and whom < 31))
                and (not has_total or 0 <= points < 127) and (not has_cards or 0 <= held < 31)
                and (not has_amount or LEAST <= value <= MOST) and (not has_stake or LEAST <= put <= MOST)
                and seq[row] == NO_SEQ and line[row] != NO_LINE
            )  # fmt: skip
            sitting[row], event[row], place[row] = sittings[session], number, line[row] - number
            short_amount[row], short_stake[row] = value if has_amount else 0, put if has_stake else 0
            word[row] = (
                what << _ACTION | face[row] << _FACE | (shown + 1) << _CARD
                | (which if which > 0 else max(whom, -1) + 1) << _HAND | (who + 1) << _PLAYER
                | (points + 1 if has_total else 0) << _TOTAL | (held + 1 if has_cards else 0) << _CARDS_HELD
                | int(has_amount) << _HAS_AMOUNT | int(has_stake) << _HAS_STAKE
            )  # fmt: skip
            row += 1
        if not all_fit:
            fits[session] = 0
    return row


HELPERS: Final = ()
"""It calls none."""
