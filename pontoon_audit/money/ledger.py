"""The ledger: every movement of money of a session, recorded and due, each between two accounts.

A row moves its amount from `debit` to `credit`: an account's result is what it was credited less what it was debited.
Amounts may be below 0 (a lost stake of 5 moves -5.00 from the banker to the player). So over all accounts each row sums
to nothing, and in every session the players' results and what is left in the kitty do, recorded and due.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from pontoon_audit.game import BUY_IN, CASH_OUT, KITTY_IN, KITTY_OUT, SELL_BANK, SETTLE, SETTLE_SHOOT
from pontoon_audit.replay.frames import StateFrames

PLAYER, KITTY, CASH = "player", "kitty", "cash"
"""Kinds of account."""
KITTY_ACCOUNT: Final = -2
CASH_ACCOUNT: Final = -3
"""Codes of the accounts that are no player's."""

KINDS: Final = ("bank-sale", "chips", "kitty", "shoot", "stake")
"""Kinds of movement; the position is the code, in the order in which rows of one event stand."""
BANK_SALE, CHIPS, KITTY_MONEY, SHOOT_BET, ON_STAKE = range(5)

NO_MOVE, SETTLED, UNSETTLED, MISSING, PERHAPS_MISSING = range(5)
"""What row of the ledger a hand itself tells: none; its settlement; that none is recorded where none is expected,
where one is missing, where a record set aside may be it."""

_COLUMNS: Final = ("sitting", "event", "deal", "kind", "debit", "credit", "recorded", "due", "missing")
_KITTY: Final = pl.lit(KITTY_ACCOUNT, pl.Int64)
_CASH: Final = pl.lit(CASH_ACCOUNT, pl.Int64)


