"""Balances: what each player won or lost over all sessions, recorded and due."""

from __future__ import annotations

import polars as pl

from pontoon_audit.money.decimals import MONEY


def balances_of(ledger: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """A row a player, by id: `sessions`, `deals` (played or banked), `recorded`, `due`, `difference` (due less
    recorded, over movements where both are known).

    Money is null where the ledger has nothing of it: nothing recorded at all, or nothing that can be said to be due.
    """
    moved = ledger.filter(pl.col("kind") != "chips")
    sides = pl.concat(
        [
            moved.filter(pl.col(f"{side}_kind") == "player").select(
                player=side, recorded=sign * pl.col("recorded"), due=sign * pl.col("due")
            )
            for side, sign in (("credit", 1), ("debit", -1))
        ]
    )
    sums = sides.group_by("player").agg(
        *(
            pl.when(pl.col(name).count() > 0).then(pl.col(name).sum()).cast(MONEY).alias(name)
            for name in ("recorded", "due")
        )
    )
    keys = ["sitting", "deal_index"]
    played = pl.concat([hands.select("player", *keys), deals.select(pl.col("banker").alias("player"), *keys)])
    counts = played.drop_nulls("player").group_by("player").agg(pl.struct(keys).n_unique().alias("deals"))
    people = seats.group_by("player").agg(pl.col("sitting").n_unique().alias("sessions"))
    found = people.join(counts, on="player", how="left").join(sums, on="player", how="left")
    return found.select(
        "player",
        pl.col("sessions").cast(pl.Int64),
        pl.col("deals").cast(pl.Int64).fill_null(0),
        "recorded",
        "due",
        (pl.col("due") - pl.col("recorded")).cast(MONEY).alias("difference"),
    ).sort("player")
