"""`demo`: the whole main job on the sample logs that come along."""

from pathlib import Path
from typing import Annotated

import typer

from pontoon_audit.cli.options import Verbose, folder


def command(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", parser=folder, help="The folder for what is written.")
    ] = Path("demo"),
    verbose: Verbose = False,
) -> None:
    """Do the whole main job on sample logs.

    Audits them, keeps them, writes reports and statements, and says what to open.

    \b
    pontoon-audit demo
    """
    from pontoon_audit.cli.showing import show

    show(out)
