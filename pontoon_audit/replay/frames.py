"""The state table as polars frames: the replay's whole numbers, with null where something is unknown.

All columns are whole numbers, of the compiled replay as narrow as it keeps them. Only what is asked for is built: a
rule looks at a few columns of a few events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from pontoon_audit.event_slice import joined
from pontoon_audit.game import NO_DEAL, NO_LINE
from pontoon_audit.replay.facts_of import Family
from pontoon_audit.replay.state import COUNTABLE, NEVER, NO_MOVE, UNKNOWN, DealFacts, EventFacts, HandFacts
from pontoon_audit.replay.walking import Walked, column, walk
from pontoon_audit.session import Session
from pontoon_audit.tables import the_same

LOG_COLUMNS: Final = ("action", "player", "to", "hand", "card", "face", "amount", "deal")
"""Columns of the log that the frame of events carries beside the facts, as codes."""
HOUSE_COLUMNS: Final = (
    "shoot_game", "stick_at", "max_hands", "split_mode", "buy_fifth", "min_players", "max_players", "seats_known",
    "records_settlements",
)  # fmt: skip
"""House rules that rules compare with, and what a log records at all, beside the facts of every row."""
EVENT_COLUMNS: Final = ("sitting", "event", *LOG_COLUMNS, *EventFacts.fields(), *HOUSE_COLUMNS)
COLUMNS: Final = {
    "hands": (*HandFacts.fields(), *HOUSE_COLUMNS),
    "deals": (*DealFacts.fields(), *HOUSE_COLUMNS),
    "chips": ("sitting", "player", "last_cash_out", "cashed_out", "expected", *HOUSE_COLUMNS),
}
_ALWAYS_KNOWN: Final = frozenset({"sitting", "event", "action", "player", "to", "hand", "card", "face", *HOUSE_COLUMNS})


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
        return self.walked.session(self.position)

    @property
    def places(self) -> list[int]:
        """Of each player of the session the place at the table, from 0; NEVER where none is recorded."""
        first = self.now.first_person
        return list(column(self.walked.people[first : first + self.now.people], "place_of"))

    @property
    def has_to_settle(self) -> bool:
        """Whether there are stakes or shoot bets that are to be settled: none is in a void deal."""
        first = self.walked.session(self.position - 1).hand_rows if self.position else 0
        mine, hands = slice(first, self.now.hand_rows), self.walked.hands
        return any(moves != NO_MOVE for name in ("stake_moves", "shoot_moves") for moves in column(hands, name, mine))


class StateFrames:
    """The state table of a batch of sessions, replayed together.

    `hands` and `deals` (`rows_of`) have the facts of `state.HandFacts` and `DealFacts`; `chips` a row for each who
    bought in and cashed out; the events of a family of actions (`events_of`) `event` (from 1), `deal` (null where it
    carries none) and the log's codes beside the facts of `state.EventFacts`. All have `sitting` and the house rules
    that rules compare with.
    """

    def __init__(self, batch: Sequence[Replayed]) -> None:
        self._batch = batch
        self._walked = batch[0].walked if batch else walk([])
        self._sittings = pl.Series([replayed.sitting for replayed in batch], dtype=pl.Int64)
        self.shown: Sequence[int] = self._walked.shown
        """Cards of all hands, one hand after the other."""

    @property
    def actions(self) -> Collection[int]:
        """The actions that there are events of."""
        return self._walked.events.actions

    @property
    def families(self) -> Sequence[Family]:
        """The families of actions that there are events of."""
        return self._walked.events.families

    def events_of(
        self, family: Family, names: Collection[str] | None = None, rows: pl.Series | None = None
    ) -> pl.DataFrame:
        """Columns of the events of a family, in their order; all columns, all events where none are named."""
        positions, events = self._positions(rows), self._walked.events
        place = pl.Series(events.of_family(family, "sitting", positions), dtype=pl.Int64)
        wanted = [name for name in EVENT_COLUMNS if names is None or name in names]
        found = []
        for name in wanted:
            if name == "sitting" or name in HOUSE_COLUMNS:
                found.append(self._of_session(name, place))
            else:
                cells = events.of_family(family, name, positions)
                found.append(the_same(name, None, pl.Int64, place.len()) if cells is None else _series(name, cells))
        return pl.DataFrame(found)

    def rows_of(self, over: str, names: Collection[str] | None = None, rows: pl.Series | None = None) -> pl.DataFrame:
        """Columns of `hands`, `deals` or `chips`; all columns, all rows where none are named."""
        chips = over == "chips"
        source = {"hands": self._walked.hands, "deals": self._walked.deals, "chips": self._walked.people}[over]
        if chips:
            rows = self._chips if rows is None else self._chips.gather(rows)
        positions = self._positions(rows)
        place = _whole("sitting", source, positions)
        found = []
        for name in COLUMNS[over]:
            if names is not None and name not in names:
                continue
            if name == "sitting" or name in HOUSE_COLUMNS:
                found.append(self._of_session(name, place))
            else:
                field = "chips_out" if name == "cashed_out" else name
                found.append(_series(name, column(source, field, positions)))
        return pl.DataFrame(found)

    def _positions(self, rows: pl.Series | None) -> Any:
        """Positions as the state table takes them: a list for objects, an array for records."""
        if rows is None:
            return None
        return rows.to_list() if isinstance(self._walked.sessions, list) else rows.to_numpy()

    def of_all(self, name: str) -> pl.Series:
        """A fact of all events, in their order (one of `walking.OF_ALL`); null where it is unknown."""
        return _series(name, self._walked.events.of_all(name))

    def cells_of_all(self) -> dict[str, Any] | None:
        """What was read of all events, and `walking.OF_ALL`, as arrays of the replay's cells; None of objects."""
        return self._walked.events.cells_of_all()

    def log(self, name: str) -> pl.Series:
        """A column of whole numbers of the log, of all events."""
        return joined([replayed.session.events for replayed in self._batch], name, pl.Int64)

    def lines_at(self, positions: pl.Series, sittings: pl.Series) -> pl.Series:
        """The line of the events at some positions in their sessions, `line`; null where there is none."""
        starts = {replayed.sitting: replayed.now.first_event for replayed in self._batch}
        lines = self.log("line")
        rows = pl.DataFrame({"at": positions, "start": sittings.replace_strict(starts, return_dtype=pl.Int64)})
        found = lines.gather(rows.select(pl.when(pl.col("at") >= 0).then(pl.col("at") + pl.col("start"))).to_series())
        return found.to_frame("line").select(pl.when(pl.col("line") != NO_LINE).then("line")).to_series()

    def _of_session(self, name: str, place: pl.Series) -> pl.Series:
        """A value of each row's session; `place` is the session's position in the batch."""
        if name == "sitting" and self._in_a_row:
            return pl.Series(name, place + self._sittings[0])
        of_each = self._sittings if name == "sitting" else self._house[name]
        if name in self._alike:
            return the_same(name, of_each[0], pl.Int64, place.len())
        return of_each[place].alias(name)  # not `gather`, which makes a query of it: most batches have hundreds

    @cached_property
    def _in_a_row(self) -> bool:
        """Whether the sittings of the batch follow one another: to count is quicker than to look up."""
        return bool(len(self._sittings) and (self._sittings.diff().fill_null(1) == 1).all())

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The house rules that all sessions of the batch share."""
        house = self._house
        return frozenset(name for name in HOUSE_COLUMNS if house.height and house[name].min() == house[name].max())

    @cached_property
    def _chips(self) -> pl.Series:
        """Positions of the people who both bought in and cashed out."""
        people = self._walked.people
        bought, cashed = (_whole(name, people, None) for name in ("bought_in", "last_cash_out"))
        return ((bought == 1) & (cashed != NEVER)).arg_true().cast(pl.Int64)

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


def _whole(name: str, rows: Any, positions: Any) -> pl.Series:
    return pl.Series(name, column(rows, name, positions), dtype=pl.Int64)


def _series(name: str, cells: Any) -> pl.Series:
    """A column, with null in place of what stands for unknown."""
    nothing = NO_DEAL if name == "deal" else UNKNOWN
    if isinstance(cells, pl.Series) and name != "deal":
        return cells.alias(name)  # it has null already
    if isinstance(cells, list) and name not in _ALWAYS_KNOWN:
        least, most = (NO_DEAL, COUNTABLE) if name == "deal" else (-COUNTABLE, COUNTABLE)
        return pl.Series(name, [cell if least < cell < most else None for cell in cells], dtype=pl.Int64)
    whole = cells.alias(name) if isinstance(cells, pl.Series) else pl.Series(name, cells, dtype=pl.Int64)
    # nothing is less than what stands for unknown, or for no deal
    return whole.set(whole == nothing, None) if name not in _ALWAYS_KNOWN and whole.min() == nothing else whole


def state_frames(batch: Sequence[Replayed]) -> StateFrames:
    """The tables of a batch of sessions put together."""
    return StateFrames(batch)
