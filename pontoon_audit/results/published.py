"""The tables in codes as they are published: names, cards and words in place of codes, money as decimals.

`docs/tables.md` says what stands in each column.
"""

from __future__ import annotations

import polars as pl
from polars import selectors

from pontoon_audit.game import ACTIONS, CARDS, FACES
from pontoon_audit.money.decimals import money
from pontoon_audit.money.ledger import CASH, CASH_ACCOUNT, KINDS, KITTY, PLAYER, ledger_rows
from pontoon_audit.results.coded import PLACE_BLOCK, PLACE_ITEM, Coded, cards_of
from pontoon_audit.session import BANKER_FIELD, PLAYERS, SHUFFLED

CLASSES = {0: "bust", 1: "points", 2: "five-card-trick", 3: "pontoon"}
OUTCOMES = {1: "win", 0: "push", -1: "lose"}


def sessions(coded: Coded) -> pl.DataFrame:
    """A row a session."""
    return coded.sessions.drop("document")


def seats(coded: Coded) -> pl.DataFrame:
    """A row a player of a session; `seat` counts places from 1, null where no seats are recorded."""
    return _with_session(coded, coded.seats).select("sitting", "session", "player", "name", "seat")


def deals(coded: Coded) -> pl.DataFrame:
    """A row a deal: who banked it, the bank's cards, and what the bank won or lost, recorded and due."""
    found = _with_session(coded, coded.deals)
    cards = _cards(found, "banker_cards", "banker_all_cards")
    return found.with_columns(_player(coded, found, "banker"), cards).select(
        "sitting", "session", "deal", "banker", "shuffled", "void", "complete",
        pl.when(pl.col("banker_cards") != "").then("banker_cards").alias("banker_cards"),
        "banker_total", _class("banker_rank").alias("banker_class"),
        money("kitty_before"), money("kitty_after"), money("banker_recorded"), money("banker_due"),
        "first_event", "last_event", "line", "deal_index",
    )  # fmt: skip


def hands(coded: Coded) -> pl.DataFrame:
    """A row a player's hand (the banker's is in the table of deals)."""
    found = _with_session(coded, coded.hands)
    texts = [_player(coded, found, "player"), _player(coded, found, "banker"), _cards(found, "cards", "all_cards")]
    return found.with_columns(texts).select(
        "sitting", "session", "deal", "player", "hand", "cards", "total", _class("rank").alias("class"),
        pl.col("split") == 1, money("initial").alias("initial_stake"), money("stake"), money("shoot"),
        pl.col("outcome").replace_strict(OUTCOMES, return_dtype=pl.String), "multiple",
        money("recorded"), money("due"), money("shoot_recorded"), money("shoot_due"),
        "banker", "deal_index", "settle_event",
    )  # fmt: skip


def events(coded: Coded) -> pl.DataFrame:
    """A row an event, with the state of its hand after it."""
    found = _with_session(coded, coded.events.cast({selectors.integer(): pl.Int64}), "shape", "document")
    in_document = pl.col("shape") == "document"
    return found.with_columns(
        _player(coded, found, "player"), _player(coded, found, "to"),
        _word([*ACTIONS, None], found["action"]),
        _word([None, *CARDS], found["card"] + 1),
        _word([None, *FACES[1:]], found["face"]),
        line=pl.when(~in_document).then("place"),
        pointer=pl.when(in_document).then(_pointer()),
    ).select(
        "sitting", "session", "deal", "event", "seq", "time", "action", "player", "hand", "card", "face",
        money("amount"), "to", "note", "line", "pointer", "total", "cards_held", money("stake"),
    )  # fmt: skip


def ledger(coded: Coded) -> pl.DataFrame:
    """A row a movement of money between two accounts."""
    found = _with_session(coded, ledger_rows(coded.hands, coded.movements))
    sides = ("debit", "credit")
    return found.with_columns(
        *(_kind_of_account(side).alias(f"{side}_kind") for side in sides),
        *(
            pl.when(pl.col(side) < 0).then(_kind_of_account(side)).otherwise(_player(coded, found, side)).alias(side)
            for side in sides
        ),
        _word(KINDS, found["kind"]),
    ).select(
        "sitting", "session", "deal", "event", "kind", "debit", "credit", money("recorded"), money("due"), "missing",
        "debit_kind", "credit_kind",
    )  # fmt: skip


def _with_session(coded: Coded, frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """With the id of its session, and more of it, at each row."""
    known = coded.sessions.select("sitting", "session", *columns)
    return frame.join(known, on="sitting", how="left", maintain_order="left")


def _player(coded: Coded, frame: pl.DataFrame, column: str) -> pl.Series:
    """The ids of a column of codes; null for nobody, and for the accounts that are no player's."""
    starts = coded.seats.with_row_index("start").group_by("sitting").agg(pl.col("start").cast(pl.Int64).min())
    rows = frame.select("sitting", code=column).join(starts, on="sitting", how="left", maintain_order="left")
    position = rows.select(pl.when(pl.col("code") >= 0).then(pl.col("start") + pl.col("code"))).to_series()
    return coded.seats["player"].gather(position).alias(column)


def _word(words: list[str | None] | tuple[str, ...], codes: pl.Series) -> pl.Series:
    return pl.Series(words, dtype=pl.String).gather(codes).alias(codes.name)


def _cards(frame: pl.DataFrame, packed: str, everything: str) -> pl.Series:
    """Hands as `8S 5D 7H`, in the order received."""
    hands = frame.select(cards_of(packed, everything).alias(packed)).to_series()
    cards = pl.DataFrame({"hand": hands}).with_row_index("row").explode("hand").drop_nulls("hand")
    texts = cards.with_columns(_word(CARDS, cards["hand"])).group_by("row").agg(pl.col("hand").str.join(" "))
    rows = pl.DataFrame({"there": hands.is_not_null()}).with_row_index("row")
    found = rows.join(texts, on="row", how="left", maintain_order="left")
    return found.select(pl.when("there").then(pl.col("hand").fill_null(""))).to_series().alias(hands.name)


def _class(column: str) -> pl.Expr:
    """The class of a hand by its rank; null where unknown."""
    return pl.col(column).replace_strict(CLASSES, return_dtype=pl.String)


def _pointer() -> pl.Expr:
    """The JSON Pointer of a packed place; `findings.places.pointer` makes the same one from an event."""
    place = pl.col("place")
    kind, block = place % PLACE_ITEM, place // PLACE_BLOCK - 1
    item = place % PLACE_BLOCK // PLACE_ITEM
    rest = (
        pl.when(kind == PLAYERS).then(pl.format("/players/{}", item))
        .when(kind == BANKER_FIELD).then(pl.format("/deals/{}/banker", block))
        .when(kind == SHUFFLED).then(pl.format("/deals/{}/shuffled", block))
        .otherwise(pl.format("/deals/{}/events/{}", block, item))
    )  # fmt: skip
    start = pl.when(pl.col("document").is_null()).then(pl.lit("")).otherwise(pl.format("/{}", pl.col("document")))
    return start + rest


def _kind_of_account(column: str) -> pl.Expr:
    code = pl.col(column)
    return (
        pl.when(code >= 0).then(pl.lit(PLAYER)).when(code == CASH_ACCOUNT).then(pl.lit(CASH)).otherwise(pl.lit(KITTY))
    )
