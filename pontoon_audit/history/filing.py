"""Where the rows of an audit go: which sessions are new, which replace others, which are there already."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

import duckdb
import polars as pl

from pontoon_audit.history.event_files import EventFiles
from pontoon_audit.history.loading import AuditLike, EventsKept, LoadResult, SourceLike, source_id
from pontoon_audit.history.packing import hands_fit, packed_hands, wide_hands
from pontoon_audit.history.rows import Waiting, put
from pontoon_audit.history.schema import columns
from pontoon_audit.history.versions import UNFINISHED, Version, Versions
from pontoon_audit.money.ledger import unsettled
from pontoon_audit.results.packed_events import events_fit, packed_events

Reading = tuple[str, str]
"""A file as it was read: path and sha256."""
_PACKED: Final = 1 << 18
"""Events that are packed at once: what is reckoned on the way stays small."""


class Sitting(NamedTuple):
    """A session of an audit: its number there, its id, and the version of the session that it is."""

    sitting: int
    session: str
    version: Version


class Filing:
    """One load: `add` as often as there are pieces, then `finish`. The caller may commit between, after `mark`.

    Nobody sees a piece before `finish` has said what is shown.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        tool_version: str,
        loaded_at: datetime,
        events: EventsKept,
        files: EventFiles,
    ) -> None:
        self._connection = connection
        self._tool_version = tool_version
        self._loaded_at = loaded_at
        self._versions = Versions(connection)
        self._columns = columns(connection)
        self._waiting = Waiting(connection, self._columns)
        self._events, self._files = events, files
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
        self._first_number = self._versions.next_number
        self.forget_files()

    def add(self, audit: AuditLike) -> None:
        """File one piece."""
        versions = self._versions
        sittings = list(self._sittings(audit))
        fresh: dict[Version, Sitting] = {}
        for sitting in sittings:
            if sitting.version not in versions.numbers:
                fresh.setdefault(sitting.version, sitting)
            versions.shown[sitting.session] = sitting.version
        if fresh:
            numbers = [sitting.sitting for sitting in sittings]
            # a version's number is its sitting and an offset, so that no row needs to be looked at; numbers left out by
            # sessions that are there already do not matter
            offset = versions.next_number - min(numbers)
            versions.next_number = max(numbers) + offset + 1
            for version, sitting in fresh.items():
                versions.add(version, sitting.sitting + offset, sitting.session)
            self._insert(audit, list(fresh.values()), offset)

    def mark(self) -> None:
        """Put in the versions that were filed, so that the next load finds what this one has left if it is killed."""
        self._waiting.put_in("stored.sessions")

    def forget_files(self) -> None:
        """Delete the files of events that this load has written."""
        self._files.take_away_from(self._first_number)

    def finish(self) -> LoadResult:
        """Put in the new sources, show the new versions, say which are superseded now, and what the load changed."""
        self._waiting.put_in()
        types: dict[str, pl.DataType] = {name: pl.String() for name, _ in self._columns["sources"]}
        types["loaded_at"] = pl.Datetime("us", "UTC")
        new = pl.DataFrame(list(self._new.values()), schema=types, orient="row")
        put(self._connection, "sources", self._columns["sources"], new)
        self._versions.show()
        self._files.show()
        after = self._versions.replaced_by().items()
        self._versions.replace_sources({source: by for source, by in after if by != self._replaced_by[source]})
        return self._result()

    def _sittings(self, audit: AuditLike) -> Iterator[Sitting]:
        """The sessions of a piece in the order of reading; their sources are noted."""
        counts: dict[int, int] = {}
        for sitting, session, index, rules in (
            audit.coded.sessions.sort("sitting").select("sitting", "session", "source", "rules_sha256").iter_rows()
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

    def _insert(self, audit: AuditLike, fresh: list[Sitting], offset: int) -> None:
        coded = audit.coded
        wanted = [sitting.sitting for sitting in fresh]
        everything = len(fresh) == coded.sessions.height
        if audit.rejected["sitting"].has_nulls():
            raise ValueError("a record set aside must belong to a session")

        def mine(frame: pl.DataFrame) -> pl.DataFrame:
            rows = frame if everything else frame.filter(pl.col("sitting").is_in(wanted))
            return rows.with_columns(version=(pl.col("sitting") + offset).cast(pl.Int32))

        sessions = mine(coded.sessions)
        self._insert_sessions(sessions, fresh, unsettled(coded.hands, coded.movements))
        seats = mine(coded.seats).with_columns(person=pl.col("version").cast(pl.Int64) * (1 << 32) + pl.col("code"))
        self._waiting.add("stored.seats", seats)
        self._waiting.add("stored.deals", mine(coded.deals))
        self._waiting.add("stored.other_movements", mine(coded.movements))
        for table in ("findings", "rejected", "rule_counts"):
            self._waiting.add(f"stored.{table}", mine(getattr(audit, table)))
        narrow, wide = _split(mine(coded.hands), hands_fit())
        self._waiting.add("stored.hands", packed_hands(narrow))
        self._waiting.add("stored.hands_wide", wide_hands(wide))
        if self._events != "none":
            self._insert_events(mine(coded.events), mine(coded.packed), int(sessions["events"].sum()))

    def _insert_events(self, events: pl.DataFrame, packed: pl.DataFrame, count: int) -> None:
        if events.height + (packed.height if self._events == "duckdb" else 0) != count:
            raise ValueError("the audit was made without its events; they cannot be kept")
        if self._events == "parquet":
            self._files.write(events)
            return
        self._waiting.add("stored.events", packed)
        narrow, wide = _split(events, events_fit())
        for part in narrow.iter_slices(_PACKED):
            self._waiting.add("stored.events", packed_events(part).with_columns(part["version"]))
        self._waiting.add("stored.events_wide", wide)

    def _insert_sessions(self, sessions: pl.DataFrame, fresh: list[Sitting], no_settlement: pl.Series) -> None:
        positions = pl.DataFrame(
            [(sitting, *version) for sitting, _, version in fresh],
            schema={"sitting": pl.Int64, "source": pl.String, "position": pl.Int64},
            orient="row",
        )
        rows = sessions.drop("source").join(positions, on="sitting", maintain_order="left")
        states = {
            "state": pl.lit(UNFINISHED, pl.UInt8),
            "events_kept": pl.lit(self._events),
            "settles": ~pl.col("sitting").is_in(no_settlement.implode()),
        }
        self._waiting.add("stored.sessions", rows.with_columns(**states))

    def _result(self) -> LoadResult:
        changed = self._versions.shown.items() - self._at_first.items()
        active = self._new.keys() | {version.source for _, version in changed}
        loaded = {reading[1] for reading, mine in self._read.items() if active.intersection(mine)}
        superseded = self._versions.hidden() - self._hidden_at_first
        return LoadResult(len(loaded), len(self._read) - len(loaded), len(superseded))


def _split(rows: pl.DataFrame, fit: pl.Expr) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows of sessions that fit a narrow table, and of those that do not; a session is never in both."""
    misfits = rows.filter(~fit)["sitting"].unique()
    if misfits.is_empty():
        return rows, rows.clear()
    in_wide = pl.col("sitting").is_in(misfits.implode())
    return rows.filter(~in_wide), rows.filter(in_wide)
