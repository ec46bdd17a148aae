"""The ledger written out, a row a movement, straight from the state table: what the short form must come to."""

from __future__ import annotations

from typing import Final

import polars as pl

from pontoon_audit.game import BUY_IN, CASH_OUT, KITTY_IN, KITTY_OUT, SELL_BANK, SETTLE, SETTLE_SHOOT
from pontoon_audit.replay.frames import StateFrames

PLAYER, KITTY, CASH = "player", "kitty", "cash"
_COLUMNS: Final = (
    "sitting", "deal", "event", "kind", "debit_kind", "debit", "credit_kind", "credit", "recorded", "due", "missing",
)  # fmt: skip
_NOBODY: Final = pl.lit(-1, dtype=pl.Int64)


def ledger_codes(frames: StateFrames) -> pl.DataFrame:
    """Movements with players as codes and money in minor units, in the order of session and event.

    `recorded` is null where the log records none, `due` where it cannot be said. `missing` is true where a settlement
    is missing among others, so that nothing recorded means nothing moved; null where a record set aside may be it.
    """
    events = pl.concat([frames.events_of(family) for family in frames.families]).sort("sitting", "event")
    events = events.filter(pl.col("set_aside") == 0)
    parts = [
        _settled(events, frames.rows_of("deals"), SETTLE, "stake"),
        _settled(events, frames.rows_of("deals"), SETTLE_SHOOT, "shoot"),
        _unsettled(frames.rows_of("hands"), "stake", "settle_event", "due"),
        _unsettled(frames.rows_of("hands"), "shoot", "settle_shoot_event", "shoot_due"),
        _kitty(events),
        _left_behind(frames.rows_of("deals")),
        _sales(events),
        _chips(events),
    ]
    return pl.concat(parts).sort("sitting", "event", "kind", "credit", maintain_order=True, nulls_last=True)


def _row(
    kind: str,
    debit: tuple[str, pl.Expr],
    credit: tuple[str, pl.Expr],
    recorded: pl.Expr,
    due: pl.Expr,
    event: pl.Expr,
    missing: pl.Expr | None = None,
) -> list[pl.Expr]:
    cells = {
        "kind": pl.lit(kind), "debit_kind": pl.lit(debit[0]), "debit": debit[1], "credit_kind": pl.lit(credit[0]),
        "credit": credit[1], "recorded": recorded, "due": due, "event": event,
        "missing": pl.lit(False) if missing is None else missing,
    }  # fmt: skip
    named = {name: cell.alias(name) for name, cell in cells.items()}
    return [pl.col(name) if name in ("sitting", "deal") else named[name] for name in _COLUMNS]


def _settled(events: pl.DataFrame, deals: pl.DataFrame, action: int, kind: str) -> pl.DataFrame:
    """Every settlement that the log records. What does not count (a second one, one of a void deal) is due nothing."""
    of_deal = deals.select("sitting", "deal_index", "banker")
    rows = events.filter(pl.col("action") == action).join(
        of_deal, on=["sitting", "deal_index"], how="left", maintain_order="left"
    )
    rows = rows.filter(pl.col("banker") >= 0)
    none = (pl.col("in_void") == 1) | (pl.col("repeated") == 1) | (pl.col("by_banker") == 1)
    none = none | ((pl.lit(kind) == "shoot") & (pl.col("shoot_game") == 0))
    due = pl.when(none).then(0).otherwise(pl.col("due"))
    payer = (KITTY, _NOBODY) if kind == "shoot" else (PLAYER, pl.col("banker"))
    return rows.select(_row(kind, payer, (PLAYER, pl.col("player")), pl.col("amount"), due, pl.col("event")))


def _unsettled(hands: pl.DataFrame, kind: str, settled_at: str, due: str) -> pl.DataFrame:
    """Hands that no settlement names: nothing recorded, but something due. It stands at the deal's last event."""
    missing = (pl.col("unsettled") if kind == "stake" else pl.col("shoot_unsettled")) == 1
    rows = hands.filter((pl.col("is_bank") == 0) & (pl.col("void") == 0) & (pl.col(settled_at) < 0))
    rows = rows.filter(pl.col("banker") >= 0, pl.col("unstaked").ne_missing(1))
    if kind == "shoot":
        rows = rows.filter((pl.col("shoot_game") == 1) & pl.col("shoot").ne_missing(0))
    payer = (KITTY, _NOBODY) if kind == "shoot" else (PLAYER, pl.col("banker"))
    nothing = pl.lit(None, dtype=pl.Int64)
    known_due = pl.col(due)  # told where it is decided, though what was moved may be unknown
    at = pl.col("deal_last_event") + 1
    return rows.select(_row(kind, payer, (PLAYER, pl.col("player")), nothing, known_due, at, missing))


def _kitty(events: pl.DataFrame) -> pl.DataFrame:
    """Kitty money. In a game without a kitty none of it counts; what is another's is not due out of it."""
    amount, judged = pl.col("amount"), (pl.col("shoot_game") == 1) & (pl.col("counted") == 1)
    theirs = pl.col("not_theirs").ne_missing(1)
    into = events.filter(pl.col("action") == KITTY_IN)
    into = into.select(
        _row(
            "kitty",
            (PLAYER, pl.col("player")),
            (KITTY, _NOBODY),
            amount,
            pl.when(judged).then(amount).otherwise(0),
            pl.col("event"),
        )
    )
    due = pl.when(~judged | ~theirs).then(0).otherwise(pl.col("kitty_due"))
    out = events.filter(pl.col("action") == KITTY_OUT)
    out = out.select(_row("kitty", (KITTY, _NOBODY), (PLAYER, pl.col("player")), amount, due, pl.col("event")))
    return pl.concat([into, out])


def _left_behind(deals: pl.DataFrame) -> pl.DataFrame:
    """What is still an old banker's when the bank has changed is due to that banker."""
    rows = deals.filter(pl.col("left_due").ne_missing(0) & (pl.col("left_by") >= 0) & (pl.col("shoot_game") == 1))
    at = pl.col("banker_event") + 1
    zero = pl.lit(0, dtype=pl.Int64)
    return rows.select(_row("kitty", (KITTY, _NOBODY), (PLAYER, pl.col("left_by")), zero, pl.col("left_due"), at))


def _sales(events: pl.DataFrame) -> pl.DataFrame:
    """Prices of the bank. A sale that binds nobody is due nothing."""
    amount = pl.col("amount")
    due = pl.when((pl.col("not_theirs") == 1) | (pl.col("counted") == 0)).then(0).otherwise(amount)
    rows = events.filter((pl.col("action") == SELL_BANK) & (pl.col("to") >= 0))
    return rows.select(
        _row("bank-sale", (PLAYER, pl.col("to")), (PLAYER, pl.col("player")), amount, due, pl.col("event"))
    )


def _chips(events: pl.DataFrame) -> pl.DataFrame:
    """Money for chips and back. Not part of results: they are the same money in another form."""
    amount = pl.col("amount")
    into = events.filter(pl.col("action") == BUY_IN).select(
        _row("chips", (CASH, _NOBODY), (PLAYER, pl.col("player")), amount, amount, pl.col("event"))
    )
    out = events.filter(pl.col("action") == CASH_OUT).select(
        _row("chips", (PLAYER, pl.col("player")), (CASH, _NOBODY), amount, amount, pl.col("event"))
    )
    return pl.concat([into, out])
