"""Balances: what each player won or lost over all sessions, recorded and due."""

from __future__ import annotations

import polars as pl

from pontoon_audit.money.decimals import MONEY


def balances_of(
    ledger: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame, deals: pl.DataFrame, sessions: pl.DataFrame
) -> pl.DataFrame:
    """A row a player and currency: `player`, `currency`, `sessions`, `deals` (played or banked), `recorded`, `due`,
    `difference` (money). Currencies do not add up, so each has its row.

    `difference` is due less recorded, over the movements where both are known; a settlement that is missing among
    others counts as 0 recorded. Money is null where nothing of it is known.
    """
    moved = ledger.filter(pl.col("kind") != "chips")
    currency = sessions.select("sitting", "currency")
    nothing = pl.when("missing").then(pl.lit(0, dtype=MONEY)).otherwise("recorded")
    moved = moved.with_columns(recorded=nothing)
    sides = pl.concat(
        [
            moved.filter(pl.col(f"{side}_kind") == "player").select(
                "sitting", player=side, recorded=sign * pl.col("recorded"), due=sign * pl.col("due")
            )
            for side, sign in (("credit", 1), ("debit", -1))
        ]
    ).with_columns(difference=pl.col("due") - pl.col("recorded"))
    whose = ["player", "currency"]
    sums = (
        sides.join(currency, on="sitting").group_by(whose).agg(_sum(name) for name in ("recorded", "due", "difference"))
    )
    keys = ["sitting", "deal_index"]
    played = pl.concat([hands.select("player", *keys), deals.select(pl.col("banker").alias("player"), *keys)])
    counts = (
        played.drop_nulls("player")
        .join(currency, on="sitting")
        .group_by(whose)
        .agg(pl.struct(keys).n_unique().alias("deals"))
    )
    people = seats.join(currency, on="sitting").group_by(whose).agg(pl.col("sitting").n_unique().alias("sessions"))
    found = people.join(counts, on=whose, how="left", nulls_equal=True)
    return (
        found.join(sums, on=whose, how="left", nulls_equal=True)
        .select(
            *whose,
            pl.col("sessions").cast(pl.Int64),
            pl.col("deals").cast(pl.Int64).fill_null(0),
            "recorded",
            "due",
            "difference",
        )
        .sort(whose)
    )


def _sum(column: str) -> pl.Expr:
    """The sum of what is known; null where nothing is."""
    amount = pl.col(column)
    return pl.when(amount.count() > 0).then(amount.sum()).cast(MONEY).alias(column)
