"""The ledger: every movement of money of a session, recorded and due, each between two accounts.

A row moves its amount from `debit` to `credit`: an account's result is what it was credited less what it was debited.
Amounts may be below 0 (a lost stake of 5 moves -5.00 from the banker to the player). So over all accounts each row sums
to nothing, and in every session the players' results and what is left in the kitty do, recorded and due.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from pontoon_audit.game import BUY_IN, CASH_OUT, KITTY_IN, KITTY_OUT, SELL_BANK, SETTLE, SETTLE_SHOOT
from pontoon_audit.replay.facts_of import FAMILY_OF
from pontoon_audit.replay.frames import StateFrames
from pontoon_audit.replay.state import MOVE_MISSING, MOVE_PERHAPS_MISSING, MOVE_SETTLED, NO_MOVE

PLAYER, KITTY, CASH = "player", "kitty", "cash"
"""Kinds of account."""
KITTY_ACCOUNT: Final = -2
CASH_ACCOUNT: Final = -3
"""Codes of the accounts that are no player's."""

KINDS: Final = ("bank-sale", "chips", "kitty", "shoot", "stake")
"""Kinds of movement; the position is the code, in the order in which rows of one event stand."""
BANK_SALE, CHIPS, KITTY_MONEY, SHOOT_BET, ON_STAKE = range(5)

_COLUMNS: Final = ("sitting", "event", "deal", "kind", "debit", "credit", "recorded", "due", "missing")
_NOTHING: Final = pl.DataFrame(schema={**dict.fromkeys(_COLUMNS, pl.Int64), "missing": pl.Boolean})
_KITTY: Final = pl.lit(KITTY_ACCOUNT, pl.Int64)
_CASH: Final = pl.lit(CASH_ACCOUNT, pl.Int64)


def told_by_no_hand(frames: StateFrames) -> pl.DataFrame:
    """The movements that no hand tells (a second settlement, kitty money, sales, chips), in codes and in their order.

    Nearly every row of the ledger repeats what stands in its hand (`stake_moves`, `shoot_moves`); `ledger_rows` puts
    the two together again.
    """
    there = frames.actions
    parts = [_NOTHING]
    parts += [_settled(frames, action, kind) for action, kind in _SETTLED.items() if action in there]
    parts += [of_action(frames) for action, of_action in _OTHERS.items() if action in there]
    parts.append(_left_behind(frames))
    return _in_order(pl.concat([part.cast(_NOTHING.schema) for part in parts]))


def _in_order(movements: pl.DataFrame) -> pl.DataFrame:
    """Movements in the order of sitting, event, kind, credit, whichever sessions were judged together."""
    return movements.sort("sitting", "event", "kind", "credit", maintain_order=True, nulls_last=True)


def _events(frames: StateFrames, action: int, *names: str, rows: pl.Series | None = None) -> pl.DataFrame:
    """Events of an action that take part, or those at some positions that do, with some columns."""
    wanted = {"sitting", "event", "deal", "action", "player", "amount", "set_aside", *names}
    events = frames.events_of(FAMILY_OF[action], wanted, rows)
    return events.filter((pl.col("action") == action) & (pl.col("set_aside") == 0))


def ledger_rows(hands: pl.DataFrame, movements: pl.DataFrame) -> pl.DataFrame:
    """Every movement in codes, from the hands and the other movements, in the order of sitting, event, kind, credit.

    `recorded` is null where the log records none, `due` where it cannot be said. `missing` is true where a settlement
    is missing among others, so that nothing recorded means nothing moved; null where a record set aside may be it.
    """
    of_hands = [
        _from_hands(hands, "stake", ON_STAKE, pl.col("banker"), "recorded", "due"),
        _from_hands(hands, "shoot", SHOOT_BET, _KITTY, "shoot_recorded", "shoot_due"),
    ]
    settled = [part.filter(pl.col("moves") == MOVE_SETTLED).select(_COLUMNS) for part in of_hands]
    unsettled = [part.filter(pl.col("moves") != MOVE_SETTLED).select(_COLUMNS) for part in of_hands]
    return _in_order(pl.concat([*settled, movements.select(_COLUMNS), *unsettled]))


def unsettled(hands: pl.DataFrame, movements: pl.DataFrame) -> pl.Series:
    """The sittings in which there is something to settle, and no settlement of a stake or a shoot bet is recorded."""
    stake, shoot = pl.col("stake_moves"), pl.col("shoot_moves")
    there = (stake != NO_MOVE) | (shoot != NO_MOVE)
    recorded = (stake == MOVE_SETTLED) & pl.col("recorded").is_not_null()
    recorded = recorded | ((shoot == MOVE_SETTLED) & pl.col("shoot_recorded").is_not_null())
    rows = pl.concat(
        [
            hands.select("sitting", recorded=recorded, there=there).filter("there").drop("there"),
            movements.filter(pl.col("kind") >= SHOOT_BET).select("sitting", recorded=pl.col("recorded").is_not_null()),
        ]
    )
    return rows.group_by("sitting").agg(pl.col("recorded").any()).filter(~pl.col("recorded"))["sitting"]


