"""Rows as columns: what the compiled loop reads and writes, and what is asked of it afterwards (`layouts`).

Imported only where numba is installed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

import numpy
import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import DEAL, SPLIT, UNREADABLE
from pontoon_audit.replay.facts_of import FACTS_OF, FAMILY_OF, Family
from pontoon_audit.replay.layouts import EVENTS, FAULTY, LAYOUTS, LOG, SCRATCH, TOGETHER, cell_of, unknown_of
from pontoon_audit.replay.memory import lent
from pontoon_audit.replay.state import EventFacts, Row
from pontoon_audit.replay.walking import OF_ALL
from pontoon_audit.session import EventColumns, Session

_LINE: Final = 64
"""Bytes that the processor fetches at once: every column begins with a line of its own."""
_BLOCK_OF: Final = numpy.array([list(FACTS_OF).index(FAMILY_OF[action]) for action in range(len(FAMILY_OF))])
"""Action -> the number of the block that its family has."""
_POLARS: Final = {8: pl.Int8, 16: pl.Int16, 32: pl.Int32, 64: pl.Int64}


class Columns:
    """Rows of hands or of deals as columns."""

    def __init__(self, kind: type[Row], most: int) -> None:
        self._bits = LAYOUTS[kind].bits
        self._cells = _side_by_side(kind.__name__, self._bits, -(-most // TOGETHER) * TOGETHER)
        self.addresses = numpy.array([cells.ctypes.data for cells in self._cells.values()])
        """Where each column begins."""
        self.rows = 0
        """How many rows are written."""
        self._made: dict[str, pl.Series] = {}

    def __len__(self) -> int:
        return self.rows

    def of(self, name: str, rows: Any = None) -> pl.Series:
        """A column, of all rows or of some; unknown is null."""
        if name not in self._made:
            self._made[name] = _known(pl.Series(name, self._cells[name][: self.rows]), self._bits[name])
        return self._made[name] if rows is None else self._made[name][rows]


class Blocks:
    """Events as columns: what was read in the order of the log, most facts in that of blocks, one a family."""

    def __init__(self, logs: Sequence[Session]) -> None:
        events = [log.events for log in logs]
        lengths = [len(one) for one in events]
        self._firsts = numpy.array([*accumulate(lengths, initial=0)])
        read = {name: _read(events, name, bits) for name, bits in LOG.items()}
        read["faulty"] = _faulty(logs, self._firsts)
        scratch = _side_by_side("scratch", SCRATCH, max(lengths, default=0))
        # apart, since the table of events holds those of all events, and the others are wanted for the next batch
        facts = {
            name: cells
            for use, names in (("all events", EVENTS.facts - EVENTS.in_blocks), ("families", EVENTS.in_blocks))
            for name, cells in _side_by_side(use, {name: EVENTS.bits[name] for name in names}, sum(lengths)).items()
        }
        self._cells = read | scratch | facts
        self._made: dict[str, pl.Series] = {}
        counts = numpy.bincount(read["action"], minlength=UNREADABLE + 1)
        self.actions: Collection[int] = frozenset(numpy.flatnonzero(counts).tolist())
        self._starts = numpy.concatenate([[0], numpy.cumsum([counts[list(family)].sum() for family in FACTS_OF])])
        self.following = numpy.zeros(2 * len(self._starts), dtype=numpy.int64)
        """Of each family the next place in the order of blocks, for the loop to go on from, and room for its notes."""
        self.following[: len(FACTS_OF)] = self._starts[:-1]
        self.order = lent("order", sum(lengths), numpy.int64)
        """Which event of all stands at each place in the order of blocks: for the loop to write."""
        self.block_of = _BLOCK_OF
        """Of each action the number of its family's block."""
        changes = sum(int(numpy.count_nonzero(numpy.diff(read[name]))) for name in ("deal", "block"))
        self.most_deals = len(logs) + changes
        """There cannot be more deals than that: each new one has another number, or another place in its list."""
        self.most_hands = int(counts[DEAL] + counts[SPLIT]) + self.most_deals
        """There cannot be more hands than that: a card makes one, a split another, and who banks a deal has one."""

    @property
    def clearing(self) -> Any:
        """How the loop clears the facts of events (see `loop._clear`): of each fact only where events stand that may
        have it. What stands elsewhere nobody reads, nor is its memory ever taken."""
        rows = []
        for name, first in EventFacts.fields().items():
            blocks = [block for block, facts in enumerate(FACTS_OF.values()) if name in facts]
            bits = EVENTS.bits[name]
            for block in blocks if name in EVENTS.in_blocks else [len(FACTS_OF)]:
                rows.append((block, bits // 8, cell_of(first, bits), self._cells[name].ctypes.data))
        return numpy.array(rows)

    @cached_property
    def addresses(self) -> Any:
        """Of each session where its columns begin: a row a session."""
        of_log = [name not in SCRATCH and name not in EVENTS.in_blocks for name in EVENTS.bits]
        bytes_an_event = numpy.array(list(EVENTS.bits.values())) // 8 * of_log
        begin = numpy.array([self._cells[name].ctypes.data for name in EVENTS.bits])
        return begin + self._firsts[:-1, None] * bytes_an_event

    @property
    def families(self) -> Sequence[Family]:
        return [family for family, rows in zip(FACTS_OF, numpy.diff(self._starts), strict=True) if rows]

    def of_family(self, family: Family, name: str, rows: Any = None) -> pl.Series | None:
        """A column of the events of a family, or of some of them; unknown is null."""
        if name in EVENTS.facts and name not in FACTS_OF[family]:
            return None
        block = _BLOCK_OF[family[0]]
        first, end = int(self._starts[block]), int(self._starts[block + 1])
        if name in EVENTS.in_blocks:
            cells = self._series(name).slice(first, end - first)
            return _known(cells if rows is None else cells[rows], EVENTS.bits[name])
        places = self.order[first:end]
        if name == "sitting":
            found = self._by_session(places, numpy.arange(len(self._firsts) - 1))
        elif name == "event":
            found = places - self._by_session(places, self._firsts[:-1]) + 1
        else:
            found = self._cells[name][places if rows is None else places[rows]]
            return _known(pl.Series(name, found), EVENTS.bits[name] if name in EVENTS.facts else None)
        return pl.Series(name, found if rows is None else found[rows])

    def _by_session(self, places: Any, values: Any) -> Any:
        """Of the event at each place in the log its session's value; places ascend."""
        return numpy.repeat(values, numpy.diff(numpy.searchsorted(places, self._firsts)))

    def of_all(self, name: str) -> pl.Series:
        return _known(self._series(name), EVENTS.bits[name])

    def cells_of_all(self) -> dict[str, Any]:
        return {name: self._cells[name] for name in (*LOG, *OF_ALL)}

    def _series(self, name: str) -> pl.Series:
        """A column of facts. Slices of it cost nothing, where a column made of an array costs as much as its use."""
        if name not in self._made:
            self._made[name] = pl.Series(name, self._cells[name])
        return self._made[name]


def _kind(bits: int) -> Any:
    return numpy.dtype(f"i{bits // 8}")


def _side_by_side(use: str, bits: dict[str, int], rows: int) -> dict[str, Any]:
    """Columns of so many rows, whatever stands in them, in one piece of memory."""
    wide = {name: -(-rows * width // 8 // _LINE) * _LINE for name, width in bits.items()}
    piece, found, first = lent(use, sum(wide.values()), numpy.uint8), {}, 0
    for name, width in bits.items():
        found[name] = piece[first : first + rows * width // 8].view(_kind(width))
        first += wide[name]
    return found


def _read(events: Sequence[EventColumns], name: str, bits: int) -> Any:
    """A column of the log as one array; what lies in one piece is not copied."""
    pieces = [piece.to_numpy() for piece in joined(events, name, _POLARS[bits]).get_chunks()]
    if len(pieces) == 1:
        return pieces[0]
    return numpy.concatenate(pieces, out=lent(f"log.{name}", sum(map(len, pieces)), _kind(bits)))


def _known(cells: pl.Series, bits: int | None) -> pl.Series:
    """The whole numbers of a column, null where a cell of a fact, of so many bits, says unknown."""
    if bits is not None and cells.min() == unknown_of(bits):  # nothing is less
        cells = cells.set(cells == unknown_of(bits), None)
    return cells


def _faulty(logs: Sequence[Session], firsts: Any) -> Any:
    found = numpy.zeros(int(firsts[-1]), dtype=_kind(FAULTY["faulty"]))
    for log, first in zip(logs, firsts[:-1], strict=True):
        if log.events.fault:
            found[[int(first) + position for position in log.events.fault]] = 1
    return found
