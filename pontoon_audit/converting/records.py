"""A session's events as records of the log format, each value in its one spelling: `2.50`, `TH`, hand 1 left out."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from pontoon_audit import game
from pontoon_audit.money.amounts import format_minor
from pontoon_audit.reading.records import FIELDS
from pontoon_audit.session import Session

Record = dict[str, Any]
"""A field of `RECORD_FIELDS` -> its value: text, or a whole number for `deal`, `seq` and `hand`."""

RECORD_FIELDS: Final = (
    "session", "deal", "seq", "time", "action", "player", "hand", "card", "face", "amount", "to", "note",
)  # fmt: skip
"""The fields of a flat file in the order in which they are written."""
assert set(RECORD_FIELDS) == set(FIELDS)

IN_DEAL: Final = game.NEEDS_DEAL
"""Actions that are part of a deal; the others happen between deals, whatever number they carry."""


class Losses(Counter[str]):
    """What the other shape has no place for, in words, and how often it came."""

    def told(self) -> list[str]:
        """Each loss as a phrase.

        >>> Losses({"names of players": 6, "when it was played": 1}).told()
        ['names of players (6)', 'when it was played']
        """
        return [what if times == 1 else f"{what} ({times:,})" for what, times in self.items()]


def records(session: Session) -> list[Record]:
    """The events that are sound, in order; their session is not said. A field that holds nothing is left out."""
    return [record(session, position) for position in sound(session)]


def sound(session: Session) -> list[int]:
    """The positions of the events that were not set aside."""
    return [position for position in range(len(session.events)) if position not in session.events.fault]


def record(session: Session, position: int) -> Record:
    """One event."""
    events, i = session.events, position
    values: Record = {
        "deal": None if events.deal[i] == game.NO_DEAL else events.deal[i],
        "seq": events.seq[i],
        "time": events.time[i],
        "action": game.ACTIONS[events.action[i]],
        "player": None if events.player[i] == game.NOBODY else session.players[events.player[i]],
        "hand": None if events.hand[i] == 1 else events.hand[i],
        "card": game.card_text(events.card[i]) or None,
        "face": game.FACES[events.face[i]] or None,
        "amount": None if events.amount[i] == game.NO_AMOUNT else format_minor(events.amount[i]),
        "to": None if events.to[i] == game.NOBODY else session.players[events.to[i]],
        "note": events.note[i],
    }
    return {name: value for name, value in values.items() if value is not None}
