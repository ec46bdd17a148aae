"""Which version of a session is shown.

A version is a session as one source has it. It is known by the source's id and the session's position in it, and has a
number, under which its rows are stored. When another version is shown, no row moves: `stored.sessions.state` changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import duckdb
import polars as pl

from pontoon_audit.history.rows import NAME, run
from pontoon_audit.history.schema import STORED

UNFINISHED, SHOWN, SUPERSEDED = 0, 1, 2
"""Values of `stored.sessions.state`."""


class Version(NamedTuple):
    """A session as one source has it; `position` counts the sessions of a file from 1."""

    source: str
    position: int


class Versions:
    """The versions in a history file. Works in the caller's transaction."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        rows = connection.execute("SELECT version, state, session, source, position FROM stored.sessions").fetchall()
        self.numbers: dict[Version, int] = {}
        self.sessions: dict[Version, str] = {}
        """Every version, with the id of its session."""
        self.shown: dict[str, Version] = {}
        """The version of each session that people see."""
        for number, state, session, source, position in rows:
            self.add(Version(source, position), number, session)
            if state == SHOWN:
                self.shown[session] = Version(source, position)
        self._states: Final = {number: state for number, state, *_ in rows}
        self.next_number = max(self.numbers.values(), default=0) + 1

    def add(self, version: Version, number: int, session: str) -> None:
        """Note a version whose rows are stored under `number`."""
        self.numbers[version] = number
        self.sessions[version] = session

    def hidden(self) -> set[Version]:
        """The versions that people do not see."""
        return self.numbers.keys() - set(self.shown.values())

    def replaced_by(self) -> dict[str, str | None]:
        """For each source: the one that shows its last session now, or None while any session of its own is shown."""
        visible = {version.source for version in self.shown.values()}
        last = {version.source: session for version, session in sorted(self.sessions.items())}
        return {source: None if source in visible else self.shown[session].source for source, session in last.items()}

    def show(self) -> None:
        """Let people see what `shown` says, and nothing else."""
        shown = {self.numbers[version] for version in self.shown.values()}
        states = {number: SHOWN if number in shown else SUPERSEDED for number in self.numbers.values()}
        changed = [(number, state) for number, state in states.items() if self._states.get(number) != state]
        if changed:
            rows = pl.DataFrame(changed, schema={"version": pl.Int64, "state": pl.UInt8}, orient="row")
            sql = f"UPDATE stored.sessions SET state = {NAME}.state FROM {NAME} WHERE sessions.version = {NAME}.version"
            run(self._connection, sql, rows)

    def replace_sources(self, replaced_by: dict[str, str | None]) -> None:
        """Note which source took the place of a source, null for one that is shown."""
        if replaced_by:
            schema = {"source": pl.String, "by": pl.String}
            rows = pl.DataFrame(list(replaced_by.items()), schema=schema, orient="row")
            where = f"FROM {NAME} WHERE sources.source = {NAME}.source"
            run(self._connection, f"UPDATE sources SET superseded_by = {NAME}.by {where}", rows)


def take_away_unfinished(connection: duckdb.DuckDBPyConnection) -> None:
    """Delete what a load that never ended has left. Nobody ever saw it."""
    unfinished = f"SELECT version FROM stored.sessions WHERE state = {UNFINISHED}"
    if connection.execute(f"{unfinished} LIMIT 1").fetchall():
        people = f"person >> 32 IN ({unfinished})"
        connection.execute(f"DELETE FROM stored.seats WHERE {people}").fetchall()
        for table in STORED:  # the sessions last, since they say what is unfinished
            connection.execute(f"DELETE FROM stored.{table} WHERE version IN ({unfinished})").fetchall()
