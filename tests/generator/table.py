"""Things on the table that the generator really moves: cards, hands, chairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from pontoon_audit.game import CARDS

FULL_PACK = [card for card in CARDS if card != "??"]


def count(cards: list[str]) -> int:
    """The lowest count: aces are 1."""
    return sum(10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in cards)


def best(cards: list[str]) -> int:
    """The best count."""
    low = count(cards)
    return low + 10 if any(card[0] == "A" for card in cards) and low <= 11 else low


def ace_and_ten(cards: list[str]) -> bool:
    return len(cards) == 2 and best(cards) == 21


class RealPack:
    """A pack with a real order: cards come from the top, and blocks of cards go back under it."""

    def __init__(self, random: Random, packs: int) -> None:
        self.random = random
        self.cards = FULL_PACK * packs
        random.shuffle(self.cards)

    def draw(self) -> str:
        return self.cards.pop(0)

    def under(self, cards: list[str]) -> None:
        """Cards go under together; nobody looks in which order."""
        block = list(cards)
        self.random.shuffle(block)
        self.cards += block

    def shuffle(self) -> None:
        self.random.shuffle(self.cards)


@dataclass
class Held:
    """A hand at the table, in pence."""

    player: str
    number: int
    cards: list[str] = field(default_factory=list)
    initial: int = 0
    stake: int = 0
    bets: int = 0
    split: bool = False
    twisted: bool = False
    prices: dict[int, int] = field(default_factory=dict)
    started: bool = False
    stuck: bool = False
    declared: bool = False

    @property
    def bust(self) -> bool:
        return count(self.cards) > 21


@dataclass
class Ring:
    """Chairs, clockwise; whoever gets up leaves an empty one behind."""

    chairs: list[str]
    seated: set[str]
    last: str
    returned: bool = False

    def from_left_of(self, banker: str) -> list[str]:
        place = self.chairs.index(banker)
        around = self.chairs[place + 1 :] + self.chairs[: place + 1]
        return [player for player in around if player in self.seated]

    def can_seat_newcomer(self) -> bool:
        """Only while nobody can doubt where "to the left of whoever sat last" is."""
        return not self.returned and self.last in self.seated

    def newcomer(self, player: str) -> None:
        place = (self.chairs.index(self.last) + 1) % len(self.chairs)
        if self.chairs[place] not in self.seated:
            self.chairs[place] = player
        else:
            self.chairs.insert(self.chairs.index(self.last) + 1, player)
        self.seated.add(player)
        self.last = player

    def comes_back(self, player: str) -> None:
        self.seated.add(player)
        self.last = player
        self.returned = True
