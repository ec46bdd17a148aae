"""One record of a log into the cells of one event, or into a record set aside with the reason.

Every file shape goes through here, so that the same fault gets the same words wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.fields import Fault, shown
from pontoon_audit.reading.json_text import Repeated

FIELDS: Final = (
    "action", "session", "deal", "seq", "time", "player", "hand", "card", "face", "amount", "to", "note",
)  # fmt: skip
"""Every field of an event. The first that is at fault is the one a record is set aside for."""

HAND_UNREADABLE: Final = 0
"""The hand of a record set aside whose own hand could not be read (hands count from 1)."""

FieldReaders = Mapping[str, Callable[[object], object]]

_EVENT_READERS: Final[FieldReaders] = {
    "action": fields.action, "seq": fields.seq, "time": fields.time, "player": fields.plain_id, "hand": fields.hand,
    "card": fields.card, "face": fields.face, "amount": fields.amount, "to": fields.plain_id, "note": fields.note,
}  # fmt: skip
JSON_READERS: Final[FieldReaders] = {**_EVENT_READERS, "session": fields.plain_id, "deal": fields.deal}
TEXT_READERS: Final[FieldReaders] = {
    **JSON_READERS, "deal": fields.deal_in_text, "hand": fields.hand_in_text, "seq": fields.seq_in_text,
}  # fmt: skip


def _used(action: str) -> frozenset[str]:
    """The fields that an action has a use for; what stands in others is not judged."""
    names = {"action", "session", "deal", "seq", "time", "note"}
    if action in game.NEEDS_PLAYER or action in ("shuffle", "cut"):
        names.add("player")
    if action in game.ACTIONS[game.DEAL : game.VOID]:
        names.add("hand")
    if action in game.NEEDS_CARD:
        names |= {"card", "face"}
    if action in game.NEEDS_AMOUNT:
        names.add("amount")
    if action == "sell_bank":
        names.add("to")
    return frozenset(names)


def _needed(action: str) -> frozenset[str]:
    """The fields that an action cannot do without, in files where each event says its deal."""
    needs = {
        "deal": game.NEEDS_DEAL, "player": game.NEEDS_PLAYER, "card": game.NEEDS_CARD, "amount": game.NEEDS_AMOUNT,
        "to": {"sell_bank"},
    }  # fmt: skip
    return frozenset(name for name, actions in needs.items() if action in actions)


_USED: Final = [_used(action) for action in game.ACTIONS] + [frozenset({"action"})]
_NEEDED: Final = [_needed(action) for action in game.ACTIONS] + [frozenset({"action"})]
_NEGATIVE_ALLOWED: Final = frozenset(game.ACTION_CODES[name] for name in game.MAY_BE_NEGATIVE)


@dataclass(slots=True)
class Cells:
    """One event, read: codes of `pontoon_audit.game`, money in minor units, players by id."""

    action: int = game.UNREADABLE
    session: str | None = None
    deal: int = game.NO_DEAL
    seq: int | None = None
    player: str | None = None
    hand: int = 1
    card: int = game.NO_CARD
    face: int = game.FACE_UNKNOWN
    amount: int = game.NO_AMOUNT
    to: str | None = None
    time: str | None = None
    note: str | None = None
    fault: str | None = None


class RecordReader:
    """Reads records of one file. `readers` holds the fields of that shape; a shape without `deal` needs none of it."""

    def __init__(self, readers: FieldReaders, *, session_needed: bool = False) -> None:
        # Most values of a column come again and again. `typed`, since a JSON number equals the text of its digits.
        self._readers = {
            name: reader if name in ("seq", "time", "note") else lru_cache(maxsize=4096, typed=True)(reader)
            for name, reader in readers.items()
        }
        extra = {"session"} if session_needed else set[str]()
        self._needed = [(needed & readers.keys()) | extra for needed in _NEEDED]

    def read(self, raw: Mapping[str, object]) -> Cells:
        """The cells of one record, with `fault` where it must be set aside. Null and empty values count as absent.

        >>> IN_DOCUMENT.read({"action": "stake", "player": "ann", "amount": "12.505"}).fault
        'amount "12.505" has more than two decimals'
        >>> IN_DOCUMENT.read({"action": "stake", "player": "ann"}).fault
        'amount is missing; stake needs it'
        """
        values: dict[str, object] = {}
        faults: dict[str, str] = {}
        for name, value in raw.items():
            reader = self._readers.get(name)
            if reader is None or value is None or value == "":
                continue
            try:
                values[name] = reader(value)
            except Fault as fault:
                faults[name] = f"{name} {shown(value)} {fault}"
            except TypeError:  # a list or an object, which the readers' memory cannot look up
                faults[name] = f"{name} is {shown(value)} where a single value belongs"
        action = values.get("action", game.UNREADABLE)
        assert isinstance(action, int)
        if "amount" in values and action not in _NEGATIVE_ALLOWED and values["amount"] < 0:  # type: ignore[operator]
            del values["amount"]
            faults["amount"] = f"amount {shown(raw['amount'])} is below 0; only settlements may be"
        cells = Cells(**values)  # type: ignore[arg-type]
        needed = self._needed[action]
        if isinstance(raw, Repeated):
            cells.fault = f"field {shown(raw.twice[0])} stands twice in this record"
        elif faults or not needed <= values.keys():
            cells.fault = _first_fault(action, faults, needed - values.keys())
        if cells.fault is not None and ("hand" in faults or (isinstance(raw, Repeated) and "hand" in raw.twice)):
            cells.hand = HAND_UNREADABLE
        return cells


def _first_fault(action: int, faults: Mapping[str, str], missing: frozenset[str]) -> str | None:
    """The fault to report: the first, in the order of `FIELDS`, of a field that the action uses."""
    for name in FIELDS:
        if name in faults and name in _USED[action]:
            return faults[name]
        if name in missing:
            who = "every record" if action == game.UNREADABLE or name == "session" else game.ACTIONS[action]
            return f"{name} is missing; {who} needs it"
    return None


IN_DOCUMENT: Final = RecordReader(_EVENT_READERS)
"""Reads an event of a document's deal, which needs to say neither its session nor its deal."""
