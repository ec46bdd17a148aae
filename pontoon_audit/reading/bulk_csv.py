"""Large plain pieces of an event CSV as tables of rows.

Nothing is judged here a second time: every row in which anything is unusual is read again as a single row. So both ways
give the same events and the same words. A row of a plain piece is a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl

from pontoon_audit.reading.bulk_columns import TEXTS, Coder, unusual_times
from pontoon_audit.reading.bulk_sessions import TYPES, BulkSessions
from pontoon_audit.reading.csv_header import Header
from pontoon_audit.reading.csv_rows import Row
from pontoon_audit.reading.event_csv import NotPlain, RowReader, is_plain
from pontoon_audit.reading.gather import readable_session
from pontoon_audit.reading.records import Cells
from pontoon_audit.reading.session_runs import runs_of
from pontoon_audit.tables import the_same, these_of, with_these

if TYPE_CHECKING:
    from pontoon_audit.reading.compiled_csv import LineCoder

_SAMPLE: Final = 1000
"""Unusual rows of a piece that are looked at for other spellings of words."""
_STEP: Final = 1 << 16


def scan(
    piece: bytes, header: Header, *, truncate: bool = False, types: Mapping[str, Any] | None = None
) -> pl.LazyFrame:
    """The cells of a piece, a row a line, null where a cell is empty or not there: as text, or of the `types` that
    columns are said to have."""
    names = [str(position) for position in range(header.width)]
    delimiter = header.delimiter.encode()
    plain = piece.count(delimiter, 0, piece.find(b"\n")) == header.width - 1
    # Where the first row has fewer cells polars expects no more of the others; a line of names tells it better.
    return pl.scan_csv(
        piece if plain else delimiter.join(name.encode() for name in names) + b"\n" + piece,
        has_header=not plain,
        separator=header.delimiter,
        quote_char=None,
        schema=dict.fromkeys(names, pl.String)
        | {str(header.columns[name]): dtype for name, dtype in (types or {}).items()},
        truncate_ragged_lines=truncate,
    )


def cell_of(name: str, header: Header) -> pl.Expr:
    """A column of `scan` by the name that the file's header gives it."""
    return pl.col(str(header.columns[name]))


def sessions_of(piece: bytes, header: Header, current: str, *, fast: bool = False) -> tuple[dict[str, None], str]:
    """The sessions of a piece, rows that name none counted to the one before, and the last one. Raises `NotPlain`."""
    found: dict[str, None] = {}
    for cell in _session_cells(piece, header, fast):
        current = _session(cell) or current
        found[current] = None
    return found, current


def _session_cells(piece: bytes, header: Header, fast: bool) -> Iterator[str | None]:
    """The cells that name the sessions of a piece, once for many rows that follow each other. Raises `NotPlain`."""
    told = 0
    if header.columns["session"] == 0:
        if fast:
            from pontoon_audit.reading.compiled_csv import runs_of_lines

            yield from runs_of_lines(piece, header.delimiter)
            return
        runs, told = runs_of(piece, header.delimiter.encode())
        yield from runs
    if told == len(piece):
        return
    try:
        cells = scan(piece[told:], header, truncate=True).select(cell_of("session", header)).collect().to_series()
    except pl.exceptions.PolarsError as error:
        raise NotPlain from error
    yield from cells.rle().struct.field("value").to_list()


def _session(cell: str | None) -> str | None:
    """The session that a cell names; None where it names none that can be read."""
    return None if cell is None else readable_session(cell.strip(" \t"))


class _Told(NamedTuple):
    """A piece as columns: `rows` has those of `TYPES` and where a row is `unusual`; `run` counts the runs of rows that
    name the same session, which stands in `named`, None where none can be read. No runs where no column names any."""

    rows: pl.DataFrame
    named: list[str | None]
    run: pl.Series | None


