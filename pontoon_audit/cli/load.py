"""`load`: audit logs and keep them, with their findings, in a history file."""

from pathlib import Path
from typing import Annotated

import typer

from pontoon_audit.cli.options import Database, Encoding, Events, InputFormat, Quiet, Rules, SomeLogs, Verbose

FromParquet = Annotated[
    Path | None,
    typer.Option("--from-parquet", metavar="FOLDER", help="Load audits that were written there in parts, not logs."),
]


def command(
    db: Database,
    logs: SomeLogs = None,
    from_parquet: FromParquet = None,
    rules: Rules = None,
    input_format: InputFormat = None,
    encoding: Encoding = None,
    events: Events = "duckdb",
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Audit logs and keep them in a history file.

    Loading the same file twice changes nothing; another version of a session replaces the one that is shown.

    \b
    pontoon-audit load thursday.json --db club.duckdb
    """
    from pontoon_audit.cli.talk import refuse
    from pontoon_audit.cli.work import Loading, load_logs, load_parts

    if (from_parquet is None) == (not logs):
        refuse("either logs or --from-parquet must be named", "pontoon-audit load LOG… --db FILE")
    if from_parquet is not None:
        raise typer.Exit(load_parts(from_parquet, db, events, quiet=quiet))

    request = Loading(
        logs=logs or [], database=db, rules=rules, input_format=input_format, encoding=encoding, events=events,
        quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(load_logs(request))
