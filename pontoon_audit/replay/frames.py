"""The state table as polars frames: the replay's whole numbers, with null where something is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace

import polars as pl

from pontoon_audit.game import NO_DEAL
from pontoon_audit.replay.state import NEVER, UNKNOWN, DealFacts, EventFacts, HandFacts
from pontoon_audit.replay.walking import Walked, column
from pontoon_audit.session import Session

LOG_COLUMNS = ("action", "player", "to", "hand", "card", "face", "amount")
"""Columns of the log that the event frame carries beside the facts, as codes."""


HOUSE_COLUMNS = (
    "sitting", "shoot_game", "stick_at", "max_hands", "split_mode", "buy_fifth", "min_players", "max_players",
    "seats_known", "records_settlements",
)  # fmt: skip
"""House rules, and what a log records at all, beside the facts of every row."""


@dataclass(frozen=True)
class Replayed:
    """A session, its sitting (sessions of a run, in the order of reading) and where it stands in what was walked."""

    sitting: int
    session: Session
    walked: Walked
    position: int

    @cached_property
    def table(self):
        w, s = self.walked, self.walked.sessions[self.position]
        events = w.events[s.first_event : s.first_event + s.events]
        people = w.people[s.first_person : s.first_person + s.people]
        hands = [h for h in w.hands if h.sitting == self.position]
        return SimpleNamespace(
            facts=SimpleNamespace(set_aside=column(events, "set_aside"), expected_deal=column(events, "expected_deal")),
            seats_known=s.seats_known, records_settlements=s.records_settlements, seats_doubtful=s.seats_doubtful,
            place_of=column(people, "place_of"), deals=SimpleNamespace(deal=[0] * s.deals),
            hand_cards=[w.shown[h.shown_from : h.shown_from + h.cards_held] for h in hands],
        )


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
    walked = batch[0].walked if batch else None
    sittings = [r.sitting for r in batch]
    events = _facts_frame(walked.events if walked else [], EventFacts)
    events = events.with_columns(_log_columns(batch)).with_columns(
        pl.Series("sitting", [s for r in batch for s in [r.sitting] * len(r.session.events)], dtype=pl.Int64),
        pl.Series("event", [i + 1 for r in batch for i in range(len(r.session.events))], dtype=pl.Int64),
        deal=pl.when(pl.col("deal") != NO_DEAL).then(pl.col("deal")),
    )
    deals, hands = _facts_frame(walked.deals if walked else [], DealFacts), _facts_frame(walked.hands if walked else [], HandFacts)
    ids = pl.Series(sittings, dtype=pl.Int64)
    deals, hands = (
        frame.with_columns(
            ids.gather(frame["sitting"]).alias("sitting"),
            deal=pl.when(pl.col("deal") != NO_DEAL).then(pl.col("deal")))
        for frame in (deals, hands)
    )
    chips = _chips(batch)
    with_house = [
        frame.join(house, on="sitting", how="left", maintain_order="left") for frame in (events, hands, deals, chips)
    ]
    return StateFrames(*with_house)


def known(column: str) -> pl.Expr:
    """A fact with null in place of the sentinel for unknown."""
    return pl.when(pl.col(column) != UNKNOWN).then(pl.col(column)).alias(column)


def _facts_frame(rows, kind) -> pl.DataFrame:
    columns = {name: pl.Series(column(rows, name), dtype=pl.Int64) for name in kind.fields()}
    return pl.DataFrame(columns).with_columns(known(name) for name in columns)


def _chips(batch):
    rows = []
    for r in batch:
        s = r.walked.sessions[r.position]
        for player in range(s.people):
            p = r.walked.people[s.first_person + player]
            if p.bought_in == 1 and p.last_cash_out != NEVER:
                rows.append((r.sitting, player, p.last_cash_out, p.chips_out, p.expected))
    schema = dict.fromkeys(("sitting", "player", "last_cash_out", "cashed_out", "expected"), pl.Int64)
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(known("expected"))


def _log_columns(batch: Sequence[Replayed]) -> list[pl.Series]:
    found = []
    for name in (*LOG_COLUMNS, "deal"):
        whole: list[int] = []
        for replayed in batch:
            whole.extend(getattr(replayed.session.events, name))
        found.append(pl.Series(name, whole, dtype=pl.Int64))
    return found


def _house_frame(batch: Sequence[Replayed]) -> pl.DataFrame:
    """One row a session: the house rules that rules compare with, and what its log records at all."""
    rows: list[dict[str, int]] = []
    for replayed in batch:
        rules, table = replayed.session.rules, replayed.walked.sessions[replayed.position]
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
