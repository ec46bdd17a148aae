"""`statement`: write settlement statements of a session, a player or a period."""

from pathlib import Path
from typing import Annotated

import typer

from pontoon_audit.cli.options import Coin, Database, FirstDay, LastDay, Quiet, ThroughBanker, Verbose, folder


def command(
    db: Database,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", parser=folder, help="The folder for the statements.")],
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Only this session.")] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="ID", help="Only this player.")] = None,
    first: FirstDay = None,
    last: LastDay = None,
    format: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="html, pdf, csv, xlsx, json: several with commas. Usually html,csv; pdf and xlsx need the extras pdf "
            "and excel.",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="DIR",
            parser=folder,
            help="The folder of a report of the same history: lines lead to its pages of deals.",
            show_default=False,
        ),
    ] = None,
    through_banker: ThroughBanker = None,
    coin: Coin = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write settlement statements.

    What each player won, lost and is owed, hand by hand: about each session, and about all sessions of a period with
    opening and closing balance.

    \b
    pontoon-audit statement --db club.duckdb --player ann --out statements
    pontoon-audit statement --db club.duckdb --from 2026-12-01 --to 2026-12-31 --format pdf,csv --out december
    """
    from pontoon_audit.cli.stating import Wish, state

    state(Wish(db, out, session, player, first, last, format or [], report, through_banker, coin, quiet))
