"""The table of events in codes: what was read, and beside it the state of its hand right after each event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import polars as pl

from pontoon_audit.event_slice import joined, joined_text
from pontoon_audit.game import DEAL, NO_AMOUNT, NO_DEAL, NO_LINE, NO_SEQ, SETTLE_SHOOT
from pontoon_audit.replay.frames import Replayed, StateFrames
from pontoon_audit.replay.walking import OF_ALL
from pontoon_audit.results.coded import COLUMNS, PLACE_BLOCK, PLACE_ITEM
from pontoon_audit.session import EventColumns, Session

_TYPES: Final = COLUMNS["events"]
_CODES: Final = ("action", "player", "hand", "card", "face", "amount", "to", "deal", "seq")
_ABSENT: Final = {"amount": NO_AMOUNT, "deal": NO_DEAL, "seq": NO_SEQ}


def coded_events(frames: StateFrames, batch: Sequence[Replayed]) -> pl.DataFrame:
    """The events of a batch, with the columns of `coded.COLUMNS`."""
    read = events_as_read([replayed.session for replayed in batch], [replayed.sitting for replayed in batch])
    after = [frames.of_all(name).cast(_TYPES[name]) for name in OF_ALL]
    return read.with_columns(after).select(list(_TYPES))


def events_as_read(sessions: Sequence[Session], sittings: Sequence[int]) -> pl.DataFrame:
    """The events of sessions without what the replay says of them: all columns but `walking.OF_ALL`."""
    logs = [session.events for session in sessions]
    codes = [joined(logs, name, _TYPES[name]) for name in _CODES]
    of_hand = pl.col("action").is_between(DEAL, SETTLE_SHOOT) & (pl.col("player") >= 0) & (pl.col("hand") > 0)
    known = [pl.when(pl.col(name) != absent).then(name).alias(name) for name, absent in _ABSENT.items()]
    events = pl.DataFrame(
        [*_numbers(logs, sittings), *codes, joined_text(logs, "time"), joined_text(logs, "note"), _places(sessions)]
    )
    return events.with_columns(*known, hand=pl.when(of_hand).then("hand"))


def _numbers(logs: Sequence[EventColumns], sittings: Sequence[int]) -> pl.DataFrame:
    """Of each event its session's `sitting`, and its number there, `event`, from 1."""
    counts = pl.DataFrame(
        {"sitting": sittings, "count": [len(log) for log in logs]}, schema={"sitting": pl.Int64, "count": pl.Int64}
    )
    return counts.filter(pl.col("count") > 0).select(
        pl.col("sitting").repeat_by("count").explode(),
        event=pl.int_ranges(1, pl.col("count") + 1, dtype=pl.Int32).explode(),
    )


def _places(sessions: Sequence[Session]) -> pl.Series:
    """Where each event stands: `place` in `coded.COLUMNS`."""
    parts = [pl.Series("place", [], dtype=pl.Int64)]
    for in_document, some in groupby(sessions, lambda session: session.source.shape == "document"):
        logs = [session.events for session in some]
        if in_document:
            columns = pl.DataFrame([joined(logs, name, pl.Int64) for name in ("kind", "block", "item")])
            item = pl.col("item").clip(lower_bound=0)
            place = pl.col("kind") + PLACE_ITEM * item + PLACE_BLOCK * (pl.col("block") + 1)
            parts.append(columns.select(place.alias("place")).to_series())
        else:
            lines = joined(logs, "line", pl.Int64).alias("place").to_frame()
            parts.append(lines.select(pl.when(pl.col("place") != NO_LINE).then("place")).to_series())
    return pl.concat(parts)
