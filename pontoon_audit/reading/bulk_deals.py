"""Many deals of a JSON document at a time as tables of rows; whatever is not usual is decoded as a single deal.

So both ways give the same events and the same words.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

import msgspec
import polars as pl
from msgspec import UNSET, UnsetType

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.builder import types
from pontoon_audit.reading.bulk_columns import Coder
from pontoon_audit.reading.bulk_people import people_of_each
from pontoon_audit.reading.json_deals import NotPlain, Piece
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.reading.typed_events import NOT_TYPED, EventCoder, event_types
from pontoon_audit.session import BANKER_FIELD, EVENT, SHUFFLED

if TYPE_CHECKING:
    from pontoon_audit.reading.compiled_json import DealCoder

_E = TypeVar("_E")
Owner = TypeVar("Owner")


class _Deal(msgspec.Struct, Generic[_E], forbid_unknown_fields=True, gc=False):
    """A deal whose fields are of the right types."""

    events: list[_E]
    deal: int | UnsetType = UNSET
    banker: str | UnsetType | None = UNSET
    shuffled: bool | UnsetType = UNSET


@cache
def _forms() -> list[tuple[type[msgspec.Struct], msgspec.json.Decoder[list[_Deal[Any]]]]]:
    """The forms of events and what decodes lists of deals that have such: they cost some milliseconds to make."""
    return [(form, msgspec.json.Decoder(list[_Deal[form]])) for form in event_types()]  # type: ignore[valid-type]


_MOST_EVENTS: Final = 1 << 17
"""Events of a table, about."""
_SHUFFLE_MARKS: Final = 4
_BANKER_MARKS: Final = 8
"""Quotation marks that events have which the deal says by fields of its own."""


class _Taken(NamedTuple):
    """A piece whose deals were taken in: whose they are, the position of the first, and how many events they have."""

    owner: Any
    block: int
    text: str
    events: int


class Usual(NamedTuple):
    """The events of usual deals as rows, columns of `builder.types` and texts; players are positions in `people`."""

    rows: pl.DataFrame
    people: list[str]


Found = tuple[Owner, int, Usual | object]
"""Whose deals, the position of the first or only one, and `Usual` or a decoded deal."""


class BulkDeals(Generic[Owner]):
    """Reads the deals of a file's documents, one after the other. `people` holds the codes of the players in its
    tables.

    Documents are put together, since a table costs a hundred times as much as an event: what belongs to one may be
    given while the next is read, and all of it once `rest` was asked for.
    """

    def __init__(self, *, fast: bool = False) -> None:
        """`fast` uses compiled code, for which numba must be installed. The deals are the same."""
        self.people: dict[str, int] = {}
        self._coder = EventCoder(self.people)
        self._fast: DealCoder | None = None
        if fast:
            from pontoon_audit.reading.compiled_json import DealCoder

            self._fast = DealCoder(Coder((), self.people).person)
        self._forms = _forms()
        self._in_turn = self._forms
        self._begin()

    def _begin(self) -> None:
        self._deals: list[tuple[int, int, int, int]] = []
        """Position, number, events and own events of each deal that the coder holds."""
        self._taken: list[_Taken] = []
        self._marks = 0
        self._is_compiled = False
        """Whether it was the compiled loop that took them in."""

    def read(self, owner: Owner, parts: Iterable[object]) -> Iterator[Found[Owner]]:
        """The deals of a document, given as `Piece` or decoded. Raises `NotPlain`."""
        block = 0
        for part in parts:
            if isinstance(part, Piece) and (found := (yield from self._take_compiled(owner, block, part))):
                block += found
                continue
            typed = self._typed(f"[{part}]") if isinstance(part, Piece) else None
            if typed is not None:
                events = self._take(block, *typed)
                self._taken.append(_Taken(owner, block, str(part), events))
                block += len(typed[0])
                if len(self._coder) >= _MOST_EVENTS:
                    yield from self.rest()
                continue
            if isinstance(part, Piece):
                yield from self.rest()
                block += yield from self._mixed(owner, block, part)
                continue
            if self._taken and self._taken[-1].owner is owner:  # which comes before this deal
                yield from self.rest()
            yield owner, block, part
            block += 1

    def _take_compiled(self, owner: Owner, block: int, piece: Piece) -> Generator[Found[Owner], None, int]:
        """Takes in the deals of a piece by the compiled loop, and returns how many there are; 0 where it did not. Then
        nothing is left that it took in before."""
        deals = None if self._fast is None else self._fast.take(piece)
        if (deals is not None) != self._is_compiled:
            yield from self.rest()
        if self._fast is None or deals is None:
            return 0
        self._is_compiled = True
        self._deals += [(position, *deal) for position, deal in enumerate(deals, block)]
        self._taken.append(_Taken(owner, block, "", sum(events for _, events, _ in deals)))
        if self._fast.events >= _MOST_EVENTS:
            yield from self.rest()
        return len(deals)

    def _typed(self, text: str) -> tuple[list[_Deal[Any]], type[msgspec.Struct]] | None:
        """The deals of a list and the form of their events; None where one of them is of no usual form."""
        for number, (form, decoder) in enumerate(self._in_turn):
            try:
                deals = decoder.decode(text)
            except NOT_TYPED:
                continue
            self._in_turn = (
                self._in_turn[number:] + self._in_turn[:number]
            )  # what follows is likely to be of this form too
            return deals, form
        return None

    def _take(self, block: int, deals: Iterable[_Deal[Any]], form: type[Any]) -> int:
        """Takes in the events of deals, ahead of each deal's those that it says by fields of its own; gives how many.
        `block` is the position of the first deal."""
        events: list[Any] = []
        for position, deal in enumerate(deals, block):
            start = len(events)
            if deal.shuffled:
                events.append(form(action="shuffle"))
            if deal.banker:
                events.append(form(action="banker", player=deal.banker))
            own = len(events) - start
            events += deal.events
            number = deal.deal if deal.deal and 0 < deal.deal < 10**fields.DEAL_DIGITS else game.NO_DEAL
            self._deals.append((position, number, len(events) - start, own))
            self._marks += _marks(deal)
        self._coder.take(events, form)
        return len(events)

    def rest(self) -> Iterator[Found[Owner]]:
        """What was taken in and not given yet: as tables, or else its deals looked at one by one."""
        taken, marks, compiled = self._taken, self._marks, self._is_compiled
        if not taken:
            return
        table = self._table()
        self._begin()
        self._in_turn = self._forms
        if compiled or (
            not table["unusual"].any() and table["marks"].sum() + marks == sum(one.text.count('"') for one in taken)
        ):
            pieces = [list(mine) for _, mine in groupby(taken, lambda one: id(one.owner))]
            heights = [sum(one.events for one in mine) for mine in pieces]
            for mine, usual in zip(pieces, self._usual(table, heights), strict=True):
                yield mine[0].owner, mine[0].block, usual
        else:
            for one in taken:
                yield from self._mixed(one.owner, one.block, one.text)

    def _mixed(self, owner: Owner, block: int, piece: str) -> Generator[Found[Owner], None, int]:
        """Deals some of which are not usual: those between them are still read together. Returns how many there are."""
        try:
            texts = [bytes(raw).decode() for raw in msgspec.json.decode(f"[{piece}]", type=list[msgspec.Raw])]
        except NOT_TYPED:
            decoded = _exact(f"[{piece}]")
            yield from ((owner, position, deal) for position, deal in enumerate(decoded, block))
            return len(decoded)
        form, decoder = self._forms[-1]
        typed: dict[int, _Deal[Any]] = {}
        for place, text in enumerate(texts):
            with suppress(*NOT_TYPED):
                typed[place] = decoder.decode(f"[{text}]")[0]
                self._take(block + place, [typed[place]], form)
        ends = [0, *accumulate(events for _, _, events, _ in self._deals)]
        table = self._table()
        self._begin()
        marks, unusual = ([0, *table[name].cast(pl.Int64).cum_sum()] for name in ("marks", "unusual"))
        rows: dict[int, tuple[int, int]] = {}
        """Place of each usual deal -> its rows."""
        for (place, deal), (first, end) in zip(typed.items(), pairwise(ends), strict=True):
            there = marks[end] - marks[first] + _marks(deal)
            if unusual[end] == unusual[first] and there == texts[place].count('"'):
                rows[place] = first, end
        for usual, places in groupby(range(len(texts)), rows.__contains__):
            run = list(places)
            if usual:
                first, end = rows[run[0]][0], rows[run[-1]][1]
                (found,) = self._usual(table.slice(first, end - first), [end - first])
                yield owner, block + run[0], found
            else:
                yield from ((owner, block + place, _exact(texts[place])) for place in run)
        return len(texts)

    def _usual(self, table: pl.DataFrame, heights: Sequence[int]) -> list[Usual]:
        """A table in parts of so many rows, each of a session of its own."""
        number = (
            pl.int_range(len(heights), dtype=pl.UInt32, eager=True)
            .repeat_by(pl.Series(heights))
            .explode(empty_as_null=False)
        )
        columns, people = people_of_each(table, number, list(self.people), fast=self._fast is not None)
        typed = table.with_columns(columns).select(pl.col(name).cast(dtype) for name, dtype in types().items())
        rows = typed.with_columns(table["time"], table["note"])
        starts = accumulate(heights, initial=0)
        return [
            Usual(rows.slice(start, height), people.get(position, []))
            for position, (start, height) in enumerate(zip(starts, heights, strict=False))
        ]

    def _table(self) -> pl.DataFrame:
        """The events that the coder holds with their places."""
        names = ("block", "deal", "events", "own")
        of_deals = pl.DataFrame(self._deals, schema=dict.fromkeys(names, pl.Int32), orient="row")
        heights = of_deals["events"]
        places = of_deals.select(pl.exclude("events").repeat_by(heights).explode(empty_as_null=False))
        item = pl.int_ranges(0, heights, dtype=pl.Int32, eager=True).explode(empty_as_null=False) - places["own"]
        coder = self._fast if self._fast is not None and self._is_compiled else self._coder
        rows = coder.table().with_columns(places["block"], places["deal"], item.alias("item"))
        stands_for = pl.when(pl.col("action") == game.SHUFFLE).then(SHUFFLED).otherwise(BANKER_FIELD)
        return rows.with_columns(
            pl.when(pl.col("item") >= 0).then(EVENT).otherwise(stands_for).cast(pl.Int8).alias("kind"),
            pl.max_horizontal("item", 0).cast(pl.Int32).alias("item"),
            pl.lit(game.NO_LINE, pl.Int8).alias("line"),
        )


def _marks(deal: _Deal[Any]) -> int:
    """Quotation marks of a deal's own fields, less those that the events have which stand for them."""
    marks = 2 + 2 * (deal.deal is not UNSET) + 2 * (deal.shuffled is not UNSET) - _SHUFFLE_MARKS * bool(deal.shuffled)
    if deal.banker is not UNSET:
        marks += 2 if deal.banker is None else 4
    return marks - _BANKER_MARKS * bool(deal.banker)


def _exact(text: str) -> Any:
    try:
        return decode(text)
    except NotJson:
        raise NotPlain from None
