"""What stands around every command: no traceback reaches a user, and each way to end has its own exit status."""

import os
import sys
from collections.abc import Sequence

from pontoon_audit.cli.status import INTERRUPTED, NOBODY_LISTENS, OUR_FAULT


def guarded(arguments: Sequence[str]) -> int:
    """Run the command line on `arguments`; the exit status is returned, never raised.

    An exception that no command expected is our own fault: it is told in two lines and status 4, and in full with
    `--verbose`. Ctrl-C gives 130.
    """
    _spell_out_what_cannot_be_shown()
    try:
        from pontoon_audit.cli.app import run

        status = run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _nobody_listens()
    except Exception as error:
        _confess(error, verbose=not {"-v", "--verbose"}.isdisjoint(arguments))
        return OUR_FAULT


def _spell_out_what_cannot_be_shown() -> None:
    """Suits and names as they are, whatever the terminal's encoding; what it cannot show is spelt out."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _nobody_listens() -> int:
    """Where the system has no SIGPIPE: point standard output nowhere, so that closing it complains no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOBODY_LISTENS


def _confess(error: Exception, *, verbose: bool) -> None:
    from pontoon_audit.output.words import harmless

    says = harmless(f"{type(error).__name__}: {error}")
    print(f"pontoon-audit: this is our fault, not yours: {says[:500]}", file=sys.stderr)
    if verbose:
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            print(harmless(line), file=sys.stderr)
    else:
        print("Run it again with --verbose for the details, and please report them.", file=sys.stderr)
