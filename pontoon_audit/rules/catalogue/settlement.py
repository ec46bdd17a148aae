"""Findings about settlements (clauses 4.2, 6.3 and 6.7) and about chips."""

import polars as pl

from pontoon_audit.findings.evidence import Evidence, strength_words
from pontoon_audit.game import SETTLE
from pontoon_audit.money.amounts import format_minor
from pontoon_audit.rules.rule import (
    BY_PLAYER,
    JUDGED,
    NOT_VOID,
    OF_PLAYER,
    PER_DEAL,
    PER_HAND,
    SOUND,
    Rule,
    col,
    money,
    words,
)  # fmt: skip

_SETTLES = ("settle", "settle_shoot")
_PLAYED = (col("action") == SETTLE) | (col("shoot_game") == 1)
"""In a game without shoot bets a settlement of theirs is none: `shoot/not-played`."""


def _recorded(broken: pl.Expr) -> pl.Expr:
    """Null where a session records no settlement at all: that is no fault."""
    return pl.when(col("records_settlements") == 1).then(broken)


def _hand_words(evidence: Evidence) -> str:
    strength = evidence.row["strength"]
    if strength == 0:
        return f"{evidence.who} is bust"
    bank = strength_words(evidence.row["bank_strength"]).removeprefix("a ")
    return f"{evidence.who} with {strength_words(strength)} against the bank's {bank}"


def _paid(minor: int) -> str:
    return f"{format_minor(abs(minor))} {'won' if minor > 0 else 'lost'}" if minor else "nothing either way"


def _wrong_amount(evidence: Evidence) -> str:
    row = evidence.row
    sum_ = f"{abs(row['multiple'])} × {format_minor(row['stake'])} " if row["due"] else ""
    due = f"{sum_}{'won' if row['due'] > 0 else 'lost'}" if row["due"] else "nothing either way"
    return f"{_hand_words(evidence)}: {due} is due, {_paid(row['recorded'])} is recorded"


def _missing(evidence: Evidence) -> str:
    due = evidence.row["due"]
    what = "what is due is not known" if due is None else f"{_paid(due)} is due"
    return f"{evidence.who} has no settlement; {what}"


def _shoot_wrong(evidence: Evidence) -> str:
    row = evidence.row
    way = "to" if row["shoot_due"] < 0 else "from"
    return (
        f"{_hand_words(evidence)}, with {format_minor(row['shoot'])} of shoot bets: "
        f"{_paid(row['shoot_due'])} is due {way} the kitty, {_paid(row['shoot_recorded'])} is recorded"
    )


SETTLEMENT = (
    Rule(
        name="settlement/wrong-amount",
        severity="error",
        clause="4.2",
        summary="A hand is settled for another amount than is due.",
        over="hands",
        judges=OF_PLAYER & NOT_VOID & (col("settle_event") >= 0),
        broken=col("recorded") != col("due"),
        at="settle_event",
        message=_wrong_amount,
        recorded=money("recorded"),
        allowed=money("due"),
        worth=col("due") - col("recorded"),
    ),
    Rule(
        name="settlement/missing",
        severity="error",
        clause="4.2",
        summary="A staked hand has no settlement where others of the deal have one.",
        over="hands",
        judges=OF_PLAYER & NOT_VOID & (col("unstaked").ne_missing(1)),
        broken=_recorded(col("unsettled") == 1),
        at="deal_last_event",
        message=_missing,
        once="hand",
        allowed=money("due"),
        worth=col("due"),
    ),
    Rule(
        name="settlement/repeated",
        severity="error",
        clause="4.2",
        summary="A second settlement of one hand; the first counts.",
        over="events",
        actions=_SETTLES,
        judges=BY_PLAYER & _PLAYED & (col("in_void") == 0),
        broken=col("repeated") == 1,
        message="{who} is settled a second time, for {recorded}; the first settlement counts",
        recorded=money("amount"),
        allowed=words("one settlement"),
        worth=-col("amount"),
    ),
    Rule(
        name="settlement/too-early",
        severity="error",
        clause="4.2",
        summary="A live hand is settled before the banker's hand is over.",
        over="events",
        actions=_SETTLES,
        judges=BY_PLAYER & (col("counted") == 1) & _PLAYED & (col("in_void") == 0) & col("live").ne_missing(0),
        broken=(col("live") == 1) & (col("bank_over") == 0) & (col("banker_later") == 1),
        message="{who} is settled before the banker has finished",
        once="hand",
        scope=PER_HAND,
        allowed=words("after the banker's last card"),
    ),
    Rule(
        name="settlement/by-banker",
        severity="error",
        clause="4.2",
        summary="A settlement in the banker's name; it does not count.",
        over="events",
        actions=_SETTLES,
        judges=JUDGED & _PLAYED,
        broken=col("by_banker") == 1,
        message="{name} banks this deal and is settled for {recorded}; it does not count",
        recorded=money("amount"),
        allowed=words("no settlement"),
        worth=-col("amount"),
    ),
    Rule(
        name="settlement/of-void",
        severity="error",
        clause=None,
        summary="Something is settled in a deal that is void.",
        over="events",
        actions=_SETTLES,
        judges=SOUND & _PLAYED & col("by_banker").ne_missing(1),
        broken=col("in_void") == 1,
        message="{who} is settled for {recorded} in a void deal, in which stakes go back",
        once="deal",
        scope=PER_DEAL,
        recorded=money("amount"),
        allowed=words("no settlement"),
        worth=-col("amount"),
    ),
    Rule(
        name="settlement/shoot-wrong-amount",
        severity="error",
        clause="6.3 6.7",
        summary="Shoot bets are settled for another amount than is due.",
        over="hands",
        judges=OF_PLAYER & NOT_VOID & (col("shoot_game") == 1) & (col("settle_shoot_event") >= 0),
        broken=col("shoot_recorded") != col("shoot_due"),
        at="settle_shoot_event",
        message=_shoot_wrong,
        recorded=money("shoot_recorded"),
        allowed=money("shoot_due"),
        worth=col("shoot_due") - col("shoot_recorded"),
    ),
    Rule(
        name="settlement/shoot-missing",
        severity="error",
        clause="6.7",
        summary="Shoot bets have no settlement where others of the deal have one.",
        over="hands",
        judges=OF_PLAYER & NOT_VOID & (col("shoot_game") == 1) & col("shoot").ne_missing(0),
        broken=col("shoot_unsettled") == 1,
        at="deal_last_event",
        message="{who} has shoot bets that no settlement names",
        once="hand",
        allowed=money("shoot_due"),
        worth=col("shoot_due"),
    ),
    Rule(
        name="settlement/unverified",
        severity="info",
        clause="4.2",
        summary="A settlement that something unknown leaves undecided.",
        over="events",
        actions=_SETTLES,
        judges=BY_PLAYER & _PLAYED & (col("in_void") == 0) & col("repeated").ne_missing(1),
        broken=col("due").is_null(),
        message="what is due to {who} cannot be said from what is recorded; {recorded} was paid",
        once="hand",
        scope=PER_HAND,
        recorded=money("amount"),
    ),
)

CHIPS = (
    Rule(
        name="chips/do-not-balance",
        severity="warning",
        clause=None,
        summary="What a player cashed out is not what buy-ins and results make.",
        over="chips",
        broken=col("cashed_out") != col("expected"),
        at="last_cash_out",
        with_hand=False,
        message="{name} cashed out {recorded}; buy-ins and results make {allowed}",
        once="session, player",
        recorded=money("cashed_out"),
        allowed=money("expected"),
        worth=col("expected") - col("cashed_out"),
    ),
)
