"""The state table as polars frames: the replay's lists of whole numbers, with null where something is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import NO_DEAL
from pontoon_audit.replay.state import CHIP_FACTS, DEAL_FACTS, EVENT_FACTS, HAND_FACTS, UNKNOWN, Facts
from pontoon_audit.replay.table import Table
from pontoon_audit.session import Session

LOG_COLUMNS = ("action", "player", "to", "hand", "card", "face", "amount")
"""Columns of the log that the event frame carries beside the facts, as codes."""


HOUSE_COLUMNS = (
    "sitting", "shoot_game", "stick_at", "max_hands", "split_mode", "buy_fifth", "min_players", "max_players",
    "seats_known", "records_settlements",
)  # fmt: skip
"""House rules, and what a log records at all, beside the facts of every row."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A session and the table as the replay left it. `sitting` counts sessions of a run, in the order of reading."""

    sitting: int
    session: Session
    table: Table


@dataclass(frozen=True, slots=True)
class StateFrames:
    """The state table of a batch of sessions. All columns are Int64 with null for unknown.

    Every frame has `sitting` and its facts (`state.EVENT_FACTS` and so on); `events` has `event` (from 1), `deal` (null
    where it carries none) and the log's codes; `hands` has the facts of its deal that rules need; all have the house
    rules that rules compare with.
    """

    events: pl.DataFrame
    hands: pl.DataFrame
    deals: pl.DataFrame
    chips: pl.DataFrame


def state_frames(batch: Sequence[Replayed]) -> StateFrames:
    """Puts the tables of a batch of sessions together."""
    house = _house_frame(batch)
    events = _facts_frame(batch, [r.table.facts for r in batch], EVENT_FACTS)
    events = events.with_columns(_log_columns(batch)).with_columns(
        event=pl.int_range(pl.len()).over("sitting") + 1,
        deal=pl.when(pl.col("deal") != NO_DEAL).then(pl.col("deal")),
    )
    deals = _facts_frame(batch, [r.table.deals for r in batch], DEAL_FACTS)
    deals = deals.with_columns(deal_index=pl.int_range(pl.len()).over("sitting"))
    deals = deals.with_columns(deal=pl.when(pl.col("deal") != NO_DEAL).then(pl.col("deal")))
    hands = _facts_frame(batch, [r.table.hands for r in batch], HAND_FACTS)
    of_deal = deals.select("sitting", "deal_index", "deal", "void", "banker", "bank_total", "bank_strength")
    hands = hands.join(of_deal, on=["sitting", "deal_index"], how="left", maintain_order="left")
    chips = _facts_frame(batch, [r.table.chips for r in batch], CHIP_FACTS)
    with_house = [
        frame.join(house, on="sitting", how="left", maintain_order="left") for frame in (events, hands, deals, chips)
    ]
    return StateFrames(*with_house)


def known(column: str) -> pl.Expr:
    """A fact with null in place of the sentinel for unknown."""
    return pl.when(pl.col(column) != UNKNOWN).then(pl.col(column)).alias(column)


def _facts_frame(batch: Sequence[Replayed], tables: Sequence[Facts], names: dict[str, str]) -> pl.DataFrame:
    sitting: list[int] = []
    for replayed, facts in zip(batch, tables, strict=True):
        sitting.extend([replayed.sitting] * len(next(iter(facts.columns.values()))))
    columns: dict[str, pl.Series] = {"sitting": pl.Series(sitting, dtype=pl.Int64)}
    for name in names:
        whole: list[int] = []
        for facts in tables:
            whole.extend(facts.columns[name])
        columns[name] = pl.Series(whole, dtype=pl.Int64)
    return pl.DataFrame(columns).with_columns(known(name) for name in names)


def _log_columns(batch: Sequence[Replayed]) -> list[pl.Series]:
    events = [replayed.session.events for replayed in batch]
    return [joined(events, name, pl.Int64) for name in (*LOG_COLUMNS, "deal")]


def _house_frame(batch: Sequence[Replayed]) -> pl.DataFrame:
    """One row a session: the house rules that rules compare with, and what its log records at all."""
    rows: list[dict[str, int]] = []
    for replayed in batch:
        rules, table = replayed.session.rules, replayed.table
        rows.append(
            {
                "sitting": replayed.sitting,
                "shoot_game": int(rules.base == "shoot-pontoon"),
                "stick_at": rules.stick_at,
                "max_hands": rules.max_hands,
                "split_mode": ("pairs", "aces", "none").index(rules.split),
                "buy_fifth": int(rules.buy_fifth),
                "min_players": rules.min_players,
                "max_players": rules.max_players,
                "seats_known": int(table.seats_known == 1 and table.seats_doubtful == 0),
                "records_settlements": table.records_settlements,
            }
        )
    return pl.DataFrame(rows, schema=dict.fromkeys(HOUSE_COLUMNS, pl.Int64))
