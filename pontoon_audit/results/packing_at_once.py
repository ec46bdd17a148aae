"""Events of the compiled replay, packed as they lie there: their table need not be made.

Imported only where compiled code runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, Final, NamedTuple

import numpy
import polars as pl

from pontoon_audit.event_slice import have_text, joined
from pontoon_audit.game import NO_DEAL
from pontoon_audit.replay.memory import lent
from pontoon_audit.results.coded import PACKED_EVENTS
from pontoon_audit.results.compiling import PACKED, READ, compiled_packing
from pontoon_audit.session import Session

_POLARS: Final = {"int8": pl.Int8, "int16": pl.Int16, "int32": pl.Int32, "int64": pl.Int64}


class AtOnce(NamedTuple):
    """What could be packed, with the columns of `coded.PACKED_EVENTS`; and the sittings of the other sessions."""

    packed: pl.DataFrame
    others: list[int]


def packed_at_once(sessions: Sequence[Session], sittings: Sequence[int], facts: Mapping[str, Any]) -> AtOnce:
    """Packs the events of sessions. `facts`: what the replay says of all events, in the cells of `replay.layouts`,
    by the names of `walking.OF_ALL`.

    A session is left to `packed_events` if any of its events may not fit, or if it stands in a document.
    """
    logs = [session.events for session in sessions]
    counts = numpy.array([len(log) for log in logs], dtype=numpy.int64)
    fits = numpy.array([session.source.shape != "document" for session in sessions], dtype=numpy.uint8)
    for name in ("time", "note"):
        fits[have_text(logs, name)] = 0
    if not fits.any():
        return AtOnce(pl.DataFrame(schema=PACKED_EVENTS), list(sittings))
    read = [joined(logs, name, _POLARS[kind]).to_numpy() for name, kind in READ.items()]
    found = {name: lent(f"packed {name}", int(counts.sum()), numpy.dtype(kind)) for name, kind in PACKED.items()}
    compiled_packing()(
        len(sessions), counts, numpy.array(sittings, dtype=numpy.int64), fits, *read, *facts.values(), *found.values()
    )
    deal = joined(logs, "deal", PACKED_EVENTS["deal"])
    if deal.min() == NO_DEAL:
        deal = deal.set(deal == NO_DEAL, None)
    columns = {name: pl.Series(name, cells) for name, cells in found.items()} | {"deal": deal.alias("deal")}
    packed = pl.DataFrame([columns[name] for name in PACKED_EVENTS])
    if not fits.all():
        packed = packed.filter(pl.Series(numpy.repeat(fits.astype(bool), counts)))
    return AtOnce(packed, list(compress(sittings, fits == 0)))
