"""Money between text and whole minor units (pence). No float, no rounding, in either direction."""

import re
from typing import Final

WHOLE_DIGITS: Final = 14
"""Most digits before the point: sums of such amounts still fit a database's ``DECIMAL(18,2)`` and a 64-bit integer."""
_AMOUNT: Final = re.compile(rf"(-?)([0-9]{{1,{WHOLE_DIGITS}}})(?:\.([0-9]{{1,2}}))?")


def parse_minor(text: str) -> int | str:
    """Minor units of an amount as it is written, or, where it is no exact amount, what is wrong with it.

    >>> parse_minor("12345678901234.56"), parse_minor("-5"), parse_minor("2.5")
    (1234567890123456, -500, 250)
    >>> parse_minor("12.505")
    'has more than two decimals'
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return _complaint(text)
    sign, whole, cents = match.groups()
    minor = int(whole) * 100 + (int(cents.ljust(2, "0")) if cents else 0)
    return -minor if sign else minor


def _complaint(text: str) -> str:
    if re.fullmatch(r"-?[0-9]+\.[0-9]{3,}", text):
        return "has more than two decimals"
    if re.fullmatch(r"-?[0-9]+(\.[0-9]{1,2})?", text):
        return f"has more than {WHOLE_DIGITS} digits before the point"
    if "," in text:
        return "has a comma; write 1.50, without thousands separators"
    return "is not an amount of money; write it like 2.50"


def format_minor(minor: int) -> str:
    """The amount as text with two decimals.

    >>> format_minor(-5), format_minor(123450)
    ('-0.05', '1234.50')
    """
    sign = "-" if minor < 0 else ""
    whole, cents = divmod(abs(minor), 100)
    return f"{sign}{whole}.{cents:02d}"
