"""The payments of `settle-up`: as text, each with its reason, or as a JSON list; and what must be said beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pontoon_audit.money.amounts import format_minor
from pontoon_audit.output.json import encode
from pontoon_audit.output.words import count, harmless, money
from pontoon_audit.settling import LeftOut, Payment, Plan

Shown = Callable[[int, str | None], str]
"""How minor units of a currency are written."""
Called = Callable[[str], str]
"""What a player is called, by id."""


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
            (harmless(p.payer), harmless(p.payee), written(p.amount, plan.currency), harmless(why(p, plan.currency)))
            for p in plan.payments
        ]
        payer, payee, amount = (max((len(row[column]) for row in rows), default=0) for column in range(3))
        for row in rows:
            yield f"  {row[0].ljust(payer)} pays {row[1].ljust(payee)} {row[2].rjust(amount)}  {row[3]}\n"
        yield "\n"


def written(minor: int, currency: str | None) -> str:
    """An amount as this output writes it."""
    return money(format_minor(minor), currency)


def notes(plans: Sequence[Plan], left_out: LeftOut, called: Called = str, shown: Shown = written) -> Iterator[str]:
    """What nobody who pays by these payments should overlook, a sentence each."""
    if left_out.unrecorded:
        where = _sessions(left_out.unrecorded)
        yield f"left out, for no settlements are recorded there (--due settles by the rules): {where}"
    if left_out.undated:
        yield f"left out, for the log does not say when they were played: {', '.join(left_out.undated)}"
    for plan in plans:
        yield from _notes(plan, called, shown)


def undecided(plan: Plan) -> str:
    """Why the sessions of a plan cannot be settled: it cannot be decided what is due; empty where it can."""
    if not plan.undecided:
        return ""
    many = sum(plan.undecided.values())
    first, *others = plan.undecided
    where = f"session {first}" if not others else f"sessions {', '.join(plan.undecided)}"
    whose = "their" if others else "its"
    return f"what is due in {where} cannot be decided for {many} of {whose} payments"


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


def why(payment: Payment, currency: str | None, shown: Shown = written) -> str:
    """Why this payment: what the two still had to pay and to get before it, and who is done with it."""
    payer, payee = payment.payer, payment.payee
    owes = f"{payer} owes {shown(payment.owed_by, currency)}"
    gets = f"{payee} is owed {shown(payment.owed_to, currency)}"
    if not payment.owed_to:
        return owes
    if not payment.owed_by:
        return gets
    if payment.owed_by == payment.owed_to:
        return f"{owes}, {gets}: that settles both"
    rest = shown(abs(payment.owed_by - payment.owed_to), currency)
    if payment.amount == payment.owed_to:
        return f"{owes}, {gets}: that settles {payee}, and {payer} still owes {rest}"
    return f"{owes}, {gets}: that settles {payer}, and {payee} is still owed {rest}"


def _in_kitty(left: str, much: bool) -> str:
    return f"{left} is left in the kitty" if much else f"{left} more went out of the kitty than was in it"


def of_kitty(owner: str, plan: Plan, called: Called = str, shown: Shown = written) -> str:
    """What is left in kitties that are a player's, and that it counts."""
    who, left = called(owner), plan.kitties[owner]
    whose = f"{who}'s" if left >= 0 else f"{who}'s to make up"
    return f"{_in_kitty(shown(abs(left), plan.currency), left >= 0)}, which is {whose}: it is in {who}'s balance here"


def _lost(plan: Plan) -> Iterator[str]:
    """Where, and why, what was moved into a kitty, and out of it, is not what is left in it."""
    if plan.untold:
        kitty, it, since = _out_of_sight(plan, plan.untold)
        yield f"what is left in the {kitty} is not known, since the log loses sight of {it}{since}"
    if again := [name for name in plan.lost if name not in plan.untold]:
        kitty, it, since = _out_of_sight(plan, again)
        moved = f"what went into the {kitty} and out of {it}"
        yield f"{moved} is not all known, since the log loses sight of {it} for a while{since}"


def _out_of_sight(plan: Plan, sessions: list[str]) -> tuple[str, str, str]:
    if len(sessions) > 1:
        return f"kitties of {_sessions(sessions)}", "them", ""
    deal = plan.lost[sessions[0]]
    return f"kitty of {_sessions(sessions)}", "it", "" if deal is None else f", from deal {deal} on"


def _deals(numbers: Sequence[int | None]) -> str:
    told = [str(number) for number in numbers if number is not None]
    if len(told) < len(numbers):
        return count(len(numbers), "deal")
    return f"deal {told[0]}" if len(told) == 1 else f"deals {', '.join(told[:-1])} and {told[-1]}"


def _notes(plan: Plan, called: Called, shown: Shown) -> Iterator[str]:
    def said(minor: int) -> str:
        return shown(minor, plan.currency)

    for owner in plan.kitties:
        yield of_kitty(owner, plan, called, shown)
    account = f"it is an account here, called {plan.nobodys}, for without it the balances do not sum to nothing"
    if plan.ownerless and plan.nobodys is not None:
        yield f"{_in_kitty(said(abs(plan.ownerless)), plan.ownerless >= 0)}, which is nobody's: {account}"
    yield from _lost(plan)
    if plan.unaccounted and plan.nobodys is not None:
        went = "went into" if plan.unaccounted > 0 else "came out of"
        which = "this kitty" if len(plan.lost) == 1 else "these kitties"
        yield f"{said(abs(plan.unaccounted))} that {went} {which} is in nobody's balance: {account}"
    for session, (much, deals) in plan.short.items():
        short = f"{said(much)} more was paid out of the kitty of session {session} than was in it, in {_deals(deals)}"
        yield f"{short}: who made that up is not recorded, so it is taken off what is left"
    if plan.by_due and plan.by_recorded:
        yield f"settled as due, for no settlements are recorded there: {_sessions(plan.by_due)}"
    if plan.differing:
        yield f"not all money was recorded as it is due in {_sessions(plan.differing)} (--due settles by the rules)"
    if plan.not_through is not None:
        money_of = plan.currency or "what has no currency"
        yield f"{money_of} is settled without {called(plan.not_through)}, who has no account in it"
    if plan.set_aside:
        many = sum(plan.set_aside.values())
        where, what = _sessions(list(plan.set_aside)), "it" if many == 1 else "them"
        yield f"{count(many, 'record')} set aside in {where}: money in {what} is not in the balances"
    if plan.unknown:
        many = sum(plan.unknown.values())
        of = " of shoot bets" if plan.unknown_bets == many else ""
        what = f"{count(many, 'settlement')}{of} in {_sessions(list(plan.unknown))} {'is' if many == 1 else 'are'}"
        without = "it" if many == 1 else "them"
        yield f"{what} not recorded, and what was paid is not known: the balances are without {without}"
    if plan.paid_out:
        yield f"chips were cashed in {_sessions(plan.paid_out)}: what was paid out for them is not taken off here"
    if plan.coin is not None:
        changes = ", ".join(f"{called(name)} {'+' if by > 0 else ''}{said(by)}" for name, by in plan.rounded_by.items())
        how = "rounded by the largest remainder, so that they sum to nothing as before"
        yield f"balances are in whole {said(plan.coin)}, {how}: {changes or 'no change'}"
    if plan.before:
        people = f"of {len(plan.before)} {'person' if len(plan.before) == 1 else 'people'}"
        rest = "without --from they are settled with the rest"
        yield f"balances from before {plan.first}, {people}, are not in these payments; {rest}"
