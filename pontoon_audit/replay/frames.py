"""The state table as polars frames: the replay's whole numbers, with null where something is unknown.

All columns are Int64. Only what is asked for is built: a rule looks at a few columns of a few events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import NO_DEAL, NO_LINE
from pontoon_audit.replay.state import NEVER, UNKNOWN, DealFacts, EventFacts, HandFacts
from pontoon_audit.replay.walking import Walked, at, column
from pontoon_audit.session import Session

LOG_COLUMNS: Final = ("action", "player", "to", "hand", "card", "face", "amount", "deal")
"""Columns of the log that the frame of events carries beside the facts, as codes."""
HOUSE_COLUMNS: Final = (
    "shoot_game", "stick_at", "max_hands", "split_mode", "buy_fifth", "min_players", "max_players", "seats_known",
    "records_settlements",
)  # fmt: skip
"""House rules that rules compare with, and what a log records at all, beside the facts of every row."""
EVENT_COLUMNS: Final = ("sitting", "event", *EventFacts.fields(), *LOG_COLUMNS, *HOUSE_COLUMNS)
HAND_COLUMNS: Final = (*HandFacts.fields(), *HOUSE_COLUMNS)
DEAL_COLUMNS: Final = (*DealFacts.fields(), *HOUSE_COLUMNS)
CHIP_COLUMNS: Final = ("sitting", "player", "last_cash_out", "cashed_out", "expected", *HOUSE_COLUMNS)


@dataclass(frozen=True)
class Replayed:
    """A session, its sitting (sessions of a run, in the order of reading) and where it stands in what was walked."""

    sitting: int
    session: Session
    walked: Walked
    position: int

    @cached_property
    def now(self) -> Any:
        """The row of the session as the replay left it (`replay.table.Session`)."""
        return at(self.walked.sessions, self.position)

    @cached_property
    def set_aside(self) -> list[int]:
        """Of each event why it takes no part: a value of the fact `set_aside`."""
        return self.of_events("set_aside")

    def of_events(self, name: str) -> list[int]:
        """A fact of the session's events, in their order."""
        first = self.now.first_event
        return list(column(self.walked.events[first : first + self.now.events], name))

    @property
    def places(self) -> list[int]:
        """Of each player of the session the place at the table, from 0; NEVER where none is recorded."""
        first = self.now.first_person
        return list(column(self.walked.people[first : first + self.now.people], "place_of"))


