"""The outermost functions of the compiled replay.

Imported only where numba is installed.
"""

from typing import Any

from pontoon_audit.replay.compiling import LOOP, compiled
from pontoon_audit.replay.pointers import tables_at
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.table import Table

_tables_at = tables_at(Table)


def walk_all(address: int, sessions: int, block_of: Any, following: Any, order: Any) -> int:
    """Walks the sessions whose tables stand at an address, one after the other, and gives how many these were.

    The others are whole numbers: of each action the number of its block, of each block the next place in the order of
    blocks, and which event of all stands at each place there.
    """
    tables = _tables_at(address)
    for number in range(sessions):
        table = tables[number]
        if number > 0:
            go_on(tables[number - 1], table)
        _place(table, block_of, following, order)
        replay_session(table)
    return sessions


@compiled
def _place(table: Table, block_of: Any, following: Any, order: Any) -> None:
    """Gives each event of the session its place in the order of blocks."""
    for i in range(table.now.events):
        event = table.events[i]
        block = block_of[event.action]
        row = following[block]
        following[block] = row + 1
        event.row = row
        order[row] = table.now.first_event + i


HELPERS = LOOP
"""The functions that these call."""
