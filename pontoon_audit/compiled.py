"""All that is compiled for long logs, together: the loops of reading, the replay, and the packing of events."""

from __future__ import annotations

from typing import Final

from pontoon_audit.reading import compiling as reading
from pontoon_audit.replay import compiling as replay
from pontoon_audit.results import compiling as results

_ALL: Final = (reading.LOOPS, results.LOOPS, replay.LOOPS)


def is_kept() -> bool:
    """Whether it was compiled before on this machine, so that it starts at once, without numba."""
    return all(loops.are_kept for loops in _ALL)


def get_ready() -> None:
    """Loads it, which takes a tenth of a second; compiles it first where it is not kept, which takes a minute."""
    for loops in _ALL:
        _ = loops.ready
