"""From bytes to text: UTF-8 unless a byte order mark or the zeros of UTF-16 say otherwise. Nothing is guessed."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Final

from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.stored import BLOCK, Stored

LONGEST_LINE: Final = 64 << 20
"""Most bytes of a line in a flat file."""
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_LARGE: Final = 1 << 20
"""Bytes from which on polars, which looks at many at a time, is asked whether they are UTF-8."""


class LogText:
    """The text of an input. Every method starts anew from the beginning and raises `Unreadable` where it must."""

    def __init__(self, stored: Stored, encoding: str | None = None) -> None:
        self.path = stored.path
        self._stored = stored
        head = next(stored.blocks(), b"")
        self.head_size = len(head)
        """Bytes of the first block: all of a small input."""
        if len(head) < BLOCK and not head.strip():
            raise Unreadable(self.path, None, "the file is empty", "was it saved?")
        self.encoding = _known(self.path, encoding) if encoding else _encoding_of(head[:4096])
        self._is_utf_8 = codecs.lookup(self.encoding).name in ("utf-8", "utf-8-sig")

    @property
    def sha256(self) -> str:
        """That of the bytes as stored. Raises `Unreadable`."""
        return self._stored.sha256

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
            raise self._other_encoding(lines + 1) from None

    def whole(self) -> str:
        """All of it."""
        return "".join(self.blocks())

    def chunks(self, size: int = 0, *, checked: bool = False) -> Iterator[bytes]:
        """Pieces of whole lines, of about `size` bytes, in UTF-8; only the last one may not end with a line feed.

        Lines end with a line feed, a carriage return before it belongs to the end; where the file begins with lines
        that end in carriage returns alone, those are turned into line feeds. `checked` says that the file went through
        here before, and so is known to be sound.
        """
        pieces: list[bytes | memoryview] = []
        start = gathered = unended = 0
        old_mac: bool | None = None
        for block in self._in_utf_8(size):
            if old_mac is None:
                old_mac = b"\r" in block and b"\n" not in block
            if old_mac:
                block = block.replace(b"\r", b"\n")
            cut = block.rfind(b"\n") + 1
            unended = len(block) - cut if cut else unended + len(block)
            gathered += len(block)
            if cut and gathered >= size:
                chunk = b"".join([*pieces, memoryview(block)[:cut]])
                if not checked:
                    self._check(chunk, start)
                start += len(chunk)
                yield chunk
                pieces, gathered = [block[cut:]], unended
                continue
            pieces.append(block)
            if unended > LONGEST_LINE:
                line = self._line_of(start + gathered - unended)
                raise Unreadable(self.path, line, "a line without an end", "is this a log?")
        if gathered:
            chunk = b"".join(pieces)
            if not checked:
                self._check(chunk, start)
            yield chunk

    def _in_utf_8(self, size: int) -> Iterator[bytes]:
        """The stored blocks without their mark; where the file is in another encoding, its text encoded again."""
        if not self._is_utf_8:
            for text in filter(None, self.blocks()):
                yield text.encode("utf-8", "surrogatepass")  # some encodings have halves of characters
            return
        mark = codecs.BOM_UTF8 if self.encoding == "utf-8-sig" else b""
        for block in self._stored.blocks(size):
            yield block.removeprefix(mark)
            mark = b""

    def _check(self, chunk: bytes, start: int) -> None:
        """Refuses a chunk that is not UTF-8; `start` is its offset in the file."""
        if self._is_utf_8 and not chunk.isascii() and not _is_utf_8(chunk):
            try:
                chunk.decode()
            except UnicodeDecodeError as error:
                raise self._other_encoding(self._line_of(start + error.start)) from None

    def _line_of(self, offset: int) -> int:
        """The line that an offset lies in, for an error; the file is read again for it."""
        line = 1
        for block in self._in_utf_8(BLOCK):
            line += block[:offset].count(b"\n")
            offset -= len(block)
            if offset <= 0:
                break
        return line

    def _other_encoding(self, line: int) -> Unreadable:
        what = f"this is not {self.encoding.upper()} text"
        hint = "save the log as UTF-8, or say with --encoding what it is (latin-1, cp1252, …)"
        return Unreadable(self.path, line, what, hint)


def _is_utf_8(chunk: bytes) -> bool:
    """Whether a large chunk is UTF-8 for certain; polars tells it ten times as fast as Python."""
    if len(chunk) < _LARGE:
        return False
    import polars as pl

    try:
        pl.Series([chunk], dtype=pl.Binary).cast(pl.String)
    except pl.exceptions.PolarsError:
        return False
    return True


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
