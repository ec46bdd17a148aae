"""From a history file to payments: whose balances count, by what, and what is to be said of it. One plan a currency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Literal

from pontoon_audit.history import HistoryError
from pontoon_audit.settling.accounts import SessionAccounts, session_accounts
from pontoon_audit.settling.coins import in_coins
from pontoon_audit.settling.fewest import Payment, fewest_payments
from pontoon_audit.settling.through import payments_through

Basis = Literal["recorded", "due"]


class SettlingError(HistoryError):
    """Balances that cannot be settled as it was asked for; `what` says why, `hint` what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is to be settled. `basis` None is what each session records, and what is due where one records nothing."""

    sessions: Sequence[str] = ()
    first: date | None = None
    last: date | None = None
    """Only sessions played from the one day to the other, both included; those that name no day are left out."""
    basis: Basis | None = None
    through: str | None = None
    coin: int | None = None


@dataclass(slots=True)
class LeftOut:
    """Sessions that are not settled: they record no settlements, or are in no period since they name no day."""

    unrecorded: list[str] = field(default_factory=list)
    undated: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Plan:
    """The payments of one currency, and what they rest on."""

    currency: str | None
    sessions: list[str] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    """By player; a kitty that is nobody's is an account too. They sum to nothing."""
    payments: list[Payment] = field(default_factory=list)
    through: str | None = None
    not_through: str | None = None
    """Through whom all was to go, who has no account in this currency."""
    at_least: int | None = None
    """Fewer payments than these cannot do; None where all go through one person."""
    coin: int | None = None
    rounded_by: dict[str, int] = field(default_factory=dict)
    by_recorded: list[str] = field(default_factory=list)
    by_due: list[str] = field(default_factory=list)
    kitties: dict[str, int] = field(default_factory=dict)
    """What is left in the kitties of each player to whom one belongs: it is in that player's balance."""
    ownerless: int = 0
    """What is left in kitties that belong to nobody, since nobody held the bank."""
    lost: dict[str, int | None] = field(default_factory=dict)
    """Sessions whose log loses sight of the kitty, and the deal in which it does."""
    untold: list[str] = field(default_factory=list)
    """Those of them of which it is not known either what the kitty held at the end."""
    short: dict[str, tuple[int, list[int | None]]] = field(default_factory=dict)
    """Sessions whose kitty paid out more than was in it, though play went on: how much, and in which deals."""
    unaccounted: int = 0
    """What the known movements leave in their kitties beyond what is known to be left: it is in nobody's balance."""
    nobodys: str | None = None
    """The name of the account that these two are; None where there is none."""
    differing: list[str] = field(default_factory=list)
    """Sessions settled by what is recorded, where not all of that is what is due."""
    set_aside: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    """Sessions settled by what is recorded, with settlements of which nobody knows: so many."""
    unknown_bets: int = 0
    """How many of these are settlements of shoot bets."""
    paid_out: list[str] = field(default_factory=list)
    first: date | None = None
    """The first day of the period that is settled, where it has one."""
    before: dict[str, int] = field(default_factory=dict)
    """Balances from sessions before that day, which these payments do not settle."""
    undecided: dict[str, int] = field(default_factory=dict)
    """Sessions of which it could not be decided what is due: for so many of their payments. Then nothing is settled."""


def settle_up(database: Path, choice: Choice) -> tuple[list[Plan], LeftOut]:
    """The plans, by currency, and the sessions left out.

    A plan without payments that names sessions as `undecided` cannot be settled; the others do not hang on it.
    HistoryError where the file cannot be read; SettlingError where a session or the banker is not there, or nothing is
    left.
    """
    return plans(session_accounts(database), choice)


def plans(accounts: list[SessionAccounts], choice: Choice) -> tuple[list[Plan], LeftOut]:
    """The same of accounts that were read before."""
    chosen, undated = _in_period(_chosen(accounts, choice.sessions), choice)
    unrecorded = [one.session for one in chosen if choice.basis == "recorded" and not one.settles]
    settled = [one for one in chosen if one.session not in set(unrecorded)]
    if not settled:
        raise SettlingError("none of these sessions records its settlements", "--due settles by the rules")
    made: dict[str | None, Plan] = {}
    for session in settled:
        plan = made.setdefault(session.currency, Plan(session.currency))
        _add(plan, session, choice.basis or ("recorded" if session.settles else "due"))
    if choice.through is not None:
        check_banker(choice.through, {player: None for one in settled for player in one.due})
    for plan in made.values():
        if not plan.undecided:
            _pay(plan, choice)
        plan.first, plan.before = choice.first, _before(_chosen(accounts, choice.sessions), choice, plan.currency)
    return sorted(made.values(), key=lambda plan: (plan.currency is None, plan.currency or "")), LeftOut(
        unrecorded, undated
    )


