"""Findings about whose turn it is (clauses 2.4 and 3.9 to 3.11)."""

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.game import BUST, SPLIT
from pontoon_audit.replay.state import OUT_OF_CARDS, OVER, SETTLED
from pontoon_audit.rules.rule import (
    BY_PLAYER,
    NOT_VOID,
    OF_PLAYER,
    PASSED_AGAIN,
    PASSES,
    PER_DEAL,
    PER_PLAYER,
    PLAYS,
    Rule,
    col,
    number,
    player,
    words,
)  # fmt: skip

_TRUTHFUL_BUST = (col("action") == BUST) & (col("bust_before") == 1)
_SAYS = {
    "pontoon": "declares a pontoon",
    "split": "splits",
    "buy": "buys",
    "twist": "twists",
    "stick": "sticks",
    "bust": "says bust",
}


def _hand_over(evidence: Evidence) -> str:
    state = evidence.row["finished"]
    why = {OUT_OF_CARDS: "can take no more cards", OVER: "is over", SETTLED: "is settled"}[state]
    return f"{evidence.who} {_SAYS[evidence.action]}, but the hand {why}"


TURN = (
    Rule(
        name="turn/out-of-order",
        severity="error",
        clause="3.10",
        summary="Somebody plays before a player whose turn it was.",
        over="events",
        actions=PLAYS,
        judges=BY_PLAYER,
        broken=PASSES,
        message="{who} plays before {allowed} has finished",
        once="player passed over",
        held=PASSED_AGAIN,
        recorded=player("player"),
        allowed=player("passed_over"),
    ),
    Rule(
        name="turn/interleaved-hands",
        severity="error",
        clause="3.9",
        summary="A split hand is played on while another of that player is begun and not finished.",
        over="events",
        actions=PLAYS,
        judges=BY_PLAYER,
        broken=col("interleaved") == 1,
        message="{who} is played while another hand of {name} is begun and not finished",
        once="player's turn",
        scope=PER_PLAYER,
        recorded=lambda evidence: evidence.action,
        allowed=words("one hand at a time"),
    ),
    Rule(
        name="turn/hand-over",
        severity="error",
        clause="3.1 3.6 3.7 3.8",
        summary="A play on a hand that is finished or settled.",
        over="events",
        actions=PLAYS,
        judges=BY_PLAYER,
        broken=((col("finished") >= OVER) | ((col("finished") == OUT_OF_CARDS) & (col("action") == SPLIT)))
        & ~_TRUTHFUL_BUST,
        message=_hand_over,
        recorded=lambda evidence: evidence.action,
        allowed=words("no further play"),
    ),
    Rule(
        name="turn/unfinished",
        severity="error",
        clause="3.10",
        summary="A hand was left unfinished while play went on.",
        over="hands",
        judges=OF_PLAYER & NOT_VOID,
        broken=col("unfinished") == 1,
        at="last_event",
        message="{who} is left unfinished while play goes on",
        once="hand",
        recorded=number("total"),
        allowed=words("a hand that is stuck, declared, bust or full"),
    ),
    Rule(
        name="turn/after-banker-pontoon",
        severity="error",
        clause="2.4",
        summary="Somebody plays though the banker has shown a pontoon.",
        over="events",
        actions=PLAYS,
        judges=BY_PLAYER,
        broken=col("after_pontoon") == 1,
        message="{who} plays though the banker has shown a pontoon",
        once="deal",
        scope=PER_DEAL,
        recorded=lambda evidence: evidence.action,
        allowed=words("no play"),
    ),
)
