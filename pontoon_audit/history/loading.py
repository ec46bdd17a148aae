"""Keeping audits in a history file: all of a load or nothing of it is seen, and the same bytes twice change nothing."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Literal, Protocol, Self

import duckdb

from pontoon_audit import __version__
from pontoon_audit.history.database import connect_for_load, only_one_load, translated
from pontoon_audit.history.schema import prepare

if TYPE_CHECKING:
    import polars as pl

    from pontoon_audit.history.filing import Filing
    from pontoon_audit.results.coded import Coded

EventsKept = Literal["duckdb", "parquet", "none"]
"""Where a load keeps events: in the history file, in files beside it, nowhere."""

COMMIT_ROWS: Final = 1_500_000
"""Rows of events and hands after which a load commits: an open transaction of millions of rows is kept in memory."""
_BYTES: Final = 128
"""Bytes of an event in its table, as long as it has no long note."""
_WAITING: Final = 1
"""Pieces that may wait, beside the one that is written, before whoever makes them waits too."""


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

    @property
    def sources(self) -> Sequence[SourceLike]: ...
    @property
    def coded(self) -> Coded: ...
    @property
    def findings(self) -> pl.DataFrame: ...
    @property
    def rejected(self) -> pl.DataFrame: ...
    @property
    def rule_counts(self) -> pl.DataFrame: ...


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What a load changed: `loaded` and `skipped` count files, `superseded` versions of sessions.

    A file is skipped where all that it holds was there already, from the same bytes, rules and version of the tool.
    """

    loaded: int
    skipped: int
    superseded: int


def load(audit: AuditLike, database: str | Path, *, events: EventsKept = "duckdb") -> LoadResult:
    """Keep an audit in a history file, which is made where there is none; all of it or, on any error, nothing.

    HistoryError where the file cannot be used: not ours, of another version, or in use.
    """
    loader = Loader(database, events=events)
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

    All of it is seen when the block ends, and nothing of it when an exception leaves it or the program is killed.
    Pieces are committed as they come, since an open transaction of millions of rows does not fit into memory, but no
    view shows them before the end of the load has said so. What a killed load left, the next one takes away.

    A piece is written by a thread while the caller makes the next ones; an error in it is raised by an `add` that
    follows, or at the end. `events` says where the events are kept, `now` is the clock that dates what is loaded.
    `result` says afterwards what changed.
    """

    def __init__(
        self,
        database: str | Path,
        *,
        events: EventsKept = "duckdb",
        tool_version: str | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._path = Path(database)
        self._events: EventsKept = events
        self._tool_version = tool_version or __version__
        self._now = now
        self._open = ExitStack()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._filing: Filing | None = None
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="history")
        self._writing: deque[Future[None]] = deque()
        """Pieces that are being written, or wait for it."""
        self._uncommitted = 0
        self._committed_some = False
        self._result: LoadResult | None = None

    def __enter__(self) -> Self:
        from pontoon_audit.history.event_files import EventFiles
        from pontoon_audit.history.filing import Filing  # here, since it imports polars and readers do without
        from pontoon_audit.history.versions import take_away_unfinished

        with ExitStack() as opening:
            opening.enter_context(only_one_load(self._path))
            if not self._path.exists():
                opening.callback(self._take_away_an_empty_file)
            self._connection = opening.enter_context(connect_for_load(self._path))
            opening.enter_context(self._writer)
            with translated(self._path):
                self._connection.execute("BEGIN TRANSACTION")
                prepare(self._connection, self._path)
                take_away_unfinished(self._connection)
                files = EventFiles(self._path, self._connection, wanted=self._events == "parquet")
                self._filing = Filing(self._connection, self._tool_version, self._now(), self._events, files)
            self._open = opening.pop_all()
        return self

    def add(self, audit: AuditLike) -> None:
        """Put whole sessions in. One whose id is there already, from elsewhere, replaces the one that is shown."""
        if self._filing is None:
            raise RuntimeError("add() is for the inside of a with block")
        self._wait(_WAITING)
        self._writing.append(self._writer.submit(self._write, audit))

    def _wait(self, left: int = 0) -> None:
        """Until no more than so many pieces are left to be written; what went wrong with the others is raised here."""
        while len(self._writing) > left:
            self._writing.popleft().result()

    def _write(self, audit: AuditLike) -> None:
        assert self._filing is not None
        assert self._connection is not None
        with translated(self._path, "written"):
            self._filing.add(audit)
            coded = audit.coded
            long = int(coded.events.estimated_size()) // _BYTES  # events with long notes count for several
            self._uncommitted += coded.packed.height + coded.hands.height + max(coded.events.height, long)
            if self._uncommitted >= COMMIT_ROWS:
                self._filing.mark()
                self._connection.execute("COMMIT")
                self._committed_some = True
                self._connection.execute("BEGIN TRANSACTION")
                self._uncommitted = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if self._filing is None or self._connection is None:
                return
            if error is not None:
                self._undo()
                return
            try:
                self._wait()
                with translated(self._path, "written"):
                    self._result = self._filing.finish()
                    self._connection.execute("COMMIT")
            except BaseException:
                self._result = None
                self._undo()
                raise

    def _undo(self) -> None:
        """Take away what was written. What went wrong before is what people must hear of, so nothing is raised here."""
        from pontoon_audit.history.versions import take_away_unfinished

        assert self._connection is not None
        self._writer.shutdown(cancel_futures=True)
        with suppress(duckdb.Error):
            self._connection.execute("ROLLBACK")
        with suppress(duckdb.Error, OSError):
            if self._committed_some:
                take_away_unfinished(self._connection)
            if self._filing is not None:
                self._filing.forget_files()

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
