"""One source, two ways to run: the replay is plain Python, and the same functions compile with numba.

`compiled` marks the functions of the loop; `fresh`, and `fresh_in_turn`, is the one thing that objects and records do
not do alike.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pontoon_audit import game
from pontoon_audit.kept_code import NUMBER, KeptLoops, Loop

Function = TypeVar("Function", bound=Callable[..., Any])
LOOP: Final[list[Callable[..., Any]]] = []
"""Every function of the replay's loop."""

LOOPS: Final = KeptLoops(
    "replay", "pontoon_audit.replay.loop",
    {"walk_all": (NUMBER, NUMBER, "int64", "int64", "int64", NUMBER, "int64")},
    [Path(game.__file__), Path(__file__).parent],
)  # fmt: skip
"""The outermost of them. The codes of `game` are compiled into it too."""


def compiled(function: Function) -> Function:
    """Marks a function of the loop: it uses whole numbers and rows alone, so that it can be compiled as it stands."""
    LOOP.append(function)
    return function


def fresh(rows: MutableSequence[Any], position: int, blank: Any) -> None:
    """Puts a row there as it is at first."""
    rows[position] = type(blank)()


def fresh_in_turn(rows: MutableSequence[Any], position: int, blank: Any) -> None:
    """The same for rows that are asked for one after the other, each once, and that nobody touches before."""
    fresh(rows, position, blank)


def compiled_loop() -> Loop:
    """`loop.walk_all`, compiled. What was compiled is kept in a folder of the user's; where none can be written, it is
    compiled anew in each process. ImportError where it must be compiled and numba is not installed."""
    return LOOPS.ready[0]
