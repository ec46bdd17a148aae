"""What the commands say besides their product: on standard error, in plain words, with user text made harmless."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from typer import Exit

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
    """The product of a command, on standard output, with the same bytes on every system: UTF-8, plain line feeds."""
    pieces = [text] if isinstance(text, str) else text
    buffer = getattr(sys.stdout, "buffer", None)
    sys.stdout.flush()
    for piece in pieces:
        if buffer is None:
            sys.stdout.write(piece)
        else:
            buffer.write(piece.encode("utf-8", "backslashreplace"))
    (buffer or sys.stdout).flush()


def existing_database(path: Path) -> Path:
    """The path of a history file, or a refusal that says how to make one."""
    if not path.is_file():
        refuse(f"there is no history file {path}", f"make one with: pontoon-audit load LOG… --db {path}")
    return path
