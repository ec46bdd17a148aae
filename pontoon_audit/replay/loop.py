"""The outermost functions of the compiled replay, and how whole columns go in and come out.

Imported only where numba is installed.

The rows of one session's events stay in the processor's cache while it is walked: they are filled from the columns of
the log before, and what was written on them goes out into columns after, each action into a block of its own.
"""

from typing import Any

from pontoon_audit.replay.compiling import compiled, fresh
from pontoon_audit.replay.pointers import field_at, ints_at, put_field_at, tables_at
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.table import Table

_tables_at = tables_at(Table)


def walk_all(address: int, sessions: int, log: int, log_columns: int, plan: int) -> None:
    """Walks the sessions whose tables stand at an address, one after the other.

    `log`: the address of pairs of a column's address and the field that it fills. `plan`: see `walking.Plan`.
    """
    tables = _tables_at(address)
    for number in range(sessions):
        table = tables[number]
        if number > 0:
            go_on(tables[number - 1], table)
        _take_in(table, log, log_columns)
        replay_session(table)
        _give_out(table, plan)


@compiled
def _take_in(table: Table, log: int, log_columns: int) -> None:
    """Fills the rows of the session's events from the columns of the log."""
    columns: Any = ints_at(log)
    first = table.now.first_event
    for i in range(table.now.events):
        fresh(table.events, i, table.blank.event)
        event = table.events[i]
        event.sitting, event.event = table.now.sitting, i + 1
        for c in range(log_columns):
            column = ints_at(columns[2 * c])
            put_field_at(event, columns[2 * c + 1], column[first + i])


@compiled
def _give_out(table: Table, plan: int) -> None:
    """Copies what is asked for of the session's events to the blocks of their actions, and to the columns of all."""
    actions: Any = ints_at(plan)
    blocks, fields, written = ints_at(actions[0]), ints_at(actions[1]), ints_at(actions[2])
    of_all, first = ints_at(actions[3]), table.now.first_event
    for i in range(table.now.events):
        event = table.events[i]
        action = event.action
        block, rows = ints_at(blocks[3 * action]), blocks[3 * action + 1]
        row, start, names = written[action], blocks[3 * action + 2], blocks[3 * action + 5]
        written[action] = row + 1
        for name in range(names - start):
            block[name * rows + row] = field_at(event, fields[start + name])
        for name in range(actions[4]):
            column = ints_at(of_all[2 * name])
            column[first + i] = field_at(event, of_all[2 * name + 1])
