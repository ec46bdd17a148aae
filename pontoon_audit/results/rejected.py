"""Records set aside, as they are published: few, and each with its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from pontoon_audit.findings.places import pointer
from pontoon_audit.replay.frames import Replayed
from pontoon_audit.replay.state import (
    BAD_RECORD,
    COUNTED,
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


def rejected_table(batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    """A row a record set aside, with its place and, as far as it is kept, the record as it stood."""
    rows: list[dict[str, Any]] = []
    for replayed in batch:
        if not replayed.now.rejected:
            continue
        session, set_aside = replayed.session, replayed.set_aside
        for i in range(len(session.events)):
            if set_aside[i] != COUNTED:
                rows.append(
                    {
                        "sitting": replayed.sitting,
                        "session": session.session,
                        "source": source_of[replayed.sitting],
                        "event": i + 1,
                        "line": session.events.line[i],
                        "pointer": pointer(session, i),
                        "reason": _reason(session, i, set_aside[i]),
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
