"""Text that came from a log, made safe to show: names may hold anything, also what steers a terminal."""

import re
from typing import Final

_UNSHOWN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters, the terminal's escapes among them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of writing
    "\u2028\u2029\ufeff\ufff9-\ufffb"  # other line ends, marks that nobody sees
    "\ud800-\udfff]"  # halves of a character, which cannot be written at all
)


def harmless(text: str) -> str:
    r"""`text` with every character that would steer a terminal or hide itself shown as a picture or spelt out.

    >>> harmless("\x1b[31mann\r\n")
    '␛[31mann␍␊'
    >>> harmless("ann\u202e\x9b")
    'ann\\u202e\\x9b'
    """
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
