"""One planted fault of every kind that the catalogue knows, each in a session that is legal otherwise."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.generator.faulty_moments import FaultyMaker, NotThisTime
from tests.generator.legal import Options, legal_session, made
from tests.generator.mischief import Expected, Mischief, numbered
from tests.generator.spoiling import SPOILERS

Document = dict[str, Any]

RULES: dict[str, dict[str, Any]] = {
    "split/not-aces": {"split": "none"},
    "split/too-many": {"max_hands": 2, "split": "pairs"},
    "split/unequal": {"max_hands": 4},
    "split/not-two-cards": {"max_hands": 4},
    "split/wrong-stake": {"split": "pairs", "max_hands": 4},
    "turn/interleaved-hands": {"split": "pairs", "max_hands": 4},
    "buy/fifth-card": {"buy_fifth": False},
    "buy/below-limit": {"buy_limit": 2},
    "pack/shuffled": {"shuffle": "after-pontoon"},
    "bank/wrong-successor": {"bank_passes": True},
    "kitty/left-behind": {"bank_passes": True},
}
"""House rules without which a fault cannot be made."""

SHOOT_ONLY = frozenset({"settlement/shoot-wrong-amount", "settlement/shoot-missing"})
IN_PLAY = (
    "deal/card-order", "deal/card-extra", "deal/face", "pack/not-shuffled", "pack/shuffled", "pack/wrong-time",
    "stake/below-minimum", "stake/above-maximum", "stake/out-of-order", "stake/repeated", "stake/by-banker",
    "turn/out-of-order", "turn/interleaved-hands", "turn/hand-over", "turn/unfinished", "turn/after-banker-pontoon",
    "pontoon/false", "pontoon/undeclared", "pontoon/banker-hidden", "split/unequal", "split/not-two-cards",
    "split/not-aces", "split/too-many", "split/wrong-stake", "buy/below-limit", "buy/above-limit", "buy/after-twist",
    "buy/fifth-card", "draw/at-21", "stick/below-minimum", "bust/false", "banker/too-early", "banker/hand-over",
    "banker/unfinished", "banker/by-player", "settlement/wrong-amount", "settlement/missing", "settlement/repeated",
    "settlement/too-early", "settlement/by-banker", "settlement/of-void", "settlement/shoot-wrong-amount",
    "settlement/shoot-missing", "bank/wrong-successor", "bank/changed", "bank/sold-by-other", "kitty/missing",
    "kitty/below-minimum", "kitty/above-maximum", "kitty/by-other", "kitty/wrong-time", "kitty/left-behind",
    "kitty/wrong-amount", "shoot/not-played", "shoot/over-kitty", "shoot/wrong-time", "shoot/repeated",
    "shoot/out-of-order", "shoot/by-banker",
)  # fmt: skip
"""Faults made while the session is made: everything after them follows from how the cards then lie."""

NAMES = tuple(sorted({*IN_PLAY, *SPOILERS}))
"""Every finding that can be planted."""


def plant(name: str, seed: int) -> tuple[Document, list[Expected]]:
    """A session with that one fault, and the findings that must stand: (finding, event, player, hand).

    Mostly that is the one; where a fault brings a second finding that is as right, it is in the list too.
    """
    for attempt in range(400):
        number = seed * 1000 + attempt
        try:
            document = spoiled(name, number) if name in SPOILERS else misplayed(name, number)
        except NotThisTime:
            continue
        return document, numbered(document)
    raise LookupError(f"no session gives an opportunity for {name}")


def base_of(name: str, number: int) -> str:
    """The game in which the fault is made."""
    group = name.split("/")[0]
    if name == "shoot/not-played":
        return "pontoon"
    if group in ("shoot", "kitty") or name in SHOOT_ONLY:
        return "shoot-pontoon"
    plays = ("turn", "split", "buy", "draw", "stick", "bust", "pontoon", "banker")
    return "pontoon" if group in plays or number % 2 else "shoot-pontoon"


def misplayed(name: str, number: int) -> Document:
    """A fault in play or between deals."""
    mischief = Mischief(name)
    maker = type("Maker", (FaultyMaker,), {"mischief": mischief})
    options = Options(chips=False, rules=RULES.get(name), misdeals=name == "settlement/of-void")
    return made(number, base_of(name, number), options, maker)


def spoiled(name: str, number: int) -> Document:
    """A fault in a log of a session that was played as it should be."""
    options: dict[str, Any] = {"chips": name.startswith("chips/"), "misdeals": False, "rules": RULES.get(name)}
    document = legal_session(number, base_of(name, number), **options)
    spoil: Callable[[Random, Document], bool] = SPOILERS[name]
    if not spoil(Random(number), document):
        raise NotThisTime
    return document
