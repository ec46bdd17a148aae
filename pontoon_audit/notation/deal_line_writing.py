"""The events of a deal as one line of the notation of `pontoon_audit.notation.deal_line`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from itertools import groupby
from typing import Any, Final, Literal

from pontoon_audit.game import ACTION_CODES, card_code, card_text
from pontoon_audit.notation.deal_line import FACES, NO_FACES, NOBODY, ROUND, SHORT, Event
from pontoon_audit.notation.statements import DEFAULT_FACES, NotationError

Kind = Literal["head", "mark", "name", "act"]
Piece = tuple[Kind, str]
"""A piece of a line and what it is; all pieces together, with a blank between two words, are the line."""

_FIELDS: Final = ("action", "player", "hand", "card", "face", "amount", "to", "note")
_SETTLES: Final = frozenset({"settle", "settle_shoot"})
_OPENING_FIELDS: Final = {"deal": {"card"}, "stake": {"amount"}, "shoot": {"amount"}}
_MOST_ROUNDS: Final = 2
"""Who are paid in another order than that of the table stand one after the other: nobody could read a row of =."""
_PLAIN_NAME: Final = re.compile(r"[^\W_][\w.'-]*")


def deal_line(number: int | None, events: Iterable[Mapping[str, Any]]) -> str:
    """The line from which `read_deal_line` makes these events again.

    Events may have more fields than the notation has a place for (`seq`, `time`, places in a file): those are left out.
    Cards may be written as in any log (`10C`, `tc`, `T♣`). Raises `NotationError` for an event whose action could not
    be read and of which there is no `record`, for what is no card, and for an amount with more than two decimals.

    >>> print(deal_line(3, [{"action": "banker", "player": "Eve L"}, {"action": "kitty_in", "player": "Eve L",
    ...     "amount": Decimal(5)}, {"action": "deal", "player": "ann", "card": "8S", "face": "up"}]))
    3. "Eve L" banker kitty_in@5; ann 8S^
    """
    return joined(pieces(number, events))


def joined(parts: Iterable[Piece]) -> str:
    """The text of pieces: a blank between words, none before a semicolon.

    >>> joined([("name", "ann"), ("act", "s"), ("mark", ";"), ("name", "eve"), ("act", "y")])
    'ann s; eve y'
    """
    return "".join(f"{'' if (kind, text) == ('mark', ';') else ' '}{text}" for kind, text in parts).lstrip()


def said(event: Mapping[str, Any]) -> Event:
    """Of an event, what the notation says: the fields that hold something.

    >>> said({"action": "stick", "player": "ann", "hand": 1, "card": None, "seq": 7, "amount": None})
    {'action': 'stick', 'player': 'ann'}
    """
    if event.get("record") or event.get("action") not in ACTION_CODES:
        if not event.get("record"):
            raise NotationError("a record whose action nobody can read has no notation but its own words")
        return {"record": event["record"]}
    kept = {name: event[name] for name in _FIELDS if event.get(name) not in (None, "")}
    if kept.get("hand") == 1:
        del kept["hand"]
    if "card" in kept:
        kept["card"] = _card(kept["card"])
    if "amount" in kept:
        kept["amount"] = _amount(kept["amount"])
    return kept


def _card(text: Any) -> str:
    code = card_code(str(text))
    if code is None:
        raise NotationError(f"{text} is no card; write rank and suit, like AS or TH, or ?? where nobody recorded it")
    return card_text(code)


def _amount(amount: Any) -> Decimal:
    try:
        exact = Decimal(amount)
        shown = exact.quantize(Decimal("0.01"))
    except InvalidOperation:
        raise NotationError(f"{amount} is no amount; write a number like 2 or 2.50") from None
    if shown != exact:
        raise NotationError(f"{amount} is no amount; write at most two decimals, like 2.50")
    return shown


def pieces(number: int | None, events: Iterable[Mapping[str, Any]]) -> list[Piece]:
    """The line in pieces, for who shows it with names, cards and marks told apart. Raises as `deal_line` does."""
    told = [said(event) for event in events]
    faceless = any("card" in event for event in told) and not any("face" in event for event in told)
    made: list[Piece] = [] if number is None else [("head", f"{number}.")]
    if faceless:
        made.append(("head", NO_FACES))
    writing = _Writing({} if faceless else DEFAULT_FACES)
    first = next((i for i, event in enumerate(told) if event.get("action") == "deal"), len(told))
    table = _Table(told[first:])
    after = told[first + table.taken :]
    before = writing.one_by_one(told[:first])
    made += before
    for player, group in table.groups.items():
        made += [("mark", "|"), ("name", _name(player)), *writing.of_table(group)]
    if after and (before or table.groups):
        made.append(("mark", ";"))
    return made + writing.one_by_one(after)


@dataclass
class _Group:
    """What a player did at the table: the opening, and the events of each round."""

    opening: dict[str, Event]
    rounds: list[list[Event]] = field(default_factory=lambda: [[]])


class _Table:
    """As many events from the first card on as lie side by side: `taken`. The others came in another order."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.groups: dict[str, _Group] = {}
        self.taken = 0
        self._events = events
        self._take_first_cards()
        if len(self.groups) < 2:
            self.groups, self.taken = {}, 0
            return
        self._order = {player: place for place, player in enumerate(self.groups)}
        for name, action in (("stake", "stake"), ("shoot", "shoot"), ("second", "deal")):
            self._take_opening(name, action)
        self._take_rounds()

    def _take_first_cards(self) -> None:
        for event in self._events:
            player = event.get("player")
            if player is None or player in self.groups or not _is_plain(event, "deal"):
                return
            self.groups[player] = _Group({"first": event})
            self.taken += 1

    def _take_opening(self, name: str, action: str) -> None:
        last = -1
        for event in self._events[self.taken :]:
            place = self._order.get(event.get("player", ""), -1)
            if place <= last or not _is_plain(event, action):
                return
            self.groups[event["player"]].opening[name] = event
            last = place
            self.taken += 1

    def _take_rounds(self) -> None:
        last, number = -1, 0
        for event in self._events[self.taken :]:
            place = self._order.get(event.get("player", ""), -1)
            if place < 0:
                return
            if place < last:
                if event["action"] not in _SETTLES or number == _MOST_ROUNDS:
                    return
                number += 1
            rounds = self.groups[event["player"]].rounds
            rounds += ([] for _ in range(number + 1 - len(rounds)))
            rounds[number].append(event)
            last = place
            self.taken += 1


