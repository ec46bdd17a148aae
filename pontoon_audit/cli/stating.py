"""What `statement` does once its options are known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pontoon_audit.cli.settling import coin_of
from pontoon_audit.cli.talk import existing_database, refuse, say
from pontoon_audit.cli.work import written
from pontoon_audit.history import HistoryError
from pontoon_audit.output.words import count
from pontoon_audit.settling import Choice


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of one `statement`, as they were given."""

    database: Path
    out: Path
    session: str | None
    player: str | None
    first: str | None
    last: str | None
    formats: list[str]
    report: Path | None
    through: str | None
    coin: str | None
    quiet: bool


def state(wish: Wish) -> None:
    """Write the statements, and name the page that lists them."""
    from pontoon_audit.reporting import USUAL_FORMATS, period_between, write_statements
    from pontoon_audit.reporting.ours import left_over

    try:
        days = period_between(wish.first, wish.last)
    except HistoryError as error:
        refuse(error.what, error.hint)
    if wish.session is not None and days.is_given:
        refuse("a session has its own day", "give either --session or --from and --to")
    paid = Choice(through=wish.through, coin=coin_of(wish.coin))
    formats = [one.strip().lower() for given in wish.formats for one in given.split(",")] or USUAL_FORMATS
    files = written(
        lambda: write_statements(
            existing_database(wish.database), wish.out, session=wish.session, player=wish.player, period=days,
            formats=formats, report=wish.report, paid=paid,
        ),
        wish.out,
        quiet=wish.quiet,
    )  # fmt: skip
    old = 0 if wish.quiet else left_over(wish.out, files)
    if old:
        say(f"{count(old, 'statement')} of earlier runs stayed in {wish.out}; delete the folder to have only new ones")
