"""Plain pieces of a long event CSV as columns of codes, by the compiled loop of `line_loop`.

Imported only where compiled code runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy
import polars as pl

from pontoon_audit import game
from pontoon_audit.reading import line_loop
from pontoon_audit.reading.bulk_columns import NEEDS, UNUSUAL, Words
from pontoon_audit.reading.compiling import COLUMNS, compiled_loops
from pontoon_audit.reading.csv_header import Header

_COLUMNS: Final = {
    "session": 0, "deal": game.NO_DEAL, "action": UNUSUAL, "player": -1, "hand": 1, "card": game.NO_CARD,
    "face": game.FACE_UNKNOWN, "amount": game.NO_AMOUNT, "to": -1, "seq": game.NO_SEQ,
}  # fmt: skip
"""The columns that are coded here, in the order of their roles, and what stands where a cell is empty."""
ROLES: Final = {name: role for role, name in enumerate(_COLUMNS)}
_BEHIND: Final = b"\n" + bytes(16)
"""What stands behind a piece, so that the loops need not look for its end byte by byte."""
_LINE_FEED: Final = ord("\n")
_MOST_RUNS: Final = 1 << 14
_FEWEST_PLACES: Final = 1 << 12
_FEWEST_LETTERS: Final = 1 << 16


class CodedLines(NamedTuple):
    """The lines of a piece: codes by the name of the column, `session` as positions in `runs`, the names of the
    sessions as they stand there; and which lines are unusual."""

    columns: dict[str, Any]
    runs: list[str]
    unusual: Any


def stops_for(delimiter: str) -> Any:
    """Of each byte whether a cell ends there, 2 where its line does too."""
    stops = numpy.zeros(256, dtype=numpy.uint8)
    stops[[ord(delimiter), 10, 13]] = (1, 2, 2)
    return stops


def runs_of_lines(piece: bytes, delimiter: str) -> Iterator[str]:
    """The first cells of the lines of a plain piece, in their order; those of lines that follow each other and have the
    same once or a few times, not each.

    >>> set(runs_of_lines(b"s1,1,deal\\ns1,1,stake\\n,1,deal\\n", ",")) == {"s1", ""}
    True
    """
    _, name_runs, _ = compiled_loops()
    runs, counts = numpy.empty((_MOST_RUNS, 2), dtype=numpy.int64), numpy.zeros(1, dtype=numpy.int64)
    for start, text, size in _parts(piece):
        done = 0
        while done < size:
            more = name_runs(text.ctypes.data + done, size - done, stops_for(delimiter), _MOST_RUNS, runs, counts)
            runs[:, 0] += start + done
            for first, length in runs[: counts[0]].tolist():
                yield piece[first : first + length].decode("utf-8", "surrogatepass")
            done += more


def _parts(piece: bytes) -> Iterator[tuple[int, Any, int]]:
    """All lines of a piece but the last ones, where they are, and a copy of these with `_BEHIND`: where each part
    begins in the piece, its bytes, and how many of them there are to look at."""
    cut = piece.rfind(b"\n", 0, max(0, len(piece) - len(_BEHIND))) + 1
    if cut:
        yield 0, numpy.frombuffer(piece, dtype=numpy.uint8), cut
    yield cut, numpy.frombuffer(piece[cut:] + _BEHIND, dtype=numpy.uint8), len(piece) - cut


def lines_of(piece: bytes) -> int:
    """How many lines a piece has; Python counts bytes four times as slowly.

    >>> lines_of(b"s1,1\\ns1,2"), lines_of(b"s1,1\\n")
    (2, 1)
    """
    ends = int(numpy.count_nonzero(numpy.frombuffer(piece, dtype=numpy.uint8) == _LINE_FEED))
    return ends + (not piece.endswith(b"\n"))


def codes_of_each(
    number: pl.Series, player: pl.Series, to: pl.Series, people: int
) -> tuple[list[pl.Series], list[list[int]]]:
    """`player` and `to`, codes of the file below `people`, as codes within each session (see `session_loop.own_codes`);
    and who they are: pairs of a session's number and a code of the file."""
    _, _, own_codes = compiled_loops()
    own = [numpy.full(len(number), game.NOBODY, dtype=numpy.int32) for _ in range(2)]
    last, code = numpy.full(people, -1, dtype=numpy.int32), numpy.empty(people, dtype=numpy.int32)
    met = numpy.empty((2 * len(number), 2), dtype=numpy.int32)
    given = (column.to_numpy() for column in (number, player, to))
    pairs = own_codes(len(number), *given, *own, last, code, met)
    return [pl.Series(name, codes) for name, codes in zip(("player", "to"), own, strict=True)], met[:pairs].tolist()


