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
from pontoon_audit.reading.bulk_columns import UNUSUAL, Words
from pontoon_audit.reading.compiled_columns import ABSENT, NEEDED, ROLES, Tables, lines_of, parts_of
from pontoon_audit.reading.compiling import COLUMNS, compiled_loops
from pontoon_audit.reading.csv_header import Header

_MOST_RUNS: Final = 1 << 14


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
    name_runs = compiled_loops().name_runs
    runs, counts = numpy.empty((_MOST_RUNS, 2), dtype=numpy.int64), numpy.zeros(1, dtype=numpy.int64)
    for start, text, size in parts_of(piece):
        done = 0
        while done < size:
            more = name_runs(text.ctypes.data + done, size - done, stops_for(delimiter), _MOST_RUNS, runs, counts)
            runs[:, 0] += start + done
            for first, length in runs[: counts[0]].tolist():
                yield piece[first : first + length].decode("utf-8", "surrogatepass")
            done += more


def codes_of_each(
    number: pl.Series, player: pl.Series, to: pl.Series, people: int
) -> tuple[list[pl.Series], list[list[int]]]:
    """`player` and `to`, codes of the file below `people`, as codes within each session (see `session_loop.own_codes`);
    and who they are: pairs of a session's number and a code of the file."""
    own_codes = compiled_loops().own_codes
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
        self._tables = Tables(read_person)

    def coded(self, piece: bytes, words: Mapping[str, Words]) -> CodedLines:
        """The lines of a piece. `words` are those of each column."""
        tables = self._tables
        known = tables.words({name: column.codes for name, column in words.items()})
        loop = compiled_loops().code_lines
        lines = lines_of(piece)
        columns = {name: numpy.full(lines, absent, dtype=kind)
                   for (name, absent), kind in zip(ABSENT.items(), COLUMNS, strict=True)}  # fmt: skip
        unusual = numpy.zeros(lines, dtype=numpy.bool_)

        def code_lines(address: int, size: int, _: int, line: int, room: Any, counts: Any, runs: Any) -> int:
            return loop(
                address, size, self._stops, self._roles, known, NEEDED, *tables.texts.table, room, counts, runs,
                *(column[line:] for column in columns.values()), unusual[line:].view(numpy.uint8),
            )  # fmt: skip

        names = tables.code_all(piece, lines, len(self._roles), code_lines)
        persons = tables.persons()
        for name in ("player", "to"):
            columns[name] = persons[columns[name]]
            unusual |= columns[name] == UNUSUAL
        return CodedLines(columns, names, unusual)
