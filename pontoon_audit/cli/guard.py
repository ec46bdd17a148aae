"""What stands around every command: no traceback reaches a user, and each way to end has its own exit status."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Final

from pontoon_audit.cli.status import CLEAN, INTERRUPTED, NOBODY_LISTENS, OUR_FAULT, WRONG

_CANNOT_TAKE_MORE: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF})


def guarded(arguments: Sequence[str]) -> int:
    """Run the command line on `arguments`; the exit status is returned, never raised.

    An exception that no command expected is our own fault: it is told in two lines and status 4, and in full with
    `--verbose`. Standard output that cannot be written, on a full disk for one, is not: it gives 2. Ctrl-C gives 130.
    """
    _spell_out_what_cannot_be_shown()
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return stopped() if status == INTERRUPTED else status
    except KeyboardInterrupt:
        return stopped()
    except BrokenPipeError:
        return _nobody_listens()
    except OSError as error:
        # a file is named when it cannot be opened, and commands handle those that they write
        if error.filename is None and error.errno in _CANNOT_TAKE_MORE:
            return unwritable(error)
        _confess(error, verbose=not {"-v", "--verbose"}.isdisjoint(arguments))
        return OUR_FAULT
    except Exception as error:
        if _is_ctrl_c(error):
            return stopped()
        _confess(error, verbose=not {"-v", "--verbose"}.isdisjoint(arguments))
        return OUR_FAULT


def _is_ctrl_c(error: Exception) -> bool:
    """DuckDB, where it heard Ctrl-C in the middle of a query, raises this in place of a KeyboardInterrupt."""
    return isinstance(error, RuntimeError) and str(error) == "Query interrupted"


def _run(arguments: Sequence[str]) -> int:
    if list(arguments) == ["--version"]:
        # at once, without the commands
        from pontoon_audit import __version__

        print(f"pontoon-audit {__version__}")
        return CLEAN
    from pontoon_audit.cli.app import run

    return run(arguments)


def stopped() -> int:
    """Say that Ctrl-C was heard. Files are written whole or not at all, so there is nothing to clean up."""
    print("pontoon-audit: stopped; nothing was half written", file=sys.stderr)
    return INTERRUPTED


def unwritable(error: OSError) -> int:
    """Say that standard output takes nothing more, and why."""
    why = (error.strerror or str(error)).lower()
    print(f"pontoon-audit: standard output cannot be written: {why}", file=sys.stderr)
    _point_output_nowhere()
    return WRONG


def _spell_out_what_cannot_be_shown() -> None:
    """Suits and names as they are, whatever the terminal's encoding; what it cannot show is spelt out."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _nobody_listens() -> int:
    """Where the system has no SIGPIPE."""
    _point_output_nowhere()
    return NOBODY_LISTENS


def _point_output_nowhere() -> None:
    """So that closing standard output, when this process ends, complains no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