class StateFrames:
    """The state table of a batch of sessions, replayed together.

    `events` has `event` (from 1), `deal` (null where it carries none) and the log's codes beside the facts of
    `state.EventFacts`; `hands` and `deals` those of `HandFacts` and `DealFacts`; `chips` a row for each who bought in
    and cashed out. All have `sitting` and the house rules that rules compare with.
    """

    def __init__(self, batch: Sequence[Replayed]) -> None:
        self._batch = batch
        walked = batch[0].walked if batch else Walked.of_nothing()
        self._rows = {"events": walked.events, "hands": walked.hands, "deals": walked.deals, "chips": walked.people}
        self.shown: Sequence[int] = walked.shown
        """Cards of all hands, one hand after the other."""
        self._log: dict[str, pl.Series] = {}
        self._sittings = pl.Series([replayed.sitting for replayed in batch], dtype=pl.Int64)

    @cached_property
    def events(self) -> pl.DataFrame:
        """All events, with every column."""
        return self.gather("events", None)

    @cached_property
    def hands(self) -> pl.DataFrame:
        """All hands, with every column."""
        return self.gather("hands", None)

    @cached_property
    def deals(self) -> pl.DataFrame:
        """All deals, with every column."""
        return self.gather("deals", None)

    @cached_property
    def chips(self) -> pl.DataFrame:
        """Chips of players, with every column."""
        return self.gather("chips", None)

    @cached_property
    def by_action(self) -> dict[int, pl.Series]:
        """Positions of the events of each action that there is."""
        actions = self.log("action").cast(pl.UInt8)
        return {
            action: (actions == action).arg_true().cast(pl.Int64) for action in sorted(actions.unique().to_list())
        }

    def gather(self, over: str, rows: pl.Series | None, names: Collection[str] | None = None) -> pl.DataFrame:
        """Columns of the frame `over` names (`events`, `hands`, `deals`, `chips`), of the rows at some positions; all
        columns, all rows where none are named."""
        rows = self._chips if over == "chips" and rows is None else rows
        known = {"events": EVENT_COLUMNS, "hands": HAND_COLUMNS, "deals": DEAL_COLUMNS, "chips": CHIP_COLUMNS}[over]
        wanted = known if names is None else [name for name in known if name in names]
        frame = pl.DataFrame([self._column(over, name, rows) for name in wanted])
        return frame.with_columns(
            pl.when(pl.col(name) != (NO_DEAL if name == "deal" else UNKNOWN)).then(pl.col(name)).alias(name)
            for name in wanted
            if name not in _ALWAYS_KNOWN
        )

    def log(self, name: str) -> pl.Series:
        """A column of whole numbers of the log, of all events."""
        if name not in self._log:
            self._log[name] = joined([replayed.session.events for replayed in self._batch], name, pl.Int64)
        return self._log[name]

    def lines_at(self, positions: pl.Series, sittings: pl.Series) -> pl.Series:
        """The line of the events at some positions in their sessions, `line`; null where there is none."""
        starts = {replayed.sitting: replayed.now.first_event for replayed in self._batch}
        lines = self.log("line")
        rows = pl.DataFrame({"at": positions, "start": sittings.replace_strict(starts, return_dtype=pl.Int64)})
        found = lines.gather(rows.select(pl.when(pl.col("at") >= 0).then(pl.col("at") + pl.col("start"))).to_series())
        return found.to_frame("line").select(pl.when(pl.col("line") != NO_LINE).then("line")).to_series()

    def _column(self, over: str, name: str, rows: pl.Series | None) -> pl.Series:
        if name in HOUSE_COLUMNS:
            return self._house[name].gather(self._positions(over, rows)).alias(name)
        if name == "sitting":
            return self._sittings.gather(self._positions(over, rows)).alias(name)
        if name == "event":
            return self._event_numbers(rows)
        if over == "events" and name in LOG_COLUMNS:
            return _taken(self.log(name), rows)
        of_people = {"cashed_out": "chips_out"} if over == "chips" else {}
        if over == "chips" and name == "player":
            whole = chain.from_iterable(range(replayed.now.people) for replayed in self._batch)
            return _taken(pl.Series(name, whole, dtype=pl.Int64), rows)
        return pl.Series(name, column(self._rows[over], of_people.get(name, name), rows), dtype=pl.Int64)

    def _positions(self, over: str, rows: pl.Series | None) -> pl.Series:
        """Of each row its session's position in the batch."""
        if over in ("hands", "deals"):
            return pl.Series(column(self._rows[over], "sitting", rows), dtype=pl.Int64)
        return _taken(self._session_of_event if over == "events" else self._session_of_person, rows)

    def _event_numbers(self, rows: pl.Series | None) -> pl.Series:
        """Of each event its number in its session, from 1."""
        if rows is None:
            rows = pl.int_range(len(self._rows["events"]), eager=True)
        firsts = pl.Series([replayed.now.first_event for replayed in self._batch], dtype=pl.Int64)
        return (rows - firsts.gather(self._positions("events", rows)) + 1).alias("event")

    @cached_property
    def _session_of_event(self) -> pl.Series:
        return self._repeated(lambda replayed: replayed.now.events)

    @cached_property
    def _session_of_person(self) -> pl.Series:
        return self._repeated(lambda replayed: replayed.now.people)

    def _repeated(self, count: Callable[[Replayed], int]) -> pl.Series:
        counts = pl.Series([count(replayed) for replayed in self._batch], dtype=pl.Int64)
        positions = pl.DataFrame({"position": pl.int_range(len(self._batch), eager=True), "count": counts})
        there = positions.filter(pl.col("count") > 0)
        return there.select(pl.col("position").repeat_by("count").explode()).to_series().cast(pl.Int64)

    @cached_property
    def _chips(self) -> pl.Series:
        """Positions of the people who both bought in and cashed out."""
        people = self._rows["chips"]
        pairs = zip(column(people, "bought_in"), column(people, "last_cash_out"), strict=True)
        found = [row for row, (bought, cashed) in enumerate(pairs) if bought == 1 and cashed != NEVER]
        return pl.Series(found, dtype=pl.Int64)

    @cached_property
    def _house(self) -> pl.DataFrame:
        """One row a session: the house rules that rules compare with, and what its log records at all."""
        rows: list[tuple[int, ...]] = []
        for replayed in self._batch:
            rules, now = replayed.session.rules, replayed.now
            rows.append(
                (
                    int(rules.base == "shoot-pontoon"), rules.stick_at, rules.max_hands,
                    ("pairs", "aces", "none").index(rules.split), int(rules.buy_fifth), rules.min_players,
                    rules.max_players, int(now.seats_known == 1 and now.seats_doubtful == 0), now.records_settlements,
                )
            )  # fmt: skip
        return pl.DataFrame(rows, schema=dict.fromkeys(HOUSE_COLUMNS, pl.Int64), orient="row")


_ALWAYS_KNOWN: Final = frozenset({"sitting", "event", "action", "player", "to", "hand", "card", "face", *HOUSE_COLUMNS})


def _taken(whole: pl.Series, rows: pl.Series | None) -> pl.Series:
    return whole if rows is None else whole.gather(rows)


def state_frames(batch: Sequence[Replayed]) -> StateFrames:
    """The tables of a batch of sessions put together."""
    return StateFrames(batch)
