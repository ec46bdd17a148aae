"""What `sql` does: named queries, and the rows of one query in four forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pontoon_audit.cli.talk import existing_database, product, refuse
from pontoon_audit.output import csv
from pontoon_audit.output.selection import nearest
from pontoon_audit.output.words import harmless


def named() -> None:
    """List the queries that come along, each with what it answers."""
    from pontoon_audit.history import named_queries

    queries = named_queries()
    width = max(map(len, queries), default=0)
    product(f"{name.ljust(width)}  {answers}\n" for name, (answers, _) in queries.items())


def ask(database: Path, query: str, form: str) -> None:
    """Run `query`, SQL or the name of a query that comes along, and print its rows."""
    from pontoon_audit.history import HistoryError, named_queries, run_query

    existing_database(database)
    queries = named_queries()
    if query in queries:
        query = queries[query][1]
    elif " " not in query.strip():
        close = nearest(query, list(queries))
        hint = f"Did you mean {' or '.join(close)}?" if close else f"Named ones: {', '.join(queries)}"
        refuse(f"{query} is neither SQL nor the name of a query", hint)
    try:
        result = run_query(database, query)
    except HistoryError as error:
        refuse(error.what, error.hint)
    rows = [[_cell(value) for value in row] for row in result.rows]
    product(_FORMS[form](list(result.columns), rows))


def _cell(value: Any) -> Any:
    """A value as JSON can hold it: numbers, truth and null as they are, all else as exact text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list):
        return [_cell(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _cell(one) for key, one in value.items()}
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _json(columns: list[str], rows: list[list[Any]]) -> Iterator[str]:
    between = "[\n  "
    for row in rows:
        yield between + json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False)
        between = ",\n  "
    yield "\n]\n" if rows else "[]\n"


def _jsonl(columns: list[str], rows: list[list[Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n"


def _table(columns: list[str], rows: list[list[Any]]) -> Iterator[str]:
    """Columns side by side, each as wide as its widest cell; numbers to the right."""
    cells = [[harmless("" if cell is None else str(cell)) for cell in row] for row in rows]
    heads = [harmless(column) for column in columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    right = [all(_is_number(row[place]) for row in rows) and bool(rows) for place in range(len(heads))]

    def line(texts: list[str]) -> str:
        padded = (
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(texts, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip() + "\n"

    yield line(heads)
    yield line(["─" * width for width in widths])
    yield from map(line, cells)
    yield f"({len(rows):,} {'row' if len(rows) == 1 else 'rows'})\n"


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return bool(csv.NUMBER.fullmatch(value))
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


_FORMS = {"table": _table, "csv": csv.rows, "json": _json, "jsonl": _jsonl}
