"""Ctrl-C put off for a moment, where it would be swallowed or tear down what cannot bear it; heard while waiting."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Ctrl-C within the ``with`` is heard at its end. Processes that are started in it never hear it.

    For short work only: starting processes, whose end is ours to see to, and imports of libraries that do not survive
    an exception in the middle.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = False

    def note(_: int, __: FrameType | None) -> None:
        nonlocal heard
        heard = True

    before = signal.signal(signal.SIGINT, note)
    blocks = hasattr(signal, "pthread_sigmask")
    # children inherit what is blocked; the handler is there since another thread of ours may take the signal
    if blocks:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if heard and callable(before):
        before(signal.SIGINT, None)


def ctrl_c_while_waiting() -> None:
    """Lets Ctrl-C end a wait for input, for a thread. The handler that polars puts in place when it is imported makes
    the system go on with the wait, so that a log that never comes could not be given up."""
    if hasattr(signal, "siginterrupt"):
        signal.siginterrupt(signal.SIGINT, True)
