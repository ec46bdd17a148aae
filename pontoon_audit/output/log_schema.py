"""The JSON Schema of the log format, built from the game's own vocabulary."""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.game import ACTIONS, FACES, MAY_BE_NEGATIVE, NEEDS_AMOUNT, NEEDS_CARD, NEEDS_PLAYER
from pontoon_audit.money.amounts import WHOLE_DIGITS
from pontoon_audit.output.rules_schema import DIALECT, rules_schema

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_FROM_1: Final[Schema] = {"type": "integer", "minimum": 1}
_CARD: Final = r"^(?:(?:[AaTtJjQqKk2-9]|10)[SsHhDdCc♠♥♦♣♤♡♢♧]|\?\?)$"


def log_schema() -> Schema:
    """A JSON document of format 1: one session, or a list of them. A line of a `.jsonl` log is `#/$defs/line`."""
    rules = rules_schema()
    rules.pop("$schema")
    return {
        "$schema": DIALECT,
        "title": "Pontoon log, format 1",
        "description": "What happened at the table, in order. Fields that are not named here are kept, not rejected.",
        "anyOf": [{"$ref": "#/$defs/session"}, {"type": "array", "items": {"$ref": "#/$defs/session"}}],
        "$defs": {
            "session": _session(),
            "deal": _deal(),
            "event": _event(),
            "line": _line(),
            "player": _player(),
            "amount": _amount(),
            "rules": rules,
        },
    }


def _session() -> Schema:
    return {
        "type": "object",
        "description": "One sitting of one table; the unit that is audited alone.",
        "required": ["deals"],
        "properties": {
            "format": {"const": "pontoon-log/1"},
            "session": _TEXT | {"description": "Its name; without one, that of the file."},
            "played": {"anyOf": [{"type": "string", "format": one} for one in ("date-time", "date")]},
            "currency": _TEXT,
            "rules": {"$ref": "#/$defs/rules"},
            "players": {
                "type": "array",
                "description": "In seat order, clockwise: each is to the left of the one before.",
                "items": {"$ref": "#/$defs/player"},
            },
            "deals": {"type": "array", "items": {"$ref": "#/$defs/deal"}},
        },
    }


def _player() -> Schema:
    return {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "string", "minLength": 1}, "name": _TEXT},
    }


def _deal() -> Schema:
    return {
        "type": "object",
        "required": ["deal", "events"],
        "properties": {
            "deal": _FROM_1,
            "banker": _TEXT,
            "shuffled": {"type": "boolean", "description": "The pack was shuffled before this deal's first card."},
            "events": {"type": "array", "items": {"$ref": "#/$defs/event"}},
        },
    }


def _event() -> Schema:
    return {
        "type": "object",
        "description": "One recorded happening.",
        "required": ["action"],
        "properties": {
            "action": {"enum": list(ACTIONS)},
            "seq": {"type": "integer", "description": "Order within the session; else the order in the file."},
            "time": {"type": "string", "format": "date-time"},
            "player": {"type": "string", "minLength": 1, "description": "The player's id."},
            "hand": _FROM_1 | {"default": 1, "description": "Which of the player's hands; a split makes a new one."},
            "card": {"type": "string", "pattern": _CARD, "description": "Rank and suit; ?? is one nobody recorded."},
            "face": {"enum": [face for face in FACES if face]},
            "amount": {"$ref": "#/$defs/amount"},
            "to": {"type": "string", "minLength": 1, "description": "Who buys the bank."},
            "note": {"type": "string", "description": "The recorder's words; never interpreted."},
        },
        "allOf": [
            _needs(NEEDS_PLAYER, "player"),
            _needs(NEEDS_AMOUNT, "amount"),
            _needs(NEEDS_CARD, "card"),
            _needs({"sell_bank"}, "to"),
            {
                "if": {"properties": {"action": {"enum": [name for name in ACTIONS if name not in MAY_BE_NEGATIVE]}}},
                "then": {"properties": {"amount": {"minimum": 0, "pattern": "^[^-]"}}},
            },
        ],
    }


def _line() -> Schema:
    return {
        "description": "A line of a JSON Lines log: an event that also says where it belongs.",
        "allOf": [{"$ref": "#/$defs/event"}],
        "required": ["session"],
        "properties": {"session": _TEXT, "deal": _FROM_1},
    }


def _needs(actions: set[str] | frozenset[str], field: str) -> Schema:
    listed = [name for name in ACTIONS if name in actions]
    return {"if": {"properties": {"action": {"enum": listed}}}, "then": {"required": [field]}}


def _amount() -> Schema:
    pattern = rf"^-?[0-9]{{1,{WHOLE_DIGITS}}}(\.[0-9]{{1,2}})?$"
    return {
        "description": "Money, exact, at most two decimals; text is safer, since many programs round numbers.",
        "anyOf": [{"type": "string", "pattern": pattern}, {"type": "number"}],
    }
