"""`load`: audit logs and keep them, with their findings, in a history file."""

from pathlib import Path
from typing import Annotated

import typer

from pontoon_audit.cli.options import (
    Cluster,
    Database,
    Encoding,
    Events,
    InputFormat,
    Parts,
    Quiet,
    Rules,
    SomeLogs,
    Verbose,
    Workers,
)

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
    workers: Workers = 1,
    cluster: Cluster = None,
    parts: Parts = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Audit logs and keep them in a history file.

    Loading the same file twice changes nothing; another version of a session replaces the one that is shown.

    \b
    pontoon-audit load thursday.json --db club.duckdb
    """
    from pontoon_audit.cli.sharing import Sharing
    from pontoon_audit.cli.talk import refuse
    from pontoon_audit.cli.work import Loading, load_logs, load_parts

    if (from_parquet is None) == (not logs):
        refuse("either logs or --from-parquet must be named", "pontoon-audit load LOG… --db FILE")
    sharing = Sharing(workers=workers, cluster=cluster, parts=parts)
    if from_parquet is not None:
        if not sharing.is_alone:
            refuse("--from-parquet loads what was audited before", "leave out --workers, --cluster and --parts")
        raise typer.Exit(load_parts(from_parquet, db, events, quiet=quiet))

    request = Loading(
        logs=logs or [], database=db, rules=rules, input_format=input_format, encoding=encoding, events=events,
        sharing=sharing, quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(load_logs(request))
