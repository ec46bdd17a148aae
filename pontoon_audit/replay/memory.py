"""Memory for the compiled replay, used again batch after batch: getting it fresh costs as much as playing the deals.

Imported only where numba is installed.
"""

from __future__ import annotations

import threading
import weakref
from collections import defaultdict
from typing import Any, Final

import numpy

_SPARE: Final = 8
"""A piece is an eighth larger than was asked for: the next batch may be a little longer."""
_TOO_LARGE: Final = 4
"""A piece that is so many times larger than what is asked for is let go: one long session does not keep its memory."""
_given_back: defaultdict[str, list[Any]] = defaultdict(list)
_choosing = threading.Lock()


def lent(use: str, rows: int, kind: Any) -> Any:
    """An array of some rows, whatever stands in them. Its memory comes back by itself for the next array of the same
    use, when nobody holds it any more, nor a part of it, nor a column of polars that was made of either.

    >>> lent("example", 3, numpy.int64).shape
    (3,)
    """
    kind = numpy.dtype(kind)
    size = max(rows, 1) * kind.itemsize
    with _choosing:
        piece: Any = _given_back[use].pop() if _given_back[use] else None
    if piece is None or not size <= piece.nbytes <= _TOO_LARGE * size:
        piece = numpy.empty(size + size // _SPARE, dtype=numpy.uint8)
    # of a memoryview, so that parts of the array keep the array, and not what lies beneath it
    cells = numpy.frombuffer(memoryview(piece), dtype=kind, count=max(rows, 1))
    weakref.finalize(cells, _given_back[use].append, piece).atexit = False
    return cells[:rows]
