"""Money, dates and counts as a page shows them; the same on every machine, whatever its locale."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Final

from pontoon_audit.money.currencies import decimals
from pontoon_audit.output import words
from pontoon_audit.output.words import harmless

SYMBOLS: Final = {"GBP": "£", "EUR": "€", "USD": "$"}
MINUS: Final = "\N{MINUS SIGN}"
UNKNOWN: Final = "–"
"""What stands where something is not recorded or not decidable."""
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def number(amount: Decimal | int | None, currency: str | None, sign: bool = False) -> str:
    """An amount of a currency, which is told elsewhere: thousands apart; with `sign`, a plus above 0.

    It has as many decimals as the currency has, and of a currency without any two where the amount is not whole.

    >>> number(Decimal("-1234567.5"), "GBP"), number(Decimal("2.5"), "GBP", sign=True), number(0, None, sign=True)
    ('−1,234,567.50', '+2.50', '0.00')
    >>> number(Decimal("500.00"), "JPY"), number(Decimal("500.50"), "JPY"), number(None, "JPY")
    ('500', '500.50', '–')
    """
    if amount is None:
        return UNKNOWN
    places = decimals(currency) if amount == int(amount) else 2
    before = MINUS if amount < 0 else "+" if sign and amount > 0 else ""
    return before + f"{abs(amount):,.{places}f}"


def money(amount: Decimal | None, currency: str | None, sign: bool = False) -> str:
    """An amount with its currency: a symbol where everybody knows it, else the code, nothing where there is none.

    >>> money(Decimal("-2.50"), "GBP"), money(Decimal("2.50"), "CHF", sign=True), money(Decimal("2.50"), None)
    ('−£2.50', '+CHF\xa02.50', '2.50')
    >>> money(Decimal("1500.00"), "JPY")
    'JPY\xa01,500'
    """
    shown = number(amount, currency, sign)
    if amount is None or not currency:
        return shown
    at = 1 if shown[0] in f"{MINUS}+" else 0
    return shown[:at] + SYMBOLS.get(currency, harmless(currency) + "\N{NO-BREAK SPACE}") + shown[at:]


def in_words(sentence: str, currency: str | None) -> str:
    """A sentence of a log's data, its amounts as a page writes them.

    >>> in_words("2 × 1000.00 won is due, 12.50 is recorded.", "JPY"), in_words("1.00 is due", "GBP")
    ('2 × 1,000 won is due, 12.50 is recorded.', '1.00 is due')
    """
    return words.in_words(sentence, currency, lambda amount: number(Decimal(amount), currency))


def plain(amount: Decimal | None) -> str:
    """An amount as a program reads it.

    >>> plain(Decimal("-1234.5")), plain(None)
    ('-1234.50', '')
    """
    return "" if amount is None else f"{amount:.2f}"


def count(whole: int) -> str:
    """A whole number, its thousands apart.

    >>> count(10000)
    '10,000'
    """
    return f"{whole:,}"


def date(text: str | None) -> str:
    """A moment of a log as people write it; what is none stays as it is.

    >>> date("2026-11-26T19:30:00+00:00"), date("2026-11-26T19:30:00+02:00"), date("last Friday"), date(None)
    ('26 November 2026, 19:30 UTC', '26 November 2026, 19:30 +02:00', 'last Friday', '')
    """
    if text is None:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    day = f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    if len(text) <= len("2026-11-26"):
        return day
    zone = moment.isoformat()[19:].lstrip("0123456789.")
    return f"{day}, {moment.hour:02d}:{moment.minute:02d} {'UTC' if zone == '+00:00' else zone}".rstrip()
