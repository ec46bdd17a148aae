"""Sessions as JSON documents, an event a line, so that two versions of a log can be compared with `diff`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pontoon_audit.converting.blocks import Block, Seat, blocks
from pontoon_audit.converting.records import Losses, Record
from pontoon_audit.converting.rules_text import written
from pontoon_audit.reading.document import FORMAT
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.json_text import DEEPEST_SHOWN, encode
from pontoon_audit.session import Session

DEEPEST: Final = 100
"""How deep a value of a field that the format does not know may be nested."""
_ALL: Final = DEEPEST_SHOWN - DEEPEST


def document(session: Session, losses: Losses) -> dict[str, Any]:
    """A session as a document of format 1, its fields in the order in which they are written.

    Whatever a document said that the format does not know is there again. Raises `Unconvertible`.
    """
    seats, deals = blocks(session, losses)
    extra = _Extra(session, losses)
    head = {"format": FORMAT, "session": session.session, "played": session.played, "currency": session.currency}
    made: dict[str, Any] = {name: value for name, value in head.items() if value is not None}
    made |= extra.of_document()
    if rules := written(session.rules):
        made["rules"] = rules
    if seats:
        made["players"] = [_player(session, seat, extra) for seat in seats]
    return made | {"deals": [_deal(block, extra) for block in deals]}


def _player(session: Session, seat: Seat, extra: _Extra) -> Record:
    name = session.names.get(seat.player)
    place = f"/players/{seat.item}"
    return {"id": seat.player} | ({} if name is None else {"name": name}) | extra.at(place) | extra.wrong_name(place)


def _deal(block: Block, extra: _Extra) -> dict[str, Any]:
    place = f"/deals/{block.place}"
    events = [
        {**one, **extra.at(f"{place}/events/{item}")} for one, item in zip(block.records, block.items, strict=True)
    ]
    made: dict[str, Any] = {} if block.number is None else {"deal": block.number}
    shuffled = len(events) > 1 and events[0] == {"action": "shuffle"} and _is_plain_banker(events[1])
    if shuffled or (events and _is_plain_banker(events[0])):
        made["banker"] = events[shuffled]["player"]
        if shuffled:
            made["shuffled"] = True
        events = events[shuffled + 1 :]
    return made | extra.at(place) | {"events": events}


def _is_plain_banker(event: Record) -> bool:
    """Whether the event says no more than a deal's field `banker` can."""
    return event.keys() == {"action", "player"} and event["action"] == "banker"


class _Extra:
    """What a document said that the format does not know, by its place."""

    def __init__(self, session: Session, losses: Losses) -> None:
        self._extra = session.extra if session.source.shape == "document" else {}
        self._losses = losses

    def of_document(self) -> Record:
        return self._kept({name: value for name, value in self._extra.items() if not name.startswith("/")})

    def at(self, pointer: str) -> Record:
        found = self._extra.get(pointer)
        return self._kept(found) if isinstance(found, dict) else {}

    def wrong_name(self, pointer: str) -> Record:
        name = f"{pointer}/name"
        return self._kept({"name": self._extra[name]}) if name in self._extra else {}

    def _kept(self, fields: Record) -> Record:
        kept = {name: value for name, value in fields.items() if _is_shallow(value, DEEPEST - 4)}
        for name in fields.keys() - kept.keys():
            self._losses[f"field {shown(name)}, which is nested too deep"] += 1
        return kept


def _is_shallow(value: object, levels: int) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return levels > 0 and all(_is_shallow(item, levels - 1) for item in items)


def document_text(made: dict[str, Any]) -> Iterator[str]:
    """The text of a document, in pieces, without a line end after it."""
    yield "{"
    between = "\n"
    for name, value in made.items():
        if name in ("players", "deals"):
            continue
        yield f"{between}  {_json(name)}: {_json(value)}"
        between = ",\n"
    if "players" in made:
        players = ",\n".join(f"    {_json(player)}" for player in made["players"])
        yield f'{between}  "players": [\n{players}\n  ]'
        between = ",\n"
    yield f'{between}  "deals": ['
    between = "\n"
    for deal in made["deals"]:
        head = "".join(f"{_json(name)}: {_json(value)}, " for name, value in deal.items() if name != "events")
        events = ",\n".join(f"      {_json(event)}" for event in deal["events"])
        yield f'{between}    {{{head}"events": ' + (f"[\n{events}\n    ]}}" if events else "[]}")
        between = ",\n"
    yield "\n  ]\n}" if made["deals"] else "]\n}"


def _json(value: object) -> str:
    return encode(value, _ALL)