def _chosen(sessions: list[SessionAccounts], wanted: Sequence[str]) -> list[SessionAccounts]:
    if not sessions:
        raise SettlingError("the history holds no session", "load some: pontoon-audit load LOG… --db FILE")
    there = [one.session for one in sessions]
    for name in wanted:
        if name not in there:
            raise SettlingError(f"there is no session {name}", _did_you_mean(name, there))
    return [one for one in sessions if not wanted or one.session in wanted]


def _in_period(sessions: list[SessionAccounts], choice: Choice) -> tuple[list[SessionAccounts], list[str]]:
    """The sessions of the period, and the names of those that are in none."""
    first, last = choice.first, choice.last
    if first is None and last is None:
        return sessions, []
    inside = [
        one for one in sessions if one.day and (not first or one.day >= first) and (not last or one.day <= last)
    ]  # fmt: skip
    undated = [one.session for one in sessions if one.day is None]
    if not inside:
        without = f" ({len(undated)} name no day)" if undated else ""
        raise SettlingError(f"no session was played in this period{without}", "pontoon-audit sql --db FILE sessions")
    return inside, undated


def _before(accounts: list[SessionAccounts], choice: Choice, currency: str | None) -> dict[str, int]:
    """The balances, other than nothing, that players have of a currency from before the period."""
    balances: dict[str, int] = {}
    first = choice.first
    early = [one for one in accounts if first and one.day and one.day < first and one.currency == currency]
    for one in early:
        for player, balance in (one.recorded if one.settles and choice.basis != "due" else one.due).items():
            balances[player] = balances.get(player, 0) + balance
    return {player: balance for player, balance in balances.items() if balance}


def check_banker(name: str, there: dict[str, None]) -> None:
    """SettlingError, with who may be meant, where nobody among these is called so."""
    if name not in there:
        raise SettlingError(f"{name} did not play in these sessions", _did_you_mean(name, list(there)))


def _did_you_mean(name: str, there: Sequence[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, there, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(there[:10])}"


def _add(plan: Plan, session: SessionAccounts, basis: Basis) -> None:
    name = session.session
    if basis == "due" and session.undecided:
        plan.undecided[name] = session.undecided
    plan.sessions.append(name)
    (plan.by_due if basis == "due" else plan.by_recorded).append(name)
    balances, left = (session.due, session.kitty_due) if basis == "due" else (session.recorded, session.kitty_recorded)
    for player, balance in balances.items():
        plan.balances[player] = plan.balances.get(player, 0) + balance
    if not session.kitty_seen:
        left = _add_lost(plan, session, left)
    if left:
        _add_kitty(plan, session.last_banker, left)
    if session.kitty_short:
        plan.short[name] = session.kitty_short, session.kitty_short_in
    if basis == "recorded" and session.differs:
        plan.differing.append(name)
    if basis == "recorded" and session.unknown:
        plan.unknown[name] = session.unknown
        plan.unknown_bets += session.unknown_bets
    if session.set_aside:
        plan.set_aside[name] = session.set_aside
    if session.paid_out:
        plan.paid_out.append(name)


def _add_lost(plan: Plan, session: SessionAccounts, moved: int) -> int:
    """What is known to be left in a kitty that the log loses sight of: not what was moved, as far as that is known."""
    plan.lost[session.session] = session.kitty_lost_in
    if session.kitty_held is None:
        plan.untold.append(session.session)
    held = session.kitty_held or 0
    plan.unaccounted += moved - held
    return held


def _add_kitty(plan: Plan, owner: str | None, left: int) -> None:
    """What is left in a kitty is its owner's, who would otherwise be told to pay his own kitty."""
    if owner is None:
        plan.ownerless += left
        return
    plan.balances[owner] = plan.balances.get(owner, 0) + left
    plan.kitties[owner] = plan.kitties.get(owner, 0) + left


def _name_ownerless(plan: Plan) -> None:
    """An account for what is nobody's of kitties, named like no player of any session."""
    left = plan.ownerless + plan.unaccounted
    if left:
        plan.nobodys = "the kitty"
        while plan.nobodys in plan.balances:
            plan.nobodys += "*"
        plan.balances[plan.nobodys] = left


def _pay(plan: Plan, choice: Choice) -> None:
    _name_ownerless(plan)
    balances = plan.balances
    if choice.coin is not None:
        plan.coin = choice.coin
        balances = in_coins(balances, choice.coin)
        plan.rounded_by = {
            name: rounded - plan.balances[name] for name, rounded in balances.items() if rounded != plan.balances[name]
        }
    if choice.through is not None and choice.through not in plan.balances:
        plan.not_through = choice.through
    elif choice.through is not None:
        plan.through = choice.through
        plan.payments = payments_through(balances, choice.through)
        return
    found = fewest_payments(balances)
    plan.payments, plan.at_least = found.payments, found.at_least
