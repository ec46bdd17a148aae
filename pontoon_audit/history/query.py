"""Asking a history file: one read-only statement at a time, with a time limit; and the queries that come along."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import duckdb

from pontoon_audit.history.database import connect_read_only, first_line, translated
from pontoon_audit.history.errors import HistoryError

TIME_LIMIT: Final = 60.0
"""Seconds that a query may take unless told otherwise."""
MOST_ROWS: Final = 1_000_000
"""Rows that an answer may have: they are all kept in memory."""
READING: Final = frozenset({duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN})
TABLES_HINT: Final = "the tables and their columns: pontoon-audit schema database"


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The answer to a query: names of the columns, their DuckDB types, and rows of Python values.

    Money is `Decimal`, a timestamp a `datetime` with its zone; `as_text` and `as_json` write them exactly.
    """

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def run_query(
    database: str | Path, sql: str, parameters: Sequence[object] = (), *, time_limit: float | None = TIME_LIMIT
) -> QueryResult:
    """The rows of one SQL statement that only reads. `parameters` fill its question marks, `time_limit` is in seconds.

    HistoryError, with what DuckDB says and a hint, where the file cannot be read, the statement is no single query,
    cannot be run, or takes too long.
    """
    with (
        closing(connect_read_only(database)) as connection,
        translated(database, "read"),
        _explained(time_limit),
        _interrupted_after(connection, time_limit),
    ):
        _one_that_reads(connection, sql)
        connection.execute(sql, list(parameters))
        described = connection.description or []
        rows = connection.fetchmany(MOST_ROWS + 1)
    if len(rows) > MOST_ROWS:
        raise HistoryError(f"the answer has more than {MOST_ROWS:,} rows", "add a LIMIT, or ask for sums")
    return QueryResult(tuple(name for name, *_ in described), tuple(str(kind) for _, kind, *_ in described), rows)


def named_queries() -> dict[str, tuple[str, str]]:
    """The queries that come along, by name: what each answers (its first line), and its SQL."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted((files("pontoon_audit.history") / "queries").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".sql"):
            sql = file.read_text(encoding="utf-8")
            found[file.name.removesuffix(".sql")] = (sql.partition("\n")[0].removeprefix("--").strip(), sql)
    return found


def as_text(value: object) -> str:
    """A value as text: decimals as they are kept, moments in ISO 8601, nested values as JSON, null as nothing.

    >>> as_text(Decimal("2.50")), as_text(Decimal("0E+2")), as_text(None), as_text(True)
    ('2.50', '0', '', 'true')
    >>> as_text(datetime.datetime(2026, 11, 26, 19, 30, tzinfo=datetime.UTC))
    '2026-11-26T19:30:00+00:00'
    """
    plain = as_json(value)
    if plain is None:
        return ""
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def as_json(value: object) -> Any:
    """A value as JSON can hold it without loss: whole numbers and floats stay, decimals and moments become text.

    >>> as_json([Decimal("2.50"), 3, {"at": datetime.date(2026, 11, 26)}, float("nan")])
    ['2.50', 3, {'at': '2026-11-26'}, 'nan']
    """
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and value - value != 0:  # JSON has neither infinity nor NaN
        return str(value)
    if isinstance(value, dict):
        return {as_text(key): as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _one_that_reads(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    statements = connection.extract_statements(sql)
    if not statements:
        raise HistoryError("there is no query", "write one, or name one that comes along: pontoon-audit sql --db FILE")
    if len(statements) > 1:
        raise HistoryError(f"these are {len(statements)} statements", "ask one at a time")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise HistoryError("a PIVOT must name its values", "write PIVOT … ON column IN ('this', 'that') …")
    if kind not in READING:
        raise HistoryError(
            f"this is a statement of type {kind.name}, and a history file is only read here",
            "begin with SELECT or FROM",
        )


@contextmanager
def _explained(time_limit: float | None) -> Iterator[None]:
    try:
        yield
    except duckdb.InterruptException:
        raise HistoryError(f"the query took longer than {time_limit:g} seconds", "ask for less, or narrow it") from None
    except (duckdb.CatalogException, duckdb.BinderException) as error:
        raise HistoryError(first_line(error), TABLES_HINT) from None
    except duckdb.ParserException as error:
        raise HistoryError(first_line(error), "look at the spelling near that word") from None
    except duckdb.PermissionException as error:
        raise HistoryError(first_line(error), "only the tables of the history file can be read") from None
    except duckdb.OutOfMemoryException as error:
        raise HistoryError(first_line(error), "ask for less, or narrow it") from None
    except duckdb.Error as error:
        raise HistoryError(first_line(error), "look at the query") from None


@contextmanager
def _interrupted_after(connection: duckdb.DuckDBPyConnection, seconds: float | None) -> Iterator[None]:
    if seconds is None:
        yield
        return
    finished = Event()

    def watch() -> None:
        # again and again, since an interrupt that comes between two steps of DuckDB's is lost
        pause = seconds
        while not finished.wait(pause):
            connection.interrupt()
            pause = 0.05

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
