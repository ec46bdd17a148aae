"""How far a long audit has come: on a terminal, on standard error, and only once there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from threading import Timer
from typing import TYPE_CHECKING, Final

from pontoon_audit.output.words import count

if TYPE_CHECKING:
    from pontoon_audit.auditing import Audit

PATIENCE: Final = 1.0
"""Seconds before anything is said: a short audit is over by then."""


def watched(pieces: Iterable[Audit], *, quiet: bool) -> Iterator[Audit]:
    """The pieces of an audit, as they come; a line says how much is done, until the last has come."""
    if quiet or not sys.stderr.isatty():
        yield from pieces
        return
    from rich.console import Console
    from rich.status import Status

    status = Status("reading and auditing", console=Console(stderr=True))
    later = Timer(PATIENCE, status.start)
    later.daemon = True
    later.start()
    sessions = events = 0
    try:
        for piece in pieces:
            sessions += piece.sessions.height
            events += int(piece.sessions["events"].sum())
            status.update(f"{count(sessions, 'session')}, {count(events, 'event')} audited")
            yield piece
    finally:
        later.cancel()
        status.stop()
