"""Whether a run is long enough for the compiled replay, and how much of it is replayed at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Final

LONG: Final = 10_000
"""Events from which on the compiled replay is worth its start of a quarter of a second."""
LONG_UNLESS_KEPT: Final = 1_000_000
"""The same where it has yet to be compiled, which takes a minute, once."""
BYTES_AN_EVENT: Final = 40
"""A little more than a line of an event CSV has: other shapes need more for an event."""
BATCH: Final = 60_000
BATCH_COMPILED: Final = 800_000
"""Events after which a batch of whole sessions is judged, so that memory does not grow with the log."""
_FIRST: Final = 200_000
"""The same of the first batch: while it is read there is nothing else to do."""


class Speed:
    """Decides how the logs at some paths are replayed. `seen` counts events as they come, for logs whose size says
    nothing: standard input, and what is compressed."""

    def __init__(self, paths: Sequence[str], expected: int | None = None) -> None:
        """`expected` says how many events the whole run has, where these paths are only some of it."""
        self._expected = sum(map(_size, paths)) // BYTES_AN_EVENT if expected is None else expected
        self.seen = 0

    @property
    def compiled(self) -> bool:
        """Whether the next batch is replayed by compiled code. No result depends on it."""
        events = max(self._expected, self.seen)
        return events >= LONG and events >= self._least

    def is_batch(self, size: int) -> bool:
        """Whether a batch of that size, in events without texts, is large enough to be judged. Batches grow with the
        run, so that it begins early. No result depends on it."""
        most = BATCH_COMPILED if self.compiled else BATCH
        return size >= min(most, _FIRST + self.seen - size)

    @cached_property
    def _least(self) -> float:
        if find_spec("numba") is None or find_spec("platformdirs") is None:
            return float("inf")
        from pontoon_audit import compiled

        return LONG if compiled.is_kept() else LONG_UNLESS_KEPT


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:  # it is named where it is read
        return 0
