"""`report`: write the HTML reports of a history file."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pontoon_audit.cli.options import Database, Quiet, Verbose, folder


def command(
    db: Database,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", parser=folder, help="The folder for the pages; made where absent.")
    ],
    deals: Annotated[
        Literal["all", "findings"] | None,
        typer.Option(
            "--deals",
            help="Which deals get a page; without it all of up to 500, of more those with findings.",
            show_default=False,
        ),
    ] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write the reports as web pages.

    \b
    pontoon-audit report --db club.duckdb --out pages
    """
    from pontoon_audit.cli.work import pages

    pages(db, out, deals, quiet=quiet)
