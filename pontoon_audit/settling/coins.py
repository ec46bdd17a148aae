"""Balances in whole coins: rounded so that they still sum to nothing."""

from __future__ import annotations

from collections.abc import Mapping


def in_coins(balances: Mapping[str, int], coin: int) -> dict[str, int]:
    """The balances as multiples of the smallest `coin`, by the largest remainder. All in minor units.

    Each is rounded down at first; the coins that this leaves over go, one each, to those who lost the most by it (of
    equals, to the first by name). So nobody gains or loses as much as one coin, and the sum is nothing as before.
    ValueError where the balances do not sum to nothing or the coin is not above 0.

    >>> in_coins({"ann": -133, "ben": -133, "cat": 266}, 100)
    {'ann': -100, 'ben': -100, 'cat': 200}
    """
    if coin <= 0 or sum(balances.values()) != 0:
        raise ValueError("a coin is above 0, and balances sum to nothing")
    remainders = {name: balance % coin for name, balance in balances.items()}
    left_over = sum(remainders.values()) // coin
    up = set(sorted(balances, key=lambda name: (-remainders[name], name))[:left_over])
    return {name: balances[name] - remainders[name] + (coin if name in up else 0) for name in balances}
