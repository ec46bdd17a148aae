"""How far a long audit has come: on a terminal, on standard error, and only once there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final

from pontoon_audit.watching import Nobody, Watch, Work

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE: Final = 1.0
"""Seconds before anything is said: a short audit is over by then."""


@contextmanager
def watched(*works: Work, quiet: bool, expected: Callable[[], int | None]) -> Iterator[Watch]:
    """Shows, for the time of a ``with``, how many events were replayed or loaded, as `works` name it, how fast that
    goes and how much time is left. `expected` tells about how many there are, or None; it is asked on a terminal only.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield Nobody()
        return
    shown = _bars()
    watch = _Bars(shown, works, expected())
    later = Timer(PATIENCE, shown.start)
    later.daemon = True
    later.start()
    try:
        yield watch
    finally:
        later.cancel()
        shown.stop()


def _bars() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Events(ProgressColumn):
        """How many events, and how many a second."""

        def render(self, task: Task) -> Text:
            so_far = f"{int(task.completed):,}"
            if task.total is not None and task.total >= task.completed:
                so_far += f" of about {int(task.total):,}"
            speed = task.finished_speed or task.speed
            return Text(f"{so_far} events" + (f", {int(speed):,} a second" if speed else ""))

    return Progress(
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20), Events(),
        TimeRemainingColumn(), TextColumn("{task.fields[left]}"),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip


class _Bars:
    """A line each for replaying, with what comes before it, and for loading."""

    def __init__(self, shown: Progress, works: Sequence[Work], expected: int | None) -> None:
        self._shown = shown
        left = "left" if expected else ""
        self._lines = {work: shown.add_task(f"{work:<9}", total=expected or None, left=left) for work in works}

    def at(self, work: Work) -> None:
        line = self._lines.get("replaying" if work in ("compiling", "reading") else work)
        if line is not None:
            self._shown.update(line, description=f"{work:<9}")

    def done(self, work: Work, events: int) -> None:
        line = self._lines.get(work)
        if line is not None:
            self._shown.advance(line, events)
