"""From amounts to places in a drawing: round steps, and positions rounded so that each machine writes the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_ROUND: Final = (Decimal(1), Decimal(2), Decimal(5))


def steps(low: Decimal, high: Decimal, most: int, places: int = 2) -> list[Decimal]:
    """Round amounts from at or below `low` to at or above `high`, about `most` of them, nought among them.

    None is finer than an amount with so many decimal `places`.

    >>> [f"{step:f}" for step in steps(Decimal("-12.5"), Decimal("31"), 5)]
    ['-20', '-10', '0', '10', '20', '30', '40']
    """
    low, high = min(low, Decimal(0)), max(high, Decimal(0))
    if low == high:
        high = Decimal(1)
    round_amounts = (base.scaleb(power) for power in range(-places, 40) for base in _ROUND)
    wide = next(amount for amount in round_amounts if (high - low) / amount <= most)
    first, last = int(low // wide), -int(-high // wide)
    first -= first * wide > low
    last += last * wide < high
    return [step * wide for step in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class Scale:
    """Amounts from `low` to `high` along a line from `start` to `end` of a drawing."""

    low: Decimal
    high: Decimal
    start: int
    end: int

    def __call__(self, amount: Decimal | int) -> Decimal:
        """Where an amount stands, to a tenth."""
        part = (Decimal(amount) - self.low) / (self.high - self.low)
        return (self.start + part * (self.end - self.start)).quantize(Decimal("0.1"))


def apart(places: Sequence[Decimal], gap: int, low: int, high: int) -> list[Decimal]:
    """Places for labels, in the order of `places`, at least `gap` apart, near where they belong and within the bounds.

    >>> [str(place) for place in apart([Decimal(50), Decimal(52), Decimal(10)], 14, 0, 60)]
    ['46', '60', '10']
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    found = list(places)
    ceiling = Decimal(low)
    for i in order:
        found[i] = max(places[i], ceiling)
        ceiling = found[i] + gap
    floor = Decimal(high)
    for i in reversed(order):
        found[i] = min(found[i], floor)
        floor = found[i] - gap
    return found
