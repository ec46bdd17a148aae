"""`load`: audit logs and keep them, with their findings, in a history file."""

import typer

from pontoon_audit.cli.options import Database, Encoding, InputFormat, Logs, Quiet, Rules, Verbose


def command(
    logs: Logs,
    db: Database,
    rules: Rules = None,
    input_format: InputFormat = None,
    encoding: Encoding = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Audit logs and keep them in a history file.

    Loading the same file twice changes nothing; another version of a session replaces the one that is shown.

    \b
    pontoon-audit load thursday.json --db club.duckdb
    """
    from pontoon_audit.cli.work import Loading, load_logs

    request = Loading(
        logs=logs, database=db, rules=rules, input_format=input_format, encoding=encoding, quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(load_logs(request))
