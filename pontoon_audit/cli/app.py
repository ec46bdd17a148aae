"""The commands put together. Each stands in a file of its own."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Final

import typer
from typer.main import get_command

from pontoon_audit import __version__

COMMANDS: Final = (
    "audit", "load", "report", "statement", "settle-up", "sql", "rules", "rule", "schema", "convert", "demo",
)  # fmt: skip
"""In the order in which `--help` lists them. The command of each is in the module of its name."""


_HELP: Final = (
    "Audits logs of the card game Pontoon: what was not played or paid by the rules, where, and by which clause."
)


def _version(asked: bool) -> None:
    if asked:
        print(f"pontoon-audit {__version__}")
        raise typer.Exit


def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


def app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with some of its commands: typer takes a twentieth of a second to get all of them ready."""
    made = typer.Typer(
        help=_HELP,
        epilog="Start with: pontoon-audit demo",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_main)
    for name in names:
        made.command(name)(import_module(f"pontoon_audit.cli.{name.replace('-', '_')}").command)
    return made


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit status. A wrong option or argument is told on standard error and gives 2."""
    named = [name for name in arguments[:1] if name in COMMANDS]
    try:
        get_command(app(named or COMMANDS)).main(args=list(arguments), prog_name="pontoon-audit")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0
