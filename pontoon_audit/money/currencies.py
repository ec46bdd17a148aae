"""How many decimals amounts of a currency have, where people read them. In data every amount has two."""

from __future__ import annotations

from typing import Final

WITHOUT_MINOR_UNIT: Final = frozenset(
    {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
     "XPF"}
)  # fmt: skip
"""Currencies that are counted in whole units: minor unit 0 in ISO 4217, list one."""


def decimals(currency: str | None) -> int:
    """How many decimals an amount is shown with, unless it has more.

    >>> decimals("GBP"), decimals("JPY"), decimals("chips"), decimals(None)
    (2, 0, 2, 2)
    """
    return 0 if currency in WITHOUT_MINOR_UNIT else 2
