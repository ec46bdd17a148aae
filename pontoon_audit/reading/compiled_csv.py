"""Plain pieces of a long event CSV as columns of codes, by the compiled loop of `line_loop`.

Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy
from numba.core import types

from pontoon_audit import game
from pontoon_audit.kept_code import compiled_into, folder_for
from pontoon_audit.reading import line_loop as loop
from pontoon_audit.reading.bulk_columns import NEEDS, UNUSUAL, Words
from pontoon_audit.reading.csv_header import Header

_COLUMNS: Final = {
    "session": (numpy.int32, 0), "deal": (numpy.int32, game.NO_DEAL), "action": (numpy.int8, UNUSUAL),
    "player": (numpy.int32, -1), "hand": (numpy.int16, 1), "card": (numpy.int8, game.NO_CARD),
    "face": (numpy.int8, game.FACE_UNKNOWN), "amount": (numpy.int64, game.NO_AMOUNT), "to": (numpy.int32, -1),
    "seq": (numpy.int64, game.NO_SEQ),
}  # fmt: skip
"""The columns that are coded here, in the order of their roles, and what stands where a cell is empty."""
ROLES: Final = {name: role for role, name in enumerate(_COLUMNS)}
_BEHIND: Final = b"\n" + bytes(16)
_FEWEST_PLACES: Final = 1 << 12
_FEWEST_LETTERS: Final = 1 << 16


class CodedLines(NamedTuple):
    """The lines of a piece: codes by the name of the column, `session` as positions in `runs`, the names of the
    sessions as they stand there; and which lines are unusual."""

    columns: dict[str, Any]
    runs: list[str]
    unusual: Any


@cache
def compiled_lines() -> Callable[..., int]:
    """`line_loop.code_lines`, compiled. ImportError where numba is not installed."""
    folder = folder_for("reading", [Path(loop.__file__)])
    return compiled_into(folder, loop.code_lines, _signature(), loop.HELPERS)


def _signature() -> Any:
    def array(kind: Any, dimensions: int = 1) -> Any:
        return types.Array(kind, dimensions, "C")

    columns = [array(kind) for kind in (types.int32, types.int32, types.int8, types.int32, types.int16, types.int8,
                                        types.int8, types.int64, types.int32, types.int64)]  # fmt: skip
    whole, table = array(types.int64), array(types.int64, 2)
    return types.int64(
        types.int64, types.int64, array(types.uint8), whole, table, whole, array(types.int32), table,
        array(types.uint8), whole, table, *columns, array(types.boolean),
    )  # fmt: skip


class LineCoder:
    """Codes the lines of the pieces of one file."""

    def __init__(self, header: Header, read_person: Callable[[str], int]) -> None:
        """`read_person` gives the code of a player, below 0 where a text is none."""
        names = {position: name for name, position in header.columns.items()}
        roles = [ROLES.get(names.get(position, ""), loop.OTHER) for position in range(header.width)]
        self._roles = numpy.array(roles, dtype=numpy.int64)
        self._stops = numpy.zeros(256, dtype=numpy.uint8)
        self._stops[[ord(header.delimiter), 10, 13]] = (1, 2, 2)
        self._read_person = read_person
        self._words_known = 0
        self._texts = _Texts()
        self._persons = numpy.array([game.NOBODY], dtype=numpy.int32)

    def coded(self, piece: bytes, lines: int, words: Mapping[str, Words]) -> CodedLines:
        """The lines of a piece, of which there are so many. `words` are those of each column."""
        known = sum(len(column.codes) for column in words.values())
        if known != self._words_known:  # they only grow
            self._words, self._words_known = _table_of(words), known
        text = numpy.frombuffer(piece + _BEHIND, dtype=numpy.uint8)
        columns = {name: numpy.full(lines, absent, dtype=kind) for name, (kind, absent) in _COLUMNS.items()}
        unusual, runs = numpy.zeros(lines, dtype=numpy.bool_), numpy.empty((lines + 1, 2), dtype=numpy.int64)
        counts, done, line = numpy.zeros(4, dtype=numpy.int64), 0, 0
        while True:
            counts[loop.TEXTS], counts[loop.BYTES] = self._texts.count, self._texts.bytes
            first = int(counts[loop.RUNS])
            more = compiled_lines()(
                text.ctypes.data + done, len(piece) - done, self._stops, self._roles, self._words, _NEEDED,
                *self._texts.table, counts, runs, *(column[line:] for column in columns.values()), unusual[line:],
            )  # fmt: skip
            runs[first : counts[loop.RUNS], 0] += done
            self._texts.count, self._texts.bytes = int(counts[loop.TEXTS]), int(counts[loop.BYTES])
            done, line = done + more, line + int(counts[loop.LINES])
            if done >= len(piece):
                break
            self._texts.grow()
        persons = self._codes_of_persons()
        for name in ("player", "to"):
            columns[name] = persons[columns[name]]
            unusual |= columns[name] == UNUSUAL
        names = [piece[first : first + length].decode("utf-8", "surrogatepass")
                 for first, length in runs[: counts[loop.RUNS]].tolist()]  # fmt: skip
        return CodedLines(columns, names, unusual)

    def _codes_of_persons(self) -> Any:
        """The codes of the texts so far, nobody's last, where no text (-1) finds it."""
        known = len(self._persons) - 1
        if known < self._texts.count:
            new = [self._read_person(text) for text in self._texts.since(max(known, 0))]
            self._persons = numpy.concatenate([self._persons[:-1], new, [game.NOBODY]], dtype=numpy.int32)
        return self._persons


