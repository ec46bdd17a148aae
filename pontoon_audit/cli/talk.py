"""What the commands say besides their product: on standard error, in plain words, with user text made harmless."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from typer import Exit

from pontoon_audit.cli.guard import unwritable
from pontoon_audit.cli.status import WRONG
from pontoon_audit.output.words import harmless


def say(text: str) -> None:
    """One line of talk on standard error."""
    print(harmless(text), file=sys.stderr)


def refuse(what: str, hint: str | None = None) -> NoReturn:
    """Say what is wrong with the command or an input, and what to do, and leave with status 2."""
    say(f"pontoon-audit: {what}")
    if hint:
        say(f"  {hint}")
    raise Exit(WRONG)


def product(text: str | Iterable[str]) -> None:
    """The product of a command, on standard output, with the same bytes on every system: UTF-8, plain line feeds.

    Where it cannot be written, that is said and the command left with status 2.
    """
    if sys.stdout is None:
        refuse("there is no standard output to write to")
    for piece in [text] if isinstance(text, str) else text:
        _put(piece)
    _put("", flush=True)


def _put(text: str, *, flush: bool = False) -> None:
    """Some of the product. What goes wrong here is known to be standard output's fault."""
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            buffer.write(text.encode("utf-8", "backslashreplace"))
        if flush:
            (buffer or sys.stdout).flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Exit(unwritable(error)) from error


def existing_database(path: Path) -> Path:
    """The path of a history file, or a refusal that says how to make one."""
    if not path.is_file():
        refuse(f"there is no history file {path}", f"make one with: pontoon-audit load LOG… --db {path}")
    return path
