"""Which version of a session is shown: moving rows between the tables that people see and their superseded twins.

A version is a session as one source has it. It is known by the source's id and the session's position in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import duckdb
import polars as pl

from pontoon_audit.history.rows import NAME, put, run
from pontoon_audit.history.schema import TABLES, columns


class Version(NamedTuple):
    """A session as one source has it; `position` counts the sessions of a file from 1."""

    source: str
    position: int


class Versions:
    """The versions in a history file, and the statements that move them. Works in the caller's transaction."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._columns = columns(connection)
        shown = connection.execute("SELECT session, source, position FROM main.sessions").fetchall()
        hidden = connection.execute("SELECT session, source, position FROM superseded.sessions").fetchall()
        self.shown = {session: Version(source, position) for session, source, position in shown}
        """The version of each session that people see."""
        self.known = {Version(source, position): session for session, source, position in shown + hidden}
        """Every version, with the id of its session."""

    def hidden(self) -> set[Version]:
        """The versions that people do not see."""
        return self.known.keys() - set(self.shown.values())

    def replaced_by(self) -> dict[str, str | None]:
        """For each source: the one that shows its last session now, or None while any session of its own is shown."""
        visible = {version.source for version in self.shown.values()}
        last = {version.source: session for version, session in sorted(self.known.items())}
        return {source: None if source in visible else self.shown[session].source for source, session in last.items()}

    def insert(self, table: str, rows: pl.DataFrame, *, shown: bool) -> None:
        """Append rows to a table or to its twin; `rows` of a twin have `source` and `position`."""
        name = table if shown else f"superseded.{table}"
        put(self._connection, f"main.{table}" if shown else name, self._columns[name], rows)

    def supersede(self, sessions: Iterable[str]) -> None:
        """Take these sessions, all of which are shown, out of sight."""
        moving = self._moving({session: self.shown.pop(session) for session in sessions})
        if not moving.height:
            return
        for table in TABLES:
            extra = "".join(f"{NAME}.{name}, " for name in ("source", "position") if not self._has(table, name))
            self._run(
                f"INSERT INTO superseded.{table} BY NAME "
                f"SELECT {extra}old.* FROM main.{table} AS old JOIN {NAME} USING (session)",
                moving,
            )
            self._run(f"DELETE FROM main.{table} WHERE session IN (SELECT session FROM {NAME})", moving)

    def restore(self, versions: dict[str, Version]) -> None:
        """Show these versions of sessions again; no other version of them may be shown."""
        moving = self._moving(versions)
        if not moving.height:
            return
        self.shown |= versions
        for table in TABLES:
            names = ", ".join(f'old."{name}"' for name, _ in self._columns[table])
            same = f"old.source = {NAME}.source AND old.position = {NAME}.position"
            self._run(
                f"INSERT INTO main.{table} BY NAME SELECT {names} FROM superseded.{table} AS old JOIN {NAME} ON {same}",
                moving,
            )
            self._run(f"DELETE FROM superseded.{table} AS old USING {NAME} WHERE {same}", moving)

    def replace_sources(self, replaced_by: dict[str, str | None]) -> None:
        """Note which source took the place of a source, null for one that is shown."""
        if replaced_by:
            schema = {"source": pl.String, "by": pl.String}
            rows = pl.DataFrame(list(replaced_by.items()), schema=schema, orient="row")
            where = f"FROM {NAME} WHERE sources.source = {NAME}.source"
            self._run(f"UPDATE sources SET superseded_by = {NAME}.by {where}", rows)

    def _moving(self, versions: dict[str, Version]) -> pl.DataFrame:
        rows = [(session, *version) for session, version in versions.items()]
        schema = {"session": pl.String, "source": pl.String, "position": pl.Int64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def _has(self, table: str, column: str) -> bool:
        return any(name == column for name, _ in self._columns[table])

    def _run(self, sql: str, rows: pl.DataFrame) -> None:
        run(self._connection, sql, rows)
