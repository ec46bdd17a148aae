"""What `audit` does once its options are known: find the logs, audit, write, and say how it ended."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from pontoon_audit.cli.inputs import found_logs, house_rules
from pontoon_audit.cli.progress import watched
from pontoon_audit.cli.sharing import Sharing, Work, audited
from pontoon_audit.cli.status import CLEAN, FOUND, NOTHING, OUR_FAULT, WRONG
from pontoon_audit.cli.talk import product, refuse, say
from pontoon_audit.output.document import SEVERITIES, Report, report
from pontoon_audit.output.selection import NoName, UnknownName, selection
from pontoon_audit.output.words import place

_TEXT: Final = "text"
_STYLES: Final = {
    "error": "bold red",
    "warning": "yellow",
    "info": "cyan",
    "kept": "green",
    "title": "bold",
    "quiet": "dim",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The options of one `audit`, as they were given."""

    logs: list[str]
    format: str
    fail_on: str
    select: list[str]
    ignore: list[str]
    rules: Path | None
    coverage: bool
    input_format: str | None
    encoding: str | None
    output: Path | None
    sharing: Sharing
    quiet: bool
    verbose: bool


def run(request: Request) -> int:
    """Do it; the exit status is returned."""
    wanted = _wanted(request)
    rules = house_rules(request.rules)
    logs = found_logs(request.logs)
    lines = request.verbose and request.format == _TEXT
    work = Work(
        paths=logs.paths, rules=rules, input_format=request.input_format, encoding=request.encoding,
        events="table" if lines else "none",
    )  # fmt: skip
    with (
        watched("replaying", quiet=request.quiet, expected=logs.expected_events) as watch,
        audited(request.sharing, work, watch) as pieces,
    ):
        found = report(pieces, wanted, deal_lines=lines)
    _write(request, found)
    _tell(request, found)
    return status(found, request.fail_on, missing=logs.missing)


def status(found: Report, fail_on: str, *, missing: bool = False) -> int:
    """The exit status of an audit: our own fault before an unread input, before nothing audited, before findings."""
    if found.rule_errors:
        return OUR_FAULT
    if found.unreadable or missing:
        return WRONG
    if not found.summary["events"]:
        return NOTHING
    failing = () if fail_on == "never" else SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    return FOUND if any(found.summary[severity] for severity in failing) else CLEAN


def _wanted(request: Request) -> frozenset[str] | None:
    from pontoon_audit.rules.catalogue import CATALOGUE

    try:
        return selection(request.select, request.ignore, [rule.name for rule in CATALOGUE])
    except NoName:
        refuse("--select names no finding", "leave it out for all of them; see them: pontoon-audit rules")
    except UnknownName as error:
        hint = f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "See them: pontoon-audit rules"
        refuse(f"{error.name} is neither a finding nor a group of findings", hint)


def _write(request: Request, found: Report) -> None:
    if request.output is not None:
        _refuse_to_overwrite_a_log(request.output, found)
        try:
            _write_whole(request.output, _rendered(request, found))
        except OSError as error:
            refuse(f"{request.output} cannot be written: {(error.strerror or str(error)).lower()}")
    elif request.format == _TEXT and _is_terminal():
        _show(request, found)
    else:
        product(_rendered(request, found))


def _write_whole(output: Path, texts: Iterator[str]) -> None:
    """Write a file that is there whole or not at all; a device or a pipe takes the texts as they come."""
    aside = None if output.exists() and not output.is_file() else output.resolve()
    if aside is not None:
        aside = aside.with_name(f".{aside.name[:100]}.{os.getpid()}.part")
    try:
        with (aside or output).open("wb") as file:
            for text in texts:
                file.write(text.encode("utf-8", "backslashreplace"))
        if aside is not None:
            aside.replace(output.resolve())
    finally:
        if aside is not None:
            aside.unlink(missing_ok=True)


def _rendered(request: Request, found: Report) -> Iterator[str]:
    if request.format == _TEXT:
        from pontoon_audit.output import text

        return text.render(found, coverage=request.coverage, quiet=request.quiet, verbose=request.verbose)
    rendered: Iterator[str] = import_module(f"pontoon_audit.output.{request.format}").render(found)
    return rendered


def _is_terminal() -> bool:
    import sys

    return sys.stdout is not None and sys.stdout.isatty()


def _show(request: Request, found: Report) -> None:
    """The text in colour. Pieces are styled one by one, so that nothing in a log is taken for markup."""
    from rich.console import Console
    from rich.text import Text

    from pontoon_audit.output import text

    console = Console(highlight=False, emoji=False, markup=False)
    for line in text.lines(found, coverage=request.coverage, quiet=request.quiet, verbose=request.verbose):
        console.print(Text.assemble(*((piece, _STYLES.get(style, "")) for piece, style in line)), soft_wrap=True)


def _tell(request: Request, found: Report) -> None:
    """On standard error, what a machine format has no place for, and what nobody should overlook."""
    if request.format != _TEXT or request.output is not None:
        for file in found.unreadable:
            say(f"{place(file)}: {file['what']} ({file['hint']})")
        for text in found.rule_errors:
            say(f"pontoon-audit: our own fault: {text}")
    if not found.summary["events"] and not found.unreadable:
        say("pontoon-audit: nothing was audited: what was read holds no event")


def _refuse_to_overwrite_a_log(output: Path, found: Report) -> None:
    for source in (*found.sources, *found.unreadable):
        if output.exists() and Path(source["path"]).exists() and output.samefile(source["path"]):
            refuse(f"{output} is one of the logs; nothing was written", "give --output another name")
