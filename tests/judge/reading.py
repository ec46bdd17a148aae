"""A document of log format 1 as a list of events; records that are none are marked, not dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from pontoon_audit.game import (
    ACTION_CODES,
    MAY_BE_NEGATIVE,
    NEEDS_AMOUNT,
    NEEDS_CARD,
    NEEDS_PLAYER,
    card_code,
    card_text,
)
from pontoon_audit.house_rules import HouseRules

CARDS = frozenset({"deal", "buy", "twist", "draw"})
PLAYS = frozenset({"pontoon", "split", "buy", "twist", "stick", "bust"})
BANK_PLAYS = PLAYS | {"draw", "stay"}
SETTLEMENTS = frozenset({"settle", "settle_shoot"})
HAS_HAND = PLAYS | SETTLEMENTS | {"deal", "stake", "shoot"}
IN_DEAL = HAS_HAND | {"draw", "stay", "void"}
CHIPS = frozenset({"buy_in", "cash_out"})
TABLE = frozenset({"seat", "leave"}) | CHIPS
KITTY = frozenset({"kitty_in", "kitty_out"})
PACK = frozenset({"shuffle", "cut"})
_AMOUNT = re.compile(r"-?[0-9]{1,14}(\.[0-9]{1,2})?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass
class Event:
    """One event as read. `bad`: the record is set aside; its other fields hold what could still be read."""

    number: int
    action: str | None
    player: str | None = None
    hand: int = 1
    card: str = ""
    face: str | None = None
    amount: Decimal | None = None
    to: str | None = None
    seq: int | None = None
    block: int = -1
    bad: bool = False
    aside: bool = False  # set aside by the judge: an unknown player or hand, a second seat, a split by the banker

    @property
    def sound(self) -> bool:
        return not (self.bad or self.aside)


@dataclass
class DealLog:
    """One deal of the document: its number as recorded and its events, banker and shuffle included."""

    number: int | None
    events: list[Event] = field(default_factory=list)


@dataclass
class Log:
    """A whole session as read."""

    rules: HouseRules
    seats: list[Event]
    deals: list[DealLog]

    @property
    def events(self) -> list[Event]:
        return self.seats + [event for deal in self.deals for event in deal.events]


def read(document: dict[str, Any]) -> Log:
    """The session of a document; ValueError where the document itself is not one."""
    rules = HouseRules.model_validate(document.get("rules") or {})
    number = 0
    seats: list[Event] = []
    for player in document.get("players") or []:
        number += 1
        record = {"action": "seat", "player": player.get("id")} if isinstance(player, dict) else player
        seats.append(read_event(number, record))
    deals: list[DealLog] = []
    for entry in document["deals"]:
        deal = DealLog(entry["deal"] if _whole(entry.get("deal"), 1, 999_999_999) else None)
        records: list[Any] = []
        shuffled = entry.get("shuffled")
        if shuffled is True:
            records.append({"action": "shuffle"})
        elif shuffled not in (None, False):
            records.append({"action": "shuffle", "player": 0})
        if entry.get("banker") is not None:
            records.append({"action": "banker", "player": entry["banker"]})
        for record in records + list(entry.get("events") or []):
            number += 1
            event = read_event(number, record)
            event.block = len(deals)
            deal.events.append(event)
        deals.append(deal)
    return Log(rules, seats, deals)


def read_event(number: int, record: object) -> Event:
    """One record. Anything that makes it no event marks it bad."""
    if not isinstance(record, dict):
        return Event(number, None, bad=True)
    action = record.get("action")
    event = Event(number, action if isinstance(action, str) and action in ACTION_CODES else None)
    event.bad = event.action is None
    checks = (_player, _hand, _card, _face, _amount, _buyer, _seq, _time)
    for check in checks:
        if not check(event, record):
            event.bad = True
    return event


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200 and not _CONTROL.search(value)


def _player(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("player")
    if value is None:
        return event.action is not None and event.action not in NEEDS_PLAYER
    if event.action == "void":
        return True
    if not _name(value):
        return False
    event.player = value
    return True


def _hand(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("hand")
    if value is None or (event.action is not None and event.action not in HAS_HAND | {"draw", "stay"}):
        return True
    if not _whole(value, 1, 10_000):
        event.hand = 0  # any may be meant
        return False
    event.hand = 1 if event.action in ("draw", "stay") else value
    return True


def _card(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("card")
    if event.action not in NEEDS_CARD:
        return True
    code = card_code(value) if isinstance(value, str) else None
    if code is None:
        return False
    event.card = card_text(code)
    return True


def _face(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("face")
    if value is None or event.action not in NEEDS_CARD:
        return True
    if value not in ("up", "down"):
        return False
    event.face = value
    return True


def _amount(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("amount")
    if event.action not in NEEDS_AMOUNT:
        return True
    if value is None or isinstance(value, bool) or not isinstance(value, (str, int, float, Decimal)):
        return False
    if not _AMOUNT.fullmatch(str(value)):
        return False
    amount = Decimal(str(value))
    if amount < 0 and event.action not in MAY_BE_NEGATIVE:
        return False
    event.amount = amount
    return True


def _buyer(event: Event, record: dict[str, Any]) -> bool:
    if event.action != "sell_bank":
        return True
    if not _name(record.get("to")):
        return False
    event.to = record["to"]
    return True


def _seq(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("seq")
    if value is None:
        return True
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    event.seq = value
    return True


def _time(event: Event, record: dict[str, Any]) -> bool:
    value = record.get("time")
    if value is None:
        return True
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
