"""Findings about the log itself: records that cannot stand, numbers out of order, deals that stop short."""

import polars as pl

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.replay.state import BAD_RECORD, SECOND_SEAT, SPLIT_BY_BANKER, UNKNOWN_HAND, UNKNOWN_PLAYER
from pontoon_audit.rules.rule import NOT_VOID, PER_PLAYER, Rule, col, number, player, words


def _why_set_aside(evidence: Evidence) -> str:
    reason = evidence.row["set_aside"]
    if reason == SECOND_SEAT:
        return f"{evidence.who} takes a second seat; the record is set aside"
    if reason == SPLIT_BY_BANKER:
        return f"{evidence.who} banks this deal and cannot split; the record is set aside"
    return f"{evidence.fault}; the record is set aside"


def _record(evidence: Evidence) -> str | None:
    """The record as it stood, in short."""
    record = evidence.record
    return record if record is None or len(record) <= 120 else record[:119] + "…"


def _order_recorded(evidence: Evidence) -> str:
    row = evidence.row
    number = row["deal"] if row["expected_deal"] is not None else evidence.session.events.at("seq", evidence.at or 0)
    return "none" if number is None else str(number)


def _out_of_order(evidence: Evidence) -> str:
    row = evidence.row
    if row["expected_deal"] is None:
        return f"the seq {_order_recorded(evidence)} stood before"
    stands = "no deal number that can be read stands" if row["deal"] is None else f"deal {row['deal']} stands"
    return f"{stands} where deal {row['expected_deal']} should follow; what came between is not known"


def _incomplete(evidence: Evidence) -> str:
    if evidence.row["banker"] < 0:
        return "the deal has no banker"
    if evidence.row["unpaid"] == 1:
        return "the deal was played to its end, but none of its hands that are not bust is settled"
    return "the deal stops here, before it was played to its end"


IN_A_DEAL = ("deal", "stake", "shoot", "pontoon", "split", "buy", "twist", "stick", "bust", "settle", "settle_shoot")

LOG = (
    Rule(
        name="log/bad-record",
        severity="error",
        clause=None,
        summary="A record is no event of the format, and takes no part in the audit.",
        over="events",
        broken=col("set_aside").is_in([BAD_RECORD, SECOND_SEAT, SPLIT_BY_BANKER]),
        names=None,
        message=_why_set_aside,
        once="record",
        recorded=_record,
        allowed=words("an event of the format"),
    ),
    Rule(
        name="log/unknown-player",
        severity="error",
        clause=None,
        summary="An event names someone who does not sit at the table then.",
        over="events",
        judges=(col("player") >= 0)
        & (col("action") != 0)
        & (col("set_aside").is_in([0, UNKNOWN_PLAYER, UNKNOWN_HAND])),
        broken=pl.when(col("set_aside") == UNKNOWN_PLAYER).then(True).when(col("seats_known") == 1).then(False),
        message="{who} does not sit at the table then; the record is set aside",
        once="deal, name",
        scope=PER_PLAYER,
        recorded=player("player"),
    ),
    Rule(
        name="log/unknown-hand",
        severity="error",
        clause=None,
        summary="An event stands on a hand that the player does not have.",
        over="events",
        actions=IN_A_DEAL,
        judges=col("set_aside").is_in([0, UNKNOWN_HAND]),
        broken=col("set_aside") == UNKNOWN_HAND,
        message="{name} has no hand {hand} in this deal; the record is set aside",
        once="deal, player",
        scope=PER_PLAYER,
        recorded=number("hand"),
    ),
    Rule(
        name="log/not-in-order",
        severity="error",
        clause=None,
        summary="A seq repeats, or a deal number is not one more than the highest before it.",
        over="events",
        broken=col("expected_deal").is_not_null() | (col("seq_repeats") == 1),
        names=None,
        message=_out_of_order,
        recorded=_order_recorded,
        allowed=number("expected_deal"),
    ),
    Rule(
        name="log/incomplete-deal",
        severity="error",
        clause=None,
        summary="A deal stops short: it has no banker, its play is not over, or its live hands are not settled.",
        over="deals",
        judges=NOT_VOID,
        broken=col("incomplete") == 1,
        at="last_event",
        names=None,
        with_hand=False,
        message=_incomplete,
        once="deal",
    ),
    Rule(
        name="log/not-checked",
        severity="info",
        clause=None,
        summary="What the log does not record, so that rules could not be applied.",
        over="session",
        broken=col("unchecked").is_not_null(),
        names=None,
        with_hand=False,
        message=lambda evidence: str(evidence.row["unchecked"]),
        once="session",
    ),
)
