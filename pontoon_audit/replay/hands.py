"""What a hand counts, what class it is, and what it wins: clauses 1.2, 1.3, 3.11 and 4.2 on plain numbers.

A hand is known by three numbers: how many cards it has, its lowest count (every ace as 1), and how many aces are in it.
Its *strength* is one number that orders all hands: 0 bust, 2 to 21 points, 22 a five-card trick, 23 a pontoon.
"""

from __future__ import annotations

from typing import Final

BUST_STRENGTH: Final = 0
TRICK: Final = 22
NATURAL: Final = 23

POINTS: Final = (1 << 22) - (1 << 2)
"""The set of all points, 2 to 21."""
ANY_STRENGTH: Final = (1 << 24) - 1
"""A set of strengths as bits, with every one in it: a hand of which nothing is known."""


def card_value(card: int) -> int:
    """Lowest count of a card code: aces 1, courts and tens 10 (clause 1.2)."""
    rank = card // 4
    return 10 if rank >= 9 else rank + 1


def best_count(low: int, aces: int) -> int:
    """Best count of a hand: one ace as 11 where that keeps it within 21.

    >>> best_count(5, 1), best_count(12, 1), best_count(22, 0)
    (15, 12, 22)
    """
    return low + 10 if aces > 0 and low <= 11 else low


def strength(cards: int, low: int, aces: int, natural_counts: bool) -> int:
    """Strength of a hand whose cards are all known (clause 1.3).

    `natural_counts` is False for a split hand where house rules make its ace and ten only 21.

    >>> strength(2, 11, 1, True), strength(2, 11, 1, False), strength(5, 20, 0, True), strength(3, 25, 0, True)
    (23, 21, 22, 0)
    """
    if low > 21:
        return BUST_STRENGTH
    if cards >= 5:
        return TRICK
    best = best_count(low, aces)
    if cards == 2 and best == 21 and natural_counts:
        return NATURAL
    return best


def possible_strengths(cards: int, low: int, aces: int, unseen: int, natural_counts: bool) -> int:
    """The set of strengths, as bits, that a hand may have whose `unseen` last cards nobody recorded.

    `cards` counts all, `low` and `aces` only those that are known.

    >>> possible_strengths(3, 20, 0, 0, True) == 1 << 20
    True
    >>> possible_strengths(3, 20, 0, 1, True) == 1 << 21 | 1 << 0      # an ace, or bust
    True
    """
    if unseen == 0:
        return 1 << strength(cards, low, aces, natural_counts)
    found = 0
    for value in range(1, 11):
        more = 1 if value == 1 else 0
        found |= possible_strengths(cards, min(low + value, 22), aces + more, unseen - 1, natural_counts)
        if low + value > 21:
            break
    return found


def multiple(player: int, bank: int, rules: tuple[int, int, int, int, int]) -> int:
    """What a hand wins or loses, in stakes, by its strength and the banker's (clauses 4.2 and 4.3).

    `rules`: what a pontoon wins, a five-card trick wins, what is paid to a banker's pontoon, to a banker's trick, and
    1 where equal hands give the stake back.

    >>> multiple(NATURAL, 19, (2, 2, 2, 2, 0)), multiple(20, 20, (2, 2, 2, 2, 0)), multiple(20, TRICK, (2, 2, 2, 2, 0))
    (2, -1, -2)
    """
    pontoon_wins, trick_wins, to_pontoon, to_trick, push = rules
    if player == BUST_STRENGTH:
        return -1
    if bank == NATURAL:
        return -to_pontoon
    if player == NATURAL:
        return pontoon_wins
    if player == bank and push == 1:
        return 0
    if bank == TRICK:
        return -to_trick
    if player == TRICK:
        return trick_wins
    return 1 if player > bank else -1


def outcome(player: int, bank: int, push: int) -> int:
    """1 where the hand beats the banker's, -1 where it loses, 0 where both agreed that equal hands give it back.

    >>> outcome(20, 19, 0), outcome(20, 20, 0), outcome(20, 20, 1), outcome(NATURAL, NATURAL, 1)
    (1, -1, 0, -1)
    """
    if player == BUST_STRENGTH or bank == NATURAL:
        return -1
    if player == bank:
        return 0 if push == 1 else -1
    return 1 if player > bank else -1
