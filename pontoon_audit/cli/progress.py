"""How far a long audit has come: on a terminal, on standard error, and only once there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pontoon_audit.output.words import count

if TYPE_CHECKING:
    from pontoon_audit.audit import Audit


def watched(pieces: Iterable[Audit], *, quiet: bool) -> Iterator[Audit]:
    """The pieces of an audit, as they come. From the second on, a line says how much is done."""
    if quiet or not sys.stderr.isatty():
        yield from pieces
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        status.stop()
        sessions = events = 0
        for piece in pieces:
            yield piece
            sessions += piece.sessions.height
            events += int(piece.sessions["events"].sum())
            status.update(f"{count(sessions, 'session')}, {count(events, 'event')} audited")
            status.start()
