"""The tables and views of a history file: making them, telling whether they are there, publishing them."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Final

import duckdb

from pontoon_audit.history.database import MAKE_ONE
from pontoon_audit.history.errors import HistoryError

SCHEMA_VERSION: Final = 3
"""Raised when a table changes, so that no program touches a file that it does not understand."""

TABLES: Final = ("sessions", "seats", "deals", "hands", "events", "findings", "ledger", "rejected", "rule_counts")
"""What people ask for what was audited, all of them views; each has its twin in the schema `superseded`."""

STORED: Final = (
    "deals", "hands", "hands_wide", "events", "events_wide", "other_movements", "findings", "rejected",
    "rule_counts", "sessions",
)  # fmt: skip
"""The tables in the schema `stored` that have a version in each row; `stored.seats` has it in `person`."""

_VIEWS: Final = ("codes", "published", "views")


def ddl() -> str:
    """The published definition of the database: all tables and views, as SQL that runs in an empty one."""
    return f"-- The database of pontoon-audit, schema version {SCHEMA_VERSION}.\n\n{_text('schema')}\n{_views()}"


def prepare(connection: duckdb.DuckDBPyConnection, path: str | Path) -> None:
    """Make the tables in an empty database, or check those that are there; renew views that an older program made.

    Runs in the caller's transaction. HistoryError where the file is not ours or of another version.
    """
    views = hashlib.sha256(_views().encode()).hexdigest()
    if not connection.execute("SELECT 1 FROM duckdb_tables() LIMIT 1").fetchall():
        connection.execute(_text("schema")).fetchall()
        connection.execute("INSERT INTO meta VALUES (?, '', NULL)", [SCHEMA_VERSION]).fetchall()
    check(connection, path)
    if connection.execute("SELECT views_sha256 FROM meta").fetchall() != [(views,)]:
        connection.execute(_views()).fetchall()
        connection.execute("UPDATE meta SET views_sha256 = ?", [views]).fetchall()


def check(connection: duckdb.DuckDBPyConnection, path: str | Path) -> None:
    """HistoryError unless this is a history file of our version."""
    tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    if not tables:
        raise HistoryError(f"{path} holds nothing yet", MAKE_ONE)
    if "meta" not in tables or "sources" not in tables:
        raise HistoryError(f"{path} is a DuckDB database, but not one of pontoon-audit", MAKE_ONE)
    try:
        versions = [version for (version,) in connection.execute("SELECT schema_version FROM main.meta").fetchall()]
    except duckdb.Error:
        versions = []
    if versions != [SCHEMA_VERSION]:
        written = versions[0] if len(versions) == 1 else "unknown"
        raise HistoryError(
            f"{path} has schema version {written}, this program reads version {SCHEMA_VERSION}",
            "load the logs into a new file",
        )


def columns(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[str, str]]]:
    """Name and type of the columns of each table, in their order; those of other schemas are called `stored.hands`."""
    found: dict[str, list[tuple[str, str]]] = {}
    for schema, table, column, kind in connection.execute(
        "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal "
        "ORDER BY schema_name, table_name, column_index"
    ).fetchall():
        found.setdefault(table if schema == "main" else f"{schema}.{table}", []).append((column, kind))
    return found


def _views() -> str:
    return "\n".join(_text(name) for name in _VIEWS)


def _text(name: str) -> str:
    return (files("pontoon_audit.history") / f"{name}.sql").read_text(encoding="utf-8")
