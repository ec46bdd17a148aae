"""Keeping audits in a history file: one transaction a load, and the same bytes twice change nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import duckdb

from pontoon_audit import __version__
from pontoon_audit.history.database import connect_for_load, only_one_load, translated
from pontoon_audit.history.schema import prepare

if TYPE_CHECKING:
    import polars as pl

    from pontoon_audit.history.filing import Filing


class SourceLike(Protocol):
    """A file that was read, as an audit names it."""

    @property
    def path(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    @property
    def shape(self) -> str | None: ...


class AuditLike(Protocol):
    """What is loaded: an audit, or a piece of one that holds whole sessions (see `pontoon_audit.auditing`)."""

    sessions: pl.DataFrame
    seats: pl.DataFrame
    deals: pl.DataFrame
    hands: pl.DataFrame
    events: pl.DataFrame
    findings: pl.DataFrame
    ledger: pl.DataFrame
    rejected: pl.DataFrame
    rule_counts: pl.DataFrame

    @property
    def sources(self) -> Sequence[SourceLike]: ...


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What a load changed: `loaded` and `skipped` count files, `superseded` versions of sessions.

    A file is skipped where all that it holds was there already, from the same bytes, rules and version of the tool.
    """

    loaded: int
    skipped: int
    superseded: int


def load(audit: AuditLike, database: str | Path) -> LoadResult:
    """Keep an audit in a history file, which is made where there is none; all of it or, on any error, nothing.

    HistoryError where the file cannot be used: not ours, of another version, or in use.
    """
    loader = Loader(database)
    with loader:
        loader.add(audit)
    return loader.result


def source_id(sha256: str, rules_sha256: str, tool_version: str) -> str:
    """Id of a source: 16 hex digits made of the bytes of the file, the house rules and the version of the tool.

    >>> source_id("a" * 64, "b" * 64, "0.1.0") == source_id("a" * 64, "b" * 64, "0.2.0")
    False
    """
    return hashlib.sha256("\n".join((sha256, rules_sha256, tool_version)).encode()).hexdigest()[:16]


def _now() -> datetime:
    return datetime.now(UTC)


class Loader:
    """A load in pieces: `with Loader(file) as loader: loader.add(audit)`, as often as there are pieces.

    All pieces are one transaction, which is committed when the block ends and undone when an exception leaves it.
    `result` says afterwards what changed. `now` is the clock that dates what is loaded.
    """

    def __init__(
        self, database: str | Path, *, tool_version: str | None = None, now: Callable[[], datetime] = _now
    ) -> None:
        self._path = Path(database)
        self._tool_version = tool_version or __version__
        self._now = now
        self._open = ExitStack()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._filing: Filing | None = None
        self._result: LoadResult | None = None

    def __enter__(self) -> Self:
        from pontoon_audit.history.filing import Filing  # here, since it imports polars and readers do without

        with ExitStack() as opening:
            opening.enter_context(only_one_load(self._path))
            if not self._path.exists():
                opening.callback(self._take_away_an_empty_file)
            self._connection = opening.enter_context(connect_for_load(self._path))
            with translated(self._path):
                self._connection.execute("BEGIN TRANSACTION")
                prepare(self._connection, self._path)
                self._filing = Filing(self._connection, self._tool_version, self._now())
            self._open = opening.pop_all()
        return self

    def add(self, audit: AuditLike) -> None:
        """Put whole sessions in. One whose id is there already, from elsewhere, replaces the one that is shown."""
        if self._filing is None:
            raise RuntimeError("add() is for the inside of a with block")
        with translated(self._path, "written"):
            self._filing.add(audit)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if self._filing is None or self._connection is None:
                return
            if error is not None:
                with suppress(duckdb.Error):  # what went wrong before is what people must hear of
                    self._connection.execute("ROLLBACK")
                return
            with translated(self._path, "written"):
                self._result = self._filing.finish()
                self._connection.execute("COMMIT")

    def _take_away_an_empty_file(self) -> None:
        """A load that failed leaves no file behind where there was none before."""
        if self._result is None:
            for path in (self._path, Path(f"{self._path}.wal")):
                path.unlink(missing_ok=True)

    @property
    def result(self) -> LoadResult:
        """What the load changed; RuntimeError while it has not finished well."""
        if self._result is None:
            raise RuntimeError("the load has not been finished")
        return self._result
