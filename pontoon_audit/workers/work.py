"""What a worker does: it audits a partition and writes what it found as Parquet, where everybody can read it."""

from __future__ import annotations

import os
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path

from pontoon_audit.auditing import Audit, Coverage, SourceResult, audit_partition
from pontoon_audit.history.parts import write_part
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import Unreadable
from pontoon_audit.results.coded import EventsMade
from pontoon_audit.workers.errors import WorkError
from pontoon_audit.workers.partitions import Partition


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all partitions of a run."""

    folder: str
    """Where the parts go."""
    rules: HouseRules | None = None
    input_format: str | None = None
    encoding: str | None = None
    expected: int | None = None
    """About how many events the whole run has; it decides how they are replayed."""
    events: EventsMade = "table"
    """What the parts hold of single events, which they do not pack."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What an audited piece has besides its tables."""

    coverage: dict[str, Coverage]
    unreadable: list[Unreadable]
    rule_errors: list[str]


@dataclass(frozen=True, slots=True)
class Done:
    """An audited partition: its tables are in the folder of its name, a part for each piece."""

    partition: Partition
    sources: list[SourceResult]
    pieces: list[Piece]

    @property
    def events(self) -> int:
        """How many there were."""
        return sum(source.events for source in self.sources)


def part_of(partition: Partition, piece: int) -> Path:
    """The folder of a piece, within that of the run."""
    return Path(partition.name, f"{piece:06d}")


def work(job: Job, partition: Partition) -> Done:
    """Audits a partition. Its folder appears when it is whole; a second worker that was given the same partition, since
    nobody heard of the first any more, leaves it as it is. WorkError where it cannot be written."""
    whole = Path(job.folder, partition.name)
    making = Path(job.folder, f".{partition.name}.{uuid.uuid4().hex}.part")
    pieces: list[Piece] = []
    sources: list[SourceResult] = []
    try:
        pieces_found = audit_partition(
            partition, job.rules, job.input_format, job.encoding, job.expected, events=job.events
        )
        for number, piece in enumerate(pieces_found):
            _write(piece, making / f"{number:06d}")
            pieces.append(Piece(piece.coverage, piece.unreadable, piece.rule_errors))
            sources = piece.sources
        _show(making, whole)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return Done(partition, sources, pieces)


def _write(piece: Audit, folder: Path) -> None:
    try:
        write_part(piece, folder)
    except OSError as error:
        raise _unwritable(folder.parent.parent, error) from None


def _show(making: Path, whole: Path) -> None:
    try:
        os.rename(making, whole)
    except OSError as error:
        if not whole.is_dir():
            raise _unwritable(whole.parent, error) from None


def _unwritable(folder: Path, error: OSError) -> WorkError:
    why = (error.strerror or str(error)).lower()
    return WorkError(f"a worker cannot write to {folder}: {why}", "every worker must be able to write there")
