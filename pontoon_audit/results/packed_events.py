"""Events as the history keeps nearly all of them: the small facts of an event share one number.

A column costs DuckDB 0.02 microseconds a row in 32 bits, and twice that in 64. The views of `history/codes.sql` take
the number apart again. Here the table of events is packed; `packing_at_once` packs what the compiled replay has,
without making that table. What does not fit, since a log may hold anything, is kept as it is, whole sessions at a time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import polars as pl

from pontoon_audit.game import DEAL
from pontoon_audit.results.coded import PACKED_EVENTS, PLACE_BLOCK, PLACE_ITEM


class Bits(NamedTuple):
    """Of each part of a word the bit where it begins. A part that may be -1, or unknown, is kept as one more."""

    action: int = 0
    face: int = 5
    card: int = 7
    hand: int = 13
    """Who buys the bank stands where other events have their hand."""
    player: int = 18
    total: int = 26
    cards_held: int = 33
    has_amount: int = 38
    has_stake: int = 39
    in_document: int = 40


BITS: Final = Bits()
LEAST: Final = -(1 << 31)
MOST: Final = (1 << 31) - 1
"""The bounds of 32 bits."""


def between(column: str, low: int = LEAST, high: int = MOST) -> pl.Expr:
    """Whether a value of a column is in these bounds, or unknown; in those of 32 bits if none are named.

    >>> pl.DataFrame({"a": [1, None, 3]}).select(between("a", 0, 2))["a"].to_list()
    [True, True, False]
    """
    return pl.col(column).is_between(low, high).fill_null(True)


def events_fit() -> pl.Expr:
    """Whether an event fits, since a log may hold anything."""
    bare = [pl.col(name).is_null() for name in ("seq", "time", "note")]
    buyer = (pl.col("action") < DEAL) & pl.col("hand").is_null() & (pl.col("to") < 31)
    return pl.all_horizontal(
        *bare, (pl.col("to") < 0) | buyer, between("action", 0, 24), between("face", 0, 2), between("card", -1, 52),
        between("hand", 1, 31), between("player", -1, 254), between("total", 0, 126), between("cards_held", 0, 30),
        between("deal"), between("amount"), between("stake"),
    )  # fmt: skip


def word_of(*parts: tuple[int, pl.Expr]) -> pl.Expr:
    """One number of small ones, each of which is moved up by so many bits; null counts as 0."""
    word = pl.lit(0, pl.Int64)
    for bits, part in parts:
        word = word + part.cast(pl.Int64).fill_null(0) * (1 << bits)
    return word


def short(*names: str) -> pl.Expr:
    """Columns in 32 bits. Whether they fit is not looked at again, which takes ten times as long."""
    return pl.col(names).cast(pl.Int32, wrap_numerical=True)


def packed_events(rows: pl.DataFrame) -> pl.DataFrame:
    """Events that fit, of the table of events, with the columns of `coded.PACKED_EVENTS`.

    The next event stands a line further in a flat file, and an item further in a deal of a document. What a place has
    beyond that is the same for whole sessions or deals, and takes hardly any room.
    """
    col = pl.col
    in_document = (col("place") >= PLACE_BLOCK).fill_null(False)
    word = word_of(
        (BITS.action, col("action")), (BITS.face, col("face")), (BITS.card, col("card") + 1),
        (BITS.hand, pl.coalesce("hand", col("to") + 1)), (BITS.player, col("player") + 1),
        (BITS.total, col("total") + 1), (BITS.cards_held, col("cards_held") + 1),
        (BITS.has_amount, col("amount").is_not_null()), (BITS.has_stake, col("stake").is_not_null()),
        (BITS.in_document, in_document),
    )  # fmt: skip
    known = short("amount", "stake").fill_null(0)
    place = col("place") - col("event") * pl.when(in_document).then(PLACE_ITEM).otherwise(1)
    return rows.select(short("sitting", "event", "deal"), known, word=word, place=place).select(list(PACKED_EVENTS))
