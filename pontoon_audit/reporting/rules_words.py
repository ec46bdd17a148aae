"""House rules in words."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from pontoon_audit.reporting.amounts import money

GAMES: Final = {"pontoon": "Pontoon", "shoot-pontoon": "Shoot Pontoon"}
_MONEY: Final = ("min_stake", "max_stake", "kitty_min", "kitty_max")
_NOT_LISTED: Final = ("base", "currency")


def in_short(rules: str | None, currency: str | None) -> str:
    """The game and its stakes in a line.

    >>> in_short('{"base": "pontoon", "min_stake": "1.00", "max_stake": "10.00"}', "GBP")
    'Pontoon, stakes from £1.00 to £10.00'
    >>> in_short('{"base": "shoot-pontoon", "max_stake": "8.00"}', None), in_short("{}", None)
    ('Shoot Pontoon, stakes up to 8.00', 'Pontoon, no stake limits given')
    """
    given = _read(rules)
    low, high = (_amount(given.get(name), currency) for name in ("min_stake", "max_stake"))
    if low and high:
        stakes = f"stakes from {low} to {high}"
    elif low or high:
        stakes = f"stakes from {low}" if low else f"stakes up to {high}"
    else:
        stakes = "no stake limits given"
    base = given.get("base", "pontoon")
    return f"{GAMES.get(base, base)}, {stakes}"


def in_a_line(rules: str | None, currency: str | None) -> str:
    """The game, its stakes, and every rule that differs from the game's own.

    >>> from pontoon_audit.house_rules import HouseRules
    >>> in_a_line(json.dumps(HouseRules(stick_at=16).as_written()), "GBP").partition("; ")[2]
    'differing from the game’s own: lowest count to stick on (clause 3.6): 16'
    """
    own = [f"{name}: {value}" for name, value, differs in in_full(rules, currency) if differs]
    return in_short(rules, currency) + (f"; differing from the game’s own: {'; '.join(own)}" if own else "")


def in_full(rules: str | None, currency: str | None) -> list[tuple[str, str, bool]]:
    """Every rule: what it is, its value, and whether it differs from the game's own."""
    from pontoon_audit.house_rules import HouseRules  # here, since pydantic takes a tenth of a second

    given = _read(rules)
    default = HouseRules().as_written()
    listed = []
    for name, field in HouseRules.model_fields.items():
        if name not in _NOT_LISTED:
            value = given.get(name)
            shown = _amount(value, currency) or "not given" if name in _MONEY else _word(value)
            listed.append((field.description or name, shown, name not in _MONEY and value != default.get(name)))
    return listed


def _read(rules: str | None) -> dict[str, Any]:
    read = json.loads(rules or "{}")
    return read if isinstance(read, dict) else {}


def _amount(text: object, currency: str | None) -> str:
    try:
        return money(Decimal(str(text)), currency)
    except InvalidOperation:
        return ""


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not given" if value is None else str(value)
