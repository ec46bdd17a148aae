"""Collects the events of one session and hands over the finished `Session`."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pontoon_audit import game
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.json_text import encode
from pontoon_audit.reading.records import Cells
from pontoon_audit.session import EVENT, RECORD_LENGTH, EventColumns, Session, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

PACKED: Final = 1 << 16
"""Events of a session that are held in lists, at most, where it is packed."""
COLUMNS: Final = tuple(one.name for one in dataclass_fields(EventColumns) if one.name not in ("fault", "record"))
_WHOLE_NUMBERS: Final = tuple(name for name in COLUMNS if name not in ("time", "note"))


class SessionBuilder:
    """The events of one session so far. Players get their codes in the order in which they are first named."""

    def __init__(self, *, packed: bool = False) -> None:
        """`packed` puts the events of a long session away in tables; then `columns` gives them, not `finish`."""
        self.players: dict[str, int] = {}
        self.events = EventColumns()
        self._packed: list[pl.DataFrame] | None = [] if packed else None
        self._before = 0
        """Events that are put away."""

    def code(self, player: str | None) -> int:
        """The code of a player, a new one for somebody not named before; `NOBODY` for None."""
        if player is None:
            return game.NOBODY
        return self.players.setdefault(player, len(self.players))

    def add(
        self, cells: Cells, raw: object, *, line: int | None = None, block: int = -1, kind: int = EVENT, item: int = -1
    ) -> None:
        """Appends one event. `raw` is kept, as text, where the event is a record set aside."""
        events = self.events
        if cells.fault is not None:
            events.fault[self._before + len(events)] = cells.fault
            events.record[self._before + len(events)] = as_it_stood(raw)
        events.action.append(cells.action)
        events.deal.append(cells.deal)
        events.block.append(block)
        events.seq.append(cells.seq)
        events.player.append(self.code(cells.player))
        events.hand.append(cells.hand)
        events.card.append(cells.card)
        events.face.append(cells.face)
        events.amount.append(cells.amount)
        events.to.append(self.code(cells.to))
        events.time.append(cells.time)
        events.note.append(cells.note)
        events.line.append(line)
        events.kind.append(kind)
        events.item.append(item)
        if self._packed is not None and len(events) >= PACKED:
            self._packed.append(self._put_away())

    def add_table(self, rows: pl.DataFrame, people: Sequence[str]) -> None:
        """Appends events that were read in bulk, none of them set aside: columns of `types`, players as positions in
        `people`, who are in the order in which they are first named."""
        import polars as pl

        assert self._packed is not None
        if len(self.events):
            self._packed.append(self._put_away())
        codes = [self.code(player) for player in people]
        if codes != list(range(len(codes))):
            lookup = pl.Series([game.NOBODY, *codes], dtype=pl.Int32)
            own = [lookup[rows[name] + 1].alias(name) for name in ("player", "to")]
            rows = rows.with_columns(own)
        self._packed.append(rows)
        self._before += rows.height

    def _put_away(self) -> pl.DataFrame:
        """The events as a table; the lists are empty afterwards."""
        import polars as pl

        numbers = types().items()
        table = pl.DataFrame([pl.Series(name, self.events.integers(name), dtype=dtype) for name, dtype in numbers])
        # A column without a text takes no room; `columns` brings the types together.
        texts = [pl.Series(name, getattr(self.events, name)) for name in ("time", "note")]
        self._before += table.height
        self.events = EventColumns(fault=self.events.fault, record=self.events.record)
        return table.with_columns(texts)

    def columns(self) -> EventColumns:
        """The events so far, in the order in which they were added."""
        if not self._packed:
            return self.events
        import polars as pl

        from pontoon_audit.event_slice import EventSlice

        if len(self.events):
            self._packed.append(self._put_away())
        table = self._packed[0] if len(self._packed) == 1 else pl.concat(self._packed, how="vertical_relaxed")
        return EventSlice(table, 0, table.height, self.events.fault, self.events.record)

    def finish(self, session: str, source: Source, rules: HouseRules) -> Session:
        """The session of a flat file, its events in the order of `seq` where all of them have one."""
        _in_order_of_seq(self.events)
        return Session(session, source, rules, list(self.players), self.events, currency=rules.currency)


def types() -> dict[str, Any]:
    """The polars type of each column of whole numbers in a table: as narrow as its values are sure to fit."""
    import polars as pl

    small = dict.fromkeys(("action", "card", "face", "kind", "line"), pl.Int8)  # documents have no lines
    large = dict.fromkeys(("seq", "amount"), pl.Int64)
    return {**dict.fromkeys(_WHOLE_NUMBERS, pl.Int32), **small, **large, "hand": pl.Int16}  # of 10,000 at most


def as_it_stood(raw: object) -> str:
    """A record as text, shortened to `RECORD_LENGTH`: a line of a file as it is, a decoded object as JSON."""
    text = raw if type(raw) is str else encode(raw)
    text = text.encode("utf-8", "backslashreplace").decode()  # halves of characters, which no table can hold
    return text if len(text) <= RECORD_LENGTH else text[: RECORD_LENGTH - 1] + "…"


def _in_order_of_seq(events: EventColumns) -> None:
    """Sorts the events by `seq`, keeping the file's order among equals; leaves them alone where one has none."""
    seq = [number for number in events.seq if number is not None]
    if len(seq) < len(events.seq) or all(a <= b for a, b in pairwise(seq)):
        return
    order = sorted(range(len(seq)), key=seq.__getitem__)
    for name in COLUMNS:
        column = getattr(events, name)
        setattr(events, name, [column[position] for position in order])
    moved = {old: new for new, old in enumerate(order) if old in events.fault}
    events.fault = {moved[old]: why for old, why in events.fault.items()}
    events.record = {moved[old]: text for old, text in events.record.items()}
