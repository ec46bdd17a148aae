"""The tiny notation in which tests and the pages of the rules write deals: text into a document of the log format.

Statements end with a line or a `;`. A comment after `#` may name findings (words with a slash) that must stand at the
last event of its line::

    rules stick_at=16 min_stake=5
    seats ann ben eve                 # clockwise; also  ann="Ann Lee"
    deal 1 banker eve shuffled        # `banker …` and `shuffled` may be left out
    ann deal 7H ; ben deal KS ; eve deal 9D
    ann stake 10 ; ben stake 5
    ann.2 buy 3C 20                   # a hand other than the first
    ann stick                         # stick/below-minimum
    eve sell_bank 5 > ben
    shuffle ; void ; ann settle -10

Dealt and bought cards lie face down, twisted and drawn ones face up, unless `up`, `down` or `noface` says otherwise.
Any field can be given as `name=value`, with a value as in JSON or else as text: `seq=7`, `note="oops"`, `amount=10`.
Words with blanks, or that would mean something else, stand in double quotes.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from pontoon_audit import game
from pontoon_audit.reading.document import FORMAT

Document = dict[str, Any]
Expectations = list[tuple[int, list[str]]]
"""Event (from 1, as read) and the findings that must stand at it."""

_TOKEN: Final = re.compile(r'#.*|;|(?:"(?:[^"\\]|\\.)*"|[^\s;#"])+|"')
_FINDING: Final = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z0-9]+(?:-[a-z0-9]+)*")
_WHOLE_RULES: Final = frozenset(
    {"min_players", "max_players", "packs", "max_hands", "stick_at", "buy_limit", "pontoon_multiple",
     "five_card_multiple", "banker_pontoon_multiple", "banker_five_card_multiple"}
)  # fmt: skip
DEFAULT_FACES: Final = {"deal": "down", "buy": "down", "twist": "up", "draw": "up"}
HEADINGS: Final = ("session", "played", "currency")
ALONE: Final = ("shuffle", "cut", "void")
KEYWORDS: Final = frozenset({*HEADINGS, *ALONE, "rules", "seats", "deal"})
EVENT_FIELDS: Final = ("seq", "time", "player", "hand", "card", "face", "amount", "to", "note")


class NotationError(ValueError):
    """Text that is no notation, with its line; or a document that has no notation."""


def parse_notation(text: str) -> tuple[Document, Expectations]:
    """The document that a text in the notation stands for, and the findings that its comments expect.

    Raises `NotationError`.

    >>> document, expected = parse_notation("deal 1 banker eve; ann stake 2; ann stick # stick/below-minimum")
    >>> document["deals"][0]["events"][1], expected
    ({'action': 'stick', 'player': 'ann'}, [(3, ['stick/below-minimum'])])
    """
    reading = _Reading()
    marks: list[tuple[Any, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        reading.last = None
        try:
            comment = reading.line(line)
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from None
        findings = [word for word in re.split(r"[\s,]+", comment.lstrip("#")) if _FINDING.fullmatch(word)]
        if findings and reading.last is not None:
            marks.append((reading.last, findings))
    positions = {id(place): position for position, place in enumerate(_events(reading.document), 1)}
    return reading.document, [(positions[id(place)], findings) for place, findings in marks]


def _events(document: Document) -> list[Any]:
    """What stands for an event, in the order of reading: players, then of each deal its shuffle, banker and events."""
    places: list[Any] = list(document.get("players", []))
    for deal in document["deals"]:
        places += [None] * (deal.get("shuffled") is True) + [deal] * ("banker" in deal) + deal["events"]
    return places


class _Reading:
    """The document so far; `last` is the dict that stands for the last event of the present line."""

    def __init__(self) -> None:
        self.document: Document = {"format": FORMAT, "deals": []}
        self.last: Any = None

    def line(self, line: str) -> str:
        """Reads the statements of a line; gives its comment."""
        statement: list[str] = []
        comment = ""
        for match in _TOKEN.finditer(line):
            token = match[0]
            if token == '"':
                raise NotationError("a quote is not closed")
            if token[0] == "#":
                comment = token
            elif token == ";":
                self.statement(statement)
                statement = []
            else:
                statement.append(token)
        self.statement(statement)
        return comment

    def statement(self, words: list[str]) -> None:
        if not words:
            return
        first = words[0]
        if first in HEADINGS:
            self.document[first] = _text(" ".join(words[1:]))
        elif first == "rules":
            self.document.setdefault("rules", {}).update(_rule(word) for word in words[1:])
        elif first == "seats":
            self.seats(words[1:])
        elif first == "deal":
            self.deal(words[1:])
        elif first in ALONE:
            self.event({"action": first}, words[1:])
        elif len(words) == 1:
            raise NotationError(f"{first} alone says nothing")
        else:
            self.event({"action": _text(words[1]), **_whose(first)}, words[2:])

    def seats(self, words: list[str]) -> None:
        for word in words:
            player, _, name = _parts(word)
            seat = {"id": player} | ({"name": name} if name else {})
            self.document.setdefault("players", []).append(seat)
            self.last = seat

    def deal(self, words: list[str]) -> None:
        deal: dict[str, Any] = {}
        rest = list(words)
        if rest and rest[0] not in ("banker", "shuffled"):
            number = rest.pop(0)
            deal["deal"] = int(number) if re.fullmatch(r"[0-9]{1,9}", number) else _text(number)
        while rest:
            word = rest.pop(0)
            if word == "banker" and rest:
                deal["banker"] = _text(rest.pop(0))
                self.last = deal
            elif word == "shuffled":
                deal["shuffled"] = True
            else:
                raise NotationError(f"{word} is not known here: deal 1 banker eve shuffled")
        deal["events"] = []
        self.document["deals"].append(deal)

    def event(self, event: dict[str, Any], words: list[str]) -> None:
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == ">" and rest:
                event["to"] = _text(rest.pop(0))
            elif word in ("up", "down", "noface"):
                event["face"] = word
            elif word.split("=")[0] in EVENT_FIELDS and "=" in word:
                name, _, value = word.partition("=")
                event[name] = _value(value)
            else:
                self.value(event, word)
        if "face" not in event and event.get("action") in DEFAULT_FACES:
            event["face"] = DEFAULT_FACES[event["action"]]
        if event.get("face") == "noface":
            del event["face"]
        if not self.document["deals"]:
            self.document["deals"].append({"events": []})
        self.document["deals"][-1]["events"].append(event)
        self.last = event

    def value(self, event: dict[str, Any], word: str) -> None:
        """A card or an amount: told by its look where an action takes both."""
        action = event["action"]
        takes_card = action in game.NEEDS_CARD and "card" not in event
        takes_amount = action in game.NEEDS_AMOUNT and "amount" not in event
        if takes_card and (not takes_amount or game.card_code(word) is not None):
            event["card"] = word
        elif takes_amount:
            event["amount"] = word
        else:
            raise NotationError(f"{action} does not take {word}")


def _parts(word: str) -> tuple[str, str, str]:
    """The id, hand and name of `ann`, `ann.2`, `ann="Ann Lee"`, `"ann lee".2`."""
    match = re.fullmatch(r'("(?:[^"\\]|\\.)*"|[^"=]+?)(?:\.([0-9]+))?(?:=(.+))?', word)
    if match is None:
        raise NotationError(f"{word} names nobody")
    return _text(match[1]), match[2] or "", _text(match[3] or "")


def _whose(word: str) -> dict[str, Any]:
    player, hand, _ = _parts(word)
    return {"player": player} | ({"hand": int(hand)} if hand else {})


def _rule(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise NotationError(f"write a rule as name=value; this is {word}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if name in _WHOLE_RULES and re.fullmatch(r"-?[0-9]{1,9}", value) else _text(value)


def _text(word: str) -> str:
    """A word without its quotes."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise NotationError(f"{word} is not well quoted") from None


def _value(word: str) -> Any:
    try:
        return json.loads(word, parse_float=str, parse_constant=str)
    except ValueError:
        return word
