"""The outermost function of the compiled replay. Imported only where numba is installed."""

from pontoon_audit.replay.pointers import tables_at
from pontoon_audit.replay.replay import go_on, replay_session
from pontoon_audit.replay.table import Table

_tables_at = tables_at(Table)


def walk_all(address: int, sessions: int) -> None:
    """Walks the sessions whose tables stand at an address, one after the other."""
    tables = _tables_at(address)
    for number in range(sessions):
        if number > 0:
            go_on(tables[number - 1], tables[number])
        replay_session(tables[number])
