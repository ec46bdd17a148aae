"""JSON, decoded without losing a digit or a doubled field, and encoded again for showing a record as it stood."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

DEEPEST_SHOWN = 12
"""How deep a nested value is shown; records of the format are flat."""

_LARGE = 1 << 16
"""Characters from which on it pays not to look for garbage while decoding."""


class Number(str):
    """A JSON number as it is written: its digits, never a float. ``NaN`` is kept so too, to be refused."""

    __slots__ = ()


class Repeated(dict[str, object]):
    """A JSON object in which a field stands twice. It holds the other fields only: which of the two was meant?"""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        counts = Counter(name for name, _ in pairs)
        super().__init__((name, value) for name, value in pairs if counts[name] == 1)
        self.twice = [name for name, count in counts.items() if count > 1]
        self.pairs = pairs


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else Repeated(pairs)


_decoder = json.JSONDecoder(parse_float=Number, parse_int=Number, parse_constant=Number, object_pairs_hook=_object)


class NotJson(ValueError):
    """Text that is no JSON; `line` counts from 1 within the text."""

    def __init__(self, what: str, line: int | None) -> None:
        super().__init__(what)
        self.line = line


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Decoding makes millions of objects and no cycles; looking for cycles meanwhile costs several times the work."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def decode(text: str) -> object:
    """The value of a JSON text: text as `str`, numbers as `Number`, objects as dicts, or `Repeated`.

    Raises `NotJson`, also for what is nested too deep.

    >>> decode('{"amount": 12345678901234.56, "hand": 1}')
    {'amount': '12345678901234.56', 'hand': '1'}
    >>> decode('{"amount": 1, "amount": 2, "hand": 1}').twice
    ['amount']
    """
    try:
        with _without_garbage_collection() if len(text) > _LARGE else nullcontext():
            value: object = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(_in_words(error), error.lineno) from None
    except RecursionError:
        raise NotJson("is nested too deep", None) from None
    return value


def decode_at(text: str, position: int) -> tuple[object, int]:
    """The value that begins at a position of a JSON text, and where it ends. Raises what the decoder raises."""
    value, end = _decoder.raw_decode(text, position)
    return value, end


def _in_words(error: json.JSONDecodeError) -> str:
    if error.pos >= len(error.doc.rstrip()):
        return "ends in the middle: the file may be cut off"
    if error.msg.startswith("Unterminated string"):
        return f"is no JSON: the text that begins at column {error.colno} has no end"
    return f"is no JSON: {error.msg[0].lower()}{error.msg[1:]} at column {error.colno}"


def encode(value: object, depth: int = 0) -> str:
    """A decoded value as JSON text, numbers as they were written; for showing, so what is nested deep is left out.

    >>> encode(decode('{"amount": 2.50, "amount": 3, "face": null}'))
    '{"amount": 2.50, "amount": 3, "face": null}'
    """
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        if depth == DEEPEST_SHOWN:
            return "{…}"
        pairs = value.pairs if isinstance(value, Repeated) else value.items()
        return "{" + ", ".join(f"{encode(str(name))}: {encode(item, depth + 1)}" for name, item in pairs) + "}"
    if isinstance(value, (list, tuple)):
        return "[…]" if depth == DEEPEST_SHOWN else "[" + ", ".join(encode(item, depth + 1) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        return str(value)
    except ValueError:  # a whole number of thousands of digits, which Python does not write out
        return "…"
