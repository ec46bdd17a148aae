"""Lines and deals of JSON as columns of codes, by the compiled loops of `json_loop` and `deal_loop`.

Imported only where compiled code runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy
import polars as pl

from pontoon_audit.reading import deal_loop, json_loop, line_loop
from pontoon_audit.reading.bulk_columns import UNUSUAL, Words, unusual_times
from pontoon_audit.reading.compiled_columns import ABSENT, BEHIND, NEEDED, ROLES, Tables, lines_of
from pontoon_audit.reading.compiling import COLUMNS, compiled_loops
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.tables import the_same

_CELLS: Final = numpy.array([*ABSENT.values(), 0, 0], dtype=numpy.int64)
"""The cells of an event before anything is known of it."""


def _stops() -> Any:
    stops = numpy.zeros(256, dtype=numpy.uint8)
    stops[list(b'"\\')] = json_loop.ENDS_TEXT
    stops[list(b",}] \t\r\n")] = json_loop.ENDS_WORD
    stops[:32] |= json_loop.ENDS_TEXT | json_loop.ENDS_WORD
    stops[ord("0") : ord("9") + 1] = json_loop.IS_DIGIT
    return stops


_STOPS: Final = _stops()
_SHORTEST: Final = len('{"action":"cut"}')
_FEWEST: Final = 1000
"""Bytes of the shortest event, and lines of which nothing is asked: what can be no events is not to take the memory of
such."""
_LARGEST: Final = 1 << 20
"""Bytes of a piece of a document that is looked at; only one with a very long deal is longer."""
_TEXTS: Final = {"time": json_loop.TIME, "note": json_loop.NOTE}
_PERSONS: Final = ("player", "to")
_NO_RUNS: Final = numpy.empty(0, dtype=numpy.int64)
"""In documents no event names its session."""


class CodedObjects(NamedTuple):
    """The lines of a piece: a table with columns of `TYPES`, `session` as positions in `runs`, the names of the
    sessions, empty where lines name none, None where it is no text, and where a line is `unusual`."""

    rows: pl.DataFrame
    runs: list[str | None]


def _words() -> dict[str, dict[str, int]]:
    """The codes of words, of those that may be written with escapes in either way."""
    codes = {name: Words(name).codes for name in ("action", "card", "face")}
    return {name: {**known, **{json.dumps(word)[1:-1]: code for word, code in known.items()}}
            for name, known in codes.items()}  # fmt: skip


def decoded(text: str) -> str | None:
    """What a text means that is written between quotation marks; None where it is no text, or no whole characters.

    >>> decoded(r"Zo\\u00eb"), decoded(r"\\q"), decoded(r"\\ud800")
    ('Zoë', None, None)
    """
    try:
        found = str(decode(f'"{text}"')) if "\\" in text else text
        found.encode()
    except (NotJson, UnicodeEncodeError):
        return None
    return found


class _Coder:
    def __init__(self, read_person: Callable[[str], int]) -> None:
        """`read_person` gives the code of a player, below 0 where a text is none."""

        def read(text: str) -> int:
            person = decoded(text)
            return read_person(person) if person else UNUSUAL

        self._tables = Tables(read)
        self._words = self._tables.words(_words())

    def _columns(self, cells: Any) -> list[pl.Series]:
        """Cells of events as columns of `TYPES`, but for texts, and `session`."""
        columns = {name: numpy.ascontiguousarray(cells[:, role], dtype=kind)
                   for (name, role), kind in zip(ROLES.items(), COLUMNS, strict=True)}  # fmt: skip
        persons = self._tables.persons()
        return [pl.Series(name, persons[column] if name in _PERSONS else column) for name, column in columns.items()]

    def _odd(self, cells: Any) -> Any:
        """Where an event names somebody by what is no id."""
        is_odd = self._tables.persons() == UNUSUAL
        return is_odd[cells[:, ROLES["player"]]] | is_odd[cells[:, ROLES["to"]]]


def _texts(name: str, piece: bytes, where: Any) -> tuple[pl.Series, Any]:
    """Times or notes, null where there is none, from where they stand in a piece; and where they are unusual."""
    if not where.any():
        return the_same(name, None, pl.String, len(where)), numpy.zeros(len(where), dtype=numpy.bool_)
    starts, lengths = (where >> json_loop.LENGTH).tolist(), (where & (1 << json_loop.LENGTH) - 1).tolist()
    texts = [decoded(piece[start : start + length].decode("utf-8", "surrogatepass")) if start else ""
             for start, length in zip(starts, lengths, strict=True)]  # fmt: skip
    found = pl.DataFrame({name: pl.Series(texts, dtype=pl.String)})
    no_text = found[name].is_null()
    found = found.select(pl.when(pl.col(name) != "").then(pl.col(name)))
    wrong = found.select(pl.any_horizontal(no_text, *unusual_times([name])).fill_null(False))
    return found.to_series(), wrong.to_series().to_numpy()


class ObjectCoder(_Coder):
    """Codes the lines of a file that hold an object each."""

    def coded(self, piece: bytes) -> CodedObjects | None:
        """The lines of a piece; None where most can be no events."""
        loop, lines = compiled_loops().code_objects, lines_of(piece)
        if lines > _FEWEST + len(piece) // _SHORTEST:
            return None
        cells, odd = numpy.tile(_CELLS, (lines, 1)), numpy.zeros(lines, dtype=numpy.bool_)

        def code(address: int, size: int, before: int, line: int, room: Any, counts: Any, runs: Any) -> int:
            return loop(
                address, size, before, _STOPS, self._words, NEEDED, *self._tables.texts.table, room, counts, runs,
                cells[line:], odd[line:].view(numpy.uint8),
            )  # fmt: skip

        runs = self._tables.code_all(piece, lines, 0, code)
        cells[odd, json_loop.TIME :] = 0  # what is left there of a line is none of its own
        texts = [_texts(name, piece, cells[:, role]) for name, role in _TEXTS.items()]
        odd = numpy.logical_or.reduce([odd, self._odd(cells), *(wrong for _, wrong in texts)])
        columns = [*self._columns(cells), *(text for text, _ in texts), pl.Series("unusual", odd)]
        return CodedObjects(pl.DataFrame(columns), list(map(decoded, runs)))


class DealCoder(_Coder):
    """Codes deals of a document until a table is asked for."""

    def __init__(self, read_person: Callable[[str], int]) -> None:
        super().__init__(read_person)
        self._begin()

    def _begin(self) -> None:
        self._cells: list[Any] = []
        self._texts: dict[str, list[pl.Series]] = {name: [] for name in _TEXTS}
        self.events = 0
        """How many events it holds."""

    def take(self, text: str) -> list[tuple[int, int, int]] | None:
        """Takes in deals with commas between them; gives of each its number, how many events it has, and how many of
        these it says by fields of its own. None where anything is unusual; then nothing was taken in."""
        try:
            piece = text.encode()
        except UnicodeEncodeError:  # halves of characters
            return None
        if len(piece) > _LARGEST:
            return None
        deals, cells = self._coded(piece)
        cells = cells[cells[:, line_loop.ACTION] != deal_loop.NO_EVENT]
        texts = {name: _texts(name, piece, cells[:, role]) for name, role in _TEXTS.items()}
        if not len(deals) or self._odd(cells).any() or any(wrong.any() for _, wrong in texts.values()):
            return None
        self._cells.append(cells)
        for name, (column, _) in texts.items():
            self._texts[name].append(column)
        self.events += len(cells)
        own = deals[:, 1] + deals[:, 2]
        return list(zip(deals[:, 0].tolist(), (deals[:, 3] + own).tolist(), own.tolist(), strict=True))

    def _coded(self, piece: bytes) -> tuple[Any, Any]:
        """The numbers of each deal, and the cells of their events; none of either where anything is unusual."""
        letters, tables = numpy.frombuffer(piece + BEHIND, dtype=numpy.uint8), self._tables
        objects = min(int(numpy.count_nonzero(letters == ord("{"))), 1 + len(piece) // len('{"events":[]}'))
        rows = objects + 2 * piece.count(b'"events"')
        cells = numpy.tile(_CELLS, (rows, 1))
        most = objects + 1  # behind a last comma one more is begun
        deals = numpy.empty((most, deal_loop.OF_DEAL), dtype=numpy.int64)
        counts = numpy.zeros(json_loop.COUNTS, dtype=numpy.int64)
        while True:
            tables.begin(counts)
            found = compiled_loops().code_deals(
                letters.ctypes.data, len(piece), _STOPS, self._words, NEEDED, *tables.texts.table, tables.room(rows),
                counts, _NO_RUNS, cells, deals,
            )  # fmt: skip
            tables.go_on(counts)
            if found != deal_loop.FULL:
                return deals[: max(0, found)], cells[: counts[line_loop.LINES] if found >= 0 else 0]
            tables.texts.grow()
            cells[:] = _CELLS

    def table(self) -> pl.DataFrame:
        """The events so far as columns of `TYPES`. The coder is empty afterwards."""
        columns = self._columns(numpy.concatenate(self._cells))
        table = pl.DataFrame([*columns, *(pl.concat(texts) for texts in self._texts.values())])
        self._begin()
        return table.drop("session")
