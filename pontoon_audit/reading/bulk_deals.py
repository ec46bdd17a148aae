"""Many deals of a JSON document at a time as tables of rows; whatever is not usual is decoded as a single deal.

So both ways give the same events and the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, groupby, pairwise
from typing import Any, Final, Generic, TypeVar

import msgspec
import polars as pl
from msgspec import UNSET, UnsetType

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.json_deals import NotPlain
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.reading.typed_events import NOT_TYPED, EventCoder, event_types
from pontoon_audit.session import BANKER_FIELD, EVENT, SHUFFLED

_E = TypeVar("_E")


class _Deal(msgspec.Struct, Generic[_E], forbid_unknown_fields=True, gc=False):
    """A deal whose fields are of the right types."""

    events: list[_E]
    deal: int | UnsetType = UNSET
    banker: str | UnsetType | None = UNSET
    shuffled: bool | UnsetType = UNSET


_OF_DEALS: Final = ("block", "deal", "own")
_SHUFFLE_MARKS: Final = 4
_BANKER_MARKS: Final = 8
"""Quotation marks that events have which the deal says by fields of its own."""


class BulkDeals:
    """Reads the deals of one document. `people` holds the codes of the players in its tables."""

    def __init__(self) -> None:
        self.people: dict[str, int] = {}
        self._coder = EventCoder(self.people, in_document=True)
        self._forms = [(form, msgspec.json.Decoder(list[_Deal[form]])) for form in event_types()]  # type: ignore[valid-type]
        self._widest = self._forms[-1]

    def read(self, piece: str, block: int) -> Iterator[tuple[int, pl.DataFrame | object]]:
        """The deals of a piece of a document's list, `block` being the position of the first.

        Gives tables of the events of usual deals, and single decoded deals, each with the number of its deals. Raises
        `NotPlain`.
        """
        typed = self._typed(f"[{piece}]")
        if typed is not None:
            deals, form = typed
            table = self._table(deals, form, range(block, block + len(deals)))
            if not table["unusual"].any() and table["marks"].sum() + sum(map(_marks, deals)) == piece.count('"'):
                yield len(deals), table.drop("marks", "unusual")
                return
        try:
            texts = [bytes(raw).decode() for raw in msgspec.json.decode(f"[{piece}]", type=list[msgspec.Raw])]
        except NOT_TYPED:
            yield from ((1, deal) for deal in _exact(f"[{piece}]"))
            return
        yield from self._mixed(texts, block)

    def _typed(self, text: str) -> tuple[list[_Deal[Any]], type[msgspec.Struct]] | None:
        """The deals of a list and the form of their events; None where one of them is of no usual form."""
        for number, (form, decoder) in enumerate(self._forms):
            try:
                deals = decoder.decode(text)
            except NOT_TYPED:
                continue
            self._forms = self._forms[number:] + self._forms[:number]  # what follows is likely to be of this form too
            return deals, form
        return None

    def _mixed(self, texts: Sequence[str], block: int) -> Iterator[tuple[int, pl.DataFrame | object]]:
        """Deals some of which are not usual: those between them are still read together."""
        form, decoder = self._widest
        typed: dict[int, _Deal[Any]] = {}
        for place, text in enumerate(texts):
            with suppress(*NOT_TYPED):
                typed[place] = decoder.decode(f"[{text}]")[0]
        table = self._table(list(typed.values()), form, [block + place for place in typed])
        ends = [0, *accumulate(map(_height, typed.values()))]
        marks, unusual = ([0, *table[name].cast(pl.Int64).cum_sum()] for name in ("marks", "unusual"))
        rows: dict[int, tuple[int, int]] = {}
        """Place of each usual deal -> its rows."""
        for (place, deal), (start, end) in zip(typed.items(), pairwise(ends), strict=True):
            found = marks[end] - marks[start] + _marks(deal)
            if unusual[end] == unusual[start] and found == texts[place].count('"'):
                rows[place] = start, end
        table = table.drop("marks", "unusual")
        for usual, places in groupby(range(len(texts)), rows.__contains__):
            run = list(places)
            if usual:
                start, end = rows[run[0]][0], rows[run[-1]][1]
                yield len(run), table.slice(start, end - start)
            else:
                yield from ((1, _exact(texts[place])) for place in run)

    def _table(
        self, deals: Sequence[_Deal[Any]], form: type[Any], blocks: Sequence[int]
    ) -> pl.DataFrame:
        """The events of deals, ahead of each deal's those that it says by fields of its own."""
        events: list[Any] = []
        own: list[int] = []
        for deal in deals:
            before = len(events)
            if deal.shuffled:
                events.append(form(action="shuffle"))
            if deal.banker:
                events.append(form(action="banker", player=deal.banker))
            own.append(len(events) - before)
            events += deal.events
        most = 10**fields.DEAL_DIGITS
        numbers = [deal.deal if deal.deal and 0 < deal.deal < most else game.NO_DEAL for deal in deals]
        heights = pl.Series("height", list(map(_height, deals)), dtype=pl.Int64)
        of_deals = pl.DataFrame({"block": blocks, "deal": numbers, "own": own}, schema=dict.fromkeys(_OF_DEALS, pl.Int32))
        places = of_deals.select(pl.all().repeat_by(heights).explode(empty_as_null=False))
        item = pl.int_ranges(0, heights, dtype=pl.Int32, eager=True).explode(empty_as_null=False) - places["own"]
        rows = self._coder.coded(events, form).with_columns(places["block"], places["deal"], item.alias("item"))
        stands_for = pl.when(pl.col("action") == game.SHUFFLE).then(SHUFFLED).otherwise(BANKER_FIELD)
        return rows.with_columns(
            pl.when(pl.col("item") >= 0).then(EVENT).otherwise(stands_for).cast(pl.Int8).alias("kind"),
            pl.max_horizontal("item", 0).cast(pl.Int32).alias("item"),
            pl.lit(game.NO_LINE, pl.Int8).alias("line"),
        )


def _height(deal: _Deal[Any]) -> int:
    """How many events a deal gives."""
    return len(deal.events) + bool(deal.shuffled) + bool(deal.banker)


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