class BulkReader:
    """Reads pieces of one file into the sessions that they belong to."""

    def __init__(self, reader: RowReader, sessions: BulkSessions, *, fast: bool = False) -> None:
        """`fast` codes lines with a compiled loop, for which numba must be installed. The events are the same."""
        self._reader = reader
        self._sessions = sessions
        self._coder = Coder(reader.header.columns, sessions.people, blanks=" \t")
        self._lines: LineCoder | None = None
        if fast:
            from pontoon_audit.reading.compiled_csv import LineCoder

            self._lines = LineCoder(reader.header, self._coder.person)
            self._texts = Coder([name for name in self._coder.names if name in TEXTS], {}, blanks=" \t")

    def add(self, first_line: int, piece: bytes) -> int:
        """Adds the events of a piece and gives the number of its lines. Raises `NotPlain`; nothing was added then."""
        if not is_plain(piece):
            raise NotPlain
        rows, positions, lines = self._coded(piece)
        height = rows.height
        line = pl.int_range(first_line, first_line + height, dtype=pl.Int64, eager=True).alias("line")
        rows = with_these(rows, [line])
        again = self._read_again(first_line, positions, lines)
        if again:
            rows = self._with_rows(rows, positions, again)
        blank = [position for position, cells in zip(positions, again, strict=True) if cells is None]
        if blank:
            rows = rows.filter(~pl.int_range(pl.len()).is_in(blank))
        faults = {
            first_line + position: (cells.fault, line)
            for position, cells, line in zip(positions, again, lines, strict=True)
            if cells is not None and cells.fault is not None
        }
        self._sessions.add(rows, faults)
        return height

    def add_rows(self, rows: Iterable[Row]) -> None:
        """Adds rows one by one."""
        read = [(row, cells) for row in rows if (cells := self._reader.read(row)) is not None]
        codes = [self._sessions.code_of(cells.session) for _, cells in read]
        columns = (
            pl.Series("session", codes, dtype=pl.Int32),
            pl.Series("line", [row.line for row, _ in read], pl.Int64),
        )
        faults = {row.line: (cells.fault, row.text) for row, cells in read if cells.fault is not None}
        self._sessions.add(self._sessions.rows([cells for _, cells in read]).with_columns(columns), faults)

    def _coded(self, piece: bytes) -> tuple[pl.DataFrame, list[int], list[str]]:
        """The rows of a piece, which of them are unusual, and the lines of those."""
        while True:
            told = self._by_columns(piece) if self._lines is None else self._by_lines(piece, self._lines)
            unusual = told.rows["unusual"]
            if None in told.named and told.run is not None:
                unusual |= pl.Series([session is None for session in told.named]).gather(told.run)
            positions = unusual.arg_true().to_list()
            lines = lines_at(piece, positions)
            if len(lines) < _SAMPLE or not self._learn(lines[:_SAMPLE]):
                rows = these_of(told.rows, TYPES)
                return with_these(rows, [self._session_codes(told)]), positions, lines

    def _by_columns(self, piece: bytes) -> _Told:
        """A piece as polars reads it. Raises `NotPlain`."""
        cells = self._typed(piece)
        if cells is None:
            cells = _cells(piece, self._reader.header, self._coder.wanted(self._cell_of))
        rows = self._coder.coded(cells)
        if "session" not in cells.columns:
            return _Told(rows, [], None)
        named = cells["session"]
        return _Told(rows, [_session(cell) for cell in named.rle().struct.field("value")], named.rle_id())

    def _by_lines(self, piece: bytes, coder: LineCoder) -> _Told:
        """The same by the compiled loop; texts are read by polars all the same. Raises `NotPlain`."""
        coded = coder.coded(piece, self._coder.words)
        unusual = pl.Series("unusual", coded.unusual)
        rows = pl.DataFrame([pl.Series(name, coded.columns[name]) for name in TYPES if name in coded.columns])
        none = [the_same(name, None, pl.String, rows.height) for name in TEXTS if name not in self._texts.names]
        if self._texts.names:
            texts = _cells(piece, self._reader.header, self._texts.wanted(self._cell_of))
            rows = with_these(rows, texts.get_columns())
            odd = pl.any_horizontal("unusual", unusual, *unusual_times(self._texts.names))
            unusual = rows.select(odd.fill_null(False)).to_series()
        rows = these_of(with_these(rows, [*none, unusual]), [*TYPES, "unusual"])
        if "session" not in self._reader.header.columns:
            return _Told(rows, [], None)
        return _Told(rows, [_session(cell) for cell in coded.runs], pl.Series("session", coded.columns["session"]))

    def _typed(self, piece: bytes) -> pl.DataFrame | None:
        """What is wanted of each row, where all cells are of the types of their columns, which polars reads faster than
        texts; None for others. It takes a plus sign for a part of a number."""
        if b"+" in piece:
            return None
        try:
            cells = scan(piece, self._reader.header, types=self._coder.types())
            found = cells.select(self._coder.wanted(self._cell_of, typed=True)).collect()
        except pl.exceptions.PolarsError:
            return None
        return found if found.height == _lines_of(piece) else None

    def _cell_of(self, name: str) -> pl.Expr:
        return cell_of(name, self._reader.header)

    def _learn(self, lines: Iterable[str]) -> bool:
        """Looks for other spellings of words in some lines; gives whether there were any."""
        header = self._reader.header
        rows = [line.split(header.delimiter) for line in lines]
        learnt = False
        for name, words in self._coder.words.items():
            position = header.columns.get(name, header.width)
            learnt |= words.learn({row[position] for row in rows if position < len(row)})
        return learnt

    def _session_codes(self, told: _Told) -> pl.Series:
        """The session of each row, that of the row before where it names none."""
        code = self._sessions.code_of
        if told.run is None:
            return the_same("session", code(None), pl.Int32, told.rows.height)
        return pl.Series("session", [code(session) for session in told.named], dtype=pl.Int32).gather(told.run)

    def _read_again(self, first_line: int, positions: Sequence[int], lines: Sequence[str]) -> list[Cells | None]:
        """The cells of single rows; None for a blank one."""
        delimiter = self._reader.header.delimiter
        return [
            self._reader.read(Row(first_line + position, line.split(delimiter), line))
            for position, line in zip(positions, lines, strict=True)
        ]

    def _with_rows(self, rows: pl.DataFrame, positions: Sequence[int], again: Sequence[Cells | None]) -> pl.DataFrame:
        """The rows with those put in their place that were read again."""
        read = self._sessions.rows([Cells() if cells is None else cells for cells in again])
        places = pl.Series(positions, dtype=pl.UInt32)
        return rows.with_columns(rows[name].scatter(places, read[name]) for name in TYPES)


