"""A JSON document of format 1, decoded, into a session. Where each event stood is kept for its JSON Pointer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pontoon_audit import game
from pontoon_audit.house_rules import CURRENCY, HouseRules
from pontoon_audit.reading import fields
from pontoon_audit.reading.builder import SessionBuilder
from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.fields import Fault, shown
from pontoon_audit.reading.json_deals import Deals, Place
from pontoon_audit.reading.json_text import Repeated
from pontoon_audit.reading.records import IN_DOCUMENT, Cells
from pontoon_audit.reading.rules_file import BadRules, rules_from, stem
from pontoon_audit.session import BANKER_FIELD, PLAYERS, SHUFFLED, Extent, Session, Source

FORMAT = "pontoon-log/1"
LOOKS_LIKE = (
    'a log is an object with "deals", or a list of such: {"format": "' + FORMAT + '", "session": …, "deals": '
    '[{"deal": 1, "banker": …, "events": […]}]}'
)
_DOCUMENT_FIELDS = {"format", "session", "played", "currency", "rules", "players", "deals"}
_DEAL_FIELDS = {"deal", "banker", "shuffled", "events"}
_PLAYER_FIELDS = {"id", "name"}
_EVENT_FIELDS = {"seq", "time", "action", "player", "hand", "card", "face", "amount", "to", "note", "session", "deal"}


def read_document(
    value: object, source: Source, rules: HouseRules | None = None, document: int | None = None
) -> Session:
    """The session of a decoded document: `value` as ``json.loads`` gives it, with money as text or whole numbers.

    `rules` replaces the document's own. `document` is its position where a file holds a list of them. What cannot be
    an event is in the session as a record set aside. Raises `Unreadable`, with `pointer`, for what is no document.

    >>> source = Source("memory", "", "document")
    >>> session = read_document({"deals": [{"deal": 1, "banker": "eve", "events": []}]}, source)
    >>> session.players, session.events.kind == [BANKER_FIELD]
    (['eve'], True)
    """
    reading = _Reading(value, source, rules, document)
    for block, deal in enumerate(reading.begin()):
        reading.read_deal(deal, block)
    return reading.session()


def read_large_documents(
    documents: Iterable[tuple[Mapping[str, object], Place]],
    source: Source,
    rules: HouseRules | None = None,
    *,
    fast: bool = False,
) -> list[Session]:
    """The sessions of documents whose deals are `Deals`, with the place of each. `fast` uses compiled code, for
    which numba must be installed; the sessions are the same. Raises `Unreadable`, `NotPlain`."""
    from pontoon_audit.reading.bulk_deals import BulkDeals, Usual  # here, since small documents do without polars

    bulk, readings = BulkDeals[_Reading](fast=fast), list[_Reading]()

    def found() -> Iterator[tuple[_Reading, int, object]]:
        for value, place in documents:
            reading = _Reading(value, source, rules, *place)
            readings.append(reading)
            yield from bulk.read(reading, reading.begin())
        yield from bulk.rest()

    for reading, block, deals in found():
        if isinstance(deals, Usual):
            reading.builder.add_table(deals.rows, deals.people)
        else:
            reading.read_deal(deals, block)
    return [reading.session() for reading in readings]


class _Reading:
    """The reading of one document: `builder` collects its events, `extra` what the format does not name."""

    def __init__(
        self,
        value: object,
        source: Source,
        rules: HouseRules | None,
        document: int | None,
        extent: Extent | None = None,
    ) -> None:
        self.source = source
        self.extent = extent
        self.document = document
        self.start = "" if document is None else f"/{document}"
        self.refuse_repeated(value, "")
        if not isinstance(value, Mapping) or "deals" not in value:
            raise self.unreadable("", f"this is {shown(value)} and no log", LOOKS_LIKE)
        self.value = value
        self.given = rules
        self.builder = SessionBuilder(packed=True)
        self.names: dict[str, str] = {}
        self.extra: dict[str, object] = {}

    def unreadable(self, pointer: str, what: str, hint: str) -> Unreadable:
        return Unreadable(self.source.path, None, what, hint, self.start + pointer)

    def begin(self) -> Iterable[object]:
        """Reads all but the deals, which are given."""
        value = self.value
        if value.get("format") not in (None, FORMAT):
            raise self.unreadable(
                "/format", f"its format is {shown(value['format'])}",
                f"this program reads {FORMAT}; was the log written for a newer one?",
            )  # fmt: skip
        self.rules = self.house_rules()
        self.name = self.text("session", fields.plain_id) or self.default_name()
        self.played = self.text("played", fields.moment_or_day)
        self.currency = self.text("currency", _currency) or self.rules.currency
        self.keep_unknown(value, _DOCUMENT_FIELDS, None)
        for item, player in enumerate(self.list_of(value, "players", "/players", "objects with an id")):
            self.read_player(player, item)
        return self.list_of(value, "deals", "/deals", "deals")

    def session(self) -> Session:
        """The session, once its deals were read."""
        builder = self.builder
        return Session(
            self.name, self.source, self.rules, list(builder.players), builder.columns(), self.names, self.played,
            self.currency, self.extra, self.document, self.extent,
        )  # fmt: skip

    def default_name(self) -> str:
        name = stem(self.source.path)
        return name if self.document is None else f"{name}-{self.document + 1}"

    def text(self, name: str, reader: Any) -> str | None:
        """A field of the document itself; one that is wrong stops the reading, for it is about every event."""
        value = self.value.get(name)
        if value is None or value == "":
            return None
        try:
            return str(reader(value))
        except Fault as fault:
            hint = "correct it, or leave it out"
            raise self.unreadable(f"/{name}", f"{name} {shown(value)} {fault}", hint) from None

    def house_rules(self) -> HouseRules:
        written = self.value.get("rules")
        if self.given is not None:
            return self.given
        if written is None:
            return rules_from({})
        if not isinstance(written, Mapping):
            raise self.unreadable("/rules", f"its rules are {shown(written)}", 'write {"min_stake": "1", …}')
        try:
            return rules_from(written)
        except BadRules as error:
            pointer = "/rules" if error.rule is None else f"/rules/{_step(error.rule)}"
            raise self.unreadable(pointer, str(error), "correct the document's rules") from None

    def refuse_repeated(self, value: object, pointer: str) -> None:
        if isinstance(value, Repeated):
            name = value.twice[0]
            what = f"field {shown(name)} stands twice"
            raise self.unreadable(f"{pointer}/{_step(name)}", what, "which of the two is meant? Delete the other")

    def list_of(self, value: Mapping[str, Any], name: str, pointer: str, of_what: str) -> Iterable[object]:
        items = value.get(name)
        if isinstance(items, Deals):
            return items
        if items is None and name != "deals":
            return []
        if not isinstance(items, (list, tuple)):
            raise self.unreadable(pointer, f"{name} is {shown(items)}", f"it must be a list of {of_what}")
        return list(items)

    def keep_unknown(self, value: Mapping[str, Any], known: set[str], pointer: str | None) -> None:
        """Keeps fields that the format does not name: the document's own under their name, others under a pointer."""
        if value.keys() <= known:
            return
        unknown = {name: item for name, item in value.items() if name not in known}
        if pointer is None:
            self.extra.update(unknown)
        else:
            self.extra[pointer] = unknown

    def read_player(self, player: object, item: int) -> None:
        cells = Cells(game.SEAT)
        if isinstance(player, Repeated):
            cells.fault = f"field {shown(player.twice[0])} stands twice in this entry"
        elif isinstance(player, Mapping):
            self.keep_unknown(player, _PLAYER_FIELDS, f"/players/{item}")
            cells = IN_DOCUMENT.read({"action": "seat", "player": player.get("id")})
            if cells.player is None and cells.fault is not None:
                cells.fault = cells.fault.replace("player", "id", 1).replace("seat needs it", "every player needs one")
        else:
            cells.fault = f'a player is an object like {{"id": "ann"}}; this is {shown(player)}'
        if cells.fault is None and isinstance(player, Mapping) and cells.player is not None:
            self.read_name(player.get("name"), cells.player, item)
        self.builder.add(cells, player, kind=PLAYERS, item=item)

    def read_name(self, name: object, player: str, item: int) -> None:
        """A name that is none costs the name, not the seat; it is kept among what the format does not name."""
        if name is None or name == "":
            return
        try:
            self.names[player] = fields.plain_id(name)
        except Fault:
            self.extra[f"/players/{item}/name"] = name

    def read_deal(self, deal: object, block: int) -> None:
        pointer = f"/deals/{block}"
        if not isinstance(deal, Mapping):
            raise self.unreadable(pointer, f"this is {shown(deal)} and no deal", LOOKS_LIKE)
        self.refuse_repeated(deal, pointer)
        self.keep_unknown(deal, _DEAL_FIELDS, pointer)
        number = _deal_number(deal.get("deal"))
        if (shuffled := deal.get("shuffled")) not in (None, False, ""):
            cells = Cells(game.SHUFFLE, deal=number)
            if shuffled is not True:
                cells.fault = f"shuffled {shown(shuffled)} is neither true nor false"
            self.builder.add(cells, deal["shuffled"], block=block, kind=SHUFFLED, item=0)
        if (banker := deal.get("banker")) not in (None, ""):
            cells = IN_DOCUMENT.read({"action": "banker", "player": banker})
            if cells.fault is not None:
                cells.fault = f"banker {cells.fault.removeprefix('player ')}"
            cells.deal = number
            self.builder.add(cells, banker, block=block, kind=BANKER_FIELD, item=0)
        for item, event in enumerate(self.list_of(deal, "events", f"{pointer}/events", "events")):
            if isinstance(event, Mapping):
                self.keep_unknown(event, _EVENT_FIELDS, f"{pointer}/events/{item}")
                cells = IN_DOCUMENT.read(event)
            else:
                cells = Cells(fault=f"an event is an object with an action; this is {shown(event)}")
            cells.deal = number
            self.builder.add(cells, event, block=block, item=item)


def _step(name: str) -> str:
    """A field's name as one step of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _deal_number(value: object) -> int:
    try:
        return fields.deal(value)
    except Fault:
        return game.NO_DEAL


def _currency(value: object) -> str:
    if type(value) is not str or not CURRENCY.fullmatch(value):
        raise Fault("is no currency; write 1 to 12 characters, like GBP")
    return value
