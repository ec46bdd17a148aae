"""House rules as tables agree on them, drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

Rules = dict[str, Any]

DEFAULTS: Rules = {
    "packs": 1, "split": "pairs", "max_hands": 4, "stick_at": 15, "buy_limit": 2, "buy_cap": "previous",
    "buy_fifth": True, "soft_draw": True, "split_pontoon": "pontoon", "tie": "bank", "pontoon_multiple": 2,
    "five_card_multiple": 2, "banker_pontoon_multiple": 2, "banker_five_card_multiple": 2,
    "shuffle": "after-pontoon", "bank_passes": True, "base": "pontoon",
}  # fmt: skip


def text(pence: int) -> str:
    """Money as people write it: `5`, `2.50`."""
    sign = "-" if pence < 0 else ""
    whole, rest = divmod(abs(pence), 100)
    return f"{sign}{whole}" if rest == 0 else f"{sign}{whole}.{rest:02d}"


@dataclass
class House:
    """The rules of one table: what the document says, and money in pence for whoever plays by them."""

    written: Rules
    min_stake: int
    max_stake: int
    kitty_min: int
    kitty_max: int
    values: Rules = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def house(random: Random, base: str, people: int, fixed: Rules | None = None, variants: bool = True) -> House:
    """Rules for a table of so many people. `fixed` holds what is agreed beforehand, as a document would write it."""
    low = random.choice([50, 100, 100, 250, 500])
    high = low * random.choice([4, 10, 10, 20])
    written: Rules = {"min_stake": text(low), "max_stake": text(high)}
    if base != "pontoon" or random.random() < 0.3:
        written["base"] = base
    if people < 5 + 1:
        written["min_players"] = random.choice([2, 3])
    if people > 8 or random.random() < 0.1:
        written["max_players"] = 10
    if variants and random.random() < 0.7:
        written |= _variants(random)
    if base == "shoot-pontoon" and random.random() < 0.5:
        written |= {"kitty_min": text(low * 2), "kitty_max": text(high * 5)}
    written |= fixed or {}
    least, most = _pence(written["min_stake"]), _pence(written["max_stake"])
    kitty_least = _pence(written["kitty_min"]) if "kitty_min" in written else least
    kitty_most = _pence(written["kitty_max"]) if "kitty_max" in written else most
    return House(written, least, most, kitty_least, kitty_most, DEFAULTS | written)


def _pence(amount: str) -> int:
    whole, _, rest = amount.partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0") or 0)


def _variants(random: Random) -> Rules:
    choices: dict[str, list[Any]] = {
        "packs": [1, 1, 2], "split": ["pairs", "pairs", "aces", "none"], "max_hands": [2, 3, 4, 5],
        "stick_at": [15, 16, 17], "buy_limit": [1, 2, 3], "buy_cap": ["previous", "third", "twice"],
        "buy_fifth": [True, False], "soft_draw": [True, False], "split_pontoon": ["pontoon", "21"],
        "tie": ["bank", "push"], "pontoon_multiple": [1, 2, 3], "five_card_multiple": [1, 2, 3],
        "banker_pontoon_multiple": [1, 2, 3], "banker_five_card_multiple": [1, 2],
        "shuffle": ["after-pontoon", "every-deal"], "bank_passes": [True, False],
    }  # fmt: skip
    return {name: random.choice(values) for name, values in choices.items() if random.random() < 0.35}
