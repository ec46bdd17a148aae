"""The outermost functions of the compiled replay.

Imported only where numba is installed.
"""

from typing import Any

from pontoon_audit.replay.compiling import LOOP, compiled
from pontoon_audit.replay.facts_of import FACTS_OF
from pontoon_audit.replay.pointers import putting, tables_at
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.table import Table

_tables_at = tables_at(Table)
_put_8, _put_32, _put_64 = putting(8), putting(32), putting(64)
BLOCKS = len(FACTS_OF)


def walk_all(
    address: int, sessions: int, block_of: Any, following: Any, order: Any, facts: int, clearing: Any
) -> int:  # fmt: skip
    """Walks the sessions whose tables stand at an address, one after the other, and gives how many these were.

    The others are whole numbers: of each action the number of its block, of each block the next place in the order of
    blocks, which event of all stands at each place there, and of so many `facts` of events how they are cleared (see
    `_clear`).
    """
    tables = _tables_at(address)
    for number in range(sessions):
        table = tables[number]
        if number > 0:
            go_on(tables[number - 1], table)
        _place(table, block_of, following, order)
        _clear(table, following, facts, clearing)
        replay_session(table)
    return sessions


@compiled
def _place(table: Table, block_of: Any, following: Any, order: Any) -> None:
    """Gives each event of the session its place in the order of blocks. `following` tells beside the next place of each
    block where the session's begin in it; behind the blocks comes the order of the log, as if it were one more."""
    for block in range(BLOCKS):
        following[BLOCKS + 1 + block] = following[block]
    following[BLOCKS + 1 + BLOCKS] = table.now.first_event
    following[BLOCKS] = table.now.first_event + table.now.events
    for i in range(table.now.events):
        event = table.events[i]
        block = block_of[event.action]
        row = following[block]
        following[block] = row + 1
        event.row = row
        order[row] = table.now.first_event + i


@compiled
def _clear(table: Table, following: Any, facts: int, clearing: Any) -> None:
    """Puts the facts of the session's events there as they are at first, a column after the other: then the processor
    has them at hand. `clearing` tells of each fact the block, the bytes of a cell, what a cell is at first, and where
    the first cell stands; a fact of several blocks comes several times."""
    for fact in range(facts):
        block, size = clearing[4 * fact], clearing[4 * fact + 1]
        blank, cells = clearing[4 * fact + 2], clearing[4 * fact + 3]
        begin, end = cells + size * following[BLOCKS + 1 + block], cells + size * following[block]
        if size == 1:
            for cell in range(begin, end):
                _put_8(cell, blank)
        elif size == 4:
            for cell in range(begin, end, 4):
                _put_32(cell, blank)
        else:
            for cell in range(begin, end, 8):
                _put_64(cell, blank)


HELPERS = LOOP
"""The functions that these call."""
