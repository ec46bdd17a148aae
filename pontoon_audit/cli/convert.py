"""`convert`: one log shape into another."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pontoon_audit.cli.options import Encoding, InputFormat, Quiet, Rules, Verbose


def command(
    log: Annotated[str, typer.Argument(metavar="IN", help="The log, or - for standard input.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new file: .json, .jsonl or .csv, also .gz or .zst.")],
    to: Annotated[
        Literal["document", "lines", "csv", "sheet"] | None,
        typer.Option("--to", help="The new shape, where the name of OUT does not tell it; a hand sheet is also .csv."),
    ] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Only this session.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing, and give exit status 2, where anything would be lost.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT, and the house rules beside it.")] = False,
    rules: Rules = None,
    input_format: InputFormat = None,
    encoding: Encoding = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Convert a log into another shape.

    What the new shape has no place for is named on standard error. House rules go into the document, or into
    NAME.rules.toml beside a flat file. Exit status 2 where records had to be left out.

    \b
    pontoon-audit convert thursday.csv thursday.json
    pontoon-audit convert thursday.json sheet.csv --to sheet
    """
    from pontoon_audit.cli.converting import Wish, convert_log

    wish = Wish(
        log=log, out=out, to=to, session=session, strict=strict, force=force, rules=rules, input_format=input_format,
        encoding=encoding, quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(convert_log(wish))
