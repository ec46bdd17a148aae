"""Findings about the opening deal: who gets how many cards, in what order, and how they lie."""

import polars as pl

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.game import ACTION_CODES, FACE_DOWN, FACE_UNKNOWN, FACE_UP
from pontoon_audit.rules.rule import (
    CARD_ACTIONS,
    JUDGED,
    NOT_VOID,
    PASSES,
    PER_PLAYER,
    Rule,
    card,
    col,
    number,
    player,
    words,
)  # fmt: skip

_FACE_RIGHT = (
    pl.when(col("action").is_in([ACTION_CODES["deal"], ACTION_CODES["buy"]])).then(FACE_DOWN).otherwise(FACE_UP)
)
_FACE = pl.when(col("face") != FACE_UNKNOWN).then(col("face"))
_CAME_BY = {"deal": "dealt", "buy": "bought", "twist": "twisted", "draw": "drawn"}


def _right_face(evidence: Evidence) -> str:
    return "down" if evidence.action in ("deal", "buy") else "up"


def _face_message(evidence: Evidence) -> str:
    lies, right = evidence.face, _right_face(evidence)
    return (
        f"{evidence.card} of {evidence.who} lies face {lies}; a card that is {_CAME_BY[evidence.action]} goes {right}"
    )


DEAL = (
    Rule(
        name="deal/player-count",
        severity="warning",
        clause="1.1",
        summary="More or fewer people are dealt in than the house rules say.",
        over="deals",
        judges=(col("banker_event") >= 0) & NOT_VOID,
        broken=(col("people") < col("min_players")) | (col("people") > col("max_players")),
        at="banker_event",
        names=None,
        with_hand=False,
        message="{people} people are dealt in; the game is for {min_players} to {max_players}",
        once="session, number",
        scope=("people",),
        recorded=number("people"),
        allowed=words("{min_players} to {max_players}"),
    ),
    Rule(
        name="deal/card-order",
        severity="error",
        clause="2.1 2.3",
        summary="An opening card goes to the wrong place.",
        over="events",
        actions=("deal",),
        judges=JUDGED & (col("round") > 0),
        broken=PASSES,
        message="the card goes to {name}; it was the turn of {allowed}",
        once="round of cards",
        scope=("deal_index", "round"),
        recorded=player("player"),
        allowed=player("passed_over"),
    ),
    Rule(
        name="deal/card-missing",
        severity="error",
        clause="2.1 2.3 3.2",
        summary="A hand never got its second card.",
        over="hands",
        broken=col("missing_at") >= 0,
        at="missing_at",
        message="{who} has fewer than two cards",
        once="deal, player",
        recorded=number("cards_held"),
        allowed=words("2"),
    ),
    Rule(
        name="deal/card-extra",
        severity="error",
        clause="2.1 2.3 3.2",
        summary="An opening card, or a new card of a split hand, is one too many.",
        over="events",
        actions=("deal",),
        judges=JUDGED,
        broken=col("extra") == 1,
        message="{who} is dealt {recorded}, a card too many",
        once="deal, player",
        scope=PER_PLAYER,
        recorded=card("card"),
        allowed=words("no further card dealt"),
    ),
    Rule(
        name="deal/face",
        severity="warning",
        clause="2.1 3.2 3.3 3.4 4.1",
        summary="A card lies face up that should lie face down, or the other way round.",
        over="events",
        actions=CARD_ACTIONS,
        judges=JUDGED,
        broken=_FACE != _FACE_RIGHT,
        message=_face_message,
        recorded=lambda evidence: evidence.face,
        allowed=_right_face,
    ),
)
