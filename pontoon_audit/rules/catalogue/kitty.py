"""Findings about the kitty of Shoot Pontoon (clauses 6.1, 6.8 and 6.9)."""

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.money.amounts import format_minor
from pontoon_audit.rules.rule import JUDGED, Rule, col, money, words

_KITTY = ("kitty_in", "kitty_out")
_PLAYED = JUDGED & (col("shoot_game") == 1)
_FIRST_MONEY = _PLAYED & col("into_empty").ne_missing(0)


def _left_behind(evidence: Evidence) -> str:
    row = evidence.row
    return (
        f"{evidence.name('left_by')} left {format_minor(row['left_behind'])} in the kitty; it is due to the old banker"
    )


KITTY = (
    Rule(
        name="kitty/missing",
        severity="error",
        clause="6.1 6.8",
        summary="A deal begins with nothing in the kitty.",
        over="deals",
        judges=(col("shoot_game") == 1) & (col("first_card") >= 0),
        broken=col("kitty_empty") == 1,
        at="first_card",
        names=None,
        with_hand=False,
        message="the deal begins with nothing in the kitty",
        once="deal",
        recorded=words("0.00"),
        allowed=words("a kitty put up by the banker"),
    ),
    Rule(
        name="kitty/below-minimum",
        severity="error",
        clause="6.1 6.8",
        summary="A kitty is put up that is lower than agreed.",
        over="events",
        actions=("kitty_in",),
        judges=_FIRST_MONEY,
        broken=(col("into_empty") == 1) & (col("amount") < col("low")),
        with_hand=False,
        message="{name} puts up a kitty of {recorded}; the lowest is {allowed}",
        recorded=money("amount"),
        allowed=money("low"),
    ),
    Rule(
        name="kitty/above-maximum",
        severity="error",
        clause="6.1 6.8",
        summary="A kitty is put up that is higher than agreed.",
        over="events",
        actions=("kitty_in",),
        judges=_FIRST_MONEY,
        broken=(col("into_empty") == 1) & (col("amount") > col("high")),
        with_hand=False,
        message="{name} puts up a kitty of {recorded}; the highest is {allowed}",
        recorded=money("amount"),
        allowed=money("high"),
    ),
    Rule(
        name="kitty/by-other",
        severity="error",
        clause="6.1 6.9",
        summary="Somebody moves kitty money whose bank or kitty it is not.",
        over="events",
        actions=_KITTY,
        judges=_PLAYED,
        broken=col("not_theirs") == 1,
        with_hand=False,
        message=lambda evidence: (
            f"{evidence.name()} puts {evidence.money('amount')} into the kitty without holding the bank"
            if evidence.action == "kitty_in"
            else f"{evidence.name()} takes {evidence.money('amount')} from a kitty that is another's"
        ),
        recorded=money("amount"),
        allowed=words("the banker whose kitty it is"),
    ),
    Rule(
        name="kitty/wrong-time",
        severity="error",
        clause="6.1",
        summary="Kitty money moves in the middle of a deal.",
        over="events",
        actions=_KITTY,
        judges=_PLAYED,
        broken=col("during_play") == 1,
        with_hand=False,
        message="{name} moves {recorded} of kitty money while the deal is played",
        recorded=money("amount"),
        allowed=words("between deals"),
    ),
    Rule(
        name="kitty/left-behind",
        severity="error",
        clause="6.9",
        summary="The bank changed and the old banker left money in the kitty.",
        over="deals",
        judges=(col("shoot_game") == 1) & (col("banker_event") >= 0),
        broken=col("left_behind") > 0,
        at="banker_event",
        names=None,
        with_hand=False,
        message=_left_behind,
        once="deal",
        recorded=words("0.00"),
        allowed=money("left_behind"),
        worth=col("left_behind"),
    ),
    Rule(
        name="kitty/wrong-amount",
        severity="error",
        clause="6.9 6.1",
        summary="The banker takes out another amount than the kitty holds, or anything while the bank stays.",
        over="events",
        actions=("kitty_out",),
        judges=_PLAYED & (col("during_play") == 0) & col("not_theirs").ne_missing(1),
        broken=col("amount") != col("due"),
        with_hand=False,
        message="{name} takes {recorded} out of the kitty; {allowed} is due",
        recorded=money("amount"),
        allowed=money("due"),
        worth=col("due") - col("amount"),
    ),
)
