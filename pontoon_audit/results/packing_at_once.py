"""Events of the compiled replay, packed as they lie there: their table need not be made.

Imported only where compiled code runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, NamedTuple

import numpy
import polars as pl

from pontoon_audit.event_slice import have_text, joined
from pontoon_audit.game import NO_DEAL
from pontoon_audit.replay.memory import lent
from pontoon_audit.results.coded import PACKED_EVENTS
from pontoon_audit.results.compiling import GIVEN, PACKED, compiled_packing
from pontoon_audit.session import Session


class AtOnce(NamedTuple):
    """What could be packed, with the columns of `coded.PACKED_EVENTS`; and the sittings of the other sessions."""

    packed: pl.DataFrame
    others: list[int]


def packed_at_once(sessions: Sequence[Session], sittings: Sequence[int], cells: dict[str, Any]) -> AtOnce:
    """Packs the events of sessions. `cells`: arrays of what was read of them, and of what the replay says of each event
    (`StateFrames.cells_of_all`).

    A session is left to `packed_events` if any of its events may not fit, or if it stands in a document.
    """
    logs = [session.events for session in sessions]
    counts = numpy.array([len(log) for log in logs], dtype=numpy.int64)
    fits = numpy.array([session.source.shape != "document" for session in sessions], dtype=numpy.uint8)
    for name in ("time", "note"):
        fits[have_text(logs, name)] = 0
    if not fits.any():
        return AtOnce(pl.DataFrame(schema=PACKED_EVENTS), list(sittings))
    given = cells | {"line": joined(logs, "line", pl.Int64).to_numpy()}
    found = {name: lent(f"packed {name}", int(counts.sum()), numpy.dtype(kind)) for name, kind in PACKED.items()}
    of_each = (counts, numpy.array(sittings, dtype=numpy.int64), fits)
    compiled_packing()(len(sessions), *of_each, *(given[name] for name in GIVEN), *found.values())
    columns = {name: pl.Series(name, column) for name, column in (found | {"deal": cells["deal"]}).items()}
    if columns["deal"].min() == NO_DEAL:  # nothing is less
        columns["deal"] = columns["deal"].set(columns["deal"] == NO_DEAL, None)
    packed = pl.DataFrame([columns[name] for name in PACKED_EVENTS])
    if not fits.all():
        packed = packed.filter(pl.Series(numpy.repeat(fits.astype(bool), counts)))
    return AtOnce(packed, list(compress(sittings, fits == 0)))
