"""The tables of an audit in codes: whole numbers, as the replay has them and as the history keeps them.

Players are positions in their session's list of people, actions, cards and faces the codes of `game.py`, money whole
minor units. Text comes only where somebody looks (`results/published.py`) or asks (the views of the history).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Literal

import polars as pl

from pontoon_audit.replay.state import PACKED_CARDS

N, S, B, CARDS = pl.Int64, pl.String, pl.Boolean, pl.List(pl.UInt8)
_8, _16, _32 = pl.Int8, pl.Int16, pl.Int32

COLUMNS: Final[dict[str, dict[str, pl.DataType | type[pl.DataType]]]] = {
    "sessions": {
        "sitting": N, "session": S, "source": N, "played": S, "currency": S, "rules": S, "rules_sha256": S,
        "players": N, "deals": N, "events": N, "rejected": N, "shape": S, "document": N,
    },
    "seats": {"sitting": N, "code": N, "player": S, "name": S, "seat": N},
    "deals": {
        "sitting": N, "deal_index": N, "deal": N, "banker": N, "shuffled": B, "void": B, "complete": B,
        "banker_cards": N, "banker_all_cards": CARDS, "banker_total": N, "banker_rank": N, "kitty_before": N,
        "kitty_after": N, "banker_recorded": N, "banker_due": N, "first_event": N, "last_event": N, "line": N,
    },
    "hands": {
        "sitting": N, "deal_index": N, "deal": N, "player": N, "hand": N, "banker": N, "cards": N, "all_cards": CARDS,
        "total": N, "rank": N, "split": N, "initial": N, "stake": N, "shoot": N, "outcome": N, "multiple": N,
        "recorded": N, "due": N, "shoot_recorded": N, "shoot_due": N,
        "settle_event": N, "stake_moves": N, "stake_event": N,
        "shoot_moves": N, "shoot_event": N,
    },
    "events": {
        "sitting": N, "event": _32, "deal": _32, "seq": N, "time": S, "action": _8, "player": _32, "hand": _16,
        "card": _8, "face": _8, "amount": N, "to": _32, "note": S, "place": N, "total": _32, "cards_held": _32,
        "stake": N,
    },
    "movements": {
        "sitting": N, "event": N, "deal": N, "kind": N, "debit": N, "credit": N, "recorded": N, "due": N,
        "missing": B,
    },
}  # fmt: skip
"""Columns of each table; those of events, which are many, are as narrow as they are read. Null is not known; nobody is
-1 (`game.NOBODY`), and so is no card.

`events.place` is the line of a flat file; in a JSON document what `session.EventColumns` says of kind, item and block:
the kind, `PLACE_ITEM` for each item, `PLACE_BLOCK` for each block and one more. `hands.stake_moves`, `shoot_moves` say
which row of the ledger the hand itself tells (`money.ledger`), at `stake_event` and `shoot_event`; `movements` are the
other rows. `cards` is a number with six bits a card, the first lowest; a hand of more than ten
(`replay.state.PACKED_CARDS`) has `all_cards` too, which is null elsewhere. `document` is the session's position in a
JSON document that is a list of sessions.
"""
PACKED_EVENTS: Final[dict[str, pl.DataType | type[pl.DataType]]] = {
    "sitting": _32, "event": _32, "deal": _32, "word": N, "amount": _32, "stake": _32, "place": N,
}  # fmt: skip
"""Columns of packed events (`packed_events`). `place` is what a place has beyond the event's number."""
EventsMade = Literal["table", "packed", "none"]
"""What is made of events: their table; for a history what it keeps, their table only where they cannot be packed; or
nothing, where nobody keeps or shows them: they have most of all rows."""


@dataclass(frozen=True, slots=True)
class Coded:
    """The tables in codes, with the columns of `COLUMNS`, in the order of the sessions, deals and events; an event is
    in `events`, or `packed`, or neither (see `EventsMade`)."""

    sessions: pl.DataFrame
    seats: pl.DataFrame
    deals: pl.DataFrame
    hands: pl.DataFrame
    events: pl.DataFrame
    movements: pl.DataFrame
    packed: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PACKED_EVENTS))


def joined(pieces: Sequence[Coded]) -> Coded:
    """The tables of all pieces, one after the other."""
    return Coded(*(pl.concat([getattr(piece, table.name) for piece in pieces]) for table in fields(Coded)))


def cards_of(packed: str, everything: str) -> pl.Expr:
    """The cards of a hand as a list of codes, from the two columns that hold them; null where both are null."""
    slots = [((pl.col(packed) // 64**slot) % 64).cast(pl.Int16) - 1 for slot in range(PACKED_CARDS)]
    few = pl.concat_list(slots).list.eval(pl.element().filter(pl.element() >= 0)).cast(CARDS)
    return pl.when(pl.col(everything).is_not_null()).then(everything).when(pl.col(packed).is_not_null()).then(few)


PLACE_ITEM, PLACE_BLOCK = 4, 1 << 33
"""What one item and one block add to the place of an event in a document."""
