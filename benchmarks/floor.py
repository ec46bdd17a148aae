"""Reads a log and keeps its events in a history file with the tool's own reader and loader, and checks nothing.

`python benchmarks/floor.py LOG DATABASE`. The floor of what an audit with load can cost.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from pontoon_audit.ahead import ahead
from pontoon_audit.batches import Batch, LogReader, SourceResult
from pontoon_audit.event_slice import joined
from pontoon_audit.findings.judgement import RULE_COUNT_COLUMNS
from pontoon_audit.findings.table import FINDING_COLUMNS
from pontoon_audit.history import Loader
from pontoon_audit.replay.layouts import EVENTS, LOG, unknown_of
from pontoon_audit.replay.walking import OF_ALL
from pontoon_audit.results.coded import COLUMNS, PACKED_EVENTS, Coded
from pontoon_audit.results.coded_events import events_as_read
from pontoon_audit.results.rejected import REJECTED_COLUMNS


@dataclass
class Unchecked:
    """What `Loader.add` takes, of sessions that nobody replayed."""

    sources: list[SourceResult]
    coded: Coded
    findings: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=FINDING_COLUMNS))
    rejected: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=REJECTED_COLUMNS))
    rule_counts: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=RULE_COUNT_COLUMNS))


def events_of(read: Batch) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The table of events, and packed events, made as for an audit; of a replay there is nothing in them."""
    sessions, sittings = read.logs, range(read.first, read.first + len(read.logs))
    packed, others = pl.DataFrame(schema=PACKED_EVENTS), list(sittings)
    if read.fast:
        import numpy

        from pontoon_audit.results.packing_at_once import packed_at_once

        logs = [session.events for session in sessions]
        cells: dict[str, Any] = {}
        for name, bits in EVENTS.bits.items():
            if name in LOG:
                cells[name] = joined(logs, name, getattr(pl, f"Int{bits}")).to_numpy()
            elif name in OF_ALL:
                cells[name] = numpy.full(sum(map(len, logs)), unknown_of(bits), dtype=f"int{bits}")
        packed, others = packed_at_once(sessions, sittings, cells)
    if not others:
        return pl.DataFrame(schema=COLUMNS["events"]), packed
    events = events_as_read(sessions, sittings).filter(pl.col("sitting").is_in(others))
    events = events.with_columns(pl.lit(None, COLUMNS["events"][name]).alias(name) for name in OF_ALL)
    return events.select(list(COLUMNS["events"])), packed


def as_read(read: Batch, sources: list[SourceResult]) -> Unchecked:
    """The tables of sessions with nothing in them but what was read."""
    batch, first = read.logs, read.first
    events, packed = events_of(read)
    empty: dict[str, Any] = {name: pl.DataFrame(schema=schema) for name, schema in COLUMNS.items()}
    sessions = [
        (first + n, s.session, 0, None, None, "{}", "", len(s.players), 0, len(s.events), 0, "csv", None)
        for n, s in enumerate(batch)
    ]
    people = [(first + n, code, player) for n, s in enumerate(batch) for code, player in enumerate(s.players)]
    seats = [(sitting, code, player, player, None) for sitting, code, player in people]
    empty |= {
        "events": events,
        "sessions": pl.DataFrame(sessions, schema=COLUMNS["sessions"], orient="row"),
        "seats": pl.DataFrame(seats, schema=COLUMNS["seats"], orient="row"),
    }
    return Unchecked(sources, Coded(**empty, packed=packed))


def main() -> None:
    """Command line."""
    path, database = sys.argv[1:]
    logs = LogReader(path, None, None, None)
    with Loader(database) as loader:
        for batch in ahead(logs.batches()):
            loader.add(as_read(batch, logs.sources))


if __name__ == "__main__":
    main()
