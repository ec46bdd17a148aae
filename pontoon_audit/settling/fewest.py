"""Who pays whom so that every balance becomes nothing, in the fewest payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pontoon_audit.settling.groups import MOST, most_groups

SMALLEST_UNPAIRED: Final = 3
"""People in a group, at least, once no two balances even each other out."""

Balances = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` pays `payee` so much, in minor units, and why: what either still had to pay or to get before it."""

    payer: str
    payee: str
    amount: int
    owed_by: int
    owed_to: int


@dataclass(frozen=True, slots=True)
class Payments:
    """Payments that settle all balances. There are no fewer than `at_least`; where they are that many, none can be."""

    payments: list[Payment]
    at_least: int

    @property
    def is_fewest(self) -> bool:
        """Whether it is certain that fewer payments cannot do."""
        return len(self.payments) == self.at_least


def fewest_payments(balances: Balances) -> Payments:
    """Payments after which nobody owes or is owed anything. `balances`, by name, sum to nothing, else ValueError.

    The fewest there can be wherever at most `MOST` people are left once balances that even each other out are put
    together; beyond that, the fewest that were found.

    >>> fewest_payments({"ann": -800, "ben": -700, "cat": 200, "dev": 600, "eve": 700}).payments[0]
    Payment(payer='ben', payee='eve', amount=700, owed_by=700, owed_to=700)
    """
    if sum(balances.values()) != 0:
        raise ValueError("balances must sum to nothing")
    owing = sorted((name for name in balances if balances[name]), key=lambda name: (-abs(balances[name]), name))
    pairs, rest = _small_groups(owing, balances, 2)
    groups = [*pairs, *_apart(rest, balances)]
    payments = [payment for group in groups for payment in _within(group, balances)]
    return Payments(payments, max(len(owing) - len(pairs) - _most_possible(rest, len(groups) - len(pairs)), 0))


def _most_possible(rest: Sequence[str], found: int) -> int:
    """How many groups `rest` can fall into: as many as were `found`, where that was searched through."""
    return found if len(rest) <= MOST else len(rest) // SMALLEST_UNPAIRED


def _apart(names: list[str], balances: Balances) -> list[list[str]]:
    """Groups that sum to nothing: the most there are, or, of too many people, small ones first."""
    found: list[list[str]] = []
    for size, people in _LOOKED_FOR:
        if MOST < len(names) <= people:
            groups, names = _small_groups(names, balances, size, until=MOST)
            found += groups
    if len(names) > MOST:
        return [*found, names]
    positions = most_groups([balances[name] for name in names])
    return [*found, *([names[position] for position in group] for group in positions)]


_LOOKED_FOR: Final = ((SMALLEST_UNPAIRED, 5000), (4, 200))
"""Sizes of groups that are looked for one by one, and the most people among whom that takes seconds."""


def _small_groups(names: list[str], balances: Balances, size: int, until: int = 0) -> tuple[list[list[str]], list[str]]:
    """Groups of so many people that sum to nothing, and who is left; no more are made once `until` or fewer are left.

    Of pairs this takes nothing from the best answer: where two balances even each other out, putting them together
    never makes fewer groups, for what they leave behind in their groups sums to nothing as well.
    """
    left = dict.fromkeys(names)
    groups: list[list[str]] = []
    for first in names:
        while first in left and len(left) > until:
            others = _partners([name for name in left if name != first], balances, -balances[first], size - 1)
            if others is None:
                break
            groups.append([first, *others])
            for name in groups[-1]:
                del left[name]
    return groups, list(left)


def _partners(names: Sequence[str], balances: Balances, total: int, size: int) -> list[str] | None:
    """So many people whose balances sum to `total`, or None."""
    if size == 1:
        return next(([name] for name in names if balances[name] == total), None)
    by_balance = {balances[name]: name for name in reversed(names)}
    if size == 2:
        for name in names:
            other = by_balance.get(total - balances[name])
            if other is not None and other != name:
                return [name, other]
        return None
    for position, name in enumerate(names):
        others = _partners(names[position + 1 :], balances, total - balances[name], size - 1)
        if others is not None:
            return [name, *others]
    return None


def _within(group: Iterable[str], balances: Balances) -> list[Payment]:
    """One payment fewer than there are people: who owes the most pays who is owed the most, until all is settled."""
    left = {name: balances[name] for name in group}
    payments: list[Payment] = []
    while any(left.values()):
        payer = min(left, key=lambda name: (left[name], name))
        payee = max(left, key=lambda name: (left[name], name))
        owed_by, owed_to = -left[payer], left[payee]
        amount = min(owed_by, owed_to)
        payments.append(Payment(payer, payee, amount, owed_by, owed_to))
        left[payer] += amount
        left[payee] -= amount
    return payments
