"""The events of a batch as columns: what the compiled loop reads and writes, and what is asked of it afterwards.

Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import numpy
import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import UNREADABLE
from pontoon_audit.replay.event_columns import BITS, FACTS, FAULTY, IN_BLOCKS, LOG, SCRATCH, unknown_of
from pontoon_audit.replay.facts_of import FACTS_OF
from pontoon_audit.replay.memory import lent
from pontoon_audit.replay.state import UNKNOWN, EventFacts
from pontoon_audit.session import Session

_POLARS: Final = {8: pl.Int8, 16: pl.Int16, 32: pl.Int32, 64: pl.Int64}


class Blocks:
    """Events in columns (`event_columns`): of the log in its order, most facts in that of blocks, one an action."""

    def __init__(self, logs: Sequence[Session]) -> None:
        events = [log.events for log in logs]
        lengths = [len(one) for one in events]
        self._firsts = numpy.array([*accumulate(lengths, initial=0)])
        self._sittings = numpy.repeat(numpy.arange(len(logs)), lengths)
        read = {name: joined(events, name, _POLARS[bits]).to_numpy() for name, bits in LOG.items()}
        read |= {name: _faulty(logs, self._firsts) for name in FAULTY}
        facts = {name: _fact(name, bits, sum(lengths)) for name, bits in FACTS.items()}
        scratch = {name: lent(name, max(lengths, default=0), _kind(bits)) for name, bits in SCRATCH.items()}
        self._cells: dict[str, Any] = read | scratch | facts
        counts = numpy.bincount(read["action"], minlength=UNREADABLE + 1)
        self._starts = numpy.concatenate([[0], numpy.cumsum(counts)])
        self._order = lent("order", sum(lengths), numpy.int64)
        self._series = {name: pl.Series(name, facts[name]) for name in facts}
        """The same memory: slices of it cost nothing, where a column made of an array costs as much as its use."""

    def places(self) -> tuple[Any, Any, Any]:
        """What the loop needs to give each event its place in the order of blocks (see `loop.walk_all`)."""
        longest = int(numpy.diff(self._firsts).max(initial=0))
        return lent("rows", longest, numpy.int64), self._starts.copy(), self._order

    def addresses(self, rows: Any) -> Any:
        """Of each session where its columns begin: a row a session, in the order that `event_pointers` has them in.
        `rows` are the places in the order of blocks."""
        columns = [rows, *(self._cells[name] for name in BITS)]
        wide = [0, *(0 if name in SCRATCH or name in IN_BLOCKS else bits // 8 for name, bits in BITS.items())]
        begin = numpy.array([column.ctypes.data for column in columns])
        return begin + self._firsts[:-1, None] * numpy.array(wide)

    @property
    def actions(self) -> Sequence[int]:
        return [int(action) for action in numpy.flatnonzero(numpy.diff(self._starts))]

    def of_action(self, action: int, name: str, rows: Any = None) -> pl.Series | None:
        """A column of the events of an action, or of some of them; unknown is null."""
        if name in FACTS and name not in FACTS_OF[action]:
            return None
        first, end = int(self._starts[action]), int(self._starts[action + 1])
        if name in IN_BLOCKS:
            cells = self._series[name].slice(first, end - first)
            return _known(cells if rows is None else cells[rows], FACTS[name])
        places = self._order[first:end] if rows is None else self._order[first:end][rows]
        if name == "event":
            return pl.Series(name, places - self._firsts[self._sittings[places]] + 1)
        cells = (self._sittings if name == "sitting" else self._cells[name])[places]
        return _known(pl.Series(name, cells), FACTS.get(name))

    def of_all(self, name: str) -> pl.Series:
        return _known(self._series[name], FACTS[name])


def _kind(bits: int) -> Any:
    return numpy.dtype(f"i{bits // 8}")


def _fact(name: str, bits: int, events: int) -> Any:
    """A column of a fact, as it is at first."""
    cells, first = lent(name, events, _kind(bits)), EventFacts.fields()[name]
    cells.fill(unknown_of(bits) if first == UNKNOWN else first)
    return cells


def _known(cells: pl.Series, bits: int | None) -> pl.Series:
    """Whole numbers of a column, null where a cell says unknown; `bits` of a fact, None of what is always known."""
    if bits is not None and cells.min() == unknown_of(bits):  # nothing is less
        cells = cells.set(cells == unknown_of(bits), None)
    return cells.cast(pl.Int64)


def _faulty(logs: Sequence[Session], firsts: Any) -> Any:
    found = numpy.zeros(int(firsts[-1]), dtype=_kind(FAULTY["faulty"]))
    for log, first in zip(logs, firsts[:-1], strict=True):
        if log.events.fault:
            found[[int(first) + position for position in log.events.fault]] = 1
    return found
