"""Events kept as Parquet files beside a history file, in a folder named after it.

Events are most of a history. In files they take half the room, and stay out of the file that everything else is asked
of. The views read them as if they were in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import duckdb

from pontoon_audit.history.database import NO_ROOM_HINT, first_line, quoted
from pontoon_audit.history.errors import HistoryError

if TYPE_CHECKING:
    import polars as pl

COLUMNS: Final = (
    "version", "event", "deal", "seq", "time", "action", "player", "hand", "card", "face", "amount", "to", "note",
    "place", "total", "cards_held", "stake",
)  # fmt: skip
"""As in `stored.events_wide`."""
ENDING: Final = ".events"
_NOT_IN_NAMES: Final = "*?[],"
"""What DuckDB would take for a pattern, or for the end of a path."""


def folder_of(database: Path) -> Path:
    """The folder for the events of a new history file."""
    return database.with_name(database.name + ENDING)


class EventFiles:
    """The files of one history. Each holds the events of one piece of a load and is named by its first version."""

    def __init__(self, database: Path, connection: duckdb.DuckDBPyConnection, *, wanted: bool) -> None:
        """`wanted`: whether this load writes any. HistoryError where no such folder can be beside the history."""
        self._connection = connection
        named = connection.execute("SELECT events_folder FROM meta").fetchall()[0][0]
        self.folder = database.absolute().parent / (named or folder_of(database).name)
        if (wanted or named) and any(letter in str(self.folder) for letter in _NOT_IN_NAMES):
            raise HistoryError(
                f"events cannot be kept in files beside {database}", f"choose a path without any of {_NOT_IN_NAMES}"
            )
        if wanted or named:
            connection.execute(f"SET file_search_path = {quoted(self.folder.parent)}")

    def write(self, events: pl.DataFrame) -> None:
        """Write the events of a piece, which have their `version`. HistoryError where they cannot be written."""
        from polars import Int64, selectors  # here, since readers do without
        from polars.exceptions import ComputeError

        if events.height:
            # as wide as they are in the file beside it, where a column of one type has both
            rows = events.select(COLUMNS).cast({selectors.integer() - selectors.by_name("version"): Int64})
            first = rows.item(0, "version")
            path = self.folder / f"events-{first}.parquet"
            part = path.with_suffix(".part")
            try:
                self.folder.mkdir(exist_ok=True)
                rows.write_parquet(part, compression="zstd", compression_level=1, statistics=True)
                part.replace(path)
            except (OSError, ComputeError) as error:  # of a full disk polars says the second
                raise HistoryError(f"{path} cannot be written ({first_line(error)})", NO_ROOM_HINT) from None

    def take_away_from(self, version: int) -> None:
        """Delete the files of versions from this one on: what a load that never ended has left."""
        for path in list(self.folder.glob("events-*.part")):
            path.unlink()
        for path in list(self.folder.glob("events-*.parquet")):
            if int(path.stem.removeprefix("events-")) >= version:
                path.unlink()
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def show(self) -> None:
        """Let the views read the files, where there are any."""
        if not self.folder.is_dir():
            return
        files = quoted(f"{self.folder.name}/events-*.parquet")
        columns = ", ".join(f'"{name}"' for name in COLUMNS)
        self._connection.execute(f"CREATE OR REPLACE VIEW stored.events_in_files AS SELECT {columns} FROM {files}")
        self._connection.execute("UPDATE meta SET events_folder = ?", [self.folder.name]).fetchall()


def folder_beside(connection: duckdb.DuckDBPyConnection, database: Path) -> Path | None:
    """The folder with this history's events, None where it has none. HistoryError where it is not in its place."""
    named: str | None = connection.execute("SELECT events_folder FROM main.meta").fetchall()[0][0]
    if named is None:
        return None
    folder = database.absolute().parent / named
    # what a reader may look into is named by the file that is read: it must not be able to name just any folder
    if Path(named).name != named or not named.endswith(ENDING) or not folder.is_dir():
        raise HistoryError(
            f"the events of {database} are not there: it has no folder {named} beside it",
            "put the folder back under that name",
        )
    return folder
