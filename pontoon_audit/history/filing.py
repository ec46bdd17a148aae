"""Where the rows of an audit go: which sessions are new, which replace others, which are there already."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import duckdb
import polars as pl

from pontoon_audit.history.loading import AuditLike, LoadResult, SourceLike, source_id
from pontoon_audit.history.rows import put
from pontoon_audit.history.schema import TABLES, columns
from pontoon_audit.history.versions import Version, Versions

Reading = tuple[str, str]
"""A file as it was read: path and sha256."""


class Sitting(NamedTuple):
    """A session of an audit: its number there, its id, and the version of the session that it is."""

    sitting: int
    session: str
    version: Version


class Filing:
    """One load, inside one transaction: `add` as often as there are pieces, then `finish`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, tool_version: str, loaded_at: datetime) -> None:
        self._connection = connection
        self._tool_version = tool_version
        self._loaded_at = loaded_at
        self._versions = Versions(connection)
        self._source_columns = columns(connection)["sources"]
        rows = connection.execute("SELECT source, superseded_by FROM sources").fetchall()
        self._replaced_by: dict[str, str | None] = dict(rows)
        self._new: dict[str, tuple[object, ...]] = {}
        """Sources that this load brings, as rows of their table."""
        self._read: dict[Reading, set[str]] = {}
        """Every file of this load, with the sources that it is (one for each set of house rules in it)."""
        self._last: tuple[Reading, int] | None = None
        """The file whose sessions came last and how many there were: the next piece may go on with it."""
        self._at_first = self._versions.shown.copy()
        self._hidden_at_first = self._versions.hidden()

    def add(self, audit: AuditLike) -> None:
        """File one piece."""
        sittings = list(self._sittings(audit))
        wanted = {sitting.session: sitting.version for sitting in sittings}
        unknown: dict[Version, Sitting] = {}
        for sitting in sittings:
            if sitting.version not in self._versions.known:
                unknown.setdefault(sitting.version, sitting)
        fresh = [sitting for sitting in unknown.values() if wanted[sitting.session] == sitting.version]
        stale = [sitting for sitting in unknown.values() if wanted[sitting.session] != sitting.version]
        shown = self._versions.shown
        changing = {session: new for session, new in wanted.items() if shown.get(session) != new}
        self._versions.supersede([session for session in changing if session in shown])
        self._versions.restore({session: new for session, new in changing.items() if new in self._versions.known})
        self._insert(audit, fresh, shown=True)
        self._insert(audit, stale, shown=False)

    def finish(self) -> LoadResult:
        """Put in the new sources, say which are superseded now, and what the load changed."""
        types: dict[str, pl.DataType] = {name: pl.String() for name, _ in self._source_columns}
        types["loaded_at"] = pl.Datetime("us", "UTC")
        new = pl.DataFrame(list(self._new.values()), schema=types, orient="row")
        put(self._connection, "sources", self._source_columns, new)
        after = self._versions.replaced_by().items()
        self._versions.replace_sources({source: by for source, by in after if by != self._replaced_by[source]})
        return self._result()

    def _sittings(self, audit: AuditLike) -> Iterator[Sitting]:
        """The sessions of a piece in the order of reading; their sources are noted."""
        counts: dict[int, int] = {}
        for sitting, session, index, rules in (
            audit.sessions.sort("sitting").select("sitting", "session", "source", "rules_sha256").iter_rows()
        ):
            entry = audit.sources[index]
            if index not in counts:
                goes_on = not counts and self._last is not None and self._last[0] == (entry.path, entry.sha256)
                counts[index] = self._last[1] if goes_on and self._last else 0
            counts[index] += 1
            self._last = ((entry.path, entry.sha256), counts[index])
            yield Sitting(sitting, session, Version(self._source(entry, rules), counts[index]))

    def _source(self, entry: SourceLike, rules: str) -> str:
        source = source_id(entry.sha256, rules, self._tool_version)
        self._read.setdefault((entry.path, entry.sha256), set()).add(source)
        if source not in self._replaced_by:
            self._replaced_by[source] = None
            self._new[source] = (source, entry.path, entry.sha256, entry.shape, self._loaded_at, self._tool_version,
                                 rules, None)  # fmt: skip
        return source

    def _insert(self, audit: AuditLike, sittings: list[Sitting], *, shown: bool) -> None:
        if not sittings:
            return
        everything = shown and len(sittings) == audit.sessions.height
        places = pl.DataFrame(
            [(sitting, *version) for sitting, _, version in sittings],
            schema={"sitting": pl.Int64, "source": pl.String, "position": pl.Int64},
            orient="row",
        )
        if audit.rejected["sitting"].has_nulls():
            raise ValueError("a record set aside must belong to a session")
        for table in TABLES:
            rows: pl.DataFrame = getattr(audit, table)
            if not everything or table in ("sessions", "rejected"):
                rows = rows.drop("source", strict=False).with_columns(pl.col("sitting").cast(pl.Int64))
                rows = rows.join(places, on="sitting", how="inner", maintain_order="left")
            self._versions.insert(table, rows, shown=shown)
        self._versions.known |= {sitting.version: sitting.session for sitting in sittings}
        if shown:
            self._versions.shown |= {sitting.session: sitting.version for sitting in sittings}

    def _result(self) -> LoadResult:
        changed = self._versions.shown.items() - self._at_first.items()
        active = self._new.keys() | {version.source for _, version in changed}
        loaded = {reading[1] for reading, mine in self._read.items() if active.intersection(mine)}
        superseded = self._versions.hidden() - self._hidden_at_first
        return LoadResult(len(loaded), len(self._read) - len(loaded), len(superseded))
