"""Text that came from a log, made safe to show: names may hold anything, also what steers a terminal."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pontoon_audit.money.currencies import decimals

_UNSHOWN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters, the terminal's escapes among them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of writing
    "\u2028\u2029\ufeff\ufff9-\ufffb"  # other line ends, marks that nobody sees
    "\ud800-\udfff]"  # halves of a character, which cannot be written at all
)
_WHOLE: Final = re.compile(r"(?<![^\s(])-?[0-9]{1,14}\.00(?![^\s,;:.)])")
"""An amount without a fraction that stands as a word of its own."""


def harmless(text: str) -> str:
    r"""`text` with every character that would steer a terminal or hide itself shown as a picture or spelt out.

    >>> harmless("\x1b[31mann\r\n")
    '␛[31mann␍␊'
    >>> harmless("ann\u202e\x9b")
    'ann\\u202e\\x9b'
    """
    if text.isprintable():  # which none of those is, and most names are
        return text
    return _UNSHOWN.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "deal"), count(1200, "deal"), count(0, "finding")
    ('1 deal', '1,200 deals', 'no findings')
    """
    noun = one if number == 1 else many or one + "s"
    return f"{number:,} {noun}" if number else f"no {noun}"


def place(where: Mapping[str, Any]) -> str:
    """Where a finding, a record or a file's fault stands, as compilers write it and editors follow it.

    >>> place({"path": "thursday.json", "line": 812}), place({"path": "thursday.json", "line": None})
    ('thursday.json:812', 'thursday.json')
    """
    path = "-" if where["path"] is None else where["path"]
    return path if where["line"] is None else f"{path}:{where['line']}"


def money(amount: str, currency: str | None = None) -> str:
    """An amount as text, with its thousands apart, and of a currency without a minor unit whole if it is.

    >>> money("1250.00"), money("-1234567.50"), money("1250.00", "JPY"), money("12.50", "JPY")
    ('1,250.00', '-1,234,567.50', '1,250', '12.50')
    """
    whole, _, cents = amount.partition(".")
    shown = f"{int(whole):,}.{cents}" if whole not in ("-0", "") else amount
    return shown if decimals(currency) else shown.removesuffix(".00")


def in_words(sentence: str, currency: str | None, written: Callable[[str], str] = lambda amount: amount[:-3]) -> str:
    """A sentence of a log's data, its amounts as the currency is written; where that has minor units, as it is.

    `written` says how a page or a terminal writes an amount without a fraction; usually it goes without it.

    >>> in_words("2 × 1000.00 won is due, 12.50 is recorded.", "JPY"), in_words("1.00 is due", "GBP")
    ('2 × 1000 won is due, 12.50 is recorded.', '1.00 is due')
    """
    return sentence if decimals(currency) else _WHOLE.sub(lambda found: written(found[0]), sentence)
