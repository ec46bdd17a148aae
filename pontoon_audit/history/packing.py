"""Which rows of an audit fit the narrow tables of the history, and the rows that each table gets.

A column costs DuckDB 0.02 microseconds a row in 32 bits, and twice that in 64. The small facts of an event therefore
share one number, which the views of `codes.sql` take apart again, and other numbers have 32 bits. What does not fit,
since a log may hold anything, goes into the wide tables, whole sessions at a time.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from pontoon_audit.game import DEAL
from pontoon_audit.results.coded import PLACE_BLOCK, PLACE_ITEM, cards_of

_LEAST: Final = -(1 << 31)
_MOST: Final = (1 << 31) - 1


def _between(column: str, low: int = _LEAST, high: int = _MOST) -> pl.Expr:
    """Whether all values of a column, unknown ones left out, are in these bounds."""
    return pl.col(column).is_between(low, high).fill_null(True)


def events_fit() -> pl.Expr:
    """Whether an event fits `stored.events`."""
    bare = [pl.col(name).is_null() for name in ("seq", "time", "note")]
    # who buys the bank stands where other events have their hand
    buyer = (pl.col("action") < DEAL) & pl.col("hand").is_null() & (pl.col("to") < 31)
    return pl.all_horizontal(
        *bare, (pl.col("to") < 0) | buyer, _between("action", 0, 24), _between("face", 0, 2), _between("card", -1, 52),
        _between("hand", 1, 31), _between("player", -1, 254), _between("total", 0, 126), _between("cards_held", 0, 30),
        _between("deal"), _between("amount"), _between("stake"),
    )  # fmt: skip


def hands_fit() -> pl.Expr:
    """Whether a hand fits `stored.hands`."""
    no_bets = [pl.col(name).eq_missing(0) for name in ("shoot", "shoot_due", "shoot_moves")]
    return pl.all_horizontal(
        *no_bets, pl.col("shoot_recorded").is_null(), pl.col("all_cards").is_null(),
        _between("player", 0, 255), _between("banker", -1, 254), _between("hand", 0, 31), _between("total", 0, 126),
        _between("multiple", -31, 31),
        *(_between(name) for name in ("deal", "initial", "stake", "recorded", "due")),
    )  # fmt: skip


def _packed(*parts: tuple[int, pl.Expr]) -> pl.Expr:
    """One number of small ones, each of which is moved up by so many bits; null counts as 0."""
    word = pl.lit(0, pl.Int64)
    for bits, part in parts:
        word = word + part.cast(pl.Int64).fill_null(0) * (1 << bits)
    return word


def _short(*names: str) -> pl.Expr:
    """Columns in the 32 bits that the narrow tables have for them.

    Whether they fit is not looked at again, which takes ten times as long; numbers that count rows always do.
    """
    return pl.col(names).cast(pl.Int32, wrap_numerical=True)


def packed_events(rows: pl.DataFrame) -> pl.DataFrame:
    """Events that fit as the columns of `stored.events`.

    The next event stands a line further in a flat file, and an item further in a deal of a document. What a place has
    beyond that is the same for whole sessions or deals, and takes hardly any room.
    """
    col = pl.col
    in_document = (col("place") >= PLACE_BLOCK).fill_null(False)
    word = _packed(
        (0, col("action")), (5, col("face")), (7, col("card") + 1), (13, pl.coalesce("hand", col("to") + 1)),
        (18, col("player") + 1), (26, col("total") + 1), (33, col("cards_held") + 1),
        (38, col("amount").is_not_null()), (39, col("stake").is_not_null()), (40, in_document),
    )  # fmt: skip
    known = _short("amount", "stake").fill_null(0)
    place = col("place") - col("event") * pl.when(in_document).then(PLACE_ITEM).otherwise(1)
    return rows.select("version", _short("event", "deal"), known, word=word, place=place)


def packed_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Hands that fit as the columns of `stored.hands`."""
    col = pl.col
    word = _packed(
        (0, col("player")), (8, col("banker") + 1), (16, col("hand")), (21, col("total") + 1), (28, col("rank") + 1),
        (31, col("split") == 1), (32, col("outcome") + 2), (34, col("multiple") + 32), (40, col("stake_moves")),
    )  # fmt: skip
    alike = _short("deal_index", "deal", "stake_event", "initial", "stake", "recorded", "due")
    return rows.select("version", alike, "cards", word=word)


def wide_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Hands as the columns of `stored.hands_wide`."""
    return rows.with_columns(cards=cards_of("cards", "all_cards"), split=pl.col("split") == 1)
