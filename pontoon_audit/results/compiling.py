"""The loop that packs events, as it is compiled for long logs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pontoon_audit import game
from pontoon_audit.kept_code import NUMBER, Kinds, Loop, are_kept_in, folder_for, loops_of
from pontoon_audit.replay.layouts import EVENTS
from pontoon_audit.replay.walking import OF_ALL

_CELLS: Final = ("action", "player", "hand", "card", "face", "amount", "to", "seq", *OF_ALL)
GIVEN: Final = {name: f"int{EVENTS.bits[name]}" for name in _CELLS} | {"line": "int64"}
PACKED: Final = {
    "sitting": "int32", "event": "int32", "word": "int64", "amount": "int32", "stake": "int32", "place": "int64",
}  # fmt: skip
"""The columns that `pack_events` takes, cells of the replay and lines, and those that it writes, with their types."""
_LOOPS: Final[dict[str, Kinds]] = {
    "pack_events": (NUMBER, "int64", "int64", "uint8", *GIVEN.values(), *PACKED.values()),
}


@cache
def compiled_packing() -> Loop:
    """`packing_loop.pack_events`, compiled. ImportError where it must be, and numba is not there."""
    (pack_events,) = loops_of(_kept_in(), "pontoon_audit.results.packing_loop", _LOOPS)
    return pack_events


def is_kept() -> bool:
    """Whether it was compiled before, for this processor, so that it starts at once."""
    return are_kept_in(_kept_in(), _LOOPS)


@cache
def _kept_in() -> Path:
    """The folder in which it is kept. What the replay's cells and the words are made of is compiled into it too."""
    here = Path(__file__).parent
    sources = [here / f"{name}.py" for name in ("compiling", "packing_loop", "packed_events")]
    return folder_for("packing", [*sources, Path(game.__file__), *sorted((here.parent / "replay").glob("*.py"))])
