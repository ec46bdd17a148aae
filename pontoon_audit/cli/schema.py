"""`schema`: the published shapes of what goes in and comes out."""

from typing import Annotated, Literal

import typer


def command(
    name: Annotated[
        Literal["log", "rules", "findings", "payments", "statement", "database"], typer.Argument(help="Which one.")
    ],
) -> None:
    """Print a JSON Schema or the database schema.

    JSON Schema for log, rules, findings, payments and a statement; SQL for database, the history file.

    \b
    pontoon-audit schema log
    """
    from pontoon_audit.cli.talk import product
    from pontoon_audit.output.schemas import published

    product(published(name))
