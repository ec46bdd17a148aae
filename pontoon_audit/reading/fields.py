"""One value of a record, read exactly: an id, a whole number, a card, an amount, a time. Faults say what is wrong.

Each function takes the value as it was decoded and returns what it means, or raises `Fault` with words that follow
the field's name and value: ``amount "12.505"`` … ``has more than two decimals``.
"""

from __future__ import annotations

import difflib
import json
import re
from datetime import date
from functools import lru_cache

from pontoon_audit import game
from pontoon_audit.money.amounts import parse_minor
from pontoon_audit.reading.json_text import Number

ID_LENGTH = 200
"""Most characters of a player's or a session's id."""
MOST_HANDS = 10_000
DEAL_DIGITS = 9
SEQ_DIGITS = 18
_SHOWN_LENGTH = 60
_DIGITS = re.compile(r"[0-9]+")
_SEQ = re.compile(rf"-?[0-9]{{1,{SEQ_DIGITS}}}")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_RFC_3339 = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,12})?"
    r"([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]))?"
)
_FACES = {name: code for code, name in enumerate(game.FACES) if name}


class Fault(ValueError):
    """Why a value cannot be taken, in words that follow the field's name and value."""


def shown(value: object) -> str:
    """A value as it stood, for a message: short, on one line, harmless on a terminal.

    >>> shown("a\\x1b[31mb"), shown(Number("1e2")), shown(None), shown(["x"])
    ('"a\\\\u001b[31mb"', '1e2', 'null', 'a list')
    """
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        text = str(value)
    except ValueError:  # a whole number of thousands of digits
        return "a number of thousands of digits"
    if len(text) > _SHOWN_LENGTH:
        text = text[:_SHOWN_LENGTH] + "…"
    if isinstance(value, str) and not isinstance(value, Number):
        text = json.dumps(text, ensure_ascii=False)
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plain_id(value: object) -> str:
    """A player's or session's id: text of 1 to 200 characters without control characters."""
    if type(value) is not str:
        raise Fault("is not text; write it in quotes" if isinstance(value, (Number, int)) else "is not text")
    if not value.strip():
        raise Fault("is blank")
    if len(value) > ID_LENGTH:
        raise Fault(f"is longer than {ID_LENGTH} characters")
    if _CONTROL.search(value):
        raise Fault("holds control characters")
    return value


def note(value: object) -> str:
    """The recorder's words, as they stand."""
    if type(value) is not str:
        raise Fault("is not text")
    return value.encode("utf-8", "backslashreplace").decode()


def _digits(value: object) -> str:
    """The digits of a JSON number, or of a Python int where a program hands over a document of its own."""
    if isinstance(value, Number):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    raise Fault("is not a whole number")


def _whole(text: str, most_digits: int, most: int) -> int:
    if not _DIGITS.fullmatch(text) or not text.strip("0"):
        raise Fault("is not a whole number from 1")
    digits = text.lstrip("0")
    if len(digits) > most_digits or int(digits) > most:
        raise Fault(f"is above {most}")
    return int(digits)


def deal_in_text(text: object) -> int:
    """A deal's number from a cell of text: whole, from 1, at most nine digits."""
    return _whole(str(text), DEAL_DIGITS, 10**DEAL_DIGITS - 1)


def deal(value: object) -> int:
    """A deal's number: whole, from 1, at most nine digits."""
    return deal_in_text(_digits(value))


def hand_in_text(text: object) -> int:
    """A hand's number from a cell of text: whole, from 1."""
    return _whole(str(text), len(str(MOST_HANDS)), MOST_HANDS)


def hand(value: object) -> int:
    """A hand's number: whole, from 1."""
    return hand_in_text(_digits(value))


def seq_in_text(text: object) -> int:
    """A place in the order of a session from a cell of text: any whole number."""
    digits = str(text)
    if not _SEQ.fullmatch(digits):
        raise Fault("is not a whole number")
    return int(digits)


def seq(value: object) -> int:
    """A place in the order of a session: any whole number."""
    return seq_in_text(_digits(value))


def time(value: object) -> str:
    """A moment as RFC 3339 writes it, with its zone; kept as it is written."""
    text = moment_or_day(value)
    if len(text) == len("2026-11-26"):
        raise Fault(_TIME_EXPECTED)
    return text


_TIME_EXPECTED = "is not a time like 2026-11-26T19:30:00+00:00"


def moment_or_day(value: object) -> str:
    """A moment as RFC 3339 writes it, or its date alone."""
    match = _RFC_3339.fullmatch(value) if type(value) is str else None
    if match is None:
        raise Fault(_TIME_EXPECTED)
    try:
        date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise Fault("is not a day of the calendar") from None
    return match[0]


def card(value: object) -> int:
    """The code of a card."""
    code = game.card_code(value) if type(value) is str else None
    if code is None:
        raise Fault("is no card; write rank and suit, like AS or 10H, or ?? where nobody recorded it")
    return code


def face(value: object) -> int:
    """The code of a face."""
    code = _FACES.get(value) if type(value) is str else None
    if code is None:
        raise Fault("is neither up nor down")
    return code


def amount(value: object) -> int:
    """Whole minor units of an amount, written as text or as a JSON number."""
    if not isinstance(value, str):
        if isinstance(value, bool) or not isinstance(value, int):
            raise Fault('is not an amount of money; write it like "2.50"')
        value = _digits(value)
    minor = parse_minor(value)
    if isinstance(minor, str):
        raise Fault(minor)
    return minor


def action(value: object) -> int:
    """The code of an action."""
    code = game.ACTION_CODES.get(value) if type(value) is str else None
    if code is None:
        raise Fault(f"is no action{_nearest(value[:40]) if type(value) is str else ''}")
    return code


@lru_cache(maxsize=256)
def _nearest(name: str) -> str:
    near = difflib.get_close_matches(name.strip().lower(), game.ACTIONS, n=1)
    return f"; did you mean {near[0]}?" if near else ""
