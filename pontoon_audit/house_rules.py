"""The house rules of a table: what its people agreed before play, checked where people type it."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pontoon_audit.money.amounts import format_minor, parse_minor


def _money(value: object) -> int:
    """Whole pence from what a person typed. Text or a whole number; never a float, whose digits are not those typed."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError(f'write money as text, like "2.50"; this is {value!r}')
    minor = parse_minor(str(value))
    if isinstance(minor, str):
        raise ValueError(minor)
    if minor < 0:
        raise ValueError(f"a limit is not below 0; this is {value}")
    return minor


Money = Annotated[int, BeforeValidator(_money)]
Multiple = Annotated[int, Field(ge=0, le=20)]


class HouseRules(BaseModel):
    """House rules, with the defaults of the game. Money fields hold whole minor units (pence).

    >>> HouseRules.model_validate({"min_stake": "2.50"}).min_stake
    250
    >>> HouseRules().max_stake is None      # limits have no default: where none is given they are not checked
    True
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="House rules of a Pontoon table")

    base: Literal["pontoon", "shoot-pontoon"] = Field("pontoon", description="the game that is played")
    currency: str | None = Field(None, description="the currency of all amounts, as people write it: GBP")
    min_stake: Money | None = Field(None, description="lowest initial stake (clause 1.4)")
    max_stake: Money | None = Field(None, description="highest initial stake (clause 1.4)")
    min_players: int = Field(5, ge=1, le=1000, description="fewest people, the banker counted (clause 1.1)")
    max_players: int = Field(8, ge=1, le=1000, description="most people, the banker counted (clause 1.1)")
    packs: int = Field(1, ge=1, le=20, description="52-card packs in play (clause 1.2)")
    split: Literal["pairs", "aces", "none"] = Field("pairs", description="what may be split (clause 3.2)")
    max_hands: int = Field(4, ge=1, le=100, description="most hands of one player after splits (clause 3.2)")
    stick_at: int = Field(15, ge=0, le=21, description="lowest count to stick on (clause 3.6)")
    buy_limit: Multiple = Field(2, description="most for the third card, in initial stakes (clause 3.3)")
    buy_cap: Literal["previous", "third", "twice"] = Field(
        "previous",
        description="most for a later card: what the previous one cost, what the third cost, or twice the stake",
    )
    buy_fifth: bool = Field(True, description="whether a fifth card may be bought (clause 3.3)")
    soft_draw: bool = Field(True, description="whether a hand that is 21 only by its ace may draw (clause 3.11)")
    split_pontoon: Literal["pontoon", "21"] = Field("pontoon", description="what ace and ten on a split hand are")
    tie: Literal["bank", "push"] = Field("bank", description="who wins equal hands (clause 4.3)")
    pontoon_multiple: Multiple = Field(2, description="what a pontoon wins, in stakes")
    five_card_multiple: Multiple = Field(2, description="what a five-card trick wins, in stakes")
    banker_pontoon_multiple: Multiple = Field(2, description="what each player pays a banker's pontoon, in stakes")
    banker_five_card_multiple: Multiple = Field(2, description="what each player pays a banker's five-card trick")
    shuffle: Literal["after-pontoon", "every-deal"] = Field("after-pontoon", description="when the pack is shuffled")
    bank_passes: bool = Field(True, description="whether a player's unsplit pontoon takes the bank (clause 5.2)")
    kitty_min: Money | None = Field(None, description="lowest kitty put up; the lowest stake where not given")
    kitty_max: Money | None = Field(None, description="highest kitty put up; the highest stake where not given")

    @model_validator(mode="after")
    def _limits_in_order(self) -> Self:
        for low, high in (("min_stake", "max_stake"), ("min_players", "max_players"), ("kitty_min", "kitty_max")):
            least, most = getattr(self, low), getattr(self, high)
            if least is not None and most is not None and least > most:
                raise ValueError(f"{low} is above {high}")
        return self

    @property
    def kitty_limits(self) -> tuple[int | None, int | None]:
        """Lowest and highest kitty in minor units: its own limits, else those of the stake (clause 6.1)."""
        return (
            self.min_stake if self.kitty_min is None else self.kitty_min,
            self.max_stake if self.kitty_max is None else self.kitty_max,
        )

    def as_written(self) -> dict[str, Any]:
        """The rules as a person writes them: money as text, nothing that is not set."""
        money = {"min_stake", "max_stake", "kitty_min", "kitty_max"}
        values = self.model_dump(exclude_none=True)
        return {name: format_minor(value) if name in money else value for name, value in values.items()}

    @property
    def digest(self) -> str:
        """sha256 of the rules in a fixed spelling; two sessions under the same rules share it."""
        text = ";".join(f"{name}={value}" for name, value in sorted(self.as_written().items()))
        return hashlib.sha256(text.encode()).hexdigest()


CURRENCY = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,12}")
"""What a currency may look like: short, no control characters, no half of a character."""
