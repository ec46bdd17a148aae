"""Records set aside, as they are published: few, and each with its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from pontoon_audit.findings.places import pointer
from pontoon_audit.replay.frames import Replayed, StateFrames
from pontoon_audit.replay.state import (
    BAD_RECORD,
    SECOND_SEAT,
    SPLIT_BY_BANKER,
    UNKNOWN_HAND,
    UNKNOWN_PLAYER,
)  # fmt: skip
from pontoon_audit.session import Session

REJECTED_COLUMNS: Final = {
    "sitting": pl.Int64, "session": pl.String, "source": pl.Int64, "event": pl.Int64, "line": pl.Int64,
    "pointer": pl.String, "reason": pl.String, "record": pl.String,
}  # fmt: skip


def rejected_table(frames: StateFrames, batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    """A row a record set aside, with its place and, as far as it is kept, the record as it stood."""
    if not any(replayed.now.rejected for replayed in batch):
        return pl.DataFrame(schema=REJECTED_COLUMNS)
    sessions = {replayed.sitting: replayed.session for replayed in batch}
    names = ("sitting", "event", "set_aside")
    aside = pl.concat([frames.events_of(family, names).filter(pl.col("set_aside") != 0) for family in frames.families])
    rows: list[dict[str, Any]] = []
    for sitting, event, why in aside.sort("sitting", "event").select(names).iter_rows():
        session, i = sessions[sitting], event - 1
        rows.append(
            {
                "sitting": sitting,
                "session": session.session,
                "source": source_of[sitting],
                "event": event,
                "line": session.events.at("line", i),
                "pointer": pointer(session, i),
                "reason": _reason(session, i, why),
                "record": session.events.record.get(i),
            }
        )
    return pl.DataFrame(rows, schema=REJECTED_COLUMNS, orient="row")


_REASONS: Final = {
    SECOND_SEAT: "a second seat for someone seated",
    SPLIT_BY_BANKER: "a split by the banker",
    UNKNOWN_PLAYER: "someone who does not sit at the table then",
    UNKNOWN_HAND: "a hand that the player does not have",
}


def _reason(session: Session, i: int, set_aside: int) -> str:
    return session.events.fault.get(i, "no event") if set_aside == BAD_RECORD else _REASONS[set_aside]
