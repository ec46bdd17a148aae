"""What the compiled loops over lines and objects are given, and what becomes of the persons that they find.

Imported only where compiled code runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy

from pontoon_audit import game
from pontoon_audit.reading import deal_loop, json_loop, line_loop
from pontoon_audit.reading.bulk_columns import NEEDS, UNUSUAL

ABSENT: Final = {
    "session": 0, "deal": game.NO_DEAL, "action": UNUSUAL, "player": -1, "hand": 1, "card": game.NO_CARD,
    "face": game.FACE_UNKNOWN, "amount": game.NO_AMOUNT, "to": -1, "seq": game.NO_SEQ,
}  # fmt: skip
"""The columns that are coded here, in the order of their roles, and what stands where a cell is empty."""
ROLES: Final = {name: role for role, name in enumerate(ABSENT)}
_NAMES: Final = {
    json_loop.NAME: {**ROLES, "time": json_loop.TIME, "note": json_loop.NOTE},
    deal_loop.DEALS: {"deal": deal_loop.ITS_NUMBER, "banker": deal_loop.ITS_BANKER,
                      "shuffled": deal_loop.ITS_SHUFFLE, "events": deal_loop.ITS_EVENTS},
}  # fmt: skip
"""The names of fields, of events and of deals."""
BEHIND: Final = b"\n" + bytes(16)
"""What stands behind a piece, so that the loops need not look for its end byte by byte."""
_LINE_FEED: Final = ord("\n")
_FEWEST_PLACES: Final = 1 << 12
_FEWEST_LETTERS: Final = 1 << 16


def parts_of(piece: bytes) -> Iterator[tuple[int, Any, int]]:
    """All lines of a piece but the last ones, where they are, and a copy of these with `BEHIND`: where each part
    begins in the piece, its bytes, and how many of them there are to look at."""
    cut = piece.rfind(b"\n", 0, max(0, len(piece) - len(BEHIND))) + 1
    if cut:
        yield 0, numpy.frombuffer(piece, dtype=numpy.uint8), cut
    yield cut, numpy.frombuffer(piece[cut:] + BEHIND, dtype=numpy.uint8), len(piece) - cut


def lines_of(piece: bytes) -> int:
    """How many lines a piece has; Python counts bytes four times as slowly.

    >>> lines_of(b"s1,1\\ns1,2"), lines_of(b"s1,1\\n")
    (2, 1)
    """
    ends = int(numpy.count_nonzero(numpy.frombuffer(piece, dtype=numpy.uint8) == _LINE_FEED))
    return ends + (not piece.endswith(b"\n"))


class Tables:
    """The tables that a loop needs for one file: of words, and of texts of players with their codes."""

    def __init__(self, read_person: Callable[[str], int]) -> None:
        """`read_person` gives the code of a player, below 0 where a text is none."""
        self._read_person = read_person
        self._words_known = -1
        self.texts = Texts()
        self._persons = numpy.array([game.NOBODY], dtype=numpy.int32)

    def words(self, codes: Mapping[str, Mapping[str, int]]) -> Any:
        """The words of each column, and the names of fields, as `line_loop.code_of` has them."""
        known = sum(map(len, codes.values()))
        if known != self._words_known:  # they only grow
            self._words, self._words_known = _table_of(codes), known
        return self._words

    def room(self, lines: int, columns: int = 0) -> Any:
        """`room` of the loop; the words must have been asked for."""
        places, letters = self.texts.room
        return numpy.array([lines, columns, len(self._words), places, letters], dtype=numpy.int64)

    def code_all(
        self, piece: bytes, lines: int, columns: int, loop: Callable[[int, int, int, int, Any, Any, Any], int]
    ) -> list[str]:
        """Has a loop code all lines of a piece; gives the names of the runs. `loop` takes an address,
        how many bytes are there, how many stand before, and how many lines, `room`, `counts` and `runs`, and gives how
        many bytes it coded."""
        runs, counts = numpy.empty((lines + 1, 2), dtype=numpy.int64), numpy.zeros(json_loop.COUNTS, dtype=numpy.int64)
        line = 0
        for start, text, size in parts_of(piece):
            done = 0
            while done < size:
                self.begin(counts)
                first = int(counts[line_loop.RUNS])
                before, room = start + done, self.room(lines - line, columns)
                more = loop(text.ctypes.data + done, size - done, before, line, room, counts, runs)
                runs[first : counts[line_loop.RUNS], 0] += before
                self.go_on(counts)
                done, line = done + more, line + int(counts[line_loop.LINES])
                if done < size:
                    self.texts.grow()
        return [piece[first : first + length].decode("utf-8", "surrogatepass")
                 for first, length in runs[: counts[line_loop.RUNS]].tolist()]  # fmt: skip

    def begin(self, counts: Any) -> None:
        """Tells a loop how many texts there are, before it begins or goes on."""
        counts[line_loop.TEXTS], counts[line_loop.BYTES] = self.texts.count, self.texts.bytes

    def go_on(self, counts: Any) -> None:
        """Takes over how many there are now."""
        self.texts.count, self.texts.bytes = int(counts[line_loop.TEXTS]), int(counts[line_loop.BYTES])

    def persons(self) -> Any:
        """The codes of the texts so far, and last what stands for no text. One that is no player, or blank, is unusual:
        its line may lack what its action needs."""
        known = len(self._persons) - 1
        if known < self.texts.count:
            read = [self._read_person(text) for text in self.texts.since(known)]
            new = [code if code >= 0 else UNUSUAL for code in read]
            self._persons = numpy.array([*self._persons[:-1], *new, game.NOBODY], dtype=numpy.int32)
        return self._persons


class Texts:
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


def _table_of(codes: Mapping[str, Mapping[str, int]]) -> Any:
    """The words of all columns, and the names of fields, as `line_loop.code_of` has them; a word whose code is below 0
    is left out."""
    rows = []
    for name, column in codes.items():
        for word, code in column.items():
            length, low, high = numbers_of(word)
            if code >= 0 and 0 < length <= line_loop.EXACT:
                rows.append((ROLES[name] * 32 + length, low, high, code))
    for kind, names in _NAMES.items():
        rows += [(kind * 32 + len(name), *numbers_of(name)[1:], meaning) for name, meaning in names.items()]
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


NEEDED: Final = _needed()
