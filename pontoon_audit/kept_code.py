"""Functions that numba compiles to machine code. The code is kept in a folder of the user's and runs without numba.

Of numba itself only its work is wanted: to import it takes half a second and sixty megabytes, and what it keeps by
itself takes as long again to get ready. So of a function it compiled the code is written into a file, which llvmlite,
that is numba's way to the processor, loads within a millisecond. The code must not need anything of numba when it runs:
it takes whole numbers and addresses, gives a whole number, and makes no object.
"""

from __future__ import annotations

import ctypes
import dis
import hashlib
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from types import ModuleType

NUMBER: Final = "number"
Kinds = tuple[str, ...]
"""What a function takes: `NUMBER`, or the numpy type of an array, of which it gets the address of the first cell."""
_CODE: Final = ".code"
_DIGEST: Final = 32
_one_at_a_time: Final = threading.RLock()
"""Whatever imports numba or teaches it something, or asks llvmlite: modules of numba import each other, and a second
thread would find them half made."""
_known: Final[set[Callable[..., Any]]] = set()
"""Functions that numba was told of, so that others may call them."""


class KeptLoops:
    """Functions of one module that are compiled together, and kept in a folder of their own."""

    def __init__(self, name: str, module: str, kinds: Mapping[str, Kinds], sources: Iterable[Path]) -> None:
        """`kinds` are those of each function, in their order; `sources` the files, or folders of Python files, of all
        that is compiled into them."""
        self._name, self._module, self._kinds, self._sources = name, module, kinds, list(sources)

    @cached_property
    def ready(self) -> list[Loop]:
        """They, compiled: from the folder where they are kept there, else with numba, which takes its time and needs
        its own import of the module, whose `HELPERS` are the functions that they call. Where nothing can be kept they
        are compiled anew in each process. ImportError where numba is needed and not installed."""
        with _one_at_a_time:
            return [_kept(self.folder, self._module, name, kinds) for name, kinds in self._kinds.items()]

    @property
    def are_kept(self) -> bool:
        """Whether all of them were compiled before, for this processor, and are whole: then they start at once."""
        folder = self.folder
        return any(folder.glob(f"*{_CODE}")) and all(_code_in(folder, name) is not None for name in self._kinds)

    @cached_property
    def folder(self) -> Path:
        """The folder in which they are kept. Its name is made of what is in the sources, and here, so that nobody goes
        on with what was compiled of older ones."""
        import platformdirs

        digest = hashlib.sha256()
        for source in (Path(__file__), *self._sources):
            for path in sorted(source.glob("*.py")) if source.is_dir() else [source]:
                digest.update(path.read_bytes())
        return platformdirs.user_cache_path("pontoon-audit") / f"{self._name}-{digest.hexdigest()[:16]}"


class Loop:
    """A function as it was compiled. Others may run while it does."""

    def __init__(self, name: str, kinds: Kinds, code: bytes) -> None:
        """`code` is what `_compiled` gives."""
        import llvmlite.binding as llvm

        self._name, self._kinds = name, kinds
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())  # the code goes with it
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        # numba's convention: first where the result and where an exception belong; what comes back says which it was
        takes = [ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * len(kinds)]
        self._run = ctypes.CFUNCTYPE(ctypes.c_int32, *takes)(self._engine.get_function_address(name))

    def __call__(self, *given: Any) -> int:
        """Whole numbers and arrays of the `Kinds` of the function; raises `TypeError` for any others."""
        result, exception = ctypes.c_int64(), ctypes.c_void_p()
        plain = [_plain(one, kind) for one, kind in zip(given, self._kinds, strict=True)]
        if self._run(ctypes.byref(result), ctypes.byref(exception), *plain):
            raise RuntimeError(f"{self._name} raised an exception, which compiled code must not")
        return result.value


def _plain(given: Any, kind: str) -> int:
    if kind == NUMBER:
        return int(given)
    if given.dtype != kind or not given.flags.c_contiguous:
        raise TypeError(f"an array of {kind} without gaps is wanted, and this is one of {given.dtype}")
    address: int = given.ctypes.data
    return address


def _kept(folder: Path, module: str, name: str, kinds: Kinds) -> Loop:
    code = _code_in(folder, name)
    if code is None:
        code = _compiled(import_module(module), name, kinds)
        with suppress(OSError):  # nowhere to keep it
            _keep(folder, name, code)
    return Loop(name, kinds, code)


def _code_in(folder: Path, name: str) -> bytes | None:
    """The code of a function that is kept in a folder; None where there is none that is whole and its own."""
    try:
        kept = _place(folder, name).read_bytes()
    except OSError:
        return None
    code = kept[_DIGEST:]
    return code if kept[:_DIGEST] == _seal(name, code) else None


def _keep(folder: Path, name: str, code: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = _place(folder, name)
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(_seal(name, code) + code)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _place(folder: Path, name: str) -> Path:
    return folder / f"{name}-{_processor()}{_CODE}"


def _seal(name: str, code: bytes) -> bytes:
    """What stands before kept code: what was cut off, or is the code of another function, must not run."""
    return hashlib.sha256(name.encode() + b"\0" + code).digest()


@cache
def _processor() -> str:
    """What tells processors apart that do not run each other's code."""
    import llvmlite
    import llvmlite.binding as llvm

    known = (llvmlite.__version__, llvm.get_process_triple(), llvm.get_host_cpu_name(), _features())
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:16]


def _features() -> str:
    import llvmlite.binding as llvm

    features: str = llvm.get_host_cpu_features().flatten()
    return features


def _machine() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(  # as numba does it on every system
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, codemodel="jitdefault", jit=True,
        reloc="static" if target.name.startswith("x86") else "default",
    )  # fmt: skip


def _compiled(module: ModuleType, name: str, kinds: Kinds) -> bytes:
    """The machine code of a function, under its own name."""
    import llvmlite.binding as llvm
    import numba
    from numba.extending import register_jitable

    function = getattr(module, name)
    for helper, calls in _calls_of(function, module.HELPERS).items():
        if helper not in _known:
            _known.add(helper)
            register_jitable(forceinline=calls == 1)(helper)
    takes = ["int64" if kind == NUMBER else f"CPointer({kind})" for kind in kinds]
    njit: Any = numba.njit
    made = njit(
        f"int64({', '.join(takes)})", nogil=True, error_model="numpy",
        no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False,  # what would need numba does not compile
    )(function)  # fmt: skip
    ((signature, found),) = made.overloads.items()
    assembly = llvm.parse_assembly(made.inspect_llvm(signature))
    assembly.get_function(found.fndesc.llvm_func_name).name = name
    code: bytes = _machine().emit_object(assembly)
    return code


def _calls_of(function: Callable[..., Any], helpers: Iterable[Callable[..., Any]]) -> dict[Callable[..., Any], int]:
    """How often each helper is called in the text of the function, and of the helpers that it needs: what is called at
    one place may stand there."""
    known = {id(helper): helper for helper in helpers}
    calls: Counter[int] = Counter()
    needed = [function]
    for one in needed:
        names = [step.argval for step in dis.get_instructions(one) if step.opname == "LOAD_GLOBAL"]
        called = [which for name in names if (which := id(one.__globals__.get(name))) in known]
        needed += [known[which] for which in dict.fromkeys(called) if which not in calls]
        calls.update(called)
    return {helper: calls[which] for which, helper in known.items()}
