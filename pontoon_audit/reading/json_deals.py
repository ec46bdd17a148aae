"""A large JSON document, or a list of them, its deals decoded one by one: neither it nor its text is ever held as a
whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any, Final, NamedTuple

from pontoon_audit.reading.json_text import decode_at
from pontoon_audit.session import Extent

LARGE: Final = 1 << 20
"""Bytes from which on a document is read deal by deal."""
_LONGEST: Final = 64 << 20
"""Most characters of one deal."""
PIECE: Final = 1 << 17
"""Characters of a piece of the list of deals, at least, where so many are left."""
_TAIL: Final = 1 << 16
_BETWEEN: Final = r"(\})[ \t\n\r]*+,[ \t\n\r]*+\{[ \t\n\r]*+%s[ \t\n\r]*+:"
_NEXT: Final = r"(\})[ \t\n\r]*+\][ \t\n\r]*+\}[ \t\n\r]*+,[ \t\n\r]*+\{[ \t\n\r]*+%s[ \t\n\r]*+:"
"""The end of a document's last deal, and the beginning of the document that follows it in a list."""
_FIRST_NAME: Final = re.compile(r'\{[ \t\n\r]*+("[^"\\]*+")')
_BLANKS: Final = re.compile(r"[ \t\n\r]*+")


class NotPlain(Exception):
    """The text is no object whose last field is its list of deals, nor a list of such: only a look at the whole tells
    what it is."""


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
            name = text.first_name()
            between = name and re.compile(_BETWEEN % re.escape(name))
            yield (between and text.piece(between)) or text.value()
            while text.sign() == ",":
                text.take(",")
                text.sign()
                yield (between and text.piece(between)) or text.value()
        text.take("]")
        text.take("}")


class _Window:
    """The part of a text that is being looked at."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._position = 0
        self._before = 0
        self._lines_before = 0
        """Characters and line ends ahead of `_text`."""
        self.following: re.Pattern[str] | None = None
        """Finds the last deal of a document that another one follows."""

    def _more(self) -> bool:
        """Goes on to the next block; gives whether there was one."""
        block = next(self._blocks, None)
        if block is None:
            return False
        if len(self._text) - self._position > _LONGEST:
            raise NotPlain
        self._before += self._position
        self._lines_before += self._text.count("\n", 0, self._position)
        self._text = self._text[self._position :] + block
        self._position = 0
        return True

    @property
    def offset(self) -> int:
        """How many characters there are ahead of what is looked at."""
        return self._before + self._position

    @property
    def line(self) -> int:
        """The line, from 1, of what is looked at."""
        return 1 + self._lines_before + self._text.count("\n", 0, self._position)

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

    def first_name(self) -> str | None:
        """The name of the first field of the object that begins here, as it is written, if it is at hand."""
        while len(self._text) - self._position < PIECE and self._more():
            pass
        match = _FIRST_NAME.match(self._text, self._position)
        return match[1] if match else None

    def piece(self, between: re.Pattern[str]) -> Piece | None:
        """Steps over as many deals as are at hand; None where that is not even one. `between` finds where one ends."""
        while len(self._text) - self._position < PIECE and self._more():
            pass
        left = len(self._text) - self._position
        end = _end_of_deals(self._text, in_list=self.following is not None) if left < PIECE else -1
        for start in (self._position + PIECE, len(self._text) - _TAIL, self._position):
            if end < 0 and (match := between.search(self._text, max(start, self._position))):
                end = match.end(1)
        if self.following and (match := self.following.search(self._text, self._position, max(end, self._position))):
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


def _end_of_deals(text: str, *, in_list: bool) -> int:
    """Where the list of deals that a text ends with has its end, or -1; `in_list` where the document is one of many."""
    rest = text.rstrip(" \t\n\r")
    for end in ("]", "}", "]") if in_list else ("}", "]"):
        if not rest.endswith(end):
            return -1
        rest = rest[:-1].rstrip(" \t\n\r")
    return len(rest)


class Place(NamedTuple):
    """Which of a list of documents one is, and where it stands; both None where it stands alone. The end is known once
    its deals were walked through."""

    position: int | None
    extent: Extent | None


def plain_documents(blocks: Iterator[str]) -> Iterator[tuple[dict[str, Any], Place]]:
    """The fields of each document, given as text in pieces, its deals as `Deals`, which are to be walked through before
    the next is asked for; and its place. Raises `NotPlain`, also at the very end."""
    text = _Window(blocks)
    if text.sign() == "[":
        text.take("[")
        position = 0
        while True:
            text.sign()
            extent = Extent(text.offset, text.line)
            yield _document(text, in_list=True), Place(position, extent)
            extent.end = text.offset
            if text.sign() == "]":
                break
            text.take(",")
            position += 1
        text.take("]")
    else:
        yield _document(text, in_list=False), Place(None, None)
    if text.sign():
        raise NotPlain


def _document(text: _Window, *, in_list: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    expected = "{"
    while True:
        text.take(expected)
        name = text.value() if text.sign() == '"' else None
        if not isinstance(name, str) or name in fields:
            raise NotPlain
        text.take(":")
        if in_list and not fields:
            text.following = re.compile(_NEXT % re.escape(json.dumps(name)))
        if name == "deals" and text.sign() == "[":
            return {**fields, name: Deals(text)}
        fields[name] = text.value()
        expected = ","
