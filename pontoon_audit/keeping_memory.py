"""Memory given back to the system and fetched again costs a long run a tenth of its time: it is kept instead."""

from __future__ import annotations

import ctypes
import gc
import os
from contextlib import suppress
from typing import Final

_TRIM, _MAP = -1, -3
"""What glibc calls M_TRIM_THRESHOLD and M_MMAP_THRESHOLD."""
_LARGE: Final = 1 << 30


_RARELY: Final = 100_000
"""Objects after which Python looks for rubbish among them."""


def at_first() -> None:
    """Tells the memory that polars brings along, as it can be told before polars is imported, to keep what it has,
    and to keep it together, since what one thread gives back another may want; and numpy to take memory page by page,
    since much of what the replay asks for is never touched, and to begin no threads, which wait for work by spinning.

    Python, which by itself looks for rubbish after every 700 new objects, would do so hundreds of times while modules
    are imported, a tenth of the time that it takes to start.
    """
    gc.set_threshold(_RARELY)
    os.environ.setdefault("_RJEM_MALLOC_CONF", "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1")
    os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def for_a_long_run() -> None:
    """Lets this process keep memory that it may want again, and look no more for rubbish among what is there now."""
    with suppress(OSError, AttributeError):  # other systems have no such thing
        library = ctypes.CDLL(None)
        library.mallopt(_MAP, _LARGE)
        library.mallopt(_TRIM, _LARGE)
    gc.collect()
    gc.freeze()
