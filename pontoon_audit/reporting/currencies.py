"""What currencies differ in: how many decimals their amounts have, and that amounts of two cannot be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

Row = dict[str, Any]

WITHOUT_MINOR_UNIT: Final = frozenset(
    {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
     "XPF"}
)  # fmt: skip
"""Currencies that are counted in whole units: minor unit 0 in ISO 4217, list one."""


def decimals(currency: str | None) -> int:
    """How many decimals an amount is written with, unless it has more.

    >>> decimals("GBP"), decimals("JPY"), decimals("chips"), decimals(None)
    (2, 0, 2, 2)
    """
    return 0 if currency in WITHOUT_MINOR_UNIT else 2


def in_turn(rows: Sequence[Row], most: int) -> list[Row]:
    """The first `most` rows, of each currency as many as far as there are, in the order in which they stand.

    >>> rows = [{"currency": "GBP", "of": 1}, {"currency": "GBP", "of": 2}, {"currency": "JPY", "of": 3}]
    >>> [row["of"] for row in in_turn(rows, 2)]
    [1, 3]
    """
    before: Counter[str | None] = Counter()
    turns = []
    for place, row in enumerate(rows):
        turns.append((before[row["currency"]], place))
        before[row["currency"]] += 1
    return [rows[place] for place in sorted(place for _, place in sorted(turns)[:most])]
