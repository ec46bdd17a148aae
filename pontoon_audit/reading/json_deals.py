"""A large JSON document whose deals are decoded one by one, so that no more than one of them is held at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any, Final

from pontoon_audit.reading.json_text import decode_at

LARGE: Final = 1 << 20
"""Characters from which on a document is read deal by deal."""
_BLANKS: Final = re.compile(r"[ \t\n\r]*")


class NotPlain(Exception):
    """The text is not one object whose last field is its list of deals: only a look at the whole tells what it is."""


class Deals:
    """The list of deals that begins at an offset of a text and ends its document. Raises `NotPlain` on the way."""

    def __init__(self, text: str, offset: int) -> None:
        self._text = text
        self._offset = offset

    def __iter__(self) -> Iterator[object]:
        text = self._text
        position = _after_blanks(text, self._offset + 1)
        while text[position : position + 1] != "]":
            deal, position = _decoded(text, position)
            yield deal
            position = _after_blanks(text, position)
            if text[position : position + 1] == ",":
                position = _after_blanks(text, position + 1)
                if text[position : position + 1] == "]":
                    raise NotPlain
            elif text[position : position + 1] != "]":
                raise NotPlain
        position = _after_blanks(text, position + 1)
        if text[position : position + 1] != "}" or _after_blanks(text, position + 1) < len(text):
            raise NotPlain


def plain_document(text: str) -> dict[str, Any]:
    """The fields of a document, its deals as `Deals`. Raises `NotPlain`."""
    fields: dict[str, Any] = {}
    position = _after_blanks(text, 0)
    expected = "{"
    while text[position : position + 1] == expected:
        name, position = _decoded(text, _after_blanks(text, position + 1))
        position = _after_blanks(text, position)
        if type(name) is not str or name in fields or text[position : position + 1] != ":":
            raise NotPlain
        position = _after_blanks(text, position + 1)
        if name == "deals" and text[position : position + 1] == "[":
            fields[name] = Deals(text, position)
            return fields
        fields[name], position = _decoded(text, position)
        position = _after_blanks(text, position)
        expected = ","
    raise NotPlain


def _decoded(text: str, position: int) -> tuple[object, int]:
    try:
        return decode_at(text, position)
    except (JSONDecodeError, RecursionError):
        raise NotPlain from None


def _after_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position
