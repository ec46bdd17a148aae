"""How the logs of a run are dealt out: some files together, one file, or a share of the sessions of a large one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pontoon_audit.reading.log import COMPRESSED, shape_of
from pontoon_audit.session import Session

SMALLEST: Final = 50_000
"""Fewest events that are worth a partition of their own: a task, and its tables on disk, cost some hundredths of a
second."""
PARTITIONS_A_WORKER: Final = 4
"""So that no worker stands idle while another is busy with the last large one."""
_SAMPLE: Final = 1 << 16
_BYTES_AN_EVENT: Final = 40
"""Of a file that is not looked at."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the sessions of a file: those that begin after `first` events or more, and before `end`.

    Whoever takes a share reads the file up to its end, and replays the share. `end` is None in the last one.
    """

    first: int
    end: int | None

    def of(self, sessions: Iterable[Session]) -> Iterator[Session]:
        """The sessions that are in the share."""
        begun = 0
        for session in sessions:
            if self.end is not None and begun >= self.end:
                return
            if begun >= self.first:
                yield session
            begun += len(session.events)


@dataclass(frozen=True, slots=True)
class Partition:
    """What one worker audits at a time: files that follow each other, or one with a `share`. `number` counts them."""

    number: int
    paths: tuple[str, ...]
    share: Share | None = None

    @property
    def name(self) -> str:
        """The name of its folder; the order of names is that of the run."""
        return f"{self.number:06d}"


def partitions(paths: Sequence[str], workers: int) -> list[Partition]:
    """Deals out files, in their order, to so many workers. Put together in order they are the whole run.

    Only flat files are shared out, since the events of a document stand together and are read at once.
    """
    expected = [expected_events(path) or 0 for path in paths]
    most = max(sum(expected) // workers + 1, SMALLEST)
    small = max(most // PARTITIONS_A_WORKER, SMALLEST)
    found: list[tuple[tuple[str, ...], Share | None]] = []
    together: list[str] = []
    size = 0
    for path, events in zip(paths, expected, strict=True):
        shares = -(-events // most) if _is_flat(path) else 1
        if together and (shares > 1 or size + events > small):
            found.append((tuple(together), None))
            together, size = [], 0
        if shares > 1:
            found += [((path,), share) for share in _shares(events, shares)]
        else:
            together.append(path)
            size += events
    if together:
        found.append((tuple(together), None))
    return [Partition(number, *one) for number, one in enumerate(found)]


def _shares(events: int, count: int) -> Iterator[Share]:
    for number in range(count):
        last = number == count - 1
        yield Share(events * number // count, None if last else events * (number + 1) // count)


def _is_flat(path: str) -> bool:
    return not path.lower().endswith(COMPRESSED) and shape_of(path) in ("csv", "lines")


def expected_events(path: str) -> int | None:
    """About how many events a file holds, from its size and a look at its beginning; None where that says nothing."""
    if path == "-" or path.lower().endswith(COMPRESSED):
        return None
    try:
        size = os.stat(path).st_size
        if size < _SAMPLE:
            return size // _BYTES_AN_EVENT
        with open(path, "rb") as file:
            sample = file.read(_SAMPLE)
    except OSError:  # it is named where it is read
        return None
    events = sample.count(b"\n" if _is_flat(path) else b"{")
    return size * events // len(sample)
