"""One source, two ways to run: the replay is plain Python, and the same functions compile with numba.

`compiled` marks the functions of the loop; `fresh` is the one thing that objects and records do not do alike.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
LOOP: Final[list[Callable[..., Any]]] = []
"""Every function of the replay's loop."""


def compiled(function: Function) -> Function:
    """Marks a function of the loop: it uses whole numbers and rows alone, so that it can be compiled as it stands."""
    LOOP.append(function)
    return function


def fresh(rows: MutableSequence[Any], position: int, blank: Any) -> None:
    """Puts a row there as it is at first."""
    rows[position] = type(blank)()
