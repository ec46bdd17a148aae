"""The command line: `pontoon-audit`. A thin layer; each command is a file of this folder and holds no logic.

Nothing heavy is imported here or at the top of a command, so that `--help` and a mistyped option answer at once.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn


def program() -> NoReturn:
    """Run the command line on the arguments of this process, and end it with the exit status, at once: Python takes
    all modules apart when it ends by itself, which takes as long as a small audit."""
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError, ValueError):  # what cannot be written was told before
            stream.flush()
    os._exit(status)


def main() -> NoReturn:
    """Run the command line on the arguments of this process; `SystemExit` with the exit status."""
    if hasattr(signal, "SIGPIPE"):
        # A reader that has seen enough (`| head`) ends this tool as it ends any other.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        from pontoon_audit.keeping_memory import at_first

        at_first()
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # to look for some takes a fiftieth of a second
        from pontoon_audit.cli.guard import guarded

        sys.exit(guarded(sys.argv[1:]))
    except KeyboardInterrupt:  # before or after a command
        from pontoon_audit.cli.guard import stopped

        sys.exit(stopped())
