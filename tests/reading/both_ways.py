"""What the tests of compiled reading share: names of all kinds, and all that is read of a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from pontoon_audit.reading import read_log
from pontoon_audit.reading.builder import COLUMNS

NAMES: dict[str, Callable[[Random], str]] = {
    "few": lambda chance: chance.choice(["ann", "ben", "Zoë", "李小龙"]),
    "long": lambda chance: f"{chance.choice('ab')}{'-' * chance.choice([15, 16, 17])}{chance.randrange(9)}",
    "many": lambda chance: f"player {chance.randrange(9000)}",
    "any": lambda chance: "".join(chance.choice("aé \t\x00\x7f\u2028") for _ in range(chance.randrange(1, 30))),
    "too long": lambda chance: chance.choice("ab") * chance.choice([199, 200, 201, 1000, 1001]),
}


def everything(path: Path, *, fast: bool) -> list[Any]:
    return [
        (s.session, s.players, s.events.fault, s.events.record, [getattr(s.events, name) for name in COLUMNS])
        for s in read_log(str(path), fast=fast)
    ]
