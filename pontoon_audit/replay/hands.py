"""What a hand counts, what class it is, and what it wins: clauses 1.2, 1.3, 3.11 and 4.2 on plain numbers.

A hand is known by three numbers: how many cards it has, its lowest count (every ace as 1), and how many aces are in it.
Its *strength* is one number that orders all hands: 0 bust, 2 to 21 points, 22 a five-card trick, 23 a pontoon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pontoon_audit.replay.compiling import compiled

if TYPE_CHECKING:
    from pontoon_audit.replay.rows import Rules

BUST_STRENGTH: Final = 0
TRICK: Final = 22
NATURAL: Final = 23

POINTS: Final = (1 << 22) - (1 << 2)
"""The set of all points, 2 to 21."""
ANY_STRENGTH: Final = (1 << 24) - 1
"""A set of strengths as bits, with every one in it: a hand of which nothing is known."""


@compiled
def card_value(card: int) -> int:
    """Lowest count of a card code: aces 1, courts and tens 10 (clause 1.2)."""
    rank = card // 4
    return 10 if rank >= 9 else rank + 1


@compiled
def best_count(low: int, aces: int) -> int:
    """Best count of a hand: one ace as 11 where that keeps it within 21.

    >>> best_count(5, 1), best_count(12, 1), best_count(22, 0)
    (15, 12, 22)
    """
    return low + 10 if aces > 0 and low <= 11 else low


@compiled
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


@compiled
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
    plain = 0 if aces > 0 else 1 << min(low, 22)  # sets of lowest counts, as bits: of hands without an ace, with one
    with_ace = 1 << min(low, 22) if aces > 0 else 0
    for _ in range(unseen):
        with_ace, plain = _one_more(with_ace, 1) | _up(plain, 1), _one_more(plain, 2)
    found = 0
    for count in range(23):
        if plain >> count & 1 == 1:
            found |= 1 << strength(cards, count, 0, natural_counts)
        if with_ace >> count & 1 == 1:
            found |= 1 << strength(cards, count, 1, natural_counts)
    return found


_COUNTS: Final = (1 << 22) - 1
"""The set of all lowest counts that are not bust, as bits."""


@compiled
def _up(counts: int, value: int) -> int:
    """The set of lowest counts after a card of this value; 22 stands for all that are bust."""
    moved = counts << value
    return moved & _COUNTS | int(moved > _COUNTS) << 22


@compiled
def _one_more(counts: int, least: int) -> int:
    """The set of lowest counts after a card of any value from `least` to 10."""
    found = 0
    for value in range(least, 11):
        found |= _up(counts, value)
    return found


@compiled
def multiple(player: int, bank: int, rules: Rules) -> int:
    """What a hand wins or loses, in stakes, by its strength and the banker's (clauses 4.2 and 4.3).

    >>> from pontoon_audit.replay.rows import Rules
    >>> usual = Rules()
    >>> usual.pontoon_wins = usual.trick_wins = usual.to_pontoon = usual.to_trick = 2
    >>> multiple(NATURAL, 19, usual), multiple(20, 20, usual), multiple(20, TRICK, usual)
    (2, -1, -2)
    """
    if player == BUST_STRENGTH:
        return -1
    if bank == NATURAL:
        return -rules.to_pontoon
    if player == NATURAL:
        return rules.pontoon_wins
    if player == bank and rules.push == 1:
        return 0
    if bank == TRICK:
        return -rules.to_trick
    if player == TRICK:
        return rules.trick_wins
    return 1 if player > bank else -1


@compiled
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
