"""A large JSON document, its deals decoded one by one: neither it nor its text is ever held as a whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any, Final

from pontoon_audit.reading.json_text import decode_at

LARGE: Final = 1 << 20
"""Bytes from which on a document is read deal by deal."""
_LONGEST: Final = 64 << 20
"""Most characters of one deal."""
PIECE: Final = 1 << 17
"""Characters of a piece of the list of deals, at least, where so many are left."""
_TAIL: Final = 1 << 16
_BETWEEN: Final = r"(\})[ \t\n\r]*+,[ \t\n\r]*+\{[ \t\n\r]*+%s[ \t\n\r]*+:"
_BLANKS: Final = re.compile(r"[ \t\n\r]*+")


class NotPlain(Exception):
    """The text is not one object whose last field is its list of deals: only a look at the whole tells what it is."""


class Piece(str):
    """The text of some deals that follow each other in the list, with the commas between them."""

    __slots__ = ()


class Deals:
    """The deals of a document, to be walked through once, to its end. Raises `NotPlain` on the way.

    Gives decoded deals, and `Piece` after piece where the deals begin with the same field. A piece may turn out to end
    inside a deal; then it is no list of values.
    """

    def __init__(self, text: _Window) -> None:
        self._text = text

    def __iter__(self) -> Iterator[object]:
        text = self._text
        text.take("[")
        if text.sign() != "]":
            first = text.value()
            yield first
            name = next(iter(first), None) if isinstance(first, dict) else None
            between = None if name is None else re.compile(_BETWEEN % re.escape(json.dumps(name)))
            while text.sign() == ",":
                text.take(",")
                text.sign()
                yield (between and text.piece(between)) or text.value()
        text.take("]")
        text.take("}")
        if text.sign():
            raise NotPlain


class _Window:
    """The part of a text that is being looked at."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._position = 0

    def _more(self) -> bool:
        """Goes on to the next block; gives whether there was one."""
        block = next(self._blocks, None)
        if block is None:
            return False
        if len(self._text) - self._position > _LONGEST:
            raise NotPlain
        self._text = self._text[self._position :] + block
        self._position = 0
        return True

    def sign(self) -> str:
        """The next character that is not blank, without taking it; nothing at the end of the text."""
        while True:
            match = _BLANKS.match(self._text, self._position)
            self._position = match.end() if match else self._position
            if self._position < len(self._text):
                return self._text[self._position]
            if not self._more():
                return ""

    def take(self, sign: str) -> None:
        """Steps over a character, which must be the next one."""
        if self.sign() != sign:
            raise NotPlain
        self._position += 1

    def piece(self, between: re.Pattern[str]) -> Piece | None:
        """Steps over as many deals as are at hand; None where that is not even one. `between` finds where one ends."""
        while len(self._text) - self._position < PIECE and self._more():
            pass
        left = len(self._text) - self._position
        end = _end_of_list(self._text) if left < PIECE else -1
        for start in (self._position + PIECE, len(self._text) - _TAIL, self._position):
            if end < 0 and (match := between.search(self._text, max(start, self._position))):
                end = match.end(1)
        if end <= self._position:
            return None
        piece = Piece(self._text[self._position : end])
        self._position = end
        return piece

    def value(self) -> object:
        """Decodes the value that begins here and steps over it."""
        self.sign()
        while True:
            end = -1
            try:
                value, end = decode_at(self._text, self._position)
            except JSONDecodeError:
                pass  # it may go on in the next block
            except RecursionError:
                raise NotPlain from None
            if end in (-1, len(self._text)) and self._more():  # also a number may go on
                continue
            if end < 0:
                raise NotPlain
            self._position = end
            return value


def _end_of_list(text: str) -> int:
    """Where the list that a document ends with has its end, or -1."""
    rest = text.rstrip(" \t\n\r")
    if rest.endswith("}"):
        rest = rest[:-1].rstrip(" \t\n\r")
        if rest.endswith("]"):
            return len(rest) - 1
    return -1


def plain_document(blocks: Iterator[str]) -> dict[str, Any]:
    """The fields of a document, given as text in pieces, its deals as `Deals`. Raises `NotPlain`."""
    fields: dict[str, Any] = {}
    text = _Window(blocks)
    expected = "{"
    while True:
        text.take(expected)
        name = text.value() if text.sign() == '"' else None
        if not isinstance(name, str) or name in fields:
            raise NotPlain
        text.take(":")
        if name == "deals" and text.sign() == "[":
            return {**fields, name: Deals(text)}
        fields[name] = text.value()
        expected = ","
