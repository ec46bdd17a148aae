"""Putting polars frames into DuckDB tables, without pyarrow and without any change to money."""

from __future__ import annotations

from typing import Final

import duckdb
import polars as pl

NAME: Final = "pontoon_rows"
ROW_GROUP = 122_880
"""Rows of a table that DuckDB keeps and compresses together."""


class ArrowCapsule:
    """A frame as DuckDB takes it without pyarrow: nothing but the stream of the Arrow C interface."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)

    def let_go(self) -> None:
        """Hold the frame no longer. DuckDB keeps what was once registered until the transaction ends."""
        self._frame = self._frame.clear()


class Waiting:
    """Rows on their way into tables, held until they fill a group of rows, which DuckDB compresses as it comes.

    Fewer are written twice: uncompressed when they are committed, compressed later. And each statement costs 2 ms
    beside its rows.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, columns: dict[str, list[tuple[str, str]]]) -> None:
        """`columns`: names and types of the columns of each table."""
        self._connection = connection
        self._columns = columns
        self._frames: dict[str, list[pl.DataFrame]] = {}

    def add(self, table: str, frame: pl.DataFrame) -> None:
        """Put in rows that fill groups, with those that wait, and let the others wait; `frame` is as `put` takes it."""
        rows = frame.select(name for name, _ in self._columns[table])
        held = sum(waiting.height for waiting in self._frames.get(table, []))
        full = (held + rows.height) // ROW_GROUP * ROW_GROUP
        if full:
            self._frames.setdefault(table, []).append(rows.head(full - held))
            rows = rows.slice(full - held)
            self.put_in(table)
        if rows.height:
            # a copy, since its columns may be parts of the memory of a whole batch, which would be kept with them
            self._frames.setdefault(table, []).append(rows.select(pl.all().gather(pl.int_range(pl.len()))))

    def put_in(self, *tables: str) -> None:
        """Put in all that waits for some tables, or for all tables where none is named."""
        for table in tables or tuple(self._frames):
            frames = self._frames.pop(table, [])
            if frames:
                put(self._connection, table, self._columns[table], pl.concat(frames))


def put(connection: duckdb.DuckDBPyConnection, table: str, columns: list[tuple[str, str]], frame: pl.DataFrame) -> None:
    """Append a frame to a table. `columns` are the table's names and types; the frame must have each of them.

    Columns of the frame that the table does not have are left out. Money must be Decimal with two decimals already:
    TypeError otherwise, since both libraries would round in silence.
    """
    if frame.height:
        names = ", ".join(f'"{name}"' for name, _ in columns)
        run(connection, f"INSERT INTO {table} ({names}) SELECT {names} FROM {NAME}", _fitting(table, columns, frame))


def run(connection: duckdb.DuckDBPyConnection, sql: str, frame: pl.DataFrame) -> None:
    """Run a statement that reads the frame under the name of `NAME`."""
    rows = ArrowCapsule(frame)
    connection.register(NAME, rows)
    try:
        connection.execute(sql).fetchall()
        connection.unregister(NAME)
    finally:
        rows.let_go()


def _fitting(table: str, columns: list[tuple[str, str]], frame: pl.DataFrame) -> pl.DataFrame:
    chosen = frame.select(name for name, _ in columns)
    for name, kind in columns:
        dtype = chosen.schema[name]
        money = isinstance(dtype, pl.Decimal) and dtype.scale == 2
        if kind.startswith("DECIMAL") and not money and dtype != pl.Null:
            raise TypeError(f"{table}.{name} must be money with two decimals, not {dtype}")
    # a column that is null throughout may have no type of its own, which DuckDB does not take
    return chosen.with_columns(pl.col(name).cast(pl.String) for name, t in chosen.schema.items() if t == pl.Null)
