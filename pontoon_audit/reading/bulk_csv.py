"""Large plain chunks of an event CSV, column by column instead of row by row.

Nothing is judged here a second time: each distinct text of a column goes once through the same reader that single rows
use, and every row in which anything is unusual is read again as a single row. So both ways give the same events and the
same words. A chunk is plain when it holds no quote; then a row is a line.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

import polars as pl

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.builder import SessionBuilder, as_it_stood
from pontoon_audit.reading.csv_header import Header
from pontoon_audit.reading.csv_rows import Row
from pontoon_audit.reading.event_csv import RowReader
from pontoon_audit.reading.fields import Fault
from pontoon_audit.reading.gather import Gatherer, readable_session
from pontoon_audit.reading.records import Cells
from pontoon_audit.session import EVENT

UNUSUAL: Final = -(1 << 63) + 1
"""Stands where a cell is not what its column's reader takes: the row is then read again on its own."""
_ABSENT: Final = {
    "action": UNUSUAL, "deal": game.NO_DEAL, "hand": 1, "card": game.NO_CARD, "face": game.FACE_UNKNOWN,
    "amount": game.NO_AMOUNT, "player": game.NOBODY, "to": game.NOBODY,
}  # fmt: skip
_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "action": fields.action, "deal": fields.deal_in_text, "hand": fields.hand_in_text, "card": fields.card,
    "face": fields.face, "amount": fields.amount,
}  # fmt: skip
_USUAL_TIME: Final = (
    r"^[12][0-9]{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30))"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$"
)


class NotPlain(Exception):
    """The chunk is not a row a line after all; it is to be read row by row."""


def last_lines_of(chunk: tuple[int, str], header: Header, current: str) -> tuple[dict[str, int], str]:
    """The last line of each session in a chunk, rows that name none counted to the one before, and the last one.

    Raises `NotPlain`.
    """
    sessions = _filled(_sessions(_table(chunk[1], header, ["session"])["session"]), current)
    ends = sessions.to_frame("session").with_row_index("row").group_by("session").agg(pl.col("row").last())
    return {session: chunk[0] + row for session, row in ends.sort("row").iter_rows()}, sessions[-1]


def add_chunk(chunk: tuple[int, str], reader: RowReader, gatherer: Gatherer) -> int:
    """Adds the events of a chunk of rows to the sessions that they belong to; gives the number of its last line.

    Raises `NotPlain`, and has added nothing then.
    """
    first_line, text = chunk
    lines = pl.Series([text.removesuffix("\n")]).str.split("\n").explode()
    cells = _table(text, reader.header, list(reader.header.columns))
    people: dict[str, int] = {}
    events = pl.DataFrame([_coded(name, cells, people) for name in _ABSENT])
    events = events.with_columns(_seq(cells), *(_text(name, cells) for name in ("time", "note")))
    sessions = _sessions(cells["session"]) if "session" in cells.columns else None
    unusual = _unusual(events, lines, reader.header)
    if sessions is not None:
        unusual |= sessions.is_null()
        events = events.with_columns(_filled(sessions, gatherer.current).alias("session"))
    else:
        events = events.with_columns(pl.lit(gatherer.current).alias("session"))
    again = _read_again(unusual.arg_true(), lines, first_line, reader)
    for read in again.values():
        for person in (read.player, read.to) if read is not None else ():
            if person is not None:
                people.setdefault(person, len(people))
    events = events.with_row_index("row")
    last = events["session"][-1]
    blank = [row for row, read in again.items() if read is None]
    if blank:
        events = events.filter(~pl.col("row").is_in(blank))
    for group in events.partition_by("session", maintain_order=True):
        _extend(gatherer.builder(group["session"][0]), group, people, again, lines, first_line)
    gatherer.current = last
    return first_line + len(lines) - 1


def _table(chunk: str, header: Header, names: list[str]) -> pl.DataFrame:
    """Some columns of a chunk as text, a row a line, null where a cell is empty or not there. Raises `NotPlain`."""
    # A first line of the header's width makes polars expect that many cells, whatever the first row has.
    text = header.delimiter * (header.width - 1) + "\n" + chunk
    frame = pl.scan_csv(
        text.encode(),
        has_header=False,
        separator=header.delimiter,
        quote_char=None,
        schema={str(position): pl.String for position in range(header.width)},
        truncate_ragged_lines=True,
    )
    columns = [pl.col(str(header.columns[name])).alias(name) for name in names]
    try:
        table = frame.select(columns).collect()[1:]
    except pl.exceptions.PolarsError as error:
        raise NotPlain from error
    if table.height != chunk.count("\n") + (not chunk.endswith("\n")):
        raise NotPlain
    return table


def _sessions(cells: pl.Series) -> pl.Series:
    """The session that each row names; null where it names none that can be read."""
    distinct = cells.unique().to_list()
    read = [None if cell is None else readable_session(cell.strip(" \t")) for cell in distinct]
    return cells.replace_strict(distinct, pl.Series(read, dtype=pl.String), return_dtype=pl.String)


def _filled(sessions: pl.Series, current: str) -> pl.Series:
    """The session of each row; rows that name none belong to that of the row before, the first ones to `current`."""
    return sessions.fill_null(strategy="forward").fill_null(current)


