"""The JSON Schema of house rules, as people write them."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import GenerateJsonSchema

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.money.amounts import WHOLE_DIGITS

DIALECT: Final = GenerateJsonSchema.schema_dialect
_LIMITS: Final = ("min_stake", "max_stake", "kitty_min", "kitty_max")


def rules_schema() -> dict[str, Any]:
    """The schema of a `.rules.toml` file, or of a document's `rules`.

    Inside, limits are whole minor units; a person writes text or a number, whose digits are read as they stand.
    """
    schema = {"$schema": DIALECT} | HouseRules.model_json_schema()
    schema["description"] = "What the people of a table agreed before play; what is left out is as in the plain game."
    for name in _LIMITS:
        known = schema["properties"][name]
        schema["properties"][name] = {"title": known["title"], "description": known["description"]} | {
            "anyOf": [
                {"type": "string", "pattern": rf"^[0-9]{{1,{WHOLE_DIGITS}}}(\.[0-9]{{1,2}})?$"},
                {"type": "number", "minimum": 0, "exclusiveMaximum": 10**WHOLE_DIGITS},
            ]
        }
    return schema
