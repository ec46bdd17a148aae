"""What a rule is: one declaration over named columns of the state table.

A rule says which rows it judges (`judges`, never null) and when one of them breaks it (`broken`, null where something
it needs is unknown: then it is *not decidable*, never kept). It keeps no state and reads no file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import polars as pl

from pontoon_audit.game import ACTION_CODES

if TYPE_CHECKING:
    from pontoon_audit.findings.evidence import Evidence

Severity = Literal["error", "warning", "info"]
Over = Literal["events", "hands", "deals", "chips", "session"]

col: Final = pl.col
ALWAYS: Final = pl.lit(True)


@dataclass(frozen=True, slots=True)
class Shown:
    """A fact as people read it: a column of the row and the kind of thing in it, or fixed words."""

    column: str
    kind: Literal["money", "number", "player", "card", "words"]


def money(column: str) -> Shown:
    """An amount in minor units, shown with two decimals."""
    return Shown(column, "money")


def number(column: str) -> Shown:
    """A whole number."""
    return Shown(column, "number")


def player(column: str) -> Shown:
    """A player's code, shown as the id."""
    return Shown(column, "player")


def card(column: str) -> Shown:
    """A card's code, shown as rank and suit."""
    return Shown(column, "card")


def words(text: str) -> Shown:
    """Fixed words."""
    return Shown(text, "words")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule:
    """One finding of the catalogue.

    `over` names the frame whose rows are judged, `actions` narrows events to some actions. `at` is the column with the
    position of the event at which the finding stands (-1 none); for events it is the row's own. `names` is the column
    of the player whose finding it is. `scope` are the columns within which it is reported once, `once` says so.
    `worth` is what the finding changes in that player's favour, in minor units.
    """

    name: str
    severity: Severity
    clause: str | None
    summary: str
    over: Over
    broken: pl.Expr
    message: str | Callable[[Evidence], str]
    actions: tuple[str, ...] = ()
    judges: pl.Expr = ALWAYS
    held: pl.Expr | None = None
    at: str = "event"
    names: str | None = "player"
    with_hand: bool = True
    once: str = "event"
    scope: tuple[str, ...] = ()
    recorded: Shown | Callable[[Evidence], str | None] | None = None
    allowed: Shown | Callable[[Evidence], str | None] | None = None
    worth: pl.Expr | None = None

    @property
    def group(self) -> str:
        """The part of the name before the slash."""
        return self.name.partition("/")[0]

    @property
    def action_codes(self) -> tuple[int, ...]:
        """Codes of `actions`."""
        return tuple(ACTION_CODES[action] for action in self.actions)


PER_DEAL: Final = ("deal_index",)
PER_PLAYER: Final = ("deal_index", "player")
PER_HAND: Final = ("deal_index", "player", "hand")

PLAYS: Final = ("pontoon", "split", "buy", "twist", "stick", "bust")
CARD_ACTIONS: Final = ("deal", "buy", "twist", "draw")
BY_PLAYER: Final = (col("judged") == 1) & col("by_banker").ne_missing(1)
JUDGED: Final = col("judged") == 1
SOUND: Final = col("set_aside") == 0
OF_PLAYER: Final = col("is_bank") == 0
NOT_VOID: Final = col("void") == 0
PASSES: Final = col("passed_over") >= 0
PASSED_AGAIN: Final = col("passed_again") == 1
"""Everybody passed over here was passed over before: reported then."""
