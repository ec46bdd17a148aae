"""The payments of `settle-up`: as text, each with its reason, or as a JSON list; and what must be said beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pontoon_audit.money.amounts import format_minor
from pontoon_audit.money.currencies import decimals
from pontoon_audit.output.json import encode
from pontoon_audit.output.words import count, harmless, money
from pontoon_audit.settling import LeftOut, Payment, Plan


def as_json(plans: Sequence[Plan]) -> Iterator[str]:
    """A list of objects with `from`, `to` (and `from_kind`, `to_kind`: player or kitty), `amount` (text) and `currency`
    (null where none is known)."""
    between = "[\n  "
    for plan in plans:
        for payment in plan.payments:
            yield between + encode(
                {
                    "from": payment.payer,
                    "from_kind": _kind(payment.payer, plan),
                    "to": payment.payee,
                    "to_kind": _kind(payment.payee, plan),
                    "amount": format_minor(payment.amount),
                    "currency": plan.currency,
                }
            )
            between = ",\n  "
    yield "[]\n" if between.startswith("[") else "\n]\n"


def _kind(account: str, plan: Plan) -> str:
    return "kitty" if account == plan.nobodys else "player"


def as_text(plans: Sequence[Plan]) -> Iterator[str]:
    """Each currency with a heading, and a line a payment that says why."""
    for plan in plans:
        yield harmless(_heading(plan)) + "\n"
        rows = [
            (harmless(p.payer), harmless(p.payee), _amount(p.amount, plan.currency), harmless(why(p, plan.currency)))
            for p in plan.payments
        ]
        payer, payee, amount = (max((len(row[column]) for row in rows), default=0) for column in range(3))
        for row in rows:
            yield f"  {row[0].ljust(payer)} pays {row[1].ljust(payee)} {row[2].rjust(amount)}  {row[3]}\n"
        yield "\n"


def notes(plans: Sequence[Plan], left_out: LeftOut) -> Iterator[str]:
    """What nobody who pays by these payments should overlook, a sentence each."""
    if left_out.unrecorded:
        where = _sessions(left_out.unrecorded)
        yield f"left out, for no settlements are recorded there (--due settles by the rules): {where}"
    if left_out.undated:
        yield f"left out, for the log does not say when they were played: {', '.join(left_out.undated)}"
    for plan in plans:
        yield from _notes(plan)


def _heading(plan: Plan) -> str:
    by = "as recorded" if not plan.by_due else "as due" if not plan.by_recorded else "as recorded, or else as due"
    what = f"{plan.currency or 'No currency'}, {_sessions(plan.sessions)}, {by}: "
    if not plan.payments:
        return what + "nobody owes anybody"
    people = len({name for payment in plan.payments for name in (payment.payer, payment.payee)})
    what += f"{count(len(plan.payments), 'payment')} among {people}"
    if plan.through is not None:
        return f"{what}, all through {plan.through}"
    if plan.at_least == len(plan.payments):
        return f"{what}, the fewest there can be"
    return f"{what}, the fewest that were found (fewer than {plan.at_least} cannot do)"


def _sessions(names: Sequence[str]) -> str:
    return f"session {names[0]}" if len(names) == 1 else count(len(names), "session")


def _amount(minor: int, currency: str | None) -> str:
    return money(format_minor(minor)).removesuffix("" if decimals(currency) else ".00")


def why(payment: Payment, currency: str | None) -> str:
    """Why this payment: what the two still had to pay and to get before it, and who is done with it."""
    payer, payee = payment.payer, payment.payee
    owes = f"{payer} owes {_amount(payment.owed_by, currency)}"
    gets = f"{payee} is owed {_amount(payment.owed_to, currency)}"
    if not payment.owed_to:
        return owes
    if not payment.owed_by:
        return gets
    if payment.owed_by == payment.owed_to:
        return f"{owes}, {gets}: that settles both"
    rest = _amount(abs(payment.owed_by - payment.owed_to), currency)
    if payment.amount == payment.owed_to:
        return f"{owes}, {gets}: that settles {payee}, and {payer} still owes {rest}"
    return f"{owes}, {gets}: that settles {payer}, and {payee} is still owed {rest}"


def _in_kitty(left: int, currency: str | None) -> str:
    amount = _amount(abs(left), currency)
    return f"{amount} is left in the kitty" if left >= 0 else f"{amount} more went out of the kitty than was in it"


def _notes(plan: Plan) -> Iterator[str]:
    for owner, left in plan.kitties.items():
        whose = f"{owner}'s" if left >= 0 else f"{owner}'s to make up"
        yield f"{_in_kitty(left, plan.currency)}, which is {whose}: it is in {owner}'s balance here"
    if plan.nobodys is not None:
        account = f"it is an account here, called {plan.nobodys}, for without it the balances do not sum to nothing"
        yield f"{_in_kitty(plan.ownerless, plan.currency)}, which is nobody's: {account}"
    if plan.by_due and plan.by_recorded:
        yield f"settled as due, for no settlements are recorded there: {_sessions(plan.by_due)}"
    if plan.differing:
        moved = _amount(sum(plan.differing.values()), plan.currency)
        where = _sessions(list(plan.differing))
        yield f"{moved} was recorded otherwise than due in {where} (--due settles by the rules)"
    if plan.set_aside:
        many = sum(plan.set_aside.values())
        where, what = _sessions(list(plan.set_aside)), "it" if many == 1 else "them"
        yield f"{count(many, 'record')} set aside in {where}: money in {what} is not in the balances"
    if plan.unknown:
        many = sum(plan.unknown.values())
        what = f"{count(many, 'settlement')} in {_sessions(list(plan.unknown))} {'is' if many == 1 else 'are'}"
        without = "it" if many == 1 else "them"
        yield f"{what} not recorded, and what was paid is not known: the balances are without {without}"
    if plan.paid_out:
        yield f"chips were cashed in {_sessions(plan.paid_out)}: what was paid out for them is not taken off here"
    if plan.coin is not None:
        changes = ", ".join(
            f"{name} {'+' if by > 0 else ''}{_amount(by, plan.currency)}" for name, by in plan.rounded_by.items()
        )
        how = "rounded by the largest remainder, so that they sum to nothing as before"
        yield f"balances are in whole {_amount(plan.coin, plan.currency)}, {how}: {changes or 'no change'}"
