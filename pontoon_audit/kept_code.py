"""Functions that numba compiles, and where it keeps what it has compiled: a folder of the user's."""

from __future__ import annotations

import dis
import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

_one_at_a_time: Final = threading.RLock()
_known: Final[set[Callable[..., Any]]] = set()
"""Functions that numba was told of, so that others may call them."""


@contextmanager
def numba_alone() -> Iterator[None]:
    """For whatever imports numba, or teaches it something: one thread at a time. Its modules import each other, and a
    second thread would find them half made. ImportError where it is not installed."""
    with _one_at_a_time:
        import numba.extending  # noqa: F401  all of it

        yield


def folder_for(name: str, sources: Iterable[Path]) -> Path:
    """The folder in which something compiled of these sources is kept. Its name is made of what is in them, and here:
    numba itself looks only at the file of the outermost function, and would go on with what was compiled of older
    ones."""
    import platformdirs

    digest = hashlib.sha256()
    for path in (Path(__file__), *sources):
        digest.update(path.read_bytes())
    return platformdirs.user_cache_path("pontoon-audit") / f"{name}-{digest.hexdigest()[:16]}"


def is_kept_in(folder: Path) -> bool:
    """Whether something was compiled into a folder before, so that it starts at once."""
    return any(folder.rglob("*.nbc"))


def compiled_into(
    folder: Path, function: Callable[..., Any], signature: Any, helpers: Iterable[Callable[..., Any]]
) -> Callable[..., Any]:
    """A function as numba compiles it for a signature, with the functions that it calls. Where nothing can be kept in
    the folder, it is compiled anew in each process. ImportError where numba is not installed."""
    with numba_alone():
        import numba
        from numba.core.errors import NumbaError
        from numba.extending import register_jitable

        config: Any = numba.config
        config.CACHE_DIR = str(folder)
        kept = numba.njit(signature, cache=True, nogil=True, error_model="numpy")
        if is_kept_in(folder):
            with suppress(NumbaError, RuntimeError):  # it was compiled for another processor
                return _typed(kept, function)
        for helper, calls in _calls_of(function, helpers).items():
            if helper not in _known:
                _known.add(helper)
                register_jitable(forceinline=calls == 1)(helper)
        try:
            return _typed(kept, function)
        except RuntimeError:  # numba's word for: nowhere to keep it
            return _typed(numba.njit(signature, nogil=True, error_model="numpy"), function)


def _calls_of(function: Callable[..., Any], helpers: Iterable[Callable[..., Any]]) -> dict[Callable[..., Any], int]:
    """How often each helper is called in the text of all of them: what is called at one place may stand there."""
    own = list(helpers)
    names = Counter(
        step.argval for one in (function, *own) for step in dis.get_instructions(one) if step.opname == "LOAD_GLOBAL"
    )
    return {helper: names[helper.__name__] for helper in own}


def _typed(compile: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    compiled: Callable[..., Any] = compile(function)
    return compiled
