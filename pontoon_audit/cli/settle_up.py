"""`settle-up`: who pays whom."""

from typing import Annotated, Literal

import typer

from pontoon_audit.cli.options import Coin, Database, FirstDay, LastDay, Quiet, ThroughBanker, Verbose


def command(
    db: Database,
    session: Annotated[
        list[str] | None, typer.Option("--session", metavar="ID", help="Only this session; may be given several times.")
    ] = None,
    first: FirstDay = None,
    last: LastDay = None,
    by_due: Annotated[
        bool | None,
        typer.Option(
            "--due/--recorded",
            help="What the rules say, or what the log says. Without either: the log, and the rules for sessions that "
            "record no settlements.",
            show_default=False,
        ),
    ] = None,
    through_banker: ThroughBanker = None,
    coin: Coin = None,
    format: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="How the payments are written.")
    ] = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Say who pays whom, in the fewest payments.

    Settles the balances of all sessions, or of some, exactly; each currency apart.

    \b
    pontoon-audit settle-up --db club.duckdb
    pontoon-audit settle-up --db club.duckdb --session thursday --coin 0.50
    """
    from pontoon_audit.cli.settling import Wish, settle

    settle(Wish(db, session or [], first, last, by_due, through_banker, coin, format, quiet))