def _is_plain(event: Event, action: str) -> bool:
    """Whether the event says no more than the opening of a group has a place for."""
    return event.get("action") == action and event.keys() - {"face"} == {"action", "player"} | _OPENING_FIELDS[action]


class _Writing:
    """Events as words. `faces` is how the cards of an action lie where nothing else is said."""

    def __init__(self, faces: Mapping[str, str]) -> None:
        self._faces = faces

    def one_by_one(self, events: Sequence[Event]) -> list[Piece]:
        made: list[Piece] = []
        for player, some in groupby(events, key=lambda event: event.get("player")):
            who = NOBODY if player is None else _name(player)
            if made:
                made.append(("mark", ";"))
            made += [("name", who), *self._acts(list(some))]
        return made

    def of_table(self, group: _Group) -> list[Piece]:
        opening = group.opening
        cards = "".join(self._act(opening[name]) for name in ("first", "second") if name in opening)
        made: list[Piece] = [
            ("act", cards + "".join(self._act(opening[name]) for name in ("stake", "shoot") if name in opening))
        ]
        for number, events in enumerate(group.rounds):
            if number:
                made.append(("mark", ROUND))
            made += self._acts(events)
        return made

    def _acts(self, events: Sequence[Event]) -> list[Piece]:
        made: list[Piece] = []
        hand = 1
        for event in events:
            if event.get("hand", 1) != hand and "record" not in event:
                hand = event.get("hand", 1)
                made.append(("mark", f".{hand}"))
            made.append(("act", self._act(event)))
        return made

    def _act(self, event: Event) -> str:
        if "record" in event:
            return "?" + _quoted(event["record"])
        action, card, amount = event["action"], event.get("card", ""), event.get("amount")
        return "".join(
            (
                _word(action, bool(card), amount),
                card,
                self._mark(event),
                "" if amount is None else _sign(action, amount) + f"{abs(amount):.2f}".removesuffix(".00"),
                ":" + _name(event["to"]) if "to" in event else "",
                _quoted(event["note"]) if "note" in event else "",
            )
        )

    def _mark(self, event: Event) -> str:
        usual = self._faces.get(event["action"]) if "card" in event else None
        face = event.get("face")
        return "" if face == usual else FACES[face]


def _word(action: str, has_card: bool, amount: Decimal | None) -> str:
    """The letter or the name of an action; nothing where card or amount alone say it."""
    if action == "deal" and has_card and amount is None:
        return ""
    if action in ("stake", "shoot") and not has_card and amount is not None and amount >= 0:
        return ""
    if action == "settle" and not has_card and amount is not None:
        return ""
    return SHORT.get(action) or action


def _sign(action: str, amount: Decimal) -> str:
    if amount < 0:
        return "-"
    return "+" if action in _SETTLES else "!" if action == "shoot" else "@"


def _name(text: str) -> str:
    plain = _PLAIN_NAME.fullmatch(text) and text.isprintable() and text[-1] != "." and text != NO_FACES
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    """The text in double quotes as JSON has it, with nothing in it that cannot be seen."""
    return "".join(
        character if character.isprintable() else json.dumps(character)[1:-1]
        for character in json.dumps(text, ensure_ascii=False)
    )
