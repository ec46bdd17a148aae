"""The evidence of a finding: a row of the state table and its session, read as people read it."""

from __future__ import annotations

from typing import Any

from pontoon_audit.game import ACTIONS, FACES, NOBODY, card_text
from pontoon_audit.money.amounts import format_minor
from pontoon_audit.session import Session

CLASS_OF_STRENGTH = {0: "bust", 22: "a five-card trick", 23: "a pontoon"}


def strength_words(strength: int | None) -> str:
    """A hand's strength in words: `19`, `a pontoon`, `bust`, or `unknown`."""
    if strength is None:
        return "unknown"
    return CLASS_OF_STRENGTH.get(strength, str(strength))


class Evidence:
    """One row that breaks a rule. `row` has the state table's columns, null where unknown; money in minor units."""

    def __init__(self, row: dict[str, Any], session: Session, at: int | None) -> None:
        self.row = row
        self.session = session
        self.at = at
        """Position in the session of the event at which the finding stands."""

    def name(self, column: str = "player") -> str:
        """The player's id, `nobody` where there is none."""
        code = self.row.get(column)
        return "nobody" if code is None or code == NOBODY else self.session.players[code]

    @property
    def who(self) -> str:
        """Whose hand it is: `ann`, or `ann's hand 2` where it is not the first."""
        hand = self.row.get("hand")
        return f"{self.name()}'s hand {hand}" if hand is not None and hand > 1 else self.name()

    @property
    def action(self) -> str:
        """The event's action."""
        return ACTIONS[self.row["action"]]

    @property
    def card(self) -> str:
        """The event's card."""
        return card_text(self.row["card"])

    @property
    def face(self) -> str:
        """How the event's card lies."""
        return FACES[self.row["face"]]

    @property
    def fault(self) -> str:
        """Why reading set the record aside."""
        events = self.session.events
        return (events.fault.get(self.at) if self.at is not None else None) or "the record is no event"

    @property
    def record(self) -> str | None:
        """The record as it stood, where reading set it aside."""
        return None if self.at is None else self.session.events.record.get(self.at)

    def money(self, column: str) -> str:
        """An amount with two decimals."""
        value = self.row[column]
        return "unknown" if value is None else format_minor(value)
