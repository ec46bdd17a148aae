"""A deal on one line: a compact notation that people can read, and from which the same events come again.

    1. * shuffle; eve banker | ann 8S5D@2 b7H@2 s = +4 | ben KS6C@2 s = -2 | eve TC9H y

The line is the number of the deal and then groups, each of a player and what that player did. Groups after a `;` come
one after the other. Groups after a `|` lie side by side, as hands on a table: first cards go round, then stakes, then
shoot bets, then second cards; then every group is played as it stands; what follows a `=` comes when all have played.
`deal_line_writing` writes such lines; docs/notation.md describes them for people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from pontoon_audit.game import ACTIONS
from pontoon_audit.notation.statements import DEFAULT_FACES, NotationError

Event = dict[str, Any]
"""The fields of an event that say something: `action`, `player`, `hand` (unless 1), `card`, `face`, `amount` (Decimal),
`to`, `note`. A record that was set aside is `{"record": the record as it stood}`."""

SHORT: Final = {
    "deal": "", "buy": "b", "twist": "t", "draw": "d", "stick": "s", "stay": "y", "pontoon": "p", "split": "x",
    "settle_shoot": "k",
}  # fmt: skip
"""Actions that have a letter; a deal needs none, since its card says it. All others are written by their name."""
BARE: Final = {"@": "stake", "!": "shoot", "+": "settle", "-": "settle"}
"""What an amount alone means, by the sign before it."""
FACES: Final = {"up": "^", "down": "_", None: "'"}
NOBODY: Final = "*"
NO_FACES: Final = "noface"
"""At the head of a line: cards lie as nobody recorded, where nothing else is said."""
ROUND: Final = "="

_LONG: Final = {short: action for action, short in SHORT.items() if short} | {action: action for action in ACTIONS}
_MARKS: Final = {mark: face for face, mark in FACES.items()}
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_CARD: Final = r"(?:[A2-9TJQK][SHDC]|\?\?)[\^_']?"
_MONEY: Final = r"[0-9]+(?:\.[0-9]{2})?"
_NOTHING: Final = "is nothing that somebody can do: write what was done, as in  s  t7H  b7H@2  @2  +4"
_NO_GROUP: Final = "has no group behind it: a player and what was done, as in  ann s"
_TOKEN: Final = re.compile(rf'[;|]|(?:{_QUOTED}|[^\s;|"])+|"')
_NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)\.")
_HAND: Final = re.compile(r"\.([0-9]+)")
_RECORD: Final = re.compile(rf"\?({_QUOTED})")
_OPENING: Final = re.compile(
    rf"(?P<first>{_CARD})(?P<second>(?:{_CARD})?)(?:@(?P<stake>{_MONEY}))?(?:!(?P<shoot>{_MONEY}))?"
)
_ACT: Final = re.compile(
    rf"(?P<name>[a-z_]*?)(?P<card>(?:[A2-9TJQK][SHDC]|\?\?)?)(?P<mark>[\^_']?)"
    rf"(?:(?P<sign>[@!+-])(?P<amount>{_MONEY}))?(?::(?P<to>{_QUOTED}|[^\s\"]+))?(?P<note>(?:{_QUOTED})?)"
)


def read_deal_line(line: str) -> tuple[int | None, list[Event]]:
    """The number of the deal (None where there is none) and its events, in order.

    Raises `NotationError`, which names the word that has no meaning.

    >>> number, events = read_deal_line("3. eve banker | ann 8STC@2.50 s = -2.50 | eve KD9C y")
    >>> number, len(events), events[-1]
    (3, 9, {'action': 'settle', 'player': 'ann', 'amount': Decimal('-2.50')})
    """
    words = _TOKEN.findall(line)
    head = _NUMBER.fullmatch(words[0]) if words else None
    if head:
        del words[0]
    faces = DEFAULT_FACES
    if words and words[0] == NO_FACES:
        del words[0]
        faces = {}
    events: list[Event] = []
    table: list[_Group] = []
    for separator, group in _groups(words):
        if separator == "|":
            table.append(_Group(group, faces, opens=True))
            continue
        events += _side_by_side(table)
        table = []
        events += (event for part in _Group(group, faces).rounds for event in part)
    return (int(head[1]) if head else None), events + _side_by_side(table)


def _groups(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each group with the separator ahead of it."""
    separator, group = ";", list[str]()
    for place, word in enumerate(words):
        if word not in (";", "|"):
            group.append(word)
            continue
        if group:
            yield separator, group
        elif place or word == ";":  # a line may begin with the table
            raise NotationError(f"{separator} {_NO_GROUP}")
        separator, group = word, []
    if group:
        yield separator, group
    elif words:
        raise NotationError(f"{separator} {_NO_GROUP}")


