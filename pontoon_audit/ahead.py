"""Work done ahead in a thread, so that it goes on while what it made before is worked on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from queue import Empty, Queue
from typing import Any, Final, TypeVar

Item = TypeVar("Item")
_END: Final = object()
_LONGEST_STEP: Final = 3.0
"""Seconds that an item may take to be made, at most, before whoever stops waits for it no longer: a pipe that nobody
writes to is never read."""


def ahead(items: Iterable[Item], meanwhile: Callable[[], object] | None = None) -> Generator[Item]:
    """The items in their order, the next one and one more made meanwhile; what goes wrong in it is raised here.
    `meanwhile` is done here while the first one is made.

    >>> list(ahead(range(3)))
    [0, 1, 2]
    """
    made: Queue[tuple[Any, BaseException | None]] = Queue(maxsize=1)
    stopped = threading.Event()

    def make() -> None:
        try:
            for item in items:
                made.put((item, None))
                if stopped.is_set():
                    return
            made.put((_END, None))
        except BaseException as error:
            made.put((_END, error))

    thread = threading.Thread(target=make, name="ahead", daemon=True)
    thread.start()
    try:
        if meanwhile is not None:
            meanwhile()
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is _END:
                return
            yield item
            del item  # whoever took it decides how long it is held
    finally:
        stopped.set()
        _make_room(made)
        thread.join(_LONGEST_STEP)


def _make_room(made: Queue[Any]) -> None:
    """So that the thread can put down what it has in hand, and sees that nobody wants more."""
    with suppress(Empty):
        made.get_nowait()
