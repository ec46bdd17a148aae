"""Findings about the banker's turn (clause 4.1)."""

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.game import DRAW, STAY
from pontoon_audit.rules.rule import JUDGED, NOT_VOID, PASSED_AGAIN, PASSES, Rule, card, col, number, player, words

_BANK_ACTIONS = ("draw", "stay")
_PLAYERS_WORDS = ("buy", "twist", "stick")
_BY_BANKER = col("by_banker") == 1
_SAYS = {
    "draw": "draws a card to the bank's hand",
    "stay": "stays",
    "buy": "buys",
    "twist": "twists",
    "stick": "sticks",
}


def _by_player(evidence: Evidence) -> str:
    if evidence.action in _BANK_ACTIONS:
        return f"{evidence.name()} {_SAYS[evidence.action]}, which only the banker does"
    return f"{evidence.name()} banks this deal and {_SAYS[evidence.action]}, which only players do"


BANKER = (
    Rule(
        name="banker/too-early",
        severity="error",
        clause="4.1",
        summary="The banker plays while a player's hand is not finished and is played on later.",
        over="events",
        actions=(*_BANK_ACTIONS, *_PLAYERS_WORDS, "bust"),
        judges=JUDGED & _BY_BANKER.fill_null(False),
        broken=PASSES,
        with_hand=False,
        message="the banker plays before {allowed} has finished",
        once="player passed over",
        held=PASSED_AGAIN,
        recorded=player("player"),
        allowed=player("passed_over"),
    ),
    Rule(
        name="banker/hand-over",
        severity="error",
        clause="4.1",
        summary="A card is drawn to the bank's hand when it is over.",
        over="events",
        actions=("draw", "buy", "twist"),
        judges=JUDGED & ((col("action") == DRAW) | _BY_BANKER.fill_null(False)),
        broken=(col("bank_over") == 1) & col("cards_before").is_not_null(),
        names="bank_player",
        with_hand=False,
        message="{recorded} is drawn to the bank's hand, which is over",
        recorded=card("card"),
        allowed=words("no further card"),
    ),
    Rule(
        name="banker/unfinished",
        severity="error",
        clause="4.1",
        summary="Hands were settled though the banker's hand was not over.",
        over="deals",
        judges=NOT_VOID,
        broken=col("bank_unfinished") == 1,
        at="last_card_or_play",
        names=None,
        with_hand=False,
        message="the banker neither stays nor goes on, and hands are settled",
        once="deal",
        recorded=number("bank_total"),
        allowed=words("a stay, or a hand that is over"),
    ),
    Rule(
        name="banker/by-player",
        severity="error",
        clause="4.1",
        summary="A player draws or stays for the bank, or the banker plays as a player does.",
        over="events",
        actions=_BANK_ACTIONS + _PLAYERS_WORDS,
        judges=JUDGED & (col("action").is_in([DRAW, STAY]) | _BY_BANKER.fill_null(False)),
        broken=(col("by_banker") == 1) != col("action").is_in([DRAW, STAY]),
        with_hand=False,
        message=_by_player,
        recorded=lambda evidence: evidence.action,
        allowed=lambda evidence: "the banker" if evidence.action in _BANK_ACTIONS else "draw or stay",
    ),
)
