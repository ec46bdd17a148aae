"""The events of sessions that were read in bulk: rows of one shared table, never made into Python objects unasked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pontoon_audit.session import ABSENT, EventColumns

if TYPE_CHECKING:
    import polars as pl


class EventSlice(EventColumns):
    """The events of one session as `length` rows of `table` from `start` on.

    `table` has a column of whole numbers, or of text, for each of `EventColumns`, with the placeholders of
    `session.ABSENT` for what is not there. A column that somebody asks for by name becomes a list, which is kept;
    whoever works on whole batches takes `integers` or `joined` instead.
    """

    __slots__ = ("length", "start", "table")

    def __init__(
        self, table: pl.DataFrame, start: int, length: int, fault: dict[int, str], record: dict[int, str]
    ) -> None:
        self.table, self.start, self.length = table, start, length
        self.fault, self.record = fault, record

    def __getattr__(self, name: str) -> Any:
        """A column that nobody asked for so far."""
        if name not in self.__slots__ and name in self.table.columns:
            column = self.column(name).to_list()
            if name in ABSENT:
                column = [None if value == ABSENT[name] else value for value in column]
            setattr(self, name, column)
            return column
        raise AttributeError(name)

    def __len__(self) -> int:
        return self.length

    def at(self, name: str, position: int) -> Any:
        value = self.table[name][self.start + position]
        return None if name in ABSENT and value == ABSENT[name] else value

    def column(self, name: str) -> pl.Series:
        """The session's part of a column of the table."""
        return self.table[name].slice(self.start, self.length)

    def integers(self, name: str) -> pl.Series:
        """A column of whole numbers, as it lies in the table."""
        return self.column(name)


def joined(sessions: Sequence[EventColumns], name: str, dtype: Any) -> pl.Series:
    """One column of many sessions, one after the other, of a polars type of whole numbers.

    Sessions that lie side by side in a table cost no more than one.
    """
    import polars as pl

    pieces: list[pl.Series] = []
    lists: list[int] = []
    position = 0
    while position < len(sessions):
        events = sessions[position]
        position += 1
        if not isinstance(events, EventSlice):
            lists.extend(events.integers(name))
            continue
        if lists:
            pieces.append(pl.Series(name, lists, dtype=dtype))
            lists = []
        end = events.start + events.length
        while position < len(sessions):
            following = sessions[position]
            if not isinstance(following, EventSlice) or following.table is not events.table or following.start != end:
                break
            end += following.length
            position += 1
        pieces.append(events.table[name].slice(events.start, end - events.start).cast(dtype))
    if lists or not pieces:
        pieces.append(pl.Series(name, lists, dtype=dtype))
    return pl.concat(pieces) if len(pieces) > 1 else pieces[0]


def have_text(sessions: Sequence[EventColumns], name: str) -> list[bool]:
    """Of each session whether it has any text in a column."""
    tables = {id(one.table): one.table for one in sessions if isinstance(one, EventSlice)}  # of thousands of them
    bare = {key: table[name].null_count() == table.height for key, table in tables.items()}
    found = []
    for events in sessions:
        if isinstance(events, EventSlice):
            found.append(not bare[id(events.table)] and events.column(name).null_count() < len(events))
        else:
            found.append(any(text is not None for text in getattr(events, name)))
    return found


def joined_text(sessions: Sequence[EventColumns], name: str) -> pl.Series:
    """One column of texts of many sessions, one after the other; null where there is none."""
    import polars as pl

    pieces: list[pl.Series] = []
    for events in sessions:
        if isinstance(events, EventSlice):
            pieces.append(events.column(name))
        else:
            pieces.append(pl.Series(name, getattr(events, name), dtype=pl.String))
    return pl.concat(pieces) if pieces else pl.Series(name, [], dtype=pl.String)
