"""House rules as people write them: in a document, or in a file beside a flat log."""

from __future__ import annotations

import json
from typing import Any

from pontoon_audit.house_rules import HouseRules


def written(rules: HouseRules) -> dict[str, Any]:
    """The rules that somebody set, money as text; the others are as in the plain game."""
    return {name: value for name, value in rules.as_written().items() if name in rules.model_fields_set}


def as_toml(rules: HouseRules, log: str) -> str:
    """The text of a rules file beside the log of that name.

    >>> print(as_toml(HouseRules.model_validate({"min_stake": "1", "soft_draw": False}), "a.csv"), end="")
    # The house rules of a.csv; read together with it.
    min_stake = "1.00"
    soft_draw = false
    """
    # A text, a whole number, true and false are the same in JSON and in TOML.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in written(rules).items()]
    return "\n".join([f"# The house rules of {log}; read together with it.", *lines]) + "\n"


def with_currency(rules: HouseRules, currency: str | None) -> HouseRules:
    """The rules with the currency of the session, which a flat file has no other place for."""
    return rules if currency is None else rules.model_copy(update={"currency": currency})
