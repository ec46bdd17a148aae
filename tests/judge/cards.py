"""What cards are worth, and what a hand with cards that nobody recorded could be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement

from pontoon_audit.house_rules import HouseRules

UNKNOWN = "??"
TEN_CARDS = frozenset("TJQK")
PONTOON, FIVE, POINTS, BUST = "pontoon", "five-card-trick", "points", "bust"
Standing = tuple[str, int]
"""Class and total: what a hand is when the deal is over."""


def pip(rank: str) -> int:
    """The count of a rank, an ace counted 1 (clause 1.2)."""
    if rank == "A":
        return 1
    return 10 if rank in TEN_CARDS else int(rank)


def lowest(ranks: Sequence[str]) -> int:
    """The count with every ace as 1."""
    return sum(pip(rank) for rank in ranks)


def best(ranks: Sequence[str]) -> int:
    """The highest count that is not over 21, or the lowest count where all are over."""
    low = lowest(ranks)
    return low + 10 if "A" in ranks and low + 10 <= 21 else low


def is_ace_and_ten(ranks: Sequence[str]) -> bool:
    """Two cards, an ace and a ten-point card (clause 1.3)."""
    return len(ranks) == 2 and "A" in ranks and any(rank in TEN_CARDS for rank in ranks)


def ways(cards: Iterable[str]) -> list[list[str]]:
    """Every list of ranks that the cards may be; a card nobody recorded may be any."""
    cards = list(cards)
    known = [card[0] for card in cards if card != UNKNOWN]
    missing = len(cards) - len(known)
    # Court cards count as tens; one of them stands for all.
    return [known + list(guess) for guess in combinations_with_replacement("A23456789T", missing)]


def surely(cards: Iterable[str], question: Callable[[list[str]], bool]) -> bool | None:
    """Whether it is so for these cards: True or False where every possible card agrees, else None."""
    answers = {question(ranks) for ranks in ways(cards)}
    return answers.pop() if len(answers) == 1 else None


def full(ranks: Sequence[str], rules: HouseRules) -> bool:
    """Whether clause 3.11 finishes the hand: it can take no more cards."""
    return lowest(ranks) == 21 or (not rules.soft_draw and len(ranks) >= 3 and best(ranks) == 21)


def standing(ranks: Sequence[str], split: bool, rules: HouseRules) -> Standing:
    """Class and total of a hand as it stands (clause 1.3)."""
    total = best(ranks)
    if total > 21:
        return (BUST, total)
    if is_ace_and_ten(ranks) and not (split and rules.split_pontoon == "21"):
        return (PONTOON, 21)
    return (FIVE if len(ranks) >= 5 else POINTS, total)


def standings(cards: Iterable[str], split: bool, rules: HouseRules) -> set[Standing]:
    """All that a hand may be."""
    return {standing(ranks, split, rules) for ranks in ways(cards)}
