"""The tables of an audit in codes: whole numbers, as the replay has them and as the history keeps them.

Players are positions in their session's list of people, actions, cards and faces the codes of `game.py`, money whole minor
units. Text comes only where somebody looks (`results/published.py`) or asks (the views of the history).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import polars as pl

I, U, S, B = pl.Int64, pl.UInt8, pl.String, pl.Boolean

COLUMNS: Final[dict[str, dict[str, pl.DataType | type[pl.DataType]]]] = {
    "sessions": {
        "sitting": I, "session": S, "source": I, "played": S, "currency": S, "rules": S, "rules_sha256": S,
        "players": I, "deals": I, "events": I, "rejected": I, "shape": S, "document": I,
    },
    "seats": {"sitting": I, "code": I, "player": S, "name": S, "seat": I},
    "deals": {
        "sitting": I, "deal_index": I, "deal": I, "banker": I, "shuffled": B, "void": B, "complete": B,
        "banker_cards": pl.List(U), "banker_total": I, "banker_rank": I, "kitty_before": I, "kitty_after": I,
        "banker_recorded": I, "banker_due": I, "first_event": I, "last_event": I, "line": I,
    },
    "hands": {
        "sitting": I, "deal_index": I, "deal": I, "player": I, "hand": I, "banker": I, "cards": pl.List(U), "total": I,
        "rank": I, "split": I, "initial": I, "stake": I, "shoot": I, "outcome": I, "multiple": I, "recorded": I,
        "due": I, "shoot_recorded": I, "shoot_due": I, "settle_event": I, "stake_moves": I, "stake_event": I,
        "shoot_moves": I, "shoot_event": I,
    },
    "events": {
        "sitting": I, "event": I, "deal": I, "seq": I, "time": S, "action": I, "player": I, "hand": I, "card": I,
        "face": I, "amount": I, "to": I, "note": S, "place": I, "total": I, "cards_held": I, "stake": I,
    },
    "movements": {
        "sitting": I, "event": I, "deal": I, "kind": I, "debit": I, "credit": I, "recorded": I, "due": I,
        "missing": B,
    },
}  # fmt: skip
"""Columns of each table. Null is not known; nobody is -1 (`game.NOBODY`), and so is no card.

`events.place` is the line of a flat file, or `packed_place` of a JSON document. `hands.stake_moves` and `shoot_moves` say
which row of the ledger the hand itself tells (`money.ledger`), at `stake_event` and `shoot_event`; `movements` are the
other rows. `document` is the session's position in a JSON document that is a list of sessions.
"""


@dataclass(frozen=True, slots=True)
class Coded:
    """The tables in codes, with the columns of `COLUMNS`, in the order of the sessions, deals and events."""

    sessions: pl.DataFrame
    seats: pl.DataFrame
    deals: pl.DataFrame
    hands: pl.DataFrame
    events: pl.DataFrame
    movements: pl.DataFrame


def joined(pieces: Sequence[Coded]) -> Coded:
    """The tables of all pieces, one after the other."""
    return Coded(*(pl.concat([getattr(piece, table.name) for piece in pieces]) for table in fields(Coded)))


PLACE_ITEM, PLACE_BLOCK = 4, 1 << 33
"""What one item and one block add to a packed place."""


def packed_place(kind: int, block: int, item: int) -> int:
    """Where an event stands in a JSON document, as one number: `session.EventColumns` says what the three are."""
    return kind + PLACE_ITEM * max(item, 0) + PLACE_BLOCK * (block + 1)