class LineCoder:
    """Codes the lines of the pieces of one file."""

    def __init__(self, header: Header, read_person: Callable[[str], int]) -> None:
        """`read_person` gives the code of a player, below 0 where a text is none."""
        names = {position: name for name, position in header.columns.items()}
        roles = [ROLES.get(names.get(position, ""), line_loop.OTHER) for position in range(header.width)]
        self._roles = numpy.array(roles, dtype=numpy.int64)
        self._stops = stops_for(header.delimiter)
        self._read_person = read_person
        self._words_known = 0
        self._texts = _Texts()
        self._persons = numpy.array([game.NOBODY], dtype=numpy.int32)

    def coded(self, piece: bytes, words: Mapping[str, Words]) -> CodedLines:
        """The lines of a piece. `words` are those of each column."""
        known = sum(len(column.codes) for column in words.values())
        if known != self._words_known:  # they only grow
            self._words, self._words_known = _table_of(words), known
        code_lines, _, _ = compiled_loops()
        lines = lines_of(piece)
        columns = {name: numpy.full(lines, absent, dtype=kind)
                   for (name, absent), kind in zip(_COLUMNS.items(), COLUMNS, strict=True)}  # fmt: skip
        unusual, runs = numpy.zeros(lines, dtype=numpy.bool_), numpy.empty((lines + 1, 2), dtype=numpy.int64)
        counts, line = numpy.zeros(line_loop.COUNTS, dtype=numpy.int64), 0
        for start, text, size in _parts(piece):
            done = 0
            while done < size:
                counts[line_loop.TEXTS], counts[line_loop.BYTES] = self._texts.count, self._texts.bytes
                first = int(counts[line_loop.RUNS])
                more = code_lines(
                    text.ctypes.data + done, size - done, self._stops, self._roles, self._words, _NEEDED,
                    *self._texts.table, self._room(lines - line), counts, runs,
                    *(column[line:] for column in columns.values()), unusual[line:].view(numpy.uint8),
                )  # fmt: skip
                runs[first : counts[line_loop.RUNS], 0] += start + done
                self._texts.count, self._texts.bytes = int(counts[line_loop.TEXTS]), int(counts[line_loop.BYTES])
                done, line = done + more, line + int(counts[line_loop.LINES])
                if done < size:
                    self._texts.grow()
        persons = self._codes_of_persons()
        for name in ("player", "to"):
            columns[name] = persons[columns[name]]
            unusual |= columns[name] == UNUSUAL
        names = [piece[first : first + length].decode("utf-8", "surrogatepass")
                 for first, length in runs[: counts[line_loop.RUNS]].tolist()]  # fmt: skip
        return CodedLines(columns, names, unusual)

    def _room(self, lines: int) -> Any:
        """`room` of the loop."""
        places, letters = self._texts.room
        return numpy.array([lines, len(self._roles), len(self._words), places, letters], dtype=numpy.int64)

    def _codes_of_persons(self) -> Any:
        """The codes of the texts so far, and last what stands for no text. One that is no player, or blank, is unusual:
        its line may lack what its action needs."""
        known = len(self._persons) - 1
        if known < self._texts.count:
            read = [self._read_person(text) for text in self._texts.since(known)]
            new = [code if code >= 0 else UNUSUAL for code in read]
            self._persons = numpy.array([*self._persons[:-1], *new, game.NOBODY], dtype=numpy.int32)
        return self._persons


class _Texts:
    """The distinct texts of players: see `line_loop.text_at`."""

    def __init__(self) -> None:
        self.count = self.bytes = 0
        self._make(_FEWEST_PLACES, _FEWEST_LETTERS)

    def _make(self, places: int, letters: int) -> None:
        self._places = numpy.full(places, -1, dtype=numpy.int32)
        self._texts = numpy.zeros((places // 2, line_loop.TEXT), dtype=numpy.int64)
        self._letters = numpy.zeros(letters, dtype=numpy.uint8)

    @property
    def table(self) -> tuple[Any, Any, int]:
        """What the loop takes; good until it grows."""
        return self._places, self._texts, self._letters.ctypes.data

    @property
    def room(self) -> tuple[int, int]:
        """How many places and letters there are."""
        return len(self._places), len(self._letters)

    def grow(self) -> None:
        """Makes it twice as large."""
        texts, letters = self._texts, self._letters
        self._make(2 * len(self._places), 2 * len(letters))
        self._texts[: self.count] = texts[: self.count]
        self._letters[: self.bytes] = letters[: self.bytes]
        mask = len(self._places) - 1
        for number, (low, high, rest, length, _) in enumerate(texts[: self.count].tolist()):
            place = line_loop.place_of(length, low, high, rest) & mask
            while self._places[place] >= 0:
                place = (place + 1) & mask
            self._places[place] = number

    def since(self, first: int) -> list[str]:
        """The texts from a position on."""
        return [self._letters[at : at + length].tobytes().decode("utf-8", "surrogatepass")
                for length, at in self._texts[first : self.count, 3:].tolist()]  # fmt: skip


def numbers_of(text: str) -> tuple[int, int, int]:
    """The numbers that the loop makes of a text of at most 16 bytes: its length, low and high."""
    letters = text.encode("utf-8", "surrogatepass")
    low, high = numpy.frombuffer(letters.ljust(line_loop.EXACT, b"\0")[: line_loop.EXACT], dtype="<i8").tolist()
    return len(letters), low, high


def _table_of(words: Mapping[str, Words]) -> Any:
    """The words of all columns as `line_loop.word_at` has them; one whose code is below 0 is left out."""
    rows = []
    for name, column in words.items():
        for word, code in column.codes.items():
            length, low, high = numbers_of(word)
            if code >= 0 and 0 < length <= line_loop.EXACT:
                rows.append((ROLES[name] * 32 + length, low, high, code))
    places = 1 << (4 * len(rows)).bit_length()
    table = numpy.full((places, line_loop.WORD), -1, dtype=numpy.int64)
    for row in rows:
        place = line_loop.place_of(*row[:3], 0) & (places - 1)
        while table[place, 3] >= 0:
            place = (place + 1) & (places - 1)
        table[place] = row
    return table


def _needed() -> Any:
    bits = [sum(1 << ROLES[name] for name, (_, actions, _) in NEEDS.items() if action in actions)
            for action in game.ACTIONS]  # fmt: skip
    free = [line_loop.MAY_BE_BELOW_0 if action in game.MAY_BE_NEGATIVE else 0 for action in game.ACTIONS]
    return numpy.array([bit + below for bit, below in zip(bits, free, strict=True)], dtype=numpy.int64)


_NEEDED: Final = _needed()
