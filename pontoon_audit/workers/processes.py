"""Workers that are processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from pontoon_audit.ctrl_c import ctrl_c_later
from pontoon_audit.replay.speed import Speed
from pontoon_audit.workers.errors import WorkError
from pontoon_audit.workers.spread import Crew

Result = TypeVar("Result")
_THREADS: Final = "POLARS_MAX_THREADS"


@contextmanager
def processes(count: int, paths: Sequence[str]) -> Iterator[Crew]:
    """So many processes, for the time of a ``with``; they end with it, and with this process however that ends.

    They are spawned, never forked: polars, forked, hangs. Raises `WorkError` where one of them is killed.
    """
    _compile_once(paths)
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ours, _threads_each(count):
        executor = _Processes(count, mp_context=context, initializer=_end_with, initargs=(theirs,))
        try:
            yield Crew(executor, count)
        except BrokenProcessPool:
            raise WorkError(
                "a worker process ended in the middle of its work",
                "if the machine ran out of memory, fewer --workers need less",
            ) from None
        except BaseException:
            ours.close()  # nobody waits for what they are at
            raise
        finally:
            executor.shutdown(cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        with ctrl_c_later():
            return super().submit(fn, *args, **kwargs)


def _end_with(parent: Connection) -> None:
    """Ends this worker as soon as the other end of the pipe is closed, or whoever held it is gone."""

    def wait() -> None:
        try:
            parent.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _threads_each(count: int) -> Iterator[None]:
    """Lets each worker's polars use its share of the processors; a user's own setting goes before."""
    if _THREADS in os.environ:
        yield
        return
    os.environ[_THREADS] = str(max(1, (os.cpu_count() or 1) // count))
    try:
        yield
    finally:
        del os.environ[_THREADS]


def _compile_once(paths: Sequence[str]) -> None:
    """Compiles what is compiled, where it is wanted and was not yet, ahead of workers that would all do so at once."""
    if Speed(paths).compiled:
        from pontoon_audit import compiled

        if not compiled.is_kept():
            compiled.get_ready()
