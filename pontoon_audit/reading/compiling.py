"""The loops of reading that are compiled for long files."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from pontoon_audit import game
from pontoon_audit.kept_code import NUMBER, KeptLoops, Kinds, Loop

COLUMNS: Final = ("int32", "int32", "int8", "int32", "int16", "int8", "int8", "int64", "int32", "int64")
"""The types of the columns that `code_lines` writes, in the order of their roles."""
_JSON: Final[Kinds] = (
    "uint8", "int64", "int64", "int32", "int64", NUMBER, "int64", "int64", "int64", "int64",
)  # fmt: skip
_HERE: Final = Path(__file__).parent
LOOPS: Final = KeptLoops(
    "reading", "pontoon_audit.reading.loops",
    {
        "code_lines": (
            NUMBER, NUMBER, "uint8", "int64", "int64", "int64", "int32", "int64", NUMBER, "int64", "int64", "int64",
            *COLUMNS, "uint8",
        ),
        "name_runs": (NUMBER, NUMBER, "uint8", NUMBER, "int64", "int64"),
        "own_codes": (NUMBER, "uint32", *["int32"] * 7),
        "code_objects": (NUMBER, NUMBER, NUMBER, *_JSON, "uint8"),
        "code_deals": (NUMBER, NUMBER, *_JSON, "int64"),
    },
    [Path(game.__file__), *(_HERE / f"{name}.py" for name in
                            ("compiling", "loops", "line_loop", "json_loop", "deal_loop", "session_loop"))],
)  # fmt: skip
"""What they take, in the order of their arguments, and what is compiled into them."""


class Loops(NamedTuple):
    """Each of them, compiled."""

    code_lines: Loop
    name_runs: Loop
    own_codes: Loop
    code_objects: Loop
    code_deals: Loop


def compiled_loops() -> Loops:
    """They. ImportError where they must be compiled, and numba is not there."""
    return Loops(*LOOPS.ready)
