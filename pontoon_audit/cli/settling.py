"""What `settle-up` does once its options are known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from typer import Exit

from pontoon_audit.cli.status import WRONG
from pontoon_audit.cli.talk import existing_database, product, refuse, say
from pontoon_audit.history import HistoryError
from pontoon_audit.money.amounts import parse_minor
from pontoon_audit.output.payments import as_json, as_text, notes, undecided
from pontoon_audit.output.words import harmless
from pontoon_audit.settling import Choice, LeftOut, Plan, settle_up
from pontoon_audit.settling.plan import Basis

_UNDECIDED: Final = (
    "--recorded settles what the log says; --session chooses other sessions; "
    "pontoon-audit sql --db FILE not-judged says why"
)
_BASES: Final[dict[bool | None, Basis | None]] = {None: None, True: "due", False: "recorded"}


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of one `settle-up`, as they were given."""

    database: Path
    sessions: list[str]
    first: str | None
    last: str | None
    by_due: bool | None
    through: str | None
    coin: str | None
    format: str
    quiet: bool


def settle(wish: Wish) -> None:
    """Print the payments; what must be said beside them stands below the text, or on standard error beside JSON.

    A currency that cannot be settled stops no other: it is named on standard error, and the exit status is 2.
    """
    try:
        first, last = _days(wish)
        choice = Choice(
            sessions=wish.sessions, first=first, last=last, basis=_BASES[wish.by_due], through=wish.through,
            coin=coin_of(wish.coin),
        )  # fmt: skip
        plans, left_out = settle_up(existing_database(wish.database), choice)
    except HistoryError as error:
        refuse(error.what, error.hint)
    settled = [plan for plan in plans if not plan.undecided]
    if settled:
        _show(wish, settled, left_out)
    undecidable = [plan for plan in plans if plan.undecided]
    for plan in undecidable:
        apart = f"{plan.currency or 'what has no currency'} is not settled: " if settled else ""
        say(f"pontoon-audit: {apart}{undecided(plan)}")
    if undecidable:
        say(f"  {_UNDECIDED}")
        raise Exit(WRONG)


def _show(wish: Wish, plans: list[Plan], left_out: LeftOut) -> None:
    said = [] if wish.quiet else [f"{note[0].upper()}{note[1:]}." for note in notes(plans, left_out)]
    if wish.format == "json":
        product(as_json(plans))
        for note in said:
            say(note)
        return
    text = "".join(as_text(plans))
    product(text if said else text.removesuffix("\n"))
    product(f"{harmless(note)}\n" for note in said)


def _days(wish: Wish) -> tuple[date | None, date | None]:
    if wish.first is None and wish.last is None:
        return None, None
    from pontoon_audit.reporting import period_between  # here, since all that makes pages comes along

    days = period_between(wish.first, wish.last)
    return days.first, days.last


def coin_of(written: str | None) -> int | None:
    """The coin that was wished, in minor units; a refusal where it is none."""
    if written is None:
        return None
    coin = parse_minor(written)
    if isinstance(coin, str):
        refuse(f"the coin {written} {coin}")
    if coin <= 0:
        refuse(f"the coin {written} is not above 0", "name the smallest one that is paid in, like 0.50")
    return coin
