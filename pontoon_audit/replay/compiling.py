"""One source, two ways to run: the replay is plain Python, and the same functions compile with numba.

`compiled` marks the functions of the loop; `fresh` is the one thing that objects and records do not do alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, MutableSequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
SIGNATURE: Final = "void(int64, int64, int64, int64)"
LOOP: Final[list[Callable[..., Any]]] = []
"""Every function of the replay's loop."""


def compiled(function: Function) -> Function:
    """Marks a function of the loop: it uses whole numbers and rows alone, so that it can be compiled as it stands."""
    LOOP.append(function)
    return function


def fresh(rows: MutableSequence[Any], position: int, blank: Any) -> None:
    """Puts a row there as it is at first."""
    rows[position] = type(blank)()


@cache
def compiled_loop() -> Callable[[int, int, int, int], None]:
    """`loop.walk_all`, compiled. What was compiled is kept in a folder of the user's; where none can be written, it is
    compiled anew in each process. ImportError where numba is not installed."""
    import numba
    from numba.extending import register_jitable

    from pontoon_audit.replay.loop import walk_all  # it imports the whole replay, and teaches numba what rows are

    for function in LOOP:
        register_jitable(function)
    config: Any = numba.config
    config.CACHE_DIR = str(kept_in())
    try:
        return _typed(numba.njit(SIGNATURE, cache=True, nogil=True, error_model="numpy"), walk_all)
    except RuntimeError:  # numba's word for: nowhere to keep it
        return _typed(numba.njit(SIGNATURE, nogil=True, error_model="numpy"), walk_all)


def _typed(compile: Callable[..., Any], function: Callable[..., Any]) -> Callable[[int, int, int, int], None]:
    loop: Callable[[int, int, int, int], None] = compile(function)
    return loop


@cache
def kept_in() -> Path:
    """The folder in which the compiled loop is kept. Its name is made of all sources of the replay: numba itself looks
    only at the file of the outermost function, and would go on with what was compiled of older ones."""
    import platformdirs

    sources = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        sources.update(path.read_bytes())
    return platformdirs.user_cache_path("pontoon-audit") / f"replay-{sources.hexdigest()[:16]}"


def is_kept() -> bool:
    """Whether the loop was compiled before on this machine, so that it starts at once."""
    return any(kept_in().rglob("*.nbc"))