def _from_hands(hands: pl.DataFrame, name: str, kind: int, debit: pl.Expr, recorded: str, due: str) -> pl.DataFrame:
    moves = pl.col(f"{name}_moves")
    # what is due does not hang on the record; but whether anything was moved is not known where one was set aside
    sure = moves != MOVE_PERHAPS_MISSING
    return hands.filter(moves != NO_MOVE).select(
        "sitting",
        "deal",
        pl.col(f"{name}_event").alias("event"),
        pl.lit(kind, pl.Int64).alias("kind"),
        debit.alias("debit"),
        pl.col("player").alias("credit"),
        pl.when(moves == MOVE_SETTLED).then(recorded).alias("recorded"),
        pl.col(due).alias("due"),
        pl.when(sure).then(moves == MOVE_MISSING).alias("missing"),
        moves.alias("moves"),
    )


def _row(kind: int, debit: pl.Expr, credit: pl.Expr, recorded: pl.Expr, due: pl.Expr, event: pl.Expr) -> list[pl.Expr]:
    cells = {
        "sitting": pl.col("sitting"), "event": event, "deal": pl.col("deal"), "kind": pl.lit(kind, pl.Int64),
        "debit": debit, "credit": credit, "recorded": recorded, "due": due, "missing": pl.lit(False),
    }  # fmt: skip
    return [cells[name].alias(name) for name in _COLUMNS]


def _settled(frames: StateFrames, action: int, kind: int) -> pl.DataFrame:
    """Settlements that no hand tells. What does not count (a second one, one of a void deal) is due nothing."""
    names = ("deal_index", "in_void", "repeated", "by_banker", "shoot_game", "due")
    untold = (frames.events_of(FAMILY_OF[action], {"told"})["told"] == 0).arg_true()
    if untold.is_empty():  # nearly always
        return _NOTHING
    of_deal = frames.rows_of("deals", {"sitting", "deal_index", "banker"})
    rows = _events(frames, action, *names, rows=untold.cast(pl.Int64))
    rows = rows.join(of_deal, on=["sitting", "deal_index"], how="left", maintain_order="left")
    rows = rows.filter(pl.col("banker") >= 0)
    none = (pl.col("in_void") == 1) | (pl.col("repeated") == 1) | (pl.col("by_banker") == 1)
    if kind == SHOOT_BET:
        none = none | (pl.col("shoot_game") == 0)
    due = pl.when(none).then(0).otherwise(pl.col("due"))
    payer = _KITTY if kind == SHOOT_BET else pl.col("banker")
    return rows.select(_row(kind, payer, pl.col("player"), pl.col("amount"), due, pl.col("event")))


_JUDGED: Final = (pl.col("shoot_game") == 1) & (pl.col("counted") == 1)
"""In a game without a kitty no kitty money counts."""


def _kitty_in(frames: StateFrames) -> pl.DataFrame:
    amount = pl.col("amount")
    due = pl.when(_JUDGED).then(amount).otherwise(0)
    rows = _events(frames, KITTY_IN, "shoot_game", "counted")
    return rows.select(_row(KITTY_MONEY, pl.col("player"), _KITTY, amount, due, pl.col("event")))


def _kitty_out(frames: StateFrames) -> pl.DataFrame:
    """What is another's is not due out of the kitty."""
    due = pl.when(~_JUDGED | ~pl.col("not_theirs").ne_missing(1)).then(0).otherwise(pl.col("kitty_due"))
    rows = _events(frames, KITTY_OUT, "shoot_game", "counted", "not_theirs", "kitty_due")
    return rows.select(_row(KITTY_MONEY, _KITTY, pl.col("player"), pl.col("amount"), due, pl.col("event")))


def _left_behind(frames: StateFrames) -> pl.DataFrame:
    """What is still an old banker's when the bank has changed is due to that banker."""
    names = ("sitting", "deal", "left_due", "left_by", "shoot_game", "banker_event")
    rows = frames.rows_of("deals", names).filter(
        pl.col("left_due").ne_missing(0) & (pl.col("left_by") >= 0) & (pl.col("shoot_game") == 1)
    )
    at = pl.col("banker_event") + 1
    zero = pl.lit(0, dtype=pl.Int64)
    return rows.select(_row(KITTY_MONEY, _KITTY, pl.col("left_by"), zero, pl.col("left_due"), at))


def _sales(frames: StateFrames) -> pl.DataFrame:
    """Prices of the bank. A sale that binds nobody is due nothing."""
    amount = pl.col("amount")
    due = pl.when((pl.col("not_theirs") == 1) | (pl.col("counted") == 0)).then(0).otherwise(amount)
    rows = _events(frames, SELL_BANK, "to", "not_theirs", "counted").filter(pl.col("to") >= 0)
    return rows.select(_row(BANK_SALE, pl.col("to"), pl.col("player"), amount, due, pl.col("event")))


def _bought_in(frames: StateFrames) -> pl.DataFrame:
    """Money for chips. Not part of results: it is the same money in another form."""
    amount, event = pl.col("amount"), pl.col("event")
    return _events(frames, BUY_IN).select(_row(CHIPS, _CASH, pl.col("player"), amount, amount, event))


def _cashed_out(frames: StateFrames) -> pl.DataFrame:
    """Chips for money."""
    amount, event = pl.col("amount"), pl.col("event")
    return _events(frames, CASH_OUT).select(_row(CHIPS, pl.col("player"), _CASH, amount, amount, event))


_SETTLED: Final = {SETTLE: ON_STAKE, SETTLE_SHOOT: SHOOT_BET}
_OTHERS: Final = {
    KITTY_IN: _kitty_in, KITTY_OUT: _kitty_out, SELL_BANK: _sales, BUY_IN: _bought_in, CASH_OUT: _cashed_out,
}  # fmt: skip
