"""The table of findings: what stands, each with its place in the file and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from pontoon_audit.findings.judgement import Candidate
from pontoon_audit.findings.places import pointer
from pontoon_audit.findings.words import describe
from pontoon_audit.game import NO_DEAL
from pontoon_audit.money.decimals import MONEY, decimal_of
from pontoon_audit.session import Session

FINDING_COLUMNS: Final[dict[str, pl.DataType | type[pl.DataType]]] = {
    "sitting": pl.Int64, "finding": pl.String, "severity": pl.String, "clause": pl.String, "session": pl.String,
    "deal": pl.Int64, "event": pl.Int64, "player": pl.String, "hand": pl.Int64, "message": pl.String,
    "recorded": pl.String, "allowed": pl.String, "money": MONEY, "path": pl.String, "line": pl.Int64,
    "pointer": pl.String,
}  # fmt: skip


def findings_frame(standing: Sequence[Candidate], sessions: Mapping[int, Session]) -> pl.DataFrame:
    """One row a finding, by session as read, event (none last), finding, player and hand.

    `line` is null in JSON documents; it is looked up late.
    """
    rows = [_row(one, sessions[one.sitting]) for one in standing]
    found = pl.DataFrame(rows, schema=FINDING_COLUMNS, orient="row")
    return found.sort("sitting", "event", "finding", "player", "hand", nulls_last=True, maintain_order=True)


def _row(one: Candidate, session: Session) -> dict[str, Any]:
    rule, at = one.rule, one.at
    return {
        "sitting": one.sitting,
        "finding": rule.name,
        "severity": rule.severity,
        "clause": rule.clause,
        "session": session.session,
        "deal": _deal(one, session),
        "event": None if at is None else at + 1,
        "player": None if one.player is None else session.players[one.player],
        "hand": one.hand,
        **describe(one, session),
        "money": None if one.worth is None else decimal_of(one.worth),
        "path": session.source.path,
        "line": None if at is None else session.events.at("line", at),
        "pointer": None if at is None else pointer(session, at),
    }


def _deal(one: Candidate, session: Session) -> int | None:
    """The deal's number as recorded: that of the deal, or the one the event carries."""
    if one.rule.over in ("hands", "deals"):
        number: int | None = one.row["deal"]
        return number
    if one.at is None:
        return None
    carried = session.events.at("deal", one.at)
    return None if carried == NO_DEAL else carried
