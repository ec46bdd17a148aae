"""`rules`: the catalogue of findings."""

from typing import Annotated

import typer


def command(
    group: Annotated[str | None, typer.Argument(metavar="[GROUP]", help="Only this group, such as pack.")] = None,
) -> None:
    """List the catalogue of findings.

    \b
    pontoon-audit rules
    pontoon-audit rules settlement
    """
    from pontoon_audit.cli.catalogue import listing

    listing(group)
