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


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file: the line it begins on, its cells, its text, and why it could not be taken apart, if so."""

    line: int
    cells: list[str]
    text: str
    fault: str | None = None


class Feed:
    """The text of a file line by line, or chunk by chunk where nobody needs to look at single lines."""

    def __init__(self, chunks: Iterator[tuple[int, str]]) -> None:
        self._chunks = chunks
        self._lines: list[str] = []
        """Lines of the present chunk, the next one last."""
        self._number = 1

    def next_line(self) -> tuple[int, str] | None:
        """Number and text of the next line, without its end; None at the end of the file."""
        if not self._lines:
            chunk = next(self._chunks, None)
            if chunk is None:
                return None
            self._fill(*chunk)
        self._number += 1
        return self._number - 1, self._lines.pop()

    def _fill(self, number: int, text: str) -> None:
        self._number = number
        self._lines = text.removesuffix("\n").split("\n")
        self._lines.reverse()

    def give_back(self, lines: list[str]) -> None:
        """Puts lines back that were read last."""
        self._lines.extend(reversed(lines))
        self._number -= len(lines)

    def rest_of_chunk(self) -> tuple[int, str] | None:
        """What is left of the present chunk, or the next one, with the number of its first line."""
        if not self._lines:
            return next(self._chunks, None)
        number, text = self._number, "\n".join(reversed(self._lines)) + "\n"
        self._lines = []
        return number, text

    def rows_of(self, chunk: tuple[int, str], delimiter: str) -> Iterator[Row]:
        """The rows of a chunk that was handed out whole; the last one may reach into the next chunk and ends it."""
        self._fill(*chunk)
        while self._lines:
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
