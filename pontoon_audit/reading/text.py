"""From bytes to text: UTF-8 unless a byte order mark or the zeros of UTF-16 say otherwise. Nothing is guessed."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Final

from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.stored import BLOCK, Stored

LONGEST_LINE: Final = 64 << 20
"""Most characters of a line in a flat file."""
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip


class LogText:
    """The text of an input. Every method starts anew from the beginning and raises `Unreadable` where it must."""

    def __init__(self, stored: Stored, encoding: str | None = None) -> None:
        self.path = stored.path
        self.sha256 = stored.sha256
        self._stored = stored
        head = next(stored.blocks(), b"")
        if len(head) < BLOCK and not head.strip():
            raise Unreadable(self.path, None, "the file is empty", "was it saved?")
        self.encoding = _known(self.path, encoding) if encoding else _encoding_of(head[:4096])

    def blocks(self) -> Iterator[str]:
        """The text in pieces of no particular length."""
        decoder = codecs.getincrementaldecoder(self.encoding)("strict")
        lines = 0
        try:
            for block in self._stored.blocks():
                text = decoder.decode(block)
                lines += text.count("\n")
                yield text
            yield decoder.decode(b"", True)
        except UnicodeError as error:
            if isinstance(error, UnicodeDecodeError):
                lines += error.object[: error.start].count(b"\n")
            raise Unreadable(
                self.path, lines + 1, f"this is not {self.encoding.upper()} text",
                "save the log as UTF-8, or say with --encoding what it is (latin-1, cp1252, …)",
            ) from None  # fmt: skip

    def whole(self) -> str:
        """All of it."""
        return "".join(self.blocks())

    def chunks(self) -> Iterator[tuple[int, str]]:
        """Pieces of whole lines with the number of their first line, which counts from 1.

        Lines end with a line feed, a carriage return before it belongs to the end; where the file begins with lines
        that end in carriage returns alone, those are turned into line feeds.
        """
        line, rest = 1, ""
        old_mac = False
        for number, block in enumerate(filter(None, self.blocks())):
            if number == 0:
                old_mac = "\r" in block and "\n" not in block
            if old_mac:
                block = block.replace("\r", "\n")
            cut = block.rfind("\n") + 1
            if cut == 0:
                rest += block
                if len(rest) > LONGEST_LINE:
                    raise Unreadable(self.path, line, "a line without an end", "is this a log?")
                continue
            chunk = rest + block[:cut]
            rest = block[cut:]
            yield line, chunk
            line += chunk.count("\n")
        if rest:
            yield line, rest


def _known(path: str, encoding: str) -> str:
    try:
        codecs.getincrementaldecoder(encoding)
        b"some".decode(encoding)  # refuses codecs that do not decode to text, such as hex
    except UnicodeDecodeError:
        return encoding
    except (LookupError, ValueError):
        what = f"no encoding is called {encoding[:40]!r}"
        raise Unreadable(path, None, what, "name one of utf-8, utf-16, latin-1, cp1252, …") from None
    return encoding


def _encoding_of(head: bytes) -> str:
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if len(head) >= 4:
        for zeros, name in ((head[1::2], "utf-16-le"), (head[0::2], "utf-16-be")):
            if zeros.count(0) > 0.8 * len(zeros) and head.count(0) < 0.6 * len(head):
                return name
    return "utf-8"
