"""Deals out a run to workers and puts what they found together again, in the order of the logs."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import polars as pl

from pontoon_audit.auditing import Audit, SourceResult
from pontoon_audit.history import HistoryError
from pontoon_audit.history.parts import Part, read_part
from pontoon_audit.reading import Unreadable
from pontoon_audit.results.coded import Coded
from pontoon_audit.watching import Nobody, Watch
from pontoon_audit.workers.errors import WorkError
from pontoon_audit.workers.partitions import Partition, expected_events, partitions
from pontoon_audit.workers.work import Done, Job, Piece, part_of, work


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does the work: an `executor`, and how many partitions it can do at once."""

    executor: Executor
    size: int


def audit_spread(
    paths: Sequence[str], job: Job, crew: Crew, *, keep: bool = False, watch: Watch | None = None
) -> Generator[Audit]:
    """`pontoon_audit.auditing.audit_batches` by several workers: the same sessions, findings and sources in order.

    Pieces are read from the folder of the job, and deleted there unless they are to be kept. Raises `WorkError`.
    """
    if "-" in paths:
        raise WorkError("standard input cannot be shared out to workers", "save it as a file, or use one process")
    job = replace(job, expected=sum(expected_events(path) or 0 for path in paths))
    run = _Run()
    folder = Path(job.folder)
    for done in _in_order(partitions(paths, crew.size), _asking(job, crew, watch or Nobody()), 4 * crew.size):
        run.go_on_with(done)
        for number, piece in enumerate(done.pieces):
            part = _read(folder / part_of(done.partition, number))
            if not keep:
                shutil.rmtree(folder / part_of(done.partition, number))
            yield run.audit(part, piece)
    for begun in folder.glob(".*.part"):  # by a worker that was lost; another has done its work since
        shutil.rmtree(begun, ignore_errors=True)


def _read(folder: Path) -> Part:
    try:
        return read_part(folder)
    except HistoryError as error:
        raise WorkError(
            error.what, "is the folder on a disk that all share, and is their version of this the same?"
        ) from error


def _asking(job: Job, crew: Crew, watch: Watch) -> Callable[[Partition], Future[Done]]:
    def told(future: Future[Done]) -> None:
        if not future.cancelled() and future.exception() is None:
            watch.done("replaying", future.result().events)

    def ask(partition: Partition) -> Future[Done]:
        watch.at("replaying")
        future = crew.executor.submit(work, job, partition)
        future.add_done_callback(told)
        return future

    return ask


def _in_order(plan: Sequence[Partition], ask: Callable[[Partition], Future[Done]], ahead: int) -> Iterator[Done]:
    """What becomes of the partitions, in their order. No more than `ahead` are asked for before they are wanted."""
    left = iter(plan)
    asked: deque[Future[Done]] = deque(map(ask, islice(left, ahead)))
    try:
        while asked:
            done = asked.popleft().result()
            asked.extend(map(ask, islice(left, 1)))
            yield done
    finally:
        for future in asked:
            future.cancel()


class _Run:
    """Numbers the sessions and sources of partitions through, as one process would have."""

    def __init__(self) -> None:
        self.sources: list[SourceResult] = []
        self._first_sitting = 0
        self._next_sitting = 0
        self._first_source = 0
        self._unreadable: set[str] = set()

    def go_on_with(self, done: Done) -> None:
        """The next pieces are of this partition."""
        self._first_sitting = self._next_sitting
        partition, sources = done.partition, list(done.sources)
        later = partition.share is not None and partition.share.first > 0
        if not later:
            self._unreadable.clear()
        last = self.sources[-1] if self.sources and later and sources else None
        if last is not None and last.path == sources[0].path:
            _add(last, sources.pop(0))
            self._first_source = len(self.sources) - 1
        else:
            self._first_source = len(self.sources)
        self.sources += sources

    def audit(self, part: Part, piece: Piece) -> Audit:
        """A piece of that partition. What stops the reading of a file is told once, though all its shares met it."""
        sittings, sources = self._first_sitting, self._first_source
        numbered = {"sitting": pl.col("sitting") + sittings}
        sourced = {**numbered, "source": pl.col("source") + sources}
        tables = {name: getattr(part.coded, name) for name in Coded.__slots__}
        self._next_sitting += tables["sessions"].height
        return Audit(
            sources=self.sources,
            coded=Coded(
                **{
                    name: table.with_columns(**(sourced if name == "sessions" else numbered))
                    for name, table in tables.items()
                }
            ),
            findings=part.findings.with_columns(**numbered),
            rejected=part.rejected.with_columns(**sourced),
            rule_counts=part.rule_counts.with_columns(**numbered),
            coverage=piece.coverage,
            unreadable=list(self._first_told(piece.unreadable)),
            rule_errors=piece.rule_errors,
        )

    def _first_told(self, unreadable: Sequence[Unreadable]) -> Iterator[Unreadable]:
        for error in unreadable:
            if error.path not in self._unreadable:
                self._unreadable.add(error.path)
                yield error


def _add(whole: SourceResult, share: SourceResult) -> None:
    if share.sha256 != whole.sha256:
        raise WorkError(f"{whole.path} was changed while it was read", "run it again when nobody writes to the file")
    whole.sessions += share.sessions
    whole.deals += share.deals
    whole.events += share.events
