"""Which rows of an audit fit the narrow tables of the history, and the statements that put rows into each table.

A column costs DuckDB about 0.03 microseconds a row, whatever is in it. The small facts of an event therefore share one
number; the views of `codes.sql` take it apart again. What does not fit, since a log may hold anything, goes into the
wide tables, whole sessions at a time.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from pontoon_audit.game import DEAL
from pontoon_audit.history.rows import NAME

_AT: Final = "(sitting + {offset})::INTEGER"


def _between(column: str, low: int, high: int) -> pl.Expr:
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
    )  # fmt: skip


def hands_fit() -> pl.Expr:
    """Whether a hand fits `stored.hands`."""
    no_bets = [pl.col(name).eq_missing(0) for name in ("shoot", "shoot_due", "shoot_moves")]
    return pl.all_horizontal(
        *no_bets, pl.col("shoot_recorded").is_null(), pl.col("all_cards").is_null(),
        _between("player", 0, 255), _between("banker", -1, 254), _between("hand", 0, 31), _between("total", 0, 126),
        _between("multiple", -31, 31),
    )  # fmt: skip


def _packed(*parts: tuple[int, pl.Expr]) -> pl.Expr:
    """One number of small ones, each of which is moved up by so many bits; null counts as 0."""
    word = pl.lit(0, pl.Int64)
    for bits, part in parts:
        word = word + part.cast(pl.Int64).fill_null(0) * (1 << bits)
    return word


def packed_events(rows: pl.DataFrame) -> pl.DataFrame:
    """Events that fit `stored.events` as its columns, still with their `sitting`."""
    col = pl.col
    word = _packed(
        (0, col("action")), (5, col("face")), (7, col("card") + 1), (13, pl.coalesce("hand", col("to") + 1)),
        (18, col("player") + 1), (26, col("total") + 1), (33, col("cards_held") + 1),
        (38, col("amount").is_not_null()), (39, col("stake").is_not_null()),
    )  # fmt: skip
    known = (col(name).fill_null(0) for name in ("amount", "stake"))
    return rows.select("sitting", "event", "deal", word.alias("word"), *known, "place")


def packed_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Hands that fit `stored.hands` as its columns, still with their `sitting`."""
    col = pl.col
    word = _packed(
        (0, col("player")), (8, col("banker") + 1), (16, col("hand")), (21, col("total") + 1), (28, col("rank") + 1),
        (31, col("split") == 1), (32, col("outcome") + 2), (34, col("multiple") + 32), (40, col("stake_moves")),
    )  # fmt: skip
    alike = ("cards", "stake_event", "initial", "stake", "recorded", "due")
    return rows.select("sitting", "deal_index", "deal", word.alias("word"), *alike)


_CHOSEN: Final = {
    "events": f"{_AT}, event, deal, word, amount, stake, place",
    "hands": f"{_AT}, deal_index, deal, word, cards, stake_event, initial, stake, recorded, due",
    "events_wide": f"""{_AT}, event, deal, seq, time, action, player, hand, card, face, amount, "to", note, place,
        total, cards_held, stake""",
    "hands_wide": f"""{_AT}, deal_index, deal, player, hand, banker, cards, total, rank, split = 1, initial, stake,
        shoot, outcome, multiple, recorded, due, shoot_recorded, shoot_due, stake_moves, stake_event, shoot_moves,
        shoot_event""",
    "seats": f"({_AT})::BIGINT * 4294967296 + code, player, name, seat",
    "deals": f"""{_AT}, deal_index, deal, banker, shuffled, void, complete, banker_cards, banker_all_cards,
        banker_total, banker_rank, kitty_before, kitty_after, banker_recorded, banker_due, first_event, last_event,
        line""",
    "other_movements": f"{_AT}, event, deal, kind, debit, credit, recorded, due, missing",
}
"""What each table takes of its rows, those of the narrow ones packed, the others coded as in an audit."""


def statement(table: str, offset: int) -> str:
    """The statement that puts the rows registered as `rows.NAME` into a table; versions are sittings plus `offset`."""
    return f"INSERT INTO stored.{table} SELECT {_CHOSEN[table]} FROM {NAME}".replace("{offset}", str(offset))
