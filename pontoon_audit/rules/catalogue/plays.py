"""Findings about what a player does with a hand: declare, split, buy, draw, stick, say bust (clauses 3.1 to 3.7)."""

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.replay.hands import NATURAL
from pontoon_audit.replay.state import OUT_OF_CARDS
from pontoon_audit.rules.rule import BY_PLAYER, JUDGED, OF_PLAYER, Rule, col, money, number, words

_TWO_CARDS = col("cards_before").is_null() | (col("cards_before") == 2)
_PAIR = col("pair").is_null() | (col("pair") == 1)


def _count_words(evidence: Evidence) -> str:
    best = evidence.row["best"]
    return f"at most {evidence.row['best_at_most']}" if best is None else str(best)


PONTOON = (
    Rule(
        name="pontoon/false",
        severity="error",
        clause="3.1 2.4",
        summary="A pontoon is declared on a hand that is none.",
        over="events",
        actions=("pontoon",),
        judges=JUDGED & (col("counted") == 1),
        broken=col("natural") == 0,
        message="{who} declares a pontoon, but the hand is not an ace and a ten-point card in two cards",
        recorded=number("best"),
        allowed=words("an ace and a ten-point card in two cards"),
    ),
    Rule(
        name="pontoon/undeclared",
        severity="warning",
        clause="3.1",
        summary="A pontoon was stuck on, drawn to, or left without a word.",
        over="hands",
        judges=OF_PLAYER
        & (
            col("undeclared_at").is_null() | (col("undeclared_at") >= 0) | (col("strength") == NATURAL).fill_null(False)
        ),
        broken=col("undeclared_at") >= 0,
        at="undeclared_at",
        message="{who} has a pontoon and does not declare it",
        once="hand",
        recorded=words("no declaration"),
        allowed=words("a declaration"),
    ),
    Rule(
        name="pontoon/banker-hidden",
        severity="error",
        clause="2.4",
        summary="Players play though the banker holds a pontoon that was not shown.",
        over="deals",
        judges=col("first_play").is_not_null() & (col("first_play") >= 0),
        broken=col("hidden_at") >= 0,
        at="hidden_at",
        names=None,
        with_hand=False,
        message="the banker holds a pontoon and did not show it; play begins",
        once="deal",
        recorded=words("a play"),
        allowed=words("the banker shows it, and nobody plays"),
    ),
)

SPLIT = (
    Rule(
        name="split/unequal",
        severity="error",
        clause="3.2",
        summary="Two cards of different rank are split.",
        over="events",
        actions=("split",),
        judges=BY_PLAYER & _TWO_CARDS,
        broken=col("pair") == 0,
        message="{who} splits two cards of different rank",
        allowed=words("two cards of one rank"),
    ),
    Rule(
        name="split/not-two-cards",
        severity="error",
        clause="3.2",
        summary="A hand of another number of cards than two is split.",
        over="events",
        actions=("split",),
        judges=BY_PLAYER,
        broken=col("cards_before") != 2,
        message="{who} splits a hand of {recorded} cards",
        recorded=number("cards_before"),
        allowed=words("2"),
    ),
    Rule(
        name="split/not-aces",
        severity="error",
        clause="3.2",
        summary="A pair is split that house rules do not let split.",
        over="events",
        actions=("split",),
        judges=BY_PLAYER & (col("split_mode") > 0) & _TWO_CARDS & _PAIR,
        broken=(col("pair") == 1) & ((col("split_mode") == 2) | (col("aces") == 0)),
        message=lambda evidence: (
            f"{evidence.who} splits, but "
            + ("nothing may be split here" if evidence.row["split_mode"] == 2 else "only aces may be split here")
        ),
        allowed=lambda evidence: "no split" if evidence.row["split_mode"] == 2 else "aces",
    ),
    Rule(
        name="split/too-many",
        severity="error",
        clause="3.2",
        summary="A split makes more hands than allowed.",
        over="events",
        actions=("split",),
        judges=BY_PLAYER,
        broken=col("hands_after") > col("max_hands"),
        message="{name} splits into {recorded} hands; the most is {allowed}",
        recorded=number("hands_after"),
        allowed=number("max_hands"),
    ),
    Rule(
        name="split/wrong-stake",
        severity="error",
        clause="3.2",
        summary="The new hand is not staked at the initial stake.",
        over="events",
        actions=("split",),
        judges=BY_PLAYER,
        broken=col("amount") != col("low"),
        message="{who} splits and stakes {recorded} on the new hand; the initial stake is {allowed}",
        recorded=money("amount"),
        allowed=money("low"),
    ),
)

BUY = (
    Rule(
        name="buy/below-limit",
        severity="error",
        clause="3.3",
        summary="A card is bought for less than the initial stake.",
        over="events",
        actions=("buy",),
        judges=BY_PLAYER,
        broken=col("amount") < col("low"),
        message="{who} buys a card for {recorded}; the least is {allowed}",
        recorded=money("amount"),
        allowed=money("low"),
    ),
    Rule(
        name="buy/above-limit",
        severity="error",
        clause="3.3",
        summary="A card is bought for more than allowed.",
        over="events",
        actions=("buy",),
        judges=BY_PLAYER,
        broken=col("amount") > col("high"),
        message="{who} buys a card for {recorded}; the most is {allowed}",
        recorded=money("amount"),
        allowed=money("high"),
    ),
    Rule(
        name="buy/after-twist",
        severity="error",
        clause="3.5",
        summary="A card is bought to a hand to which one was twisted.",
        over="events",
        actions=("buy",),
        judges=BY_PLAYER,
        broken=col("twisted") == 1,
        message="{who} buys a card after twisting one",
        recorded=money("amount"),
        allowed=words("only twisting"),
    ),
    Rule(
        name="buy/fifth-card",
        severity="error",
        clause="3.3",
        summary="A fifth card is bought where it may only be twisted.",
        over="events",
        actions=("buy",),
        judges=BY_PLAYER & (col("buy_fifth") == 0),
        broken=col("cards_before") == 4,
        message="{who} buys a fifth card, which may only be twisted here",
        recorded=money("amount"),
        allowed=words("only twisting"),
    ),
)

DRAW = (
    Rule(
        name="draw/at-21",
        severity="error",
        clause="3.3 3.4",
        summary="A card is taken to a hand that can take no more.",
        over="events",
        actions=("buy", "twist"),
        judges=BY_PLAYER,
        broken=col("finished") == OUT_OF_CARDS,
        message="{who} takes a card on {recorded}",
        recorded=number("best"),
        allowed=words("less than 21"),
    ),
)

STICK = (
    Rule(
        name="stick/below-minimum",
        severity="error",
        clause="3.6",
        summary="A player sticks on too low a count.",
        over="events",
        actions=("stick",),
        judges=BY_PLAYER,
        broken=(col("best") < col("stick_at")) | (col("best_at_most") < col("stick_at")),
        message="{who} sticks on {recorded}; the lowest count to stick on is {allowed}",
        recorded=_count_words,
        allowed=number("stick_at"),
    ),
)

BUST = (
    Rule(
        name="bust/false",
        severity="error",
        clause="3.7",
        summary="A hand is called bust that is not over 21.",
        over="events",
        actions=("bust",),
        judges=JUDGED & (col("counted") == 1),
        broken=col("bust_before") == 0,
        message="{who} says bust, but the hand is not over 21",
        recorded=number("best"),
        allowed=words("over 21"),
    ),
)

PLAYS_OF_HANDS = (*PONTOON, *SPLIT, *BUY, *DRAW, *STICK, *BUST)
