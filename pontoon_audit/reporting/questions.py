"""Asking a history file for what a page shows: the queries are in `queries/`, their first lines say what for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import duckdb

from pontoon_audit.history import connect_read_only
from pontoon_audit.settling.kitties import kitty_ends

MOST_DEALS: Final = 300
"""Deals of a session up to which its page lists all; beyond that only those that have a page."""
MOST_POINTS: Final = 100
"""Points of a line in a chart, about as many as can be told apart."""
FEW_POINTS: Final = 25
"""The same where there is no drawing, only the table that goes with it."""
MOST_DRAWN: Final = 20
"""Sessions, and players, whose pages have a chart: it takes longer to draw than all else on the page."""
AT_ONCE: Final = 5000
"""Deals that are read together: enough to be quick, few enough to be kept in memory."""

BySession = Mapping[str, list[dict[str, Any]]]


class Questions:
    """An open history file and the named queries of this room. Money comes as `Decimal`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def rows(self, name: str, **values: object) -> list[dict[str, Any]]:
        """The answer to a query of one or more statements; those of `values` that a statement names are given to it."""
        answer: list[tuple[Any, ...]] = []
        for statement in self._connection.extract_statements(_sql(name)):
            named = {parameter: values[parameter] for parameter in statement.named_parameters}
            answer = self._connection.execute(statement, named).fetchall()
        columns = [column for column, *_ in self._connection.description or []]
        return [dict(zip(columns, row, strict=True)) for row in answer]

    def by_session(self, name: str, **values: object) -> BySession:
        """The answer to a query, its rows in lists by session."""
        found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.rows(name, **values):
            found[row["session"]].append(row)
        return found


@contextmanager
def asking(database: Path) -> Iterator[Questions]:
    """The questions of a history file, with what is known of its kitties in the table `kitty_ends`. HistoryError where
    it cannot be read."""
    with closing(connect_read_only(database)) as connection:
        connection.execute(f"CREATE TEMP TABLE kitty_ends AS {kitty_ends()}")
        yield Questions(connection)


def together(sessions: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    """Which sessions are to be read together. `sessions` are ids with their deals.

    >>> list(together([("a", 100), ("b", 4950), ("c", 10), ("d", 1)]))
    [['a'], ['b', 'c', 'd']]
    """
    chosen: list[str] = []
    deals = 0
    for session, count in sessions:
        deals += max(count, 1)
        if chosen and deals > AT_ONCE:
            yield chosen
            chosen, deals = [], max(count, 1)
        chosen.append(session)
    if chosen:
        yield chosen


@cache
def _sql(name: str) -> str:
    return (files("pontoon_audit.reporting") / "queries" / f"{name}.sql").read_text(encoding="utf-8")
