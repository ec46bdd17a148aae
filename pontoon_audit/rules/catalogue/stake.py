"""Findings about initial stakes (clauses 1.4 and 2.2)."""

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.rules.rule import (
    BY_PLAYER,
    JUDGED,
    OF_PLAYER,
    PASSED_AGAIN,
    PASSES,
    Rule,
    col,
    money,
    player,
    words,
)  # fmt: skip

_COUNTED = BY_PLAYER & (col("counted") == 1)


def _out_of_order(evidence: Evidence) -> str:
    if evidence.row["passed_over"] == evidence.row["player"]:
        return (
            f"{evidence.who} stakes at the wrong time: not between the last first card and {evidence.name()}'s second"
        )
    return f"{evidence.who} stakes before {evidence.name('passed_over')}, whose turn it was"


def _whose_turn(evidence: Evidence) -> str:
    if evidence.row["passed_over"] == evidence.row["player"]:
        return "between the last first card and the own second"
    return evidence.name("passed_over")


STAKE = (
    Rule(
        name="stake/missing",
        severity="error",
        clause="2.2",
        summary="A player was dealt in and never staked.",
        over="hands",
        judges=OF_PLAYER & (col("second_card") >= 0) & (col("banker") >= 0),
        broken=col("unstaked") == 1,
        at="second_card",
        message="{who} gets a second card and has staked nothing",
        once="deal, player",
        recorded=words("no stake"),
        allowed=words("a stake"),
    ),
    Rule(
        name="stake/below-minimum",
        severity="error",
        clause="1.4",
        summary="An initial stake is lower than agreed.",
        over="events",
        actions=("stake",),
        judges=_COUNTED,
        broken=col("amount") < col("low"),
        message="{who} stakes {recorded}; the lowest stake is {allowed}",
        recorded=money("amount"),
        allowed=money("low"),
    ),
    Rule(
        name="stake/above-maximum",
        severity="error",
        clause="1.4",
        summary="An initial stake is higher than agreed.",
        over="events",
        actions=("stake",),
        judges=_COUNTED,
        broken=col("amount") > col("high"),
        message="{who} stakes {recorded}; the highest stake is {allowed}",
        recorded=money("amount"),
        allowed=money("high"),
    ),
    Rule(
        name="stake/out-of-order",
        severity="error",
        clause="2.2",
        summary="A stake comes too soon or too late.",
        over="events",
        actions=("stake",),
        judges=_COUNTED,
        broken=PASSES,
        message=_out_of_order,
        once="player passed over",
        held=PASSED_AGAIN,
        recorded=player("player"),
        allowed=_whose_turn,
    ),
    Rule(
        name="stake/repeated",
        severity="error",
        clause="2.2",
        summary="A second stake on one hand; the first counts.",
        over="events",
        actions=("stake",),
        judges=BY_PLAYER,
        broken=col("repeated") == 1,
        message="{who} stakes {recorded} though that hand is staked already; the first stake counts",
        recorded=money("amount"),
        allowed=words("one stake"),
    ),
    Rule(
        name="stake/by-banker",
        severity="error",
        clause="2.2",
        summary="The banker stakes; it does not count.",
        over="events",
        actions=("stake",),
        judges=JUDGED,
        broken=col("by_banker") == 1,
        message="{name} banks this deal and stakes {recorded}; it does not count",
        recorded=money("amount"),
        allowed=words("no stake"),
    ),
)
