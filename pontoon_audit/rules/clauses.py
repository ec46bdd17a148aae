"""The words of the clauses that findings cite, as docs/rules-of-the-game.md has them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

FILE: Final = files("pontoon_audit.rules") / "clauses.json"


@cache
def clauses() -> dict[str, list[str]]:
    """Every clause by its number, as paragraphs of plain text.

    >>> clauses()["3.4"]
    ['Twist. With less than 21 a player may take a card, face up, and adds nothing to the stake.']
    """
    found: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