def lines_at(piece: bytes, positions: Sequence[int]) -> list[str]:
    """The lines at ascending positions of a piece, without their ends; those between are counted, not looked at."""
    found: list[str] = []
    start = line = 0
    while len(found) < len(positions):
        end = piece.find(b"\n", start + _STEP) + 1 or len(piece)
        count = piece.count(b"\n", start, end) + (end == len(piece) and not piece.endswith(b"\n"))
        if positions[len(found)] < line + count:
            lines = piece[start:end].split(b"\n")
            while len(found) < len(positions) and positions[len(found)] < line + count:
                found.append(lines[positions[len(found)] - line].decode("utf-8", "surrogatepass").removesuffix("\r"))
        start, line = end, line + count
    return found


def _cells(piece: bytes, header: Header, wanted: list[pl.Expr]) -> pl.DataFrame:
    """What is wanted of each row, a row a line. Raises `NotPlain`."""
    try:
        cells = scan(piece, header).select(wanted).collect()
    except pl.exceptions.PolarsError:  # a row has more cells than the header, probably
        cells = _cells_of_long_rows(piece, header, wanted)
    if cells.height != _lines_of(piece):
        raise NotPlain
    return cells


def _lines_of(piece: bytes) -> int:
    return piece.count(b"\n") + (not piece.endswith(b"\n"))


def _cells_of_long_rows(piece: bytes, header: Header, wanted: list[pl.Expr]) -> pl.DataFrame:
    """The same where some rows have too many cells: those are unusual."""
    try:
        cells = scan(piece, header, truncate=True).select(wanted).collect()
        lines = pl.Series([piece.removesuffix(b"\n").decode()]).str.split("\n").explode()
    except (pl.exceptions.PolarsError, UnicodeDecodeError) as error:
        raise NotPlain from error
    if len(lines) != cells.height:
        raise NotPlain
    too_long = lines.str.count_matches(header.delimiter, literal=True) >= header.width
    return cells.with_columns(pl.col("unusual") | too_long)
