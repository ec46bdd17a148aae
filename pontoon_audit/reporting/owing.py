"""Who owes whom after a session or a period, as statements say it: the same payments as `settle-up` gives."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Final

from pontoon_audit.output.payments import notes, why
from pontoon_audit.reporting.names import Names
from pontoon_audit.settling import Choice, LeftOut, Payment, Plan, SettlingError, plans, session_accounts

_OPTION: Final = re.compile(r" \(--[^)]*\)")


@dataclass(frozen=True, slots=True)
class Owed:
    """One payment: who pays whom, how much, and why."""

    payer: str
    payee: str
    amount: Decimal
    why: str


@dataclass(frozen=True, slots=True)
class Owing:
    """The payments that settle some sessions, `how_few` of them, and what must be said beside them.

    `undecided` says why there are none, where it cannot be decided what is due.
    """

    payments: list[Owed] = field(default_factory=list)
    how_few: str = ""
    notes: list[str] = field(default_factory=list)
    undecided: str = ""

    def of(self, player: str) -> Owing:
        """The same with the payments of one player alone."""
        mine = [one for one in self.payments if player in (one.payer, one.payee)]
        return Owing(mine, self.how_few, self.notes, self.undecided)


class Settler:
    """The sessions of a history file, to be settled in any choice. HistoryError where the file cannot be read."""

    def __init__(self, database: Path) -> None:
        self._accounts = {one.session: one for one in session_accounts(database)}

    def settle(self, sessions: Collection[str], currency: str | None, names: Names) -> Owing:
        """Who pays whom so that these sessions, those of one currency, are settled."""
        chosen = [one for name in sessions if (one := self._accounts[name]).currency == currency]
        if not chosen:
            return Owing()
        try:
            (plan,), _ = plans(chosen, Choice())
        except SettlingError as error:
            return Owing(undecided=error.what)
        # a page has no options
        said = [f"{note[0].upper()}{_OPTION.sub('', note[1:])}." for note in notes([plan], LeftOut())]
        return Owing([_owed(payment, currency, names) for payment in plan.payments], _how_few(plan), said)


def _owed(payment: Payment, currency: str | None, names: Names) -> Owed:
    shown = Payment(
        names.text(payment.payer), names.text(payment.payee), payment.amount, payment.owed_by, payment.owed_to
    )
    return Owed(payment.payer, payment.payee, Decimal(payment.amount).scaleb(-2), why(shown, currency))


def _how_few(plan: Plan) -> str:
    if plan.at_least == len(plan.payments):
        return "the fewest payments there can be"
    return f"the fewest payments that were found (fewer than {plan.at_least} cannot do)"
