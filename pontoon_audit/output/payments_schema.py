"""The JSON Schema of what `settle-up --format json` prints."""

from __future__ import annotations

from typing import Any

from pontoon_audit.output.rules_schema import DIALECT


def payments_schema() -> dict[str, Any]:
    """A list of payments that settle every balance, each currency apart."""
    return {
        "$schema": DIALECT,
        "title": "Payments that settle balances",
        "description": "Who pays whom so that nobody owes anything; payments of one currency settle that currency.",
        "type": "array",
        "items": {
            "type": "object",
            "required": ["from", "from_kind", "to", "to_kind", "amount", "currency"],
            "properties": {
                "from": {"type": "string", "description": "Who pays: a player's id, or a kitty that is nobody's."},
                "from_kind": {"enum": ["player", "kitty"]},
                "to": {"type": "string", "description": "Who is paid."},
                "to_kind": {"enum": ["player", "kitty"]},
                "amount": {"type": "string", "pattern": r"^[0-9]+\.[0-9]{2}$", "description": "Exact, above 0."},
                "currency": {"type": ["string", "null"], "description": "As the logs name it; null where none does."},
            },
        },
    }