def told_by_hands(frames: StateFrames) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The ledger in its shortest form: `stake_moves`, `stake_event`, `shoot_moves` and `shoot_event` for each row of
    `frames.hands`, and the movements that no hand tells (a second settlement, kitty money, sales, chips), in codes.

    Nearly every row of the ledger repeats what stands in its hand; `ledger_rows` puts the two together again.
    """
    events = frames.events.filter(pl.col("set_aside") == 0)
    told, others = [], []
    for name, kind, action, columns in (
        ("stake", ON_STAKE, SETTLE, ("settle_event", "recorded", "due", "unsettled")),
        ("shoot", SHOOT_BET, SETTLE_SHOOT, ("settle_shoot_event", "shoot_recorded", "shoot_due", "shoot_unsettled")),
    ):
        settlements = _settled(events, frames.deals, action, kind)
        hands = _with_settlements(frames.hands, settlements, kind, *columns)
        told.append(hands.select(pl.col("moves").alias(f"{name}_moves"), pl.col("at").alias(f"{name}_event")))
        in_hands = hands.filter(pl.col("moves") == SETTLED).select("sitting", pl.col("at").alias("event"))
        others.append(settlements.join(in_hands, on=["sitting", "event"], how="anti", maintain_order="left"))
    others += [_kitty(events), _left_behind(frames.deals), _sales(events), _chips(events)]
    return pl.concat(told, how="horizontal"), pl.concat(others)


def ledger_rows(hands: pl.DataFrame, movements: pl.DataFrame) -> pl.DataFrame:
    """Every movement in codes, from the hands and the other movements, in the order of sitting, event, kind, credit.

    `recorded` is null where the log records none, `due` where it cannot be said. `missing` is true where a settlement
    is missing among others, so that nothing recorded means nothing moved; null where a record set aside may be it.
    """
    of_hands = [
        _from_hands(hands, "stake", ON_STAKE, pl.col("banker"), "recorded", "due"),
        _from_hands(hands, "shoot", SHOOT_BET, _KITTY, "shoot_recorded", "shoot_due"),
    ]
    settled = [part.filter(pl.col("moves") == SETTLED).select(_COLUMNS) for part in of_hands]
    unsettled = [part.filter(pl.col("moves") != SETTLED).select(_COLUMNS) for part in of_hands]
    parts = pl.concat([*settled, movements.select(_COLUMNS), *unsettled])
    return parts.sort("sitting", "event", "kind", "credit", maintain_order=True, nulls_last=True)


def unsettled(hands: pl.DataFrame, movements: pl.DataFrame) -> pl.Series:
    """The sittings in which there is something to settle, and no settlement of a stake or a shoot bet is recorded."""
    stake, shoot = pl.col("stake_moves"), pl.col("shoot_moves")
    there = (stake != NO_MOVE) | (shoot != NO_MOVE)
    recorded = (stake == SETTLED) & pl.col("recorded").is_not_null()
    recorded = recorded | ((shoot == SETTLED) & pl.col("shoot_recorded").is_not_null())
    rows = pl.concat(
        [
            hands.filter(there).select("sitting", recorded=recorded),
            movements.filter(pl.col("kind") >= SHOOT_BET).select("sitting", recorded=pl.col("recorded").is_not_null()),
        ]
    )
    return rows.group_by("sitting").agg(pl.col("recorded").any()).filter(~pl.col("recorded"))["sitting"]


def _from_hands(hands: pl.DataFrame, name: str, kind: int, debit: pl.Expr, recorded: str, due: str) -> pl.DataFrame:
    moves = pl.col(f"{name}_moves")
    sure = moves != PERHAPS_MISSING  # else what was moved is not known, and there is nothing to compare
    return hands.filter(moves != NO_MOVE).select(
        "sitting",
        "deal",
        pl.col(f"{name}_event").alias("event"),
        pl.lit(kind, pl.Int64).alias("kind"),
        debit.alias("debit"),
        pl.col("player").alias("credit"),
        pl.when(moves == SETTLED).then(recorded).alias("recorded"),
        pl.when(sure).then(due).alias("due"),
        pl.when(sure).then(moves == MISSING).alias("missing"),
        moves.alias("moves"),
    )


def _with_settlements(
    hands: pl.DataFrame, settlements: pl.DataFrame, kind: int, settled_at: str, recorded: str, due: str, unsettled: str
) -> pl.DataFrame:
    """For each hand which row of the ledger it tells, `moves`, and at which event, `at` (null where it tells none).

    It tells its settlement only where that row would be the same to the letter: same deal, accounts and amounts.
    """
    there = hands.with_columns(event=pl.when((pl.col("is_bank") == 0) & (pl.col(settled_at) >= 0)).then(settled_at) + 1)
    there = there.join(settlements, on=["sitting", "event"], how="left", maintain_order="left", suffix="_of_row")
    payer = _KITTY if kind == SHOOT_BET else pl.col("banker")
    same = (
        (pl.col("credit") == pl.col("player"))
        & (pl.col("debit") == payer)
        & pl.col("deal").eq_missing(pl.col("deal_of_row"))
        & pl.col(recorded).eq_missing(pl.col("recorded_of_row"))
        & pl.col(due).eq_missing(pl.col("due_of_row"))
    ).fill_null(False)
    # hands that no settlement names, though something was staked: nothing recorded, but something due
    bare = (pl.col("is_bank") == 0) & (pl.col("void") == 0) & (pl.col(settled_at) < 0)
    bare = bare & (pl.col("banker") >= 0) & pl.col("unstaked").ne_missing(1)
    if kind == SHOOT_BET:
        bare = bare & (pl.col("shoot_game") == 1) & pl.col("shoot").ne_missing(0)
    missing = pl.col(unsettled)
    how = pl.when(missing.is_null()).then(PERHAPS_MISSING).when(missing == 1).then(MISSING).otherwise(UNSETTLED)
    moves = pl.when(same).then(SETTLED).when(bare).then(how).otherwise(NO_MOVE).cast(pl.Int64)
    found = there.select("sitting", "event", "deal_last_event", moves=moves)
    at = (
        pl.when(pl.col("moves") == SETTLED)
        .then("event")
        .when(pl.col("moves") != NO_MOVE)
        .then(pl.col("deal_last_event") + 1)
    )
    return found.select("sitting", "moves", at=at)


def _row(kind: int, debit: pl.Expr, credit: pl.Expr, recorded: pl.Expr, due: pl.Expr, event: pl.Expr) -> list[pl.Expr]:
    cells = {
        "sitting": pl.col("sitting"), "event": event, "deal": pl.col("deal"), "kind": pl.lit(kind, pl.Int64),
        "debit": debit, "credit": credit, "recorded": recorded, "due": due, "missing": pl.lit(False),
    }  # fmt: skip
    return [cells[name].alias(name) for name in _COLUMNS]


def _settled(events: pl.DataFrame, deals: pl.DataFrame, action: int, kind: int) -> pl.DataFrame:
    """Every settlement that the log records. What does not count (a second one, one of a void deal) is due nothing."""
    of_deal = deals.select("sitting", "deal_index", "banker")
    rows = events.filter(pl.col("action") == action).join(
        of_deal, on=["sitting", "deal_index"], how="left", maintain_order="left"
    )
    rows = rows.filter(pl.col("banker") >= 0)
    none = (pl.col("in_void") == 1) | (pl.col("repeated") == 1) | (pl.col("by_banker") == 1)
    if kind == SHOOT_BET:
        none = none | (pl.col("shoot_game") == 0)
    due = pl.when(none).then(0).otherwise(pl.col("due"))
    payer = _KITTY if kind == SHOOT_BET else pl.col("banker")
    return rows.select(_row(kind, payer, pl.col("player"), pl.col("amount"), due, pl.col("event")))


def _kitty(events: pl.DataFrame) -> pl.DataFrame:
    """Kitty money. In a game without a kitty none of it counts; what is another's is not due out of it."""
    amount, judged = pl.col("amount"), (pl.col("shoot_game") == 1) & (pl.col("counted") == 1)
    theirs = pl.col("not_theirs").ne_missing(1)
    into = events.filter(pl.col("action") == KITTY_IN)
    into = into.select(
        _row(
            KITTY_MONEY,
            pl.col("player"),
            _KITTY,
            amount,
            pl.when(judged).then(amount).otherwise(0),
            pl.col("event"),
        )
    )
    due = pl.when(~judged | ~theirs).then(0).otherwise(pl.col("kitty_due"))
    out = events.filter(pl.col("action") == KITTY_OUT)
    out = out.select(_row(KITTY_MONEY, _KITTY, pl.col("player"), amount, due, pl.col("event")))
    return pl.concat([into, out])


