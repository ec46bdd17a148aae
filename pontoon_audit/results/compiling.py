"""The loop that packs events, as it is compiled for long logs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pontoon_audit import game
from pontoon_audit.kept_code import NUMBER, KeptLoops, Loop
from pontoon_audit.replay.layouts import EVENTS
from pontoon_audit.replay.walking import OF_ALL

_CELLS: Final = ("action", "player", "hand", "card", "face", "amount", "to", "seq", *OF_ALL)
GIVEN: Final = {name: f"int{EVENTS.bits[name]}" for name in _CELLS} | {"line": "int64"}
PACKED: Final = {
    "sitting": "int32", "event": "int32", "word": "int64", "amount": "int32", "stake": "int32", "place": "int64",
}  # fmt: skip
"""The columns that `pack_events` takes, cells of the replay and lines, and those that it writes, with their types."""
_HERE: Final = Path(__file__).parent
LOOPS: Final = KeptLoops(
    "packing", "pontoon_audit.results.packing_loop",
    {"pack_events": (NUMBER, "int64", "int64", "uint8", *GIVEN.values(), *PACKED.values())},
    [*(_HERE / f"{name}.py" for name in ("compiling", "packing_loop", "packed_events")), Path(game.__file__),
     _HERE.parent / "replay"],
)  # fmt: skip
"""It, with what it takes. What the replay's cells and the words are made of is compiled into it too."""


def compiled_packing() -> Loop:
    """`packing_loop.pack_events`, compiled. ImportError where it must be, and numba is not there."""
    return LOOPS.ready[0]
