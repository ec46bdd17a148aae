"""From the state table to the tables of an audit in codes: columns are chosen, hardly anything is computed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import polars as pl

from pontoon_audit.game import DEAL, SETTLE_SHOOT
from pontoon_audit.money.ledger import told_by_hands
from pontoon_audit.replay.frames import Replayed, StateFrames
from pontoon_audit.replay.state import COUNTED
from pontoon_audit.results.coded import COLUMNS, Coded, packed_place


def coded(frames: StateFrames, batch: Sequence[Replayed], source_of: Mapping[int, int]) -> Coded:
    """The tables of a batch. `source_of` gives the position of each session's file among the sources."""
    moves, movements = told_by_hands(frames)
    hands = frames.hands.with_columns(_cards(frames), *moves.iter_columns())
    return Coded(
        sessions=_sessions(batch, source_of),
        seats=_seats(batch),
        deals=_deals(frames.deals, hands, batch),
        hands=_hands(hands),
        events=_events(frames, batch),
        movements=movements,
    )


def _cards(frames: StateFrames) -> pl.Series:
    """The cards of each hand, in the order received: they stand one hand after the other."""
    counts = frames.hands["cards_held"]
    shown = pl.DataFrame({"cards": pl.Series(frames.shown, dtype=pl.UInt8)})
    of_hand = pl.int_range(counts.len(), eager=True).repeat_by(counts).explode()
    lists = shown.with_columns(hand=of_hand).group_by("hand", maintain_order=True).agg("cards")
    rows = pl.DataFrame({"hand": pl.int_range(counts.len(), eager=True)})
    found = rows.join(lists, on="hand", how="left", maintain_order="left")
    return found.select(pl.col("cards").fill_null([])).to_series()


def _sessions(batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    rows = [
        (
            r.sitting, r.session.session, source_of[r.sitting], r.session.played, r.session.currency,
            json.dumps(r.session.rules.as_written(), sort_keys=True), r.session.rules.digest, len(r.session.players),
            r.now.deals, len(r.session.events),
            sum(reason != COUNTED for reason in r.set_aside), r.session.source.shape, r.session.document,
        )
        for r in batch
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=COLUMNS["sessions"], orient="row")


def _seats(batch: Sequence[Replayed]) -> pl.DataFrame:
    rows = []
    for replayed in batch:
        session, places = replayed.session, replayed.places
        for code, player in enumerate(session.players):
            seat = None if places[code] < 0 else places[code] + 1
            rows.append((replayed.sitting, code, player, session.names.get(player, player), seat))
    return pl.DataFrame(rows, schema=COLUMNS["seats"], orient="row")


def _deals(deals: pl.DataFrame, hands: pl.DataFrame, batch: Sequence[Replayed]) -> pl.DataFrame:
    keys = ["sitting", "deal_index"]
    bank = hands.filter(pl.col("is_bank") == 1).select(*keys, pl.col("cards").alias("banker_cards"))
    found = deals.join(bank, on=keys, how="left", maintain_order="left")
    found = found.join(_results_of_bank(hands), on=keys, how="left", maintain_order="left")
    return found.with_columns(_lines(deals, batch)).select(
        "sitting", "deal_index", "deal", "banker",
        *(pl.col(name) == 1 for name in ("shuffled", "void", "complete")),
        "banker_cards", pl.col("bank_total").alias("banker_total"), pl.col("bank_rank").alias("banker_rank"),
        "kitty_before", "kitty_after", "banker_recorded", "banker_due",
        pl.col("first_event") + 1, pl.col("last_event") + 1, "line",
    )  # fmt: skip


def _results_of_bank(hands: pl.DataFrame) -> pl.DataFrame:
    """What the bank won on stakes: the players' results with the other sign; null where one of them is unknown."""
    players = hands.filter(pl.col("is_bank") == 0).group_by("sitting", "deal_index", maintain_order=True)
    recorded, due = pl.col("recorded"), pl.col("due")
    return players.agg(
        banker_recorded=pl.when(recorded.count() > 0).then(-recorded.sum()),
        banker_due=pl.when(due.count() == pl.len()).then(-due.sum()),
    )


def _lines(deals: pl.DataFrame, batch: Sequence[Replayed]) -> pl.Series:
    sessions = {replayed.sitting: replayed.session for replayed in batch}
    lines = [
        None if first is None or first < 0 else sessions[sitting].events.line[first]
        for sitting, first in deals.select("sitting", "first_event").iter_rows()
    ]
    return pl.Series("line", lines, dtype=pl.Int64)


def _hands(hands: pl.DataFrame) -> pl.DataFrame:
    settled = pl.when(pl.col("settle_event") >= 0).then("settle_event") + 1
    players = hands.filter(pl.col("is_bank") == 0).with_columns(settle_event=settled)
    return players.select(list(COLUMNS["hands"]))


def _events(frames: StateFrames, batch: Sequence[Replayed]) -> pl.DataFrame:
    events = frames.events
    logs = [replayed.session.events for replayed in batch]
    of_hand = pl.col("action").is_between(DEAL, SETTLE_SHOOT) & (pl.col("player") >= 0) & (pl.col("hand") > 0)
    return events.with_columns(
        hand=pl.when(of_hand).then("hand"),
        amount=pl.when(pl.col("amount") > -(1 << 61)).then("amount"),
        seq=pl.Series([cell for log in logs for cell in log.seq], dtype=pl.Int64),
        time=pl.Series([cell for log in logs for cell in log.time], dtype=pl.String),
        note=pl.Series([cell for log in logs for cell in log.note], dtype=pl.String),
        place=_places(batch),
    ).select(list(COLUMNS["events"]))


def _places(batch: Sequence[Replayed]) -> pl.Series:
    cells: list[int | None] = []
    for replayed in batch:
        events = replayed.session.events
        if replayed.session.source.shape == "document":
            cells.extend(map(packed_place, events.kind, events.block, events.item))
        else:
            cells.extend(events.line)
    return pl.Series("place", cells, dtype=pl.Int64)
