"""Which hands fit the narrow table of the history, and the rows that each table of hands gets.

As with events (`results.packed_events`) the small facts of a hand share one number, which the views of `codes.sql` take
apart again, and other numbers have 32 bits. What does not fit goes into the wide table, whole sessions at a time.
"""

from __future__ import annotations

import polars as pl

from pontoon_audit.results.coded import cards_of
from pontoon_audit.results.packed_events import between, short, word_of


def hands_fit() -> pl.Expr:
    """Whether a hand fits `stored.hands`."""
    no_bets = [pl.col(name).eq_missing(0) for name in ("shoot", "shoot_due", "shoot_moves")]
    return pl.all_horizontal(
        *no_bets, pl.col("shoot_recorded").is_null(), pl.col("all_cards").is_null(),
        between("player", 0, 255), between("banker", -1, 254), between("hand", 0, 31), between("total", 0, 126),
        between("multiple", -31, 31),
        *(between(name) for name in ("deal", "initial", "stake", "recorded", "due")),
    )  # fmt: skip


def packed_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Hands that fit as the columns of `stored.hands`."""
    col = pl.col
    word = word_of(
        (0, col("player")), (8, col("banker") + 1), (16, col("hand")), (21, col("total") + 1), (28, col("rank") + 1),
        (31, col("split") == 1), (32, col("outcome") + 2), (34, col("multiple") + 32), (40, col("stake_moves")),
    )  # fmt: skip
    alike = short("deal_index", "deal", "stake_event", "initial", "stake", "recorded", "due")
    return rows.select("version", alike, "cards", word=word)


def wide_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Hands as the columns of `stored.hands_wide`."""
    return rows.with_columns(cards=cards_of("cards", "all_cards"), split=pl.col("split") == 1)
