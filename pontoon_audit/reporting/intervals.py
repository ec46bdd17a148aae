"""Intervals for shares and for what the bank keeps: how far chance alone may carry what was counted."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Final

NORMAL: Final = Decimal("1.959963985")
"""Between this and its negative lie 95 % of a normal distribution."""
FEWEST_DEALS: Final = 30
"""Fewer deals tell too little of what the bank keeps for an interval of this kind."""

Interval = tuple[Decimal, Decimal]


def share(part: int, whole: int) -> Interval:
    """The 95 % interval for a share, by E. B. Wilson (1927), Journal of the American Statistical Association 22, 209.

    ValueError where there is no whole, or the part is greater.

    >>> [f"{end:.4f}" for end in share(8, 10)], [f"{end:.4f}" for end in share(0, 10)]
    (['0.4902', '0.9433'], ['0.0000', '0.2775'])
    """
    if not 0 <= part <= whole or not whole:
        raise ValueError(f"{part} of {whole} is no share")
    with localcontext() as exact:
        exact.prec = 28
        n, p, z = Decimal(whole), Decimal(part) / whole, NORMAL
        middle = p + z * z / (2 * n)
        reach = z * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()
        bottom, top = (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)
        return max(bottom, Decimal(0)), min(top, Decimal(1))


def ratio(count: int, of: Decimal, what: Decimal, squares: tuple[Decimal, Decimal, Decimal]) -> Interval | None:
    """The 95 % interval for a ratio of sums, `what` / `of`, over `count` deals that are taken as drawn at random.

    The variance is that of the linearised residuals, what − ratio × of (W. G. Cochran, Sampling Techniques, 1977,
    section 6.4). `squares` are the sums of of², of × what and what². None for fewer than 30 deals, or where there is
    nothing to divide by.

    >>> ratio(29, Decimal(10), Decimal(1), (Decimal(9), Decimal(1), Decimal(3))) is None
    True
    >>> deals = [(Decimal(2), Decimal(2)), (Decimal(2), Decimal(-2)), (Decimal(4), Decimal(0))] * 20
    >>> sums = [sum(s for s, _ in deals), sum(r for _, r in deals)]
    >>> squares = (sum(s * s for s, _ in deals), sum(s * r for s, r in deals), sum(r * r for _, r in deals))
    >>> [f"{end:.4f}" for end in ratio(60, *sums, squares)]
    ['-0.1563', '0.1563']
    """
    if count < FEWEST_DEALS or of <= 0:
        return None
    with localcontext() as exact:
        exact.prec = 60
        part = what / of
        residuals = squares[2] - 2 * part * squares[1] + part * part * squares[0]
        error = (Decimal(count) / (count - 1) * max(residuals, Decimal(0))).sqrt() / of
        return part - NORMAL * error, part + NORMAL * error


def percent(part: Decimal, digits: int = 0) -> str:
    """A share in per cent.

    >>> percent(Decimal("0.125"), 1), percent(Decimal("-0.004")), percent(Decimal("-0.5"))
    ('12.5\xa0%', '0\xa0%', '−50\xa0%')
    """
    text = f"{100 * part:.{digits}f}"
    if not text.strip("-0."):
        text = text.removeprefix("-")
    return text.replace("-", "\N{MINUS SIGN}") + "\N{NO-BREAK SPACE}%"
