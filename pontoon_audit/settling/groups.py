"""The most groups into which balances fall apart so that each group sums to nothing.

People within a group of g settle with g - 1 payments, and no payments at all link two groups; so the most groups means
the fewest payments. Finding them is a hard problem (it holds subset sum), so the work doubles with each balance.

A set of balances is a bit mask, and a set of such sets is one long whole number, its bit m standing for the set with
mask m. Then a step that looks at every set at once is a shift and an "or" of long numbers, which takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MOST: Final = 24
"""Most balances that are taken apart: 2 ** 24 sets are 2 MB a number, and take about a second."""
_LOW: Final = 12
"""Balances whose sets make up the lower part of a mask: the sets that sum to nothing are found half by half."""

Sets = int
"""Bit m is 1 where the set with mask m belongs to it."""


def most_groups(balances: Sequence[int]) -> list[list[int]]:
    """The positions of the balances in each group; the most groups there can be.

    `balances` sum to nothing and there are at most `MOST` of them, else ValueError.

    >>> most_groups([-8, -7, 2, 6, 7])
    [[0, 2, 3], [1, 4]]
    """
    count = len(balances)
    if count > MOST or sum(balances) != 0:
        raise ValueError(f"balances must sum to nothing and be at most {MOST}")
    without = [_without(bit, count) for bit in range(count)]
    even = _summing_to_nothing(balances)
    holding = [_up((1 << (1 << count)) - 1, without)]  # holding[k]: the sets with k groups or more in them
    while more := _up(even & _strictly_above(holding[-1], without), without):
        holding.append(more)
    return _taken_apart(holding, count)


def _without(bit: int, count: int) -> Sets:
    """All sets that leave out one balance: runs of as many ones as noughts."""
    run = (1 << (1 << bit)) - 1
    width = 2 << bit
    while width < 1 << count:
        run |= run << width
        width *= 2
    return run


def _summing_to_nothing(balances: Sequence[int]) -> Sets:
    """The sets that sum to nothing, the empty one too."""
    low, high = _sums(balances[:_LOW]), _sums(balances[_LOW:])
    with_sum: dict[int, Sets] = {}
    for mask, total in enumerate(low):
        with_sum[total] = with_sum.get(total, 0) | 1 << mask
    if len(high) == 1:
        return with_sum[0]
    size = len(low) // 8
    return int.from_bytes(b"".join(with_sum.get(-total, 0).to_bytes(size, "little") for total in high), "little")


def _sums(balances: Sequence[int]) -> list[int]:
    sums = [0]
    for balance in balances:
        sums += [total + balance for total in sums]
    return sums


def _strictly_above(sets: Sets, without: Sequence[Sets]) -> Sets:
    """The sets with one balance more than one of `sets`; where `sets` holds every larger set, all that are larger."""
    found = 0
    for bit, left_out in enumerate(without):
        found |= (sets & left_out) << (1 << bit)
    return found


def _up(sets: Sets, without: Sequence[Sets]) -> Sets:
    """`sets` and every set that holds one of them."""
    for bit, left_out in enumerate(without):
        sets |= (sets & left_out) << (1 << bit)
    return sets


def _taken_apart(holding: list[Sets], count: int) -> list[list[int]]:
    """Step by step from all balances to none: what is left out at each step is a group.

    A smallest set that holds k groups sums to nothing itself, and so does what was left out to come down to it.
    """
    groups: list[list[int]] = []
    rest = (1 << count) - 1
    for sets in reversed(holding[:-1]):
        inside = sets.to_bytes((1 << count) // 8 + 1, "little")
        left_out: list[int] = []
        # Once round is enough: what could not be left out before cannot be when fewer are left.
        for bit in range(count):
            smaller = rest & ~(1 << bit)
            if smaller != rest and inside[smaller >> 3] >> (smaller & 7) & 1:
                rest = smaller
                left_out.append(bit)
        groups.append(left_out)
    return groups