def _coded(name: str, cells: pl.DataFrame, people: dict[str, int]) -> pl.Series:
    """A column as whole numbers, `UNUSUAL` where its reader refuses a cell. People get the codes of `people`."""
    if name not in cells.columns:
        return pl.repeat(_ABSENT[name], cells.height, dtype=pl.Int64, eager=True).alias(name)

    def code(text: str | None) -> int:
        text = (text or "").strip(" \t")
        if not text:
            return _ABSENT[name]
        try:
            if name in _READERS:
                return int(_READERS[name](text))
            return people.setdefault(fields.plain_id(text), len(people))
        except Fault:
            return UNUSUAL

    distinct = cells[name].unique(maintain_order=True).to_list()
    codes = pl.Series([code(text) for text in distinct], dtype=pl.Int64)
    return cells[name].replace_strict(distinct, codes, return_dtype=pl.Int64).alias(name)


def _seq(cells: pl.DataFrame) -> pl.Series:
    """The column `seq`, null where there is none: its cells mostly differ, so it is read without looking at each."""
    if "seq" not in cells.columns:
        return pl.repeat(None, cells.height, dtype=pl.Int64, eager=True).alias("seq")
    written = pl.col("seq")
    number = written.cast(pl.Int64, strict=False)
    usual = (number.cast(pl.String) == written) & number.abs().lt(10**fields.SEQ_DIGITS)
    return cells.select(
        pl.when(written.is_null()).then(None).when(usual.fill_null(False)).then(number).otherwise(UNUSUAL).alias("seq")
    )["seq"]


def _text(name: str, cells: pl.DataFrame) -> pl.Series:
    if name not in cells.columns:
        return pl.repeat(None, cells.height, dtype=pl.String, eager=True).alias(name)
    stripped = pl.col(name).str.strip_chars(" \t")
    return cells.select(pl.when(stripped != "").then(stripped).alias(name)).to_series()


def _unusual(events: pl.DataFrame, lines: pl.Series, header: Header) -> pl.Series:
    """True for each row that must be read on its own: a cell that is none, one that is missing, one too many."""
    action, amount = pl.col("action"), pl.col("amount")
    needs = (
        (game.NEEDS_DEAL, pl.col("deal") == game.NO_DEAL),
        (game.NEEDS_PLAYER, pl.col("player") == game.NOBODY),
        (game.NEEDS_CARD, pl.col("card") == game.NO_CARD),
        (game.NEEDS_AMOUNT, amount == game.NO_AMOUNT),
        (frozenset({"sell_bank"}), pl.col("to") == game.NOBODY),
        (frozenset(game.ACTIONS) - game.MAY_BE_NEGATIVE, (amount < 0) & (amount != game.NO_AMOUNT)),
    )
    checks = [pl.col(name) == UNUSUAL for name in (*_ABSENT, "seq")]
    checks += [action.is_in([game.ACTION_CODES[name] for name in names]) & missing for names, missing in needs]
    checks.append(pl.col("time").str.contains(_USUAL_TIME).not_())
    too_long = lines.str.count_matches(header.delimiter, literal=True) >= header.width
    return events.select(pl.any_horizontal(*checks, pl.lit(too_long)).fill_null(False)).to_series()


def _read_again(rows: pl.Series, lines: pl.Series, first_line: int, reader: RowReader) -> dict[int, Cells | None]:
    """The cells of single rows, by their position in the chunk; None for a blank one."""
    again: dict[int, Cells | None] = {}
    for row, line in zip(rows.to_list(), lines.gather(rows).to_list(), strict=True):
        text = line.removesuffix("\r")
        again[row] = reader.read(Row(first_line + row, text.split(reader.header.delimiter), text))
    return again


def _extend(
    builder: SessionBuilder,
    group: pl.DataFrame,
    people: dict[str, int],
    again: dict[int, Cells | None],
    lines: pl.Series,
    first_line: int,
) -> None:
    """Appends the rows of one session to its events."""
    events, start = builder.events, len(builder.events)
    columns = {name: group[name].to_list() for name in (*_ABSENT, "seq", "time", "note")}
    rows = group["row"].to_list()
    for position, row in enumerate(rows) if again else ():
        read = again.get(row)
        if read is None:
            continue
        for name, column in columns.items():
            value = getattr(read, name)
            column[position] = people.get(value, game.NOBODY) if name in ("player", "to") else value
        if read.fault is not None:
            events.fault[start + position] = read.fault
            events.record[start + position] = as_it_stood(lines[row].removesuffix("\r"))
    _name_people(builder, columns, list(people))
    for name, column in columns.items():
        getattr(events, name).extend(column)
    events.line.extend(first_line + row for row in rows)
    for constant, value in ((events.block, -1), (events.kind, EVENT), (events.item, -1)):
        constant.extend([value] * len(rows))


def _name_people(builder: SessionBuilder, columns: dict[str, list[Any]], names: list[str]) -> None:
    """Turns the chunk's codes of people into the session's, which count in the order of first mention."""
    players, buyers = columns["player"], columns["to"]
    only_players = all(code == game.NOBODY for code in buyers)
    mentions = dict.fromkeys(players if only_players else chain.from_iterable(zip(players, buyers, strict=True)))
    codes = {code: game.NOBODY if code == game.NOBODY else builder.code(names[code]) for code in mentions}
    columns["player"] = [codes[code] for code in players]
    if not only_players:
        columns["to"] = [codes[code] for code in buyers]
