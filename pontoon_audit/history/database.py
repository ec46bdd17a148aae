"""Opening a history file: to load into it, or to read and nothing else."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import duckdb

from pontoon_audit.history.errors import HistoryError

NO_DOWNLOADS: Final[dict[str, str | bool | int | float | list[str]]] = {
    # an unknown function must fail at once; it must not make DuckDB look for an extension on the network
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
DAMAGE: Final = (duckdb.SerializationException, duckdb.InternalException, duckdb.FatalException)
MEMORY: Final = "64MB"
"""Most memory that DuckDB may take in a load; more makes it no faster."""
NO_ROOM_HINT: Final = "look at its permissions and the free space"
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why a file may not be written any further: a commit says it in words alone."""
MAKE_ONE: Final = "make one with: pontoon-audit load LOG… --db FILE"


def connect_for_load(path: str | Path) -> duckdb.DuckDBPyConnection:
    """An open connection that may write, to a file that exists or is made. HistoryError where that cannot be."""
    _refuse_another_kind_of_file(path)
    with translated(path):
        connection = duckdb.connect(os.path.abspath(path), config=dict(NO_DOWNLOADS))
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"SET memory_limit = '{MEMORY}'")
        # The audit makes the next rows meanwhile. Several threads would begin a group of rows each and leave it half
        # full, which takes a third more of time and room.
        connection.execute("SET threads = 1")
        return connection


def connect_read_only(path: str | Path) -> duckdb.DuckDBPyConnection:
    """An open connection that can only read this one file: no other file, no network, no setting can be touched.

    Refused are COPY, ATTACH, EXPORT, INSTALL, LOAD, SET, reading functions (`read_csv`, …), Python's variables and
    every statement that changes a table. HistoryError where the file is missing, no history file, or being written.
    """
    from pontoon_audit.history.event_files import folder_beside
    from pontoon_audit.history.schema import check  # here, since schema needs this module's errors

    _refuse_another_kind_of_file(path)
    connection = _locked(path, None)
    try:
        with translated(path):
            check(connection, path)
            folder = folder_beside(connection, Path(path))
    except BaseException:
        connection.close()
        raise
    if folder is None:
        return connection
    connection.close()
    return _locked(path, folder)


def _locked(path: str | Path, folder: Path | None) -> duckdb.DuckDBPyConnection:
    """A connection that reads this file, and files in `folder`, and nothing else."""
    with translated(path):
        connection = duckdb.connect(os.path.abspath(path), read_only=True, config=dict(NO_DOWNLOADS))
    settings = ["enable_external_access = false", "TimeZone = 'UTC'", "python_enable_replacements = false",
                "lock_configuration = true"]  # fmt: skip
    if folder is not None:
        settings = [
            f"file_search_path = {quoted(folder.parent)}",
            # the views name it without its parent, and so does the check of what is allowed
            f"allowed_directories = [{quoted(f'{folder}/')}, {quoted(f'{folder.name}/')}]",
            *settings,
        ]
    try:
        with translated(path):
            for setting in settings:
                connection.execute(f"SET {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def quoted(text: object) -> str:
    """A text as SQL writes it.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + str(text).replace("'", "''") + "'"


def _refuse_another_kind_of_file(path: str | Path) -> None:
    """DuckDB opens a JSON or CSV file as a view in memory: what is loaded into that would be lost without a word."""
    with suppress(OSError), open(path, "rb") as file:
        head = file.read(12)
        if head and head[8:] != b"DUCK":
            raise HistoryError(f"{path} is not a history file", MAKE_ONE)


@contextmanager
def only_one_load(path: str | Path) -> Iterator[None]:
    """Hold the lock that lies beside a history file; HistoryError at once where another load holds it."""
    from filelock import FileLock, Timeout  # here, since reading needs no lock and it takes 60 ms to import

    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise HistoryError(f"there is no folder {folder}", "make it first, or name a file in another one")
    try:
        lock = FileLock(f"{os.path.abspath(path)}.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise HistoryError(
            f"another load into {path} is running", "wait until it has finished, then load again"
        ) from None
    except OSError as error:
        raise HistoryError(f"cannot write beside {path} ({error.strerror or error})", "choose another folder") from None
    try:
        yield
    finally:
        # should this let two loads in at one moment, DuckDB's own lock still stops the second
        with suppress(OSError):
            os.unlink(lock.lock_file)
        lock.release()


@contextmanager
def translated(path: str | Path, doing: str = "opened") -> Iterator[None]:
    """Turn what DuckDB says about a file that cannot be opened (read, written) into a HistoryError."""
    try:
        yield
    except (duckdb.IOException, duckdb.ConnectionException, duckdb.PermissionException) as error:
        raise HistoryError(*_in_plain_words(str(path), str(error), doing)) from None
    except duckdb.TransactionException as error:
        if not any(os.strerror(why) in str(error) for why in _NO_ROOM):
            raise
        raise HistoryError(*_in_plain_words(str(path), str(error), doing)) from None
    except duckdb.OutOfMemoryException as error:
        raise HistoryError(f"{path} cannot be {doing} ({first_line(error)})", "do it in smaller parts") from None
    except duckdb.Error as error:
        # a wrong checksum has no class of its own
        if type(error) is not duckdb.Error and not isinstance(error, DAMAGE):
            raise
        raise HistoryError(f"{path} is damaged ({first_line(error)})", "load the logs into a new file") from None


def first_line(error: Exception) -> str:
    """What DuckDB says, without what follows its first line."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _in_plain_words(path: str, message: str, doing: str) -> tuple[str, str]:
    if "Conflicting lock" in message or "different configuration" in message or "already attached" in message:
        return f"{path} is in use by another program", "close it (a load may be running), then try again"
    if "not a valid DuckDB database" in message:
        return f"{path} is not a history file", MAKE_ONE
    if "newer version of DuckDB" in message or "storage version" in message.lower():
        return f"{path} was written by another version of DuckDB", "update pontoon-audit"
    if "database does not exist" in message:
        return f"there is no history file {path}", MAKE_ONE
    if "Is a directory" in message:
        return f"{path} is a folder", "name a file in it"
    return f"{path} cannot be {doing} ({message.strip().splitlines()[0]})", NO_ROOM_HINT
