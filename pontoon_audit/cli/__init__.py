"""The command line: `pontoon-audit`. A thin layer; each command is a file of this folder and holds no logic.

Nothing heavy is imported here or at the top of a command, so that `--help` and a mistyped option answer at once.
"""

import signal
import sys


def main() -> None:
    """Run the command line on the arguments of this process, and leave it with the exit status."""
    if hasattr(signal, "SIGPIPE"):
        # A reader that has seen enough (`| head`) ends this tool as it ends any other.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        from pontoon_audit.keeping_memory import before_polars

        before_polars()
        from pontoon_audit.cli.guard import guarded

        sys.exit(guarded(sys.argv[1:]))
    except KeyboardInterrupt:  # before or after a command
        from pontoon_audit.cli.guard import stopped

        sys.exit(stopped())