class _Group:
    """A player's part of a line: the opening (cards, stake, shoot bet) and the events of each round after it."""

    def __init__(self, words: list[str], faces: dict[str, str], opens: bool = False) -> None:
        self._faces = faces
        self._player = None if words[0] == NOBODY else _name(words[0])
        self._hand = 1
        self.opening: dict[str, Event] = {}
        rest = words[1:]
        if opens:
            if not rest:
                raise NotationError(f"{words[0]} has no cards: a group after | begins with them, as in  ann 8S5D@2")
            self._open(rest.pop(0))
        self.rounds: list[list[Event]] = [[]]
        for word in rest:
            self._word(word)
        if not self.opening and not any(self.rounds):
            raise NotationError(f"{words[0]} does nothing: behind the name stands what was done, as in  {words[0]} s")

    def _open(self, word: str) -> None:
        found = _OPENING.fullmatch(word)
        if found is None:
            raise NotationError(f"{word} is no opening: one or two cards, the stake, a shoot bet, as in  8S5D@2!1")
        for name, action in (("first", "deal"), ("second", "deal")):
            if found[name]:
                self.opening[name] = self._event(action, card=found[name][:2], mark=found[name][2:])
        for name in ("stake", "shoot"):
            if found[name]:
                self.opening[name] = self._event(name, amount=Decimal(found[name]).quantize(Decimal("0.01")))

    def _word(self, word: str) -> None:
        if word == ROUND:
            self.rounds.append([])
            self._hand = 1
        elif hand := _HAND.fullmatch(word):
            self._hand = int(hand[1])
        elif record := _RECORD.fullmatch(word):
            self.rounds[-1].append({"record": _unquoted(record[1])})
        else:
            self.rounds[-1].append(self._act(word))

    def _act(self, word: str) -> Event:
        found = _ACT.fullmatch(word)
        if found is None:
            raise NotationError(f"{word} {_NOTHING}")
        name, sign = found["name"], found["sign"]
        action = _LONG.get(name) if name else "deal" if found["card"] and not sign else BARE.get(sign or "")
        if action is None:
            raise NotationError(f"{word} {_NOTHING}")
        amount = None
        if sign:
            amount = Decimal(found["amount"]).quantize(Decimal("0.01")) * (-1 if sign == "-" else 1)
        return self._event(
            action, found["card"], found["mark"], amount,
            None if found["to"] is None else _name(found["to"]),
            _unquoted(found["note"]) if found["note"] else None,
        )  # fmt: skip

    def _event(
        self,
        action: str,
        card: str = "",
        mark: str = "",
        amount: Decimal | None = None,
        to: str | None = None,
        note: str | None = None,
    ) -> Event:
        usual = self._faces.get(action) if card else None
        fields = {
            "action": action,
            "player": self._player,
            "hand": None if self._hand == 1 else self._hand,
            "card": card or None,
            "face": _MARKS[mark] if mark else usual,
            "amount": amount,
            "to": to,
            "note": note,
        }
        return {name: value for name, value in fields.items() if value is not None}


def _side_by_side(table: list[_Group]) -> list[Event]:
    """The events of groups that lie side by side, in the order in which they came."""
    openings = [group.opening.get(name) for name in ("first", "stake", "shoot", "second") for group in table]
    events = [event for event in openings if event is not None]
    for number in range(max((len(group.rounds) for group in table), default=0)):
        for group in table:
            events += group.rounds[number] if number < len(group.rounds) else []
    return events


def _name(word: str) -> str:
    return _unquoted(word) if word.startswith('"') else word


def _unquoted(word: str) -> str:
    try:
        return str(json.loads(word))
    except ValueError:
        raise NotationError(f"{word} is not well quoted") from None
