"""`statement`: write the settlement statements of a session or a player."""

from pathlib import Path
from typing import Annotated

import typer

from pontoon_audit.cli.options import Database, Quiet, Verbose


def command(
    db: Database,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the statements.")],
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Only this session.")] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="ID", help="Only this player.")] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write settlement statements.

    What each player won, lost and is owed, hand by hand.

    \b
    pontoon-audit statement --db club.duckdb --player ann --out statements
    """
    from pontoon_audit.cli.work import statements

    statements(db, out, session, player, quiet=quiet)
