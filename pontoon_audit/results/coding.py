"""From the state table to the tables of an audit in codes: columns are chosen, hardly anything is computed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

import polars as pl

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.money.ledger import told_by_no_hand
from pontoon_audit.replay.frames import Replayed, StateFrames
from pontoon_audit.replay.state import PACKED_CARDS
from pontoon_audit.results.coded import COLUMNS, PACKED_EVENTS, Coded, EventsMade
from pontoon_audit.results.coded_events import coded_events
from pontoon_audit.tables import the_same

_DEALS, _HANDS = (pl.Schema(COLUMNS[table]) for table in ("deals", "hands"))
_EVENTS, _PACKED = pl.DataFrame(schema=COLUMNS["events"]), pl.DataFrame(schema=PACKED_EVENTS)


def coded(
    frames: StateFrames, batch: Sequence[Replayed], source_of: Mapping[int, int], *, events: EventsMade = "table"
) -> Coded:
    """The tables of a batch. `source_of` gives the position of each session's file among the sources."""
    table, packed = _events_made(frames, batch, events)
    return Coded(
        sessions=_sessions(batch, source_of),
        seats=_seats(batch),
        deals=_deals(frames),
        hands=_hands(frames),
        events=table,
        movements=told_by_no_hand(frames),
        packed=packed,
    )


def _events_made(
    frames: StateFrames, batch: Sequence[Replayed], wanted: EventsMade
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The table of events, and packed events, as far as they are wanted. Of the interpreted replay none are packed
    here: who keeps them packs their table, which then takes no time beside the replay."""
    cells = frames.cells_of_all() if wanted == "packed" else None
    if cells is None:
        return _EVENTS.clear() if wanted == "none" else coded_events(frames, batch), _PACKED
    from pontoon_audit.results.packing_at_once import packed_at_once

    sittings = [replayed.sitting for replayed in batch]
    packed, others = packed_at_once([replayed.session for replayed in batch], sittings, cells)
    table = coded_events(frames, batch).filter(pl.col("sitting").is_in(others)) if others else _EVENTS.clear()
    return table, packed


def _sessions(batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    rows = [
        (
            r.sitting, r.session.session, source_of[r.sitting], r.session.played, r.session.currency,
            *_rules(r.session.rules), len(r.session.players),
            r.now.deals, r.now.events,
            r.now.rejected, r.session.source.shape, r.session.document,
        )
        for r in batch
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=COLUMNS["sessions"], orient="row")


@lru_cache(maxsize=1000)
def _rules(rules: HouseRules) -> tuple[str, str]:
    """House rules as they are kept: as text, and its digest. Most sessions share theirs."""
    return json.dumps(rules.as_written(), sort_keys=True), rules.digest


def _seats(batch: Sequence[Replayed]) -> pl.DataFrame:
    rows = []
    for replayed in batch:
        session, places = replayed.session, replayed.places
        for code, player in enumerate(session.players):
            seat = None if places[code] < 0 else places[code] + 1
            rows.append((replayed.sitting, code, player, session.names.get(player, player), seat))
    return pl.DataFrame(rows, schema=COLUMNS["seats"], orient="row")


def _deals(frames: StateFrames) -> pl.DataFrame:
    """The bank's cards are those of its hand."""
    deals = frames.rows_of("deals", {*COLUMNS["deals"], "bank_row", "bank_total", "bank_rank"})
    of_bank = deals.select(pl.when(pl.col("bank_row") >= 0).then("bank_row")).to_series()
    hands = frames.rows_of("hands", {"packed", "cards_held", "shown_from"})
    every = _all_cards(hands, frames.shown)
    cards = [hands["packed"].gather(of_bank).alias("banker_cards"), every.gather(of_bank).alias("banker_all_cards")]
    return deals.with_columns(*cards, frames.lines_at(deals["first_event"], deals["sitting"])).select(
        "sitting", "deal_index", "deal", "banker",
        *(pl.col(name) == 1 for name in ("shuffled", "void", "complete")),
        "banker_cards", "banker_all_cards",
        pl.col("bank_total").alias("banker_total"), pl.col("bank_rank").alias("banker_rank"),
        "kitty_before", "kitty_after", "banker_recorded", "banker_due",
        pl.col("first_event") + 1, pl.col("last_event") + 1, "line",
    ).cast(_DEALS)  # fmt: skip


def _hands(frames: StateFrames) -> pl.DataFrame:
    of_players = (frames.rows_of("hands", {"is_bank"})["is_bank"] == 0).arg_true()
    names = {*COLUMNS["hands"], "packed", "cards_held", "shown_from"}
    players = frames.rows_of("hands", names, of_players.cast(pl.Int64))
    settled = pl.when(pl.col("settle_event") >= 0).then("settle_event") + 1
    players = players.with_columns(_all_cards(players, frames.shown), settle_event=settled, cards="packed")
    return players.select(list(COLUMNS["hands"])).cast(_HANDS)


def _all_cards(hands: pl.DataFrame, shown: Sequence[int]) -> pl.Series:
    """All cards of the hands that have more than one number holds, which is seldom; null for the others."""
    many = (hands["cards_held"] > PACKED_CARDS).arg_true().to_list()
    if not many:
        return the_same("all_cards", None, COLUMNS["hands"]["all_cards"], hands.height)
    found: list[list[int] | None] = [None] * hands.height
    for row in many:
        first = hands["shown_from"][row]
        found[row] = [int(card) for card in shown[first : first + hands["cards_held"][row]]]
    return pl.Series("all_cards", found, dtype=COLUMNS["hands"]["all_cards"])
