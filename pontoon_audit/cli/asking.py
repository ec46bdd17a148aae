"""What `sql` does: named queries, and the rows of one query in four forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pontoon_audit.cli.talk import existing_database, product, refuse
from pontoon_audit.history import HistoryError, QueryResult, as_json, as_text, named_queries, run_query
from pontoon_audit.output import csv
from pontoon_audit.output.selection import nearest
from pontoon_audit.output.words import count, harmless


def named() -> None:
    """List the queries that come along, each with what it answers."""
    queries = named_queries()
    width = max(map(len, queries))
    product(f"{name.ljust(width)}  {answers}\n" for name, (answers, _) in queries.items())


def ask(database: Path, query: str, form: str) -> None:
    """Run `query`, SQL or the name of a query that comes along, and print its rows."""
    existing_database(database)
    queries = named_queries()
    if query in queries:
        query = queries[query][1]
    elif len(query.split()) == 1:
        close = nearest(query, list(queries))
        hint = f"Did you mean {' or '.join(close)}?" if close else f"Named ones: {', '.join(queries)}"
        refuse(f"{query} is neither SQL nor the name of a query", hint)
    try:
        result = run_query(database, query)
    except HistoryError as error:
        refuse(error.what, error.hint)
    product(_FORMS[form](result))


def _objects(result: QueryResult) -> Iterator[str]:
    """Each row as a JSON object; of columns with one name, the second is `name_2`, so that none is lost."""
    names: list[str] = []
    for column in result.columns:
        same = sum(name == column for name in result.columns[: len(names)])
        names.append(f"{column}_{same + 1}" if same else column)
    for row in result.rows:
        yield json.dumps(dict(zip(names, map(as_json, row), strict=True)), ensure_ascii=False)


def _json(result: QueryResult) -> Iterator[str]:
    between = "[\n  "
    for text in _objects(result):
        yield between + text
        between = ",\n  "
    yield "\n]\n" if result.rows else "[]\n"


def _jsonl(result: QueryResult) -> Iterator[str]:
    return (text + "\n" for text in _objects(result))


def _csv(result: QueryResult) -> Iterator[str]:
    return csv.rows(result.columns, (map(as_text, row) for row in result.rows))


def _table(result: QueryResult) -> Iterator[str]:
    """Columns side by side, each as wide as its widest cell; numbers to the right."""
    heads = [harmless(column) for column in result.columns]
    cells = [[harmless(as_text(value)) for value in row] for row in result.rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    right = [kind.startswith(_NUMBERS) for kind in result.types]

    def line(texts: list[str]) -> str:
        padded = (
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(texts, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip() + "\n"

    yield line(heads)
    yield line(["─" * width for width in widths])
    yield from map(line, cells)
    yield f"({count(len(cells), 'row')})\n"


_NUMBERS: Final = ("DECIMAL", "BIGINT", "HUGEINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT", "DOUBLE", "FLOAT")
_FORMS: Final[dict[str, Callable[[QueryResult], Iterator[str]]]] = {
    "table": _table,
    "csv": _csv,
    "json": _json,
    "jsonl": _jsonl,
}
