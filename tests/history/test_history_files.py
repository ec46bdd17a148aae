"""The history file itself: what is none, what is of another version or damaged, what may lie beside it."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl
import pytest

from pontoon_audit.history import HistoryError, load, run_query
from pontoon_audit.history.rows import NAME, run
from tests.history.small_audits import evening, file_of, rows

ROOT = Path(__file__).parents[2]


def test_files_that_are_no_history_are_left_as_they_are(tmp_path: Path) -> None:
    audit = file_of([evening()])
    text = tmp_path / "notes.txt"
    text.write_text("what we played on Thursday\n" * 500)
    with pytest.raises(HistoryError, match="is not a history file: make one with"):
        load(audit, text)
    assert text.read_text() == "what we played on Thursday\n" * 500

    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE sessions (mine INTEGER)")
    for attempt in (lambda: load(audit, other), lambda: run_query(other, "SELECT 1")):
        with pytest.raises(HistoryError, match="is a DuckDB database, but not one of pontoon-audit"):
            attempt()
    with duckdb.connect(str(other)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("sessions",)]


def test_a_file_of_another_schema_version_is_refused(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club)) as connection:
        connection.execute("UPDATE meta SET schema_version = 2")
    for attempt in (lambda: load(file_of([evening()]), club), lambda: run_query(club, "SELECT 1")):
        with pytest.raises(
            HistoryError, match="has schema version 2, this program reads version 3: load the logs into"
        ):
            attempt()


def test_places_where_no_history_can_be(tmp_path: Path) -> None:
    audit = file_of([evening()])
    with pytest.raises(HistoryError, match="there is no folder"):
        load(audit, tmp_path / "nowhere" / "club.duckdb")
    with pytest.raises(HistoryError, match="is a folder"):
        load(audit, tmp_path)
    with pytest.raises(HistoryError, match="there is no history file"):
        run_query(tmp_path / "none.duckdb", "SELECT 1")


def test_a_damaged_file_gives_no_traceback(club: Path) -> None:
    load(file_of([evening(f"s{n}") for n in range(50)]), club)
    sound = club.read_bytes()
    reported = 0
    for start_at in (0, 4096, 8192, 16384, len(sound) // 2, len(sound) - 4096):
        damaged = bytearray(sound)
        damaged[start_at : start_at + 4096] = b"\xff" * 4096
        club.write_bytes(damaged)
        for use in (
            lambda: run_query(club, "SELECT * FROM events"),
            lambda: load(file_of([evening(note="new")]), club),
        ):
            try:
                use()  # it may go well where the damage hits nothing; any other exception would be a traceback
            except HistoryError:
                reported += 1
    assert reported >= 4


def test_views_of_an_older_program_are_renewed(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club)) as connection:
        connection.execute("CREATE OR REPLACE VIEW discrepancies AS SELECT 1 AS old")
        connection.execute("UPDATE meta SET views_sha256 = 'that of an older program'")
    load(file_of([evening()]), club)
    assert rows(club, "SELECT owed_by, owed_to, owed FROM discrepancies") == [("eve", "ann", Decimal("5.00"))]


def test_pyarrow_is_not_needed(club: Path) -> None:
    script = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from pontoon_audit.history import load\n"
        "from tests.history.small_audits import evening, file_of\n"
        f"print(load(file_of([evening()]), {str(club)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "LoadResult(loaded=1, skipped=0, superseded=0)\n", done.stderr


def test_what_was_put_in_is_not_kept_in_memory_until_the_load_ends() -> None:
    """DuckDB holds on to what was registered while a transaction is open; a long load must not grow with the log."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE numbers (n BIGINT)")
        connection.execute("BEGIN TRANSACTION")
        numbers = pl.DataFrame({"n": [1, 2, 3]})
        kept = weakref.ref(numbers)
        run(connection, f"INSERT INTO numbers SELECT n FROM {NAME}", numbers)
        del numbers
        gc.collect()
        assert kept() is None
        assert connection.execute("SELECT sum(n) FROM numbers").fetchall() == [(6,)]
