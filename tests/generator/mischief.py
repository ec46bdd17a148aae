"""What a planted fault is to be, and where it came to stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.generator.dealing import Record

MARKS = "_marks"
CARDS = ("deal", "buy", "twist", "draw")
PLAYS = ("pontoon", "split", "buy", "twist", "stick", "bust", "draw", "stay")
SETTLEMENTS = ("settle", "settle_shoot")
Expected = tuple[str, int | None, str | None, int | None]
"""A finding that must stand: its name, event, player and hand."""


@dataclass
class Mischief:
    """One fault to be made once: the first time there is an opportunity."""

    name: str
    done: bool = False

    def wants(self, *names: str) -> bool:
        return not self.done and self.name in names

    def mark(self, record: Record, player: str | None, hand: int | None, name: str | None = None) -> None:
        """The finding stands at this record."""
        self.done = True
        mark(record, name or self.name, player, hand)


def mark(record: Record, name: str, player: str | None, hand: int | None) -> None:
    """Note that a finding must stand at this record."""
    record.setdefault(MARKS, []).append((name, player, hand))


def last_of(events: list[Record], actions: tuple[str, ...]) -> Record:
    """The last event of these actions."""
    return next(e for e in reversed(events) if e["action"] in actions)


def last_event(events: list[Record]) -> Record:
    """The deal's last card, stake, bet, play or settlement."""
    return last_of(events, CARDS + PLAYS + SETTLEMENTS + ("stake", "shoot"))


def numbered(document: dict[str, Any]) -> list[Expected]:
    """Take all marks out of a document and say at which events they stood."""
    expected: list[Expected] = []

    def take(record: Record, number: int | None, key: str = MARKS) -> None:
        expected.extend((name, number, player, hand) for name, player, hand in record.pop(key, []))

    number = len(document["players"])
    for deal in document["deals"]:
        if deal.get("shuffled"):
            number += 1
            take(deal, number, f"{MARKS} of shuffled")
        if deal.get("banker") is not None:
            number += 1
            take(deal, number, f"{MARKS} of banker")
        for event in deal["events"]:
            number += 1
            take(event, number)
    take(document, None)
    return sorted(expected, key=lambda e: (e[1] is None, e[1] or 0, e[0], e[2] or "", e[3] or 0))
