"""Who owes whom after a session or a period, as statements say it: the same payments as `settle-up` gives."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Final

from pontoon_audit.output.payments import notes, of_kitty, undecided, why
from pontoon_audit.reporting.amounts import number
from pontoon_audit.reporting.names import Names
from pontoon_audit.settling import Choice, LeftOut, Payment, Plan, plans, session_accounts
from pontoon_audit.settling.accounts import SessionAccounts
from pontoon_audit.settling.plan import Basis, check_banker

_OPTION: Final = re.compile(r" \(--[^)]*\)")


@dataclass(frozen=True, slots=True)
class Owed:
    """One payment: who pays whom, how much, and why, for programs; `payer_shown` and so on are as pages write it."""

    payer: str
    payee: str
    amount: Decimal
    why: str
    payer_shown: str
    payee_shown: str
    why_shown: str


@dataclass(frozen=True, slots=True)
class Owing:
    """The payments that settle some sessions, `how_few` of them, and what must be said beside them.

    `undecided` says why there are none, where it cannot be decided what is due. `due` are the payments as due, where
    the balances are others than those recorded. `kitties` are those of the notes shown that are about a kitty, by whose
    it is: that player's own statement tells it with the totals.
    """

    payments: list[Owed] = field(default_factory=list)
    how_few: str = ""
    notes: list[str] = field(default_factory=list)
    notes_shown: list[str] = field(default_factory=list)
    kitties: dict[str, str] = field(default_factory=dict)
    undecided: str = ""
    due: Owing | None = None

    def of(self, player: str) -> Owing:
        """The same with the payments of one player alone."""
        mine = [one for one in self.payments if player in (one.payer, one.payee)]
        notes = [note for note in self.notes_shown if note != self.kitties.get(player)]
        due = None if self.due is None else self.due.of(player)
        return replace(self, payments=mine, notes_shown=notes, due=due)

    def without(self, before: Decimal, currency: str | None) -> Owing:
        """The same, saying that a balance from before the period is not in it, where there is one."""
        if not before:
            return self
        rest = "is not in these payments; `settle-up` without `--from` settles it with the rest."
        note = f"The balance from before, {number(before, currency, sign=True)}, {rest}"
        due = None if self.due is None or self.due.undecided else self.due.without(before, currency)
        shown = [*self.notes_shown, note.replace("`", "")]
        return replace(self, notes=[*self.notes, note], notes_shown=shown, due=due or self.due)


class Settler:
    """The sessions of a history file, to be settled in any choice. HistoryError where the file cannot be read."""

    def __init__(self, database: Path, paid: Choice = Choice()) -> None:  # noqa: B008 - it cannot be changed
        """`paid` says through whom and in what coins; SettlingError where nobody is called so."""
        self._accounts = {one.session: one for one in session_accounts(database)}
        self._paid = paid
        if paid.through is not None:
            check_banker(paid.through, {player: None for one in self._accounts.values() for player in one.due})

    def settle(self, sessions: Collection[str], currency: str | None, names: Names) -> Owing:
        """Who pays whom so that these sessions, those of one currency, are settled."""
        chosen = [one for name in sessions if (one := self._accounts[name]).currency == currency]
        if not chosen:
            return Owing()
        plan, as_due = self._plan(chosen), self._plan(chosen, "due")
        owing = _owing(plan, names)
        if plan.undecided or (as_due.undecided and not plan.differing) or as_due.balances == plan.balances:
            return owing
        return replace(owing, due=_owing(as_due, names))

    def _plan(self, chosen: list[SessionAccounts], basis: Basis | None = None) -> Plan:
        """The payments of these sessions; through nobody, where the one who is wished did not play in them."""
        through = self._paid.through
        there = through is not None and any(through in one.due for one in chosen)
        (plan,), _ = plans(chosen, replace(self._paid, basis=basis, through=through if there else None))
        if not there:
            plan.not_through = through
        return plan


def _owing(plan: Plan, names: Names) -> Owing:
    if plan.undecided:
        return Owing(undecided=undecided(plan))
    return Owing(
        [_owed(payment, plan.currency, names) for payment in plan.payments],
        _how_few(plan, names),
        [_sentence(note) for note in notes([plan], LeftOut())],
        [_sentence(note) for note in notes([plan], LeftOut(), names.text, _shown)],
        {owner: _sentence(of_kitty(owner, plan, names.text, _shown)) for owner in plan.kitties},
    )


def _sentence(note: str) -> str:
    return f"{note[0].upper()}{_OPTION.sub('', note[1:])}."  # a page has no options


def _shown(minor: int, currency: str | None) -> str:
    return number(Decimal(minor).scaleb(-2), currency)


def _owed(payment: Payment, currency: str | None, names: Names) -> Owed:
    payer, payee = names.text(payment.payer), names.text(payment.payee)
    named = Payment(payer, payee, payment.amount, payment.owed_by, payment.owed_to)
    return Owed(
        payment.payer, payment.payee, Decimal(payment.amount).scaleb(-2), why(named, currency),
        payer, payee, why(named, currency, _shown),
    )  # fmt: skip


def _how_few(plan: Plan, names: Names) -> str:
    if plan.through is not None:
        return f"everybody paying, or being paid by, {names.text(plan.through)}"
    if plan.at_least == len(plan.payments):
        return "the fewest payments there can be"
    return f"the fewest payments that were found (fewer than {plan.at_least} cannot do)"
