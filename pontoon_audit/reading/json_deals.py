"""A large JSON document, its deals decoded one by one: neither it nor its text is ever held as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any, Final

from pontoon_audit.reading.json_text import decode_at

LARGE: Final = 1 << 20
"""Bytes from which on a document is read deal by deal."""
_LONGEST: Final = 64 << 20
"""Most characters of one deal."""
_BLANKS: Final = re.compile(r"[ \t\n\r]*+")


class NotPlain(Exception):
    """The text is not one object whose last field is its list of deals: only a look at the whole tells what it is."""


class Deals:
    """The deals of a document, to be walked through once, to its end. Raises `NotPlain` on the way."""

    def __init__(self, text: _Window) -> None:
        self._text = text

    def __iter__(self) -> Iterator[object]:
        text = self._text
        text.take("[")
        if text.sign() != "]":
            yield text.value()
            while text.sign() == ",":
                text.take(",")
                yield text.value()
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
