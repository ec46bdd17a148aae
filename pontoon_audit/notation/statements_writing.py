"""A document of the log format in the tiny notation of `pontoon_audit.notation.statements`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pontoon_audit import game
from pontoon_audit.notation.statements import ALONE, DEFAULT_FACES, EVENT_FIELDS, HEADINGS, KEYWORDS, NotationError
from pontoon_audit.reading.document import FORMAT


def to_notation(document: Mapping[str, Any]) -> str:
    """The text from which `parse_notation` makes this document again, a statement a line.

    Raises `NotationError` for a document with something that the notation has no word for.

    >>> print(to_notation({"deals": [{"deal": 1, "banker": "eve", "events": [
    ...     {"action": "deal", "player": "ann lee", "hand": 2, "card": "7H", "face": "up"}]}]}))
    deal 1 banker eve
    "ann lee".2 deal 7H up
    """
    _only(document, {"format", "rules", "players", "deals", *HEADINGS})
    if document.get("format", FORMAT) != FORMAT:
        raise NotationError("only documents of format 1 have a notation")
    lines = [f"{name} {_quoted(document[name])}" for name in HEADINGS if name in document]
    if "rules" in document:
        lines.append(" ".join(["rules", *(f"{name}={_rule(value)}" for name, value in document["rules"].items())]))
    if "players" in document:
        lines.append(" ".join(["seats", *(_seat(player) for player in document["players"])]))
    for deal in document["deals"]:
        lines += _deal(deal)
    return "\n".join(lines)


def _only(value: Mapping[str, Any], known: set[str]) -> None:
    for name in value.keys() - known:
        raise NotationError(f"the notation has no word for {name}")


def _seat(player: Mapping[str, Any]) -> str:
    _only(player, {"id", "name"})
    return _id(player["id"]) + (f"={_quoted(player['name'])}" if "name" in player else "")


def _deal(deal: Mapping[str, Any]) -> list[str]:
    _only(deal, {"deal", "banker", "shuffled", "events"})
    opening = ["deal"]
    if "deal" in deal:
        opening.append(str(deal["deal"]) if type(deal["deal"]) is int else _quoted(deal["deal"]))
    if "banker" in deal:
        opening += ["banker", _quoted(deal["banker"])]
    if deal.get("shuffled"):
        opening.append("shuffled")
    return [" ".join(opening), *(_event(event) for event in deal.get("events", []))]


def _event(event: Mapping[str, Any]) -> str:
    action = event["action"]
    rest = {name: value for name, value in event.items() if name != "action"}
    _only(rest, set(EVENT_FIELDS))
    if "player" in rest:
        hand = rest.pop("hand", None)
        words = [_id(rest.pop("player")) + ("" if hand is None else f".{_hand(hand)}"), _quoted(action)]
    elif action in ALONE:
        words = [action]
    else:
        raise NotationError(f"{action} without a player has no notation")
    words += _card_and_amount(action, rest)
    if "to" in rest:
        words += [">", _quoted(rest.pop("to"))]
    face, usual = rest.pop("face", "noface"), DEFAULT_FACES.get(action, "noface")
    if face not in ("up", "down", "noface"):
        raise NotationError(f"the notation has no word for the face {face!r}")
    if face != usual:
        words.append(face)
    return " ".join([*words, *(f"{name}={_literal(value)}" for name, value in rest.items())])


def _card_and_amount(action: str, rest: dict[str, Any]) -> list[str]:
    """Card and amount as bare words where reading will take each for what it is."""
    words = []
    card, amount = rest.get("card"), rest.get("amount")
    if action in game.NEEDS_CARD and _bare(card) and game.card_code(str(card)) is not None:
        words.append(str(rest.pop("card")))
    if action in game.NEEDS_AMOUNT and _bare(amount) and game.card_code(str(amount)) is None:
        words.append(str(rest.pop("amount")))
    return words


def _bare(value: object) -> bool:
    return (
        type(value) is str
        and re.fullmatch(r"[\w.?♠♥♦♣-]+", value) is not None
        and value not in ("up", "down", "noface")
    )


def _hand(hand: object) -> int:
    if type(hand) is not int or hand < 0:
        raise NotationError(f"the notation has no word for the hand {hand!r}")
    return hand


def _rule(value: object) -> str:
    return json.dumps(value) if isinstance(value, (bool, int)) else _quoted(value)


def _id(player: object) -> str:
    text = _quoted(player)
    return json.dumps(player) if "." in text or text in KEYWORDS else text


def _quoted(value: object) -> str:
    if type(value) is not str:
        raise NotationError(f"the notation has no word for {value!r}")
    plain = re.fullmatch(r"[\w.?:+-]+", value) and value not in ("banker", "shuffled", "true", "false")
    return value if plain else json.dumps(value, ensure_ascii=False)


def _literal(value: object) -> str:
    if isinstance(value, (dict, list)):
        raise NotationError("the notation has no word for a list or an object")
    return json.dumps(value, ensure_ascii=False)
