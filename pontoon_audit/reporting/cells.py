"""Cells of tables with money in them, ready for the page. They are most of what a page holds, so each is made once."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup, escape

from pontoon_audit.reporting.amounts import count, money, number
from pontoon_audit.reporting.links import to

KEPT = 16384
"""Cells that are kept for when the same amount comes again. Those with a link are made anew."""


def cell(amount: Decimal | None, href: str | None = None) -> Markup:
    """An amount; nothing and nought stand back.

    >>> print(cell(Decimal("-2.50")), cell(None))
    <td class="num">−2.50</td> <td class="num nil">–</td>
    """
    return _cell(amount) if href is None else _linked(number(amount), "" if amount else " nil", amount, href)


def difference(amount: Decimal | None, currency: str | None = None, href: str | None = None) -> Markup:
    """What is due less what is recorded; all but nought stands out.

    >>> print(difference(Decimal("2.50"), "GBP"))
    <td class="num amiss">+£2.50</td>
    """
    if href is None or not amount:
        return _difference(amount, currency)
    return _linked(money(amount, currency, sign=True), " amiss", amount, href)


def total(amount: Decimal | None, currency: str | None, href: str | None = None) -> Markup:
    """An amount with its currency.

    >>> print(total(Decimal("2.50"), "<b>"))
    <td class="num">&lt;b&gt; 2.50</td>
    >>> print(total(Decimal("2.50"), None, "club.html#deals"))
    <td class="num"><a href="club.html#deals">2.50</a></td>
    """
    return _total(amount, currency) if href is None else _linked(money(amount, currency), "", amount, href)


def counts(times: int, href: str | None = None, look: str = "") -> Markup:
    """How often. Nought stands back, and leads nowhere.

    >>> print(counts(2, "#deals"), counts(0, "#deals"))
    <td class="num"><a href="#deals">2</a></td> <td class="num nil">0</td>
    """
    return _linked(count(times), f" {look}" if look and times else "" if times else " nil", times or None, href)


def _linked(shown: str, look: str, amount: Decimal | int | None, href: str | None) -> Markup:
    return Markup(f'<td class="num{look}">{to(shown, None if amount is None else href)}</td>')


@lru_cache(maxsize=KEPT)
def _cell(amount: Decimal | None) -> Markup:
    return Markup(f'<td class="num{"" if amount else " nil"}">{escape(number(amount))}</td>')


@lru_cache(maxsize=KEPT)
def _difference(amount: Decimal | None, currency: str | None) -> Markup:
    shown = escape(money(amount, currency, sign=True))
    return Markup(f'<td class="num {"amiss" if amount else "nil"}">{shown}</td>')


@lru_cache(maxsize=KEPT)
def _total(amount: Decimal | None, currency: str | None) -> Markup:
    return Markup(f'<td class="num">{escape(money(amount, currency))}</td>')
