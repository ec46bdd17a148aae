"""Sessions, seats, deals, hands, events and records set aside, as they are published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from pontoon_audit.findings.places import pointer
from pontoon_audit.game import DEAL, SETTLE_SHOOT
from pontoon_audit.money.decimals import MONEY, money
from pontoon_audit.replay.frames import Replayed, StateFrames
from pontoon_audit.replay.state import BAD_RECORD, COUNTED, SECOND_SEAT, SPLIT_BY_BANKER, UNKNOWN_HAND, UNKNOWN_PLAYER
from pontoon_audit.results.decode import (
    OUTCOMES,
    Players,
    actions_text,
    cards_text,
    class_of,
    faces_text,
    hand_cards,
    sessions_text,
)  # fmt: skip
from pontoon_audit.session import Session

SESSION_COLUMNS: Final = {
    "sitting": pl.Int64, "session": pl.String, "source": pl.Int64, "played": pl.String, "currency": pl.String,
    "rules": pl.String, "rules_sha256": pl.String, "players": pl.Int64, "deals": pl.Int64, "events": pl.Int64,
    "rejected": pl.Int64, "shape": pl.String,
}  # fmt: skip
SEAT_COLUMNS: Final = {
    "sitting": pl.Int64, "session": pl.String, "player": pl.String, "name": pl.String, "seat": pl.Int64,
}  # fmt: skip
REJECTED_COLUMNS: Final = {
    "sitting": pl.Int64, "session": pl.String, "source": pl.Int64, "event": pl.Int64, "line": pl.Int64,
    "pointer": pl.String, "reason": pl.String, "record": pl.String,
}  # fmt: skip


def sessions_table(batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    """A row a session. `source_of` gives the position of its file among the sources."""
    rows = []
    for replayed in batch:
        session = replayed.session
        rows.append(
            {
                "sitting": replayed.sitting,
                "session": session.session,
                "source": source_of[replayed.sitting],
                "played": session.played,
                "currency": session.currency,
                "rules": json.dumps(session.rules.as_written(), sort_keys=True),
                "rules_sha256": session.rules.digest,
                "players": len(session.players),
                "deals": replayed.now.deals,
                "events": len(session.events),
                "rejected": sum(reason != COUNTED for reason in replayed.set_aside),
                "shape": session.source.shape,
            }
        )
    return pl.DataFrame(rows, schema=SESSION_COLUMNS, orient="row")


def seats_table(batch: Sequence[Replayed]) -> pl.DataFrame:
    """A row a player of a session; `seat` counts places from 1, null where no seats are recorded."""
    rows = []
    for replayed in batch:
        session, places = replayed.session, replayed.places
        for code, player in enumerate(session.players):
            place = places[code]
            rows.append((replayed.sitting, session.session, player, session.names.get(player, player),
                         None if place < 0 else place + 1))  # fmt: skip
    return pl.DataFrame(rows, schema=SEAT_COLUMNS, orient="row")


def deals_table(frames: StateFrames, batch: Sequence[Replayed], players: Players) -> pl.DataFrame:
    """A row a deal: who banked it, the bank's cards, and what the bank won or lost, recorded and due."""
    deals, hands = frames.deals, frames.hands
    cards = pl.Series(
        "banker_cards", hand_cards(frames), dtype=pl.String
    )
    bank = hands.select("sitting", "deal_index", "is_bank").with_columns(cards).filter(pl.col("is_bank") == 1)
    of_bank = _results_of_bank(hands)
    keys = ["sitting", "deal_index"]
    found = deals.join(bank.drop("is_bank"), on=keys, how="left", maintain_order="left")
    found = found.join(of_bank, on=keys, how="left", maintain_order="left")
    return found.with_columns(
        sessions_text(deals, batch), players.text(deals, "banker"), _lines(deals, batch)
    ).select(
        "sitting", "session", "deal", "banker",
        *(pl.col(name) == 1 for name in ("shuffled", "void", "complete")),
        pl.when(pl.col("banker_cards") != "").then(pl.col("banker_cards")).alias("banker_cards"),
        pl.col("bank_total").alias("banker_total"),
        class_of("bank_rank").alias("banker_class"),
        money("kitty_before"), money("kitty_after"), money("banker_recorded"), money("banker_due"),
        (pl.col("first_event") + 1).alias("first_event"), (pl.col("last_event") + 1).alias("last_event"), "line",
        "deal_index",
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


def hands_table(frames: StateFrames, batch: Sequence[Replayed], players: Players) -> pl.DataFrame:
    """A row a player's hand (the banker's is in the table of deals)."""
    hands = frames.hands
    cards = pl.Series("cards", hand_cards(frames), dtype=pl.String)
    amounts = ("initial", "stake", "shoot", "recorded", "due", "shoot_recorded", "shoot_due")
    found = hands.with_columns(
        cards, sessions_text(hands, batch), players.text(hands, "player"), players.text(hands, "banker"),
        *(money(name) for name in amounts),
        pl.col("split") == 1,
        class_of("rank").alias("class"),
        pl.col("outcome").replace_strict(OUTCOMES, return_dtype=pl.String),
    )  # fmt: skip
    return found.filter(pl.col("is_bank") == 0).select(
        "sitting", "session", "deal", "player", "hand", "cards", "total", "class", "split",
        pl.col("initial").alias("initial_stake"), "stake", "shoot", "outcome", "multiple", "recorded", "due",
        "shoot_recorded", "shoot_due", "banker", "deal_index",
        (pl.col("settle_event") + 1).replace(0, None).alias("settle_event"),
    )  # fmt: skip


def events_table(frames: StateFrames, batch: Sequence[Replayed], players: Players) -> pl.DataFrame:
    """A row an event, with the state of its hand after it."""
    events = frames.events
    logs = [replayed.session.events for replayed in batch]
    of_hand = pl.col("action").is_between(DEAL, SETTLE_SHOOT) & (pl.col("player") >= 0) & (pl.col("hand") > 0)
    return events.with_columns(
        sessions_text(events, batch),
        players.text(events, "player"), players.text(events, "to"),
        actions_text(events["action"]), cards_text(events["card"]), faces_text(events["face"]),
        pl.when(of_hand).then(pl.col("hand")).alias("hand"),
        pl.when(pl.col("amount") > -(1 << 61)).then(pl.col("amount")).alias("amount"),
        pl.Series("seq", [cell for log in logs for cell in log.seq], dtype=pl.Int64),
        pl.Series("time", [cell for log in logs for cell in log.time], dtype=pl.String),
        pl.Series("note", [cell for log in logs for cell in log.note], dtype=pl.String),
        pl.Series("line", [cell for log in logs for cell in log.line], dtype=pl.Int64),
        _pointers(batch),
    ).select(
        "sitting", "session", "deal", "event", "seq", "time", "action", "player", "hand", "card", "face",
        money("amount"), "to", "note", "line", "pointer", "total", "cards_held", money("stake"),
    )  # fmt: skip


def _pointers(batch: Sequence[Replayed]) -> pl.Series:
    cells: list[str | None] = []
    for replayed in batch:
        session, count = replayed.session, len(replayed.session.events)
        flat = session.source.shape != "document"
        cells.extend([None] * count if flat else [pointer(session, i) for i in range(count)])
    return pl.Series("pointer", cells, dtype=pl.String)


def rejected_table(batch: Sequence[Replayed], source_of: Mapping[int, int]) -> pl.DataFrame:
    """A row a record set aside, with its place and, as far as it is kept, the record as it stood."""
    rows: list[dict[str, Any]] = []
    for replayed in batch:
        session, set_aside = replayed.session, replayed.set_aside
        for i in range(len(session.events)):
            if set_aside[i] != COUNTED:
                rows.append(
                    {
                        "sitting": replayed.sitting,
                        "session": session.session,
                        "source": source_of[replayed.sitting],
                        "event": i + 1,
                        "line": session.events.line[i],
                        "pointer": pointer(session, i),
                        "reason": _reason(session, i, set_aside[i]),
                        "record": session.events.record.get(i),
                    }
                )
    return pl.DataFrame(rows, schema=REJECTED_COLUMNS, orient="row")


_REASONS: Final = {
    SECOND_SEAT: "a second seat for someone seated",
    SPLIT_BY_BANKER: "a split by the banker",
    UNKNOWN_PLAYER: "someone who does not sit at the table then",
    UNKNOWN_HAND: "a hand that the player does not have",
}


def _reason(session: Session, i: int, set_aside: int) -> str:
    return session.events.fault.get(i, "no event") if set_aside == BAD_RECORD else _REASONS[set_aside]


__all__ = ["MONEY", "deals_table", "events_table", "hands_table", "rejected_table", "seats_table", "sessions_table"]
