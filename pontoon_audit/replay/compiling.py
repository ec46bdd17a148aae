"""One source, two ways to run: the replay is plain Python, and the same functions compile with numba.

`compiled` marks the functions of the loop; `fresh`, and `fresh_in_turn`, is the one thing that objects and records do
not do alike.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from pontoon_audit import game
from pontoon_audit.kept_code import NUMBER, Kinds, Loop, are_kept_in, folder_for, loops_of

Function = TypeVar("Function", bound=Callable[..., Any])
LOOP: Final[list[Callable[..., Any]]] = []
"""Every function of the replay's loop."""

_LOOPS: Final[dict[str, Kinds]] = {
    "walk_all": (NUMBER, NUMBER, "int64", "int64", "int64", NUMBER, "int64"),
}


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


@cache
def compiled_loop() -> Loop:
    """`loop.walk_all`, compiled. What was compiled is kept in a folder of the user's; where none can be written, it is
    compiled anew in each process. ImportError where it must be compiled and numba is not installed."""
    (walk_all,) = loops_of(kept_in(), "pontoon_audit.replay.loop", _LOOPS)
    return walk_all


@cache
def kept_in() -> Path:
    """The folder in which the compiled loop is kept. The codes of `game` are compiled into it too."""
    return folder_for("replay", [Path(game.__file__), *sorted(Path(__file__).parent.glob("*.py"))])


def is_kept() -> bool:
    """Whether the loop was compiled before, for this processor, so that it starts at once."""
    return are_kept_in(kept_in(), _LOOPS)
