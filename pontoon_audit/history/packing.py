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


EVENTS: Final = f"""{_AT}, event, deal,
    action::BIGINT + 32 * face::BIGINT + 128 * (card::BIGINT + 1) + 8192 * coalesce(hand, "to" + 1)::BIGINT
    + 262144 * (player::BIGINT + 1) + 67108864 * coalesce(total + 1, 0)::BIGINT
    + 8589934592 * coalesce(cards_held + 1, 0)::BIGINT
    + CASE WHEN amount IS NULL THEN 0 ELSE 274877906944 END + CASE WHEN stake IS NULL THEN 0 ELSE 549755813888 END,
    coalesce(amount, 0), coalesce(stake, 0), place
FROM {NAME}"""

HANDS: Final = f"""{_AT}, deal_index, deal,
    player::BIGINT + 256 * (banker::BIGINT + 1) + 65536 * hand::BIGINT + 2097152 * coalesce(total + 1, 0)::BIGINT
    + 268435456 * coalesce(rank + 1, 0)::BIGINT + CASE WHEN split = 1 THEN 2147483648 ELSE 0 END
    + 4294967296 * coalesce(outcome + 2, 0)::BIGINT + 17179869184 * coalesce(multiple + 32, 0)::BIGINT
    + 1099511627776 * stake_moves::BIGINT,
    cards, stake_event, initial, stake, recorded, due
FROM {NAME}"""

PLAIN: Final = {
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
"""What is chosen of the coded rows of an audit for a table that holds them as they are."""


def statement(table: str, offset: int) -> str:
    """The statement that puts the rows registered as `rows.NAME` into a table; versions are sittings plus `offset`."""
    packed = {"events": EVENTS, "hands": HANDS}
    chosen = packed[table] if table in packed else f"{PLAIN[table]} FROM {NAME}"
    return f"INSERT INTO stored.{table} SELECT " + chosen.replace("{offset}", str(offset))
