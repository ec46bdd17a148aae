"""`sql`: ask the history file, read-only."""

from typing import Annotated, Literal

import typer

from pontoon_audit.cli.options import Database, Verbose


def command(
    db: Database,
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY|NAME]", help="SQL, or the name of a query that comes along.")
    ] = None,
    format: Annotated[
        Literal["table", "csv", "json", "jsonl"], typer.Option("--format", "-f", help="How the rows are written.")
    ] = "table",
    verbose: Verbose = False,
) -> None:
    """Ask the history file, read-only. Without a query, list the named ones.

    \b
    pontoon-audit sql --db club.duckdb players
    pontoon-audit sql --db club.duckdb "select * from discrepancies" --format csv
    """
    from pontoon_audit.cli.asking import ask, named

    if query is None:
        named()
    else:
        ask(db, query, format)
