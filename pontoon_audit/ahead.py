"""Work done ahead in a thread, so that it goes on while what it made before is worked on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from typing import Any, Final, TypeVar, cast

Item = TypeVar("Item")
_END: Final = object()
_LONGEST_STEP: Final = 3.0
"""Seconds that an item may take to be made, at most, before whoever stops waits for it no longer: a pipe that nobody
writes to is never read."""


def ahead(items: Iterable[Item], meanwhile: Callable[[], object] | None = None) -> Generator[Item]:
    """The items in their order, the next one made meanwhile, and no more, since they may be large; what goes wrong in
    it is raised here. The first one is begun at once; `meanwhile` is done where it is asked for.

    >>> list(ahead(range(3)))
    [0, 1, 2]
    """
    made = _made(items, meanwhile)
    next(made)
    return made


def _made(items: Iterable[Item], meanwhile: Callable[[], object] | None) -> Generator[Item]:
    """What `ahead` gives, after a first step that only begins."""
    made: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
    wanted, stopped = threading.Semaphore(1), threading.Event()

    def make() -> None:
        try:
            iterator = iter(items)
            while wanted.acquire() and not stopped.is_set():
                item = next(iterator, _END)
                made.put((item, None))
                if item is _END:
                    return
                del item  # whoever takes it decides how long it is held
        except BaseException as error:
            made.put((_END, error))

    thread = threading.Thread(target=make, name="ahead", daemon=True)
    thread.start()
    try:
        yield cast(Item, None)
        if meanwhile is not None:
            meanwhile()
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is _END:
                return
            wanted.release()
            yield item
            del item  # the same here
    finally:
        stopped.set()
        wanted.release()
        thread.join(_LONGEST_STEP)
