"""The commands put together. Each stands in a file of its own."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.main import get_command

from pontoon_audit import __version__
from pontoon_audit.cli import audit, convert, demo, load, report, rule, rules, schema, settle_up, sql, statement

app = typer.Typer(
    help="Audits logs of the card game Pontoon: what was not played or paid by the rules, where, and by which clause.",
    epilog="Start with: pontoon-audit demo",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print(f"pontoon-audit {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


app.command("audit")(audit.command)
app.command("load")(load.command)
app.command("report")(report.command)
app.command("statement")(statement.command)
app.command("settle-up")(settle_up.command)
app.command("sql")(sql.command)
app.command("rules")(rules.command)
app.command("rule")(rule.command)
app.command("schema")(schema.command)
app.command("convert")(convert.command)
app.command("demo")(demo.command)


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit status. A wrong option or argument is told on standard error and gives 2."""
    try:
        get_command(app).main(args=list(arguments), prog_name="pontoon-audit")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0
