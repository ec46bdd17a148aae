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

MOST_DEALS: Final = 300
"""Deals of a session up to which its page lists all; beyond that only those that have a page."""
MOST_POINTS: Final = 100
"""Points of a line in a chart, about as many as can be told apart."""
AT_ONCE: Final = 2000
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
    """The questions of a history file. HistoryError where it cannot be read."""
    with closing(connect_read_only(database)) as connection:
        yield Questions(connection)


def ranges(sessions: Sequence[tuple[str, int]]) -> Iterator[tuple[str, str, int]]:
    """Neighbours to be read together: first and last id, and how many. `sessions` are ids, in order, with their deals.

    >>> list(ranges([("a", 100), ("b", 1950), ("c", 10), ("d", 1)]))
    [('a', 'a', 1), ('b', 'd', 3)]
    """
    left = iter(sessions)
    following = next(left, None)
    while following is not None:
        first, deals = following
        last, count = first, 1
        for following in left:
            deals += max(following[1], 1)
            if deals > AT_ONCE:
                break
            last, count = following[0], count + 1
        else:
            following = None
        yield first, last, count


@cache
def _sql(name: str) -> str:
    return (files("pontoon_audit.reporting") / "queries" / f"{name}.sql").read_text(encoding="utf-8")
