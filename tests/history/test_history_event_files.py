"""Where a load keeps events: in the history file, in files beside it, or nowhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pontoon_audit.history import HistoryError, Loader, LoadResult, load, run_query
from tests.history.small_audits import evening, file_of

EVENTS = "SELECT session, event, action, player, note FROM events ORDER BY ALL"


def kept(club: Path) -> list[tuple[str, str]]:
    return run_query(club, "SELECT session, events_kept FROM sessions ORDER BY ALL").rows


def test_events_in_files_are_read_as_if_they_were_in_the_history(tmp_path: Path) -> None:
    inside, beside = tmp_path / "inside.duckdb", tmp_path / "beside.duckdb"
    for audit in (file_of([evening("a", note="old"), evening("b")]), file_of([evening("a", note="new")])):
        load(audit, inside)
        load(audit, beside, events="parquet")
    for query in (EVENTS, EVENTS.replace("events", "superseded.events"), "SELECT * FROM discrepancies ORDER BY ALL"):
        assert run_query(beside, query).rows == run_query(inside, query).rows != []
    assert kept(beside) == [("a", "parquet"), ("b", "parquet")]
    assert [path.suffix for path in (tmp_path / "beside.duckdb.events").iterdir()] == [".parquet"] * 2


def test_the_folder_moves_with_the_history_and_is_missed_without(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "it's new"
    old.mkdir()
    load(file_of([evening()]), old / "club.duckdb", events="parquet")
    before = run_query(old / "club.duckdb", EVENTS).rows
    old.rename(new)
    assert run_query(new / "club.duckdb", EVENTS).rows == before
    assert load(file_of([evening()]), new / "club.duckdb", events="parquet").skipped == 1
    shutil.rmtree(new / "club.duckdb.events")
    with pytest.raises(HistoryError, match=r"it has no folder club\.duckdb\.events beside it: put the folder back"):
        run_query(new / "club.duckdb", "SELECT 1")


def test_no_other_file_can_be_read(tmp_path: Path) -> None:
    load(file_of([evening()]), tmp_path / "club.duckdb", events="parquet")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    for path in (tmp_path / "secret.csv", "secret.csv", "club.duckdb.events/../secret.csv"):
        with pytest.raises(HistoryError, match="file system operations are disabled"):
            run_query(tmp_path / "club.duckdb", f"FROM read_csv('{path}')")


def test_without_events_the_results_are_all_there(tmp_path: Path) -> None:
    with_events, without = tmp_path / "with.duckdb", tmp_path / "without.duckdb"
    load(file_of([evening()]), with_events)
    load(file_of([evening()]), without, events="none")
    assert run_query(without, EVENTS).rows == []
    assert kept(without) == [("thursday", "none")]
    for table in ("deals", "hands", "ledger", "findings", "player_results", "session_results", "banker_results"):
        query = f"SELECT * FROM {table} ORDER BY ALL"
        assert run_query(without, query).rows == run_query(with_events, query).rows != []


def test_files_of_a_load_that_failed_are_taken_away(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    with pytest.raises(ZeroDivisionError), Loader(club, events="parquet") as loader:
        fail_after(loader)
    assert list(tmp_path.iterdir()) == []
    # a load that was killed could not take its own away; its versions' numbers are given again
    folder = tmp_path / "club.duckdb.events"
    folder.mkdir()
    (folder / "events-1.parquet").write_bytes(b"left over")
    (folder / "events-7.part").write_bytes(b"left over")
    assert load(file_of([evening()]), club, events="parquet") == LoadResult(loaded=1, skipped=0, superseded=0)
    assert len(run_query(club, EVENTS).rows) == 5


def fail_after(loader: Loader) -> None:
    for number in range(3):
        loader.add(file_of([evening(f"s{number}")], f"{number}.json"))
    raise ZeroDivisionError


def test_a_path_that_means_a_pattern_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="events cannot be kept in files beside"):
        load(file_of([evening()]), tmp_path / "club[1].duckdb", events="parquet")
    assert load(file_of([evening()]), tmp_path / "club[1].duckdb").loaded == 1