def _left_behind(deals: pl.DataFrame) -> pl.DataFrame:
    """What is still an old banker's when the bank has changed is due to that banker."""
    rows = deals.filter(pl.col("left_due").ne_missing(0) & (pl.col("left_by") >= 0) & (pl.col("shoot_game") == 1))
    at = pl.col("banker_event") + 1
    zero = pl.lit(0, dtype=pl.Int64)
    return rows.select(_row(KITTY_MONEY, _KITTY, pl.col("left_by"), zero, pl.col("left_due"), at))


def _sales(events: pl.DataFrame) -> pl.DataFrame:
    """Prices of the bank. A sale that binds nobody is due nothing."""
    amount = pl.col("amount")
    due = pl.when((pl.col("not_theirs") == 1) | (pl.col("counted") == 0)).then(0).otherwise(amount)
    rows = events.filter((pl.col("action") == SELL_BANK) & (pl.col("to") >= 0))
    return rows.select(_row(BANK_SALE, pl.col("to"), pl.col("player"), amount, due, pl.col("event")))


def _chips(events: pl.DataFrame) -> pl.DataFrame:
    """Money for chips and back. Not part of results: they are the same money in another form."""
    amount = pl.col("amount")
    into = events.filter(pl.col("action") == BUY_IN).select(
        _row(CHIPS, _CASH, pl.col("player"), amount, amount, pl.col("event"))
    )
    out = events.filter(pl.col("action") == CASH_OUT).select(
        _row(CHIPS, pl.col("player"), _CASH, amount, amount, pl.col("event"))
    )
    return pl.concat([into, out])
