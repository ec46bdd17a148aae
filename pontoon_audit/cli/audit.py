"""`audit`: replay logs and print what is found."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pontoon_audit.cli.options import Cluster, Encoding, InputFormat, Logs, Parts, Quiet, Rules, Verbose, Workers


def command(
    logs: Logs,
    format: Annotated[
        Literal["text", "json", "jsonl", "csv", "sarif", "junit", "github"],
        typer.Option("--format", "-f", help="How the findings are written."),
    ] = "text",
    fail_on: Annotated[
        Literal["error", "warning", "info", "never"],
        typer.Option("--fail-on", help="The least severity that gives exit status 1."),
    ] = "error",
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="NAMES", help="Only these findings or groups, separated by commas."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="NAMES", help="All but these findings or groups."),
    ] = None,
    rules: Rules = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="In text: how often each rule was kept, broken, or could not tell.")
    ] = False,
    input_format: InputFormat = None,
    encoding: Encoding = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file, not to standard output.")
    ] = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    parts: Parts = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Replay logs by the rules and print what is found. Writes nothing else but --parts.

    Exit status: 0 nothing at or above --fail-on; 1 there is; 2 the command was wrong or an input could not be read;
    3 nothing was audited; 4 our own fault.

    \b
    pontoon-audit audit thursday.json
    pontoon-audit audit logs --format json --select settlement,pack
    """
    from pontoon_audit.cli.auditing import Request, run
    from pontoon_audit.cli.sharing import Sharing

    request = Request(
        logs=logs, format=format, fail_on=fail_on, select=select or [], ignore=ignore or [], rules=rules,
        coverage=coverage, input_format=input_format, encoding=encoding, output=output, quiet=quiet, verbose=verbose,
        sharing=Sharing(workers=workers, cluster=cluster, parts=parts),
    )  # fmt: skip
    raise typer.Exit(run(request))