class _Texts:
    """The distinct texts of players: see `line_loop.text_at`."""

    def __init__(self) -> None:
        self.count = self.bytes = 0
        self._make(_FEWEST_PLACES, _FEWEST_LETTERS)

    def _make(self, places: int, letters: int) -> None:
        self.table = (
            numpy.full(places, -1, dtype=numpy.int32),
            numpy.zeros((places // 2, 5), dtype=numpy.int64),
            numpy.zeros(letters, dtype=numpy.uint8),
        )

    def grow(self) -> None:
        """Makes it twice as large."""
        places, texts, letters = self.table
        self._make(2 * len(places), 2 * len(letters))
        self.table[1][: self.count] = texts[: self.count]
        self.table[2][: self.bytes] = letters[: self.bytes]
        mask = len(self.table[0]) - 1
        for number, (low, high, rest, length, _) in enumerate(texts[: self.count].tolist()):
            place = _place(length, low, high, rest) & mask
            while self.table[0][place] >= 0:
                place = (place + 1) & mask
            self.table[0][place] = number

    def since(self, first: int) -> list[str]:
        """The texts from a position on."""
        _, texts, letters = self.table
        return [letters[at : at + length].tobytes().decode("utf-8", "surrogatepass")
                for length, at in texts[first : self.count, 3:].tolist()]  # fmt: skip


def _numbers_of(text: str) -> tuple[int, int, int]:
    """The numbers that the loop makes of a text of at most 16 bytes: its length, low and high."""
    letters = text.encode("utf-8", "surrogatepass")
    return len(letters), _signed(int.from_bytes(letters[:8], "little")), _signed(int.from_bytes(letters[8:], "little"))


def _signed(number: int) -> int:
    """A whole number of 64 bits with a sign."""
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


def _place(kind: int, low: int, high: int, rest: int) -> int:
    """`line_loop.place_of` as 64 bits have it."""
    mixed = (low ^ _signed(high * 31) ^ _signed(rest * 37) ^ _signed(kind << 7)) * 0x2545F4914F6CDD1D
    return (_signed(mixed) >> 33) & 0x3FFFFFFF


def _table_of(words: Mapping[str, Words]) -> Any:
    """The words of all columns as `line_loop.word_at` has them; one whose code is below 0 is left out."""
    rows = []
    for name, column in words.items():
        for word, code in column.codes.items():
            length, low, high = _numbers_of(word)
            if code >= 0 and 0 < length <= loop.EXACT:
                rows.append((ROLES[name] * 32 + length, low, high, code))
    places = 1 << (4 * len(rows)).bit_length()
    table = numpy.full((places, 4), -1, dtype=numpy.int64)
    for row in rows:
        place = _place(*row[:3], 0) & (places - 1)
        while table[place, 3] >= 0:
            place = (place + 1) & (places - 1)
        table[place] = row
    return table


def _needed() -> Any:
    bits = [sum(1 << ROLES[name] for name, (_, actions, _) in NEEDS.items() if action in actions)
            for action in game.ACTIONS]  # fmt: skip
    free = [loop.MAY_BE_BELOW_0 if action in game.MAY_BE_NEGATIVE else 0 for action in game.ACTIONS]
    return numpy.array([bit + below for bit, below in zip(bits, free, strict=True)], dtype=numpy.int64)


_NEEDED: Final = _needed()
