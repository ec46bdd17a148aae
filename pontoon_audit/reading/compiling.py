"""The loops of reading that are compiled for long files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pontoon_audit.kept_code import NUMBER, Kinds, Loop, are_kept_in, folder_for, loops_of

COLUMNS: Final = ("int32", "int32", "int8", "int32", "int16", "int8", "int8", "int64", "int32", "int64")
"""The types of the columns that `code_lines` writes, in the order of their roles."""
_LOOPS: Final[dict[str, Kinds]] = {
    "code_lines": (
        NUMBER, NUMBER, "uint8", "int64", "int64", "int64", "int32", "int64", NUMBER, "int64", "int64", "int64",
        *COLUMNS, "uint8",
    ),
    "name_runs": (NUMBER, NUMBER, "uint8", NUMBER, "int64", "int64"),
    "own_codes": (NUMBER, "uint32", *["int32"] * 7),
}  # fmt: skip
"""What they take, in the order of their arguments."""


@cache
def compiled_loops() -> tuple[Loop, Loop, Loop]:
    """`code_lines`, `name_runs`, and `own_codes`, compiled. ImportError where they must be, and numba is not there."""
    code_lines, name_runs, own_codes = loops_of(_kept_in(), "pontoon_audit.reading.loops", _LOOPS)
    return code_lines, name_runs, own_codes


def are_kept() -> bool:
    """Whether they were compiled before, for this processor, so that they start at once."""
    return are_kept_in(_kept_in(), _LOOPS)


@cache
def _kept_in() -> Path:
    here = Path(__file__).parent
    return folder_for("reading", [here / f"{name}.py" for name in ("compiling", "loops", "line_loop", "session_loop")])
