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
        rows = connection.execute("SELECT source, superseded_by, path, sha256, rules_sha256 FROM sources").fetchall()
        self._replaced_by: dict[str, str | None] = {source: by for source, by, *_ in rows}
        self._empty = {source: (path, sha256) for source, _, path, sha256, rules in rows if rules is None}
        self._new: dict[str, tuple[object, ...]] = {}
        """Sources that this load brings, as rows of their table."""
        self._read: dict[Reading, list[str]] = {}
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
        self._insert_rejects_of_no_session(audit)

    def finish(self) -> LoadResult:
        """Put in the new sources, say which are superseded now, and what the load changed."""
        types: dict[str, pl.DataType] = {name: pl.String() for name, _ in self._source_columns}
        types["loaded_at"] = pl.Datetime("us", "UTC")
        new = pl.DataFrame(list(self._new.values()), schema=types, orient="row")
        put(self._connection, "sources", self._source_columns, new)
        after = self._versions.replaced_by() | self._empty_replaced_by()
        self._versions.replace_sources({source: by for source, by in after.items() if by != self._replaced_by[source]})
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
        for index, entry in enumerate(audit.sources):
            if index not in counts and (entry.path, entry.sha256) not in self._read:
                self._source(entry, None)

    def _source(self, entry: SourceLike, rules: str | None) -> str:
        source = source_id(entry.sha256, rules, self._tool_version)
        mine = self._read.setdefault((entry.path, entry.sha256), [])
        if source not in mine:
            mine.append(source)
        if source not in self._replaced_by:
            self._replaced_by[source] = None
            self._new[source] = (source, entry.path, entry.sha256, entry.shape, self._loaded_at, self._tool_version,
                                 rules, None)  # fmt: skip
            if rules is None:
                self._empty[source] = (entry.path, entry.sha256)
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
        for table in TABLES:
            rows: pl.DataFrame = getattr(audit, table)
            if not everything or table in ("sessions", "rejected"):
                rows = rows.drop("source", strict=False).with_columns(pl.col("sitting").cast(pl.Int64))
                rows = rows.join(places, on="sitting", how="inner", maintain_order="left")
            self._versions.insert(table, rows, shown=shown)
        self._versions.known |= {sitting.version: sitting.session for sitting in sittings}
        if shown:
            self._versions.shown |= {sitting.session: sitting.version for sitting in sittings}

    def _insert_rejects_of_no_session(self, audit: AuditLike) -> None:
        """They belong to the file; those of a file that was loaded before are there already."""
        rejects = audit.rejected.filter(pl.col("sitting").is_null())
        for (index,), rows in rejects.partition_by("source", as_dict=True, maintain_order=True).items():
            entry = audit.sources[index]
            source = self._read[(entry.path, entry.sha256)][0]
            if source in self._new:
                named = rows.with_columns(pl.lit(source).alias("source"), pl.lit(None, pl.String).alias("session"))
                self._versions.insert("rejected", named, shown=True)

    def _empty_replaced_by(self) -> dict[str, str | None]:
        """A file in which no session could be read is superseded by the next one of the same path or the same bytes."""
        after: dict[str, str | None] = {}
        next_one = {name: mine[0] for reading, mine in self._read.items() for name in reading}
        read = {source for mine in self._read.values() for source in mine}
        for source, reading in self._empty.items():
            by = next_one.get(reading[0]) or next_one.get(reading[1])
            if source in read or by is not None:
                after[source] = None if source in read else by
        return after

    def _result(self) -> LoadResult:
        changed = self._versions.shown.items() - self._at_first.items()
        active = self._new.keys() | {version.source for _, version in changed}
        loaded = {reading[1] for reading, mine in self._read.items() if active.intersection(mine)}
        superseded = self._versions.hidden() - self._hidden_at_first
        return LoadResult(len(loaded), len(self._read) - len(loaded), len(superseded))
