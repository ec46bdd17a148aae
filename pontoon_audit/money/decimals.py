"""Minor units to exact decimals, one amount or a whole column. The only place where money changes its form."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import polars as pl

MONEY: Final = pl.Decimal(18, 2)
"""The type of money in every published table."""
_WIDE: Final = pl.Decimal(38, 2)


def decimal_of(minor: int) -> Decimal:
    """The amount of so many minor units.

    >>> decimal_of(-1234567890123456)
    Decimal('-12345678901234.56')
    """
    return Decimal(minor).scaleb(-2)


def money(column: str) -> pl.Expr:
    """A column of whole minor units as money; null stays null. Exact: a product of two decimals with two places.

    >>> pl.DataFrame({"a": [1234567890123456, -5, None]}).select(money("a")).to_series().to_list()
    [Decimal('12345678901234.56'), Decimal('-0.05'), None]
    """
    return (pl.col(column).cast(_WIDE) * pl.lit("0.01").cast(_WIDE)).cast(MONEY).alias(column)
