"""The rows of a CSV text with the line each begins on and its text as it stood; quotes read strictly.

A row without a quote is split at the delimiter, which is all there is to it. A row with quotes goes through Python's
`csv`, with as many further lines as it needs; one whose quotes do not close is a row of its own line alone, at fault,
so that one stray quote does not swallow the rest of the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MOST_LINES: Final = 100
"""Most lines of a row with line ends inside quotes."""
_ANY: Final = ("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file: the line it begins on, its cells, its text, and why it could not be taken apart, if so."""

    line: int
    cells: list[str]
    text: str
    fault: str | None = None


class Feed:
    """The text of a file line by line, or piece by piece where nobody needs to look at single lines."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._chunk = b""
        self._offset = 0
        """Where what is left of the present chunk begins."""
        self._given_back: list[str] = []
        """Lines that come before it again, the next one last."""
        self._number = 1
        self.begun = 0
        """Chunks of the file that were begun so far."""

    def next_line(self) -> tuple[int, str] | None:
        """Number and text of the next line, without its end; None at the end of the file."""
        if self._given_back:
            line = self._given_back.pop()
        elif not self._has_more():
            return None
        else:
            end = self._chunk.find(b"\n", self._offset)
            end = end if end >= 0 else len(self._chunk)
            line = self._chunk[self._offset : end].decode(*_ANY)
            self._offset = end + 1
        self._number += 1
        return self._number - 1, line

    def _has_more(self) -> bool:
        """Whether the file has more lines, of this chunk or of the next, which is begun then."""
        while self._offset >= len(self._chunk):
            chunk = next(self._chunks, None)
            if chunk is None:
                return False
            self._chunk, self._offset = chunk, 0
            self.begun += 1
        return True

    @property
    def finished(self) -> int:
        """Chunks of the file that nothing is left of."""
        return self.begun - (self._offset < len(self._chunk) or bool(self._given_back))

    def give_back(self, lines: list[str]) -> None:
        """Puts lines back that were read last."""
        self._given_back.extend(reversed(lines))
        self._number -= len(lines)

    def piece(self, most: int) -> tuple[int, bytes] | None:
        """Whole lines of the present chunk, or of the next one, without taking them; None at the end of the file.

        Of about `most` bytes, with the number of their first line; where lines were given back, those alone.
        """
        if self._given_back:
            return self._number, "".join(line + "\n" for line in reversed(self._given_back)).encode(*_ANY)
        if not self._has_more():
            return None
        end = self._chunk.find(b"\n", self._offset + most) + 1 if self._offset + most < len(self._chunk) else 0
        return self._number, self._chunk[self._offset : end or len(self._chunk)]

    def take(self, piece: tuple[int, bytes], lines: int) -> None:
        """Steps over a piece that is dealt with, and its lines."""
        if self._given_back:
            self._given_back.clear()
        else:
            self._offset += len(piece[1])
        self._number += lines

    def rows_of(self, piece: tuple[int, bytes], delimiter: str) -> Iterator[Row]:
        """The rows of a piece one by one; the last one may reach beyond it."""
        lines = piece[1].count(b"\n") + (not piece[1].endswith(b"\n"))
        while self._number < piece[0] + lines:
            row = self.next_row(delimiter)
            if row is not None:
                yield row

    def next_row(self, delimiter: str) -> Row | None:
        """The next row; None for a blank line and at the end of the file."""
        taken = self.next_line()
        if taken is None:
            return None
        number, line = taken[0], taken[1].removesuffix("\r")
        if '"' in line:
            return self._quoted(number, line, delimiter)
        return Row(number, line.split(delimiter), line) if line.strip(" \t") else None

    def _quoted(self, number: int, first: str, delimiter: str) -> Row:
        taken = [first]

        def lines() -> Iterator[str]:
            yield first + "\n"
            while len(taken) < MOST_LINES and (following := self.next_line()) is not None:
                taken.append(following[1])
                yield following[1] + "\n"

        try:
            cells = next(csv.reader(lines(), delimiter=delimiter, strict=True))
        except csv.Error as error:
            self.give_back(taken[1:])
            unclosed = "unexpected end" in str(error) or "field larger" in str(error)
            what = "a quote that opens here is never closed" if unclosed else "a quote stands inside a cell"
            before = first.split('"')[0].split(delimiter)[:-1]
            return Row(number, before, first, f'{what}; quote the whole cell and write "" for a quote in it')
        return Row(number, [cell.replace("\r\n", "\n") for cell in cells], "\n".join(taken))
