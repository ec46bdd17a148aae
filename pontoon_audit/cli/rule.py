"""`rule`: explain one finding."""

from typing import Annotated

import typer


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A finding, such as buy/above-limit.")],
) -> None:
    """Explain one finding.

    What is tested, why, what it cannot see, and short deals that break it and keep it.

    \b
    pontoon-audit rule settlement/wrong-amount
    """
    from pontoon_audit.cli.catalogue import page

    page(name)
