"""Cells of tables with numbers in them, ready for the page, with links to where a number comes from.

They are most of what a page holds, so each is made once. Nought leads nowhere, and stands back.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache, lru_cache

from markupsafe import Markup, escape

from pontoon_audit.output.document import SEVERITIES
from pontoon_audit.reporting.amounts import count, money, number
from pontoon_audit.reporting.links import to

KEPT = 16384
"""Cells that are kept for when the same amount comes again."""


@lru_cache(maxsize=KEPT)
def cell(amount: Decimal | None, currency: str | None, href: str | None = None, label: str = "") -> Markup:
    """An amount of a currency, which the table tells; nothing and nought stand back. `label` is what a telephone calls
    it, where no style can know that.

    >>> print(cell(Decimal("-2.50"), "GBP"), cell(None, "GBP", label="<Ann>"))
    <td class="num">−2.50</td> <td class="num nil" data-label="&lt;Ann&gt;">–</td>
    """
    return _linked(number(amount, currency), "" if amount else " nil", href if amount else None, label)


@lru_cache(maxsize=KEPT)
def difference(amount: Decimal | None, currency: str | None, href: str | None = None, bare: bool = False) -> Markup:
    """What is due less what is recorded; all but nought stands out. `bare` where the table tells the currency.

    >>> print(difference(Decimal("2.50"), "GBP"), difference(Decimal("2.50"), "GBP", bare=True))
    <td class="num amiss">+£2.50</td> <td class="num amiss">+2.50</td>
    """
    shown = (number if bare else money)(amount, currency, sign=True)
    return _linked(shown, " amiss" if amount else " nil", href if amount else None)


@lru_cache(maxsize=KEPT)
def total(amount: Decimal | None, currency: str | None, href: str | None = None, bare: bool = False) -> Markup:
    """An amount with its currency; `bare` where the table tells that.

    >>> print(total(Decimal("2.50"), "<b>"))
    <td class="num">&lt;b&gt; 2.50</td>
    >>> print(total(Decimal("2.50"), None, "club.html#deals"))
    <td class="num"><a href="club.html#deals">2.50</a></td>
    """
    return _linked((number if bare else money)(amount, currency), "", href if amount else None)


@lru_cache(maxsize=KEPT)
def counts(times: int, href: str | None = None, look: str = "") -> Markup:
    """How often.

    >>> print(counts(2, "#deals"), counts(0, "#deals"))
    <td class="num"><a href="#deals">2</a></td> <td class="num nil">0</td>
    """
    return _linked(count(times), f" {look}".rstrip() if times else " nil", href if times else None)


@lru_cache(maxsize=KEPT)
def weight(moved: Decimal | None, to_pay: Decimal | None, currency: str | None) -> Markup:
    """The money of a finding: what was `moved` otherwise at its event, or else what setting it right changes."""
    if not moved:
        return _linked(money(to_pay, currency, sign=True), "", None)
    shown = money(moved, currency)
    return Markup('<td class="num">{} <br><span class="note">moved otherwise</span></td>').format(shown)


@cache
def severity(word: str) -> Markup:
    """How bad a finding is.

    >>> print(severity("error"))
    <span class="tag error">error</span>
    """
    return Markup('<span class="tag {0}">{0}</span>').format(word)


@cache
def severity_cell(word: str) -> Markup:
    """The same as a cell, which sorts by how bad it is.

    >>> print(severity_cell("info"))
    <td data-v="3"><span class="tag info">info</span></td>
    """
    return Markup('<td data-v="{}">{}</td>').format(SEVERITIES.index(word) + 1, severity(word))


@cache
def clause(numbers: str | None) -> Markup:
    """The clauses that a finding cites, behind its words.

    >>> print(clause("4.2 5.1"))
     <span class="note nowrap">· clauses 4.2, 5.1</span>
    """
    if not numbers:
        return Markup()
    shown = ("clauses " if " " in numbers else "clause ") + numbers.replace(" ", ", ")
    return Markup(' <span class="note nowrap">· {}</span>').format(shown)


def _linked(shown: str, look: str, href: str | None, label: str = "") -> Markup:
    named = f' data-label="{escape(label)}"' if label else ""
    return Markup(f'<td class="num{look}"{named}>{to(shown, href)}</td>')
