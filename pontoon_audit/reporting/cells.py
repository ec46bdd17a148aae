"""Cells of tables with money in them, ready for the page. They are most of what a page holds, so each is made once."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup, escape

from pontoon_audit.reporting.amounts import money, number

KEPT = 16384
"""Cells that are kept for when the same amount comes again."""


@lru_cache(maxsize=KEPT)
def cell(amount: Decimal | None) -> Markup:
    """An amount; nothing and nought stand back.

    >>> print(cell(Decimal("-2.50")), cell(None))
    <td class="num">−2.50</td> <td class="num nil">–</td>
    """
    return Markup(f'<td class="num{"" if amount else " nil"}">{escape(number(amount))}</td>')


@lru_cache(maxsize=KEPT)
def difference(amount: Decimal | None, currency: str | None = None) -> Markup:
    """What is due less what is recorded; all but nought stands out.

    >>> print(difference(Decimal("2.50"), "GBP"))
    <td class="num amiss">+£2.50</td>
    """
    shown = escape(money(amount, currency, sign=True))
    return Markup(f'<td class="num {"amiss" if amount else "nil"}">{shown}</td>')


@lru_cache(maxsize=KEPT)
def total(amount: Decimal | None, currency: str | None) -> Markup:
    """An amount with its currency.

    >>> print(total(Decimal("2.50"), "<b>"))
    <td class="num">&lt;b&gt; 2.50</td>
    """
    return Markup(f'<td class="num">{escape(money(amount, currency))}</td>')
