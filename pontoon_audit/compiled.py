"""All that is compiled for long logs, together: the loops of reading, the replay, and the packing of events."""

from __future__ import annotations

from pontoon_audit.reading import compiling as reading
from pontoon_audit.replay import compiling as replay
from pontoon_audit.results import compiling as results


def is_kept() -> bool:
    """Whether it was compiled before on this machine, so that it starts at once, without numba."""
    return replay.is_kept() and reading.are_kept() and results.is_kept()


def get_ready() -> None:
    """Loads it, which takes a tenth of a second; compiles it first where it is not kept, which takes a minute."""
    reading.compiled_loops()
    results.compiled_packing()
    replay.compiled_loop()
