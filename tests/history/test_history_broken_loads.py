"""Loads that fail, are killed or come second: all or nothing, and nobody sees a half."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from pontoon_audit import audit
from pontoon_audit.history import HistoryError, Loader, LoadResult, load, run_query
from tests.generator import legal_session
from tests.history.small_audits import contents, evening, file_of, rows
from tests.history.test_history_audited import SAMPLES

ROOT = Path(__file__).parents[2]


def add_and_fail(loader: Loader, *audits: Any) -> None:
    for one in audits:
        loader.add(one)
    raise ZeroDivisionError


def test_an_error_in_the_middle_undoes_all(club: Path) -> None:
    load(file_of([evening()]), club)
    before = contents(club)
    loader = Loader(club)
    with pytest.raises(ZeroDivisionError), loader:
        add_and_fail(loader, file_of([evening(note="second"), evening("friday")]))
    assert contents(club) == before
    with pytest.raises(RuntimeError):
        _ = loader.result


def test_a_first_load_that_fails_leaves_no_file(club: Path) -> None:
    with pytest.raises(ZeroDivisionError), Loader(club) as loader:
        add_and_fail(loader, file_of([evening()]))
    assert list(club.parent.iterdir()) == []


def test_a_load_leaves_nothing_but_the_history_file(club: Path) -> None:
    load(file_of([evening()]), club)
    assert list(club.parent.iterdir()) == [club]


LOADING = """
import sys, time
from pontoon_audit.history import Loader
from tests.history.small_audits import evening, file_of
path, wait_inside = sys.argv[1], sys.argv[2] == "inside"
audit = file_of([evening(f"s{n}", note="new") for n in range(300)], "new.json")
with Loader(path) as loader:
    loader.add(audit)
    print("open", flush=True)
    if wait_inside:
        time.sleep(60)
print("done", flush=True)
time.sleep(60)
"""


LOADING_IN_PIECES = """
import sys, time
from pontoon_audit.history import Loader, loading, rows
from tests.history.small_audits import evening, file_of
loading.COMMIT_ROWS = rows.ROW_GROUP = 1
with Loader(sys.argv[1]) as loader:
    for piece in range(4):
        loader.add(file_of([evening(f"s{piece * 100 + n}", note="new") for n in range(100)], "new.json", "new"))
    print("open", flush=True)
    time.sleep(60)
"""


def start(club: Path, where: str, script: str = LOADING) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(club), where], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_load_that_is_killed_while_the_transaction_is_open_leaves_nothing_of_it(club: Path) -> None:
    load(file_of([evening(f"s{n}", note="old") for n in range(300)], "old.json"), club)
    before = contents(club)
    kill(start(club, "inside"))
    assert contents(club) == before
    # what the killed load left behind stops nobody
    assert load(file_of([evening("next")]), club).loaded == 1


@pytest.mark.parametrize("what", ["killed", "failed"])
def test_pieces_that_were_committed_are_not_seen_before_the_load_has_ended(
    club: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(file_of([evening(f"s{n}", note="old") for n in range(300)], "old.json"), club)
    before = contents(club)
    left = (
        "SELECT count(*) FROM stored.event_codes WHERE version IN (SELECT version FROM stored.sessions WHERE state = 0)"
    )
    if what == "killed":
        kill(start(club, "", LOADING_IN_PIECES))
        assert rows(club, left)[0][0] > 0
    else:
        monkeypatch.setattr("pontoon_audit.history.loading.COMMIT_ROWS", 1)
        monkeypatch.setattr("pontoon_audit.history.rows.ROW_GROUP", 1)
        with pytest.raises(ZeroDivisionError), Loader(club) as loader:
            add_and_fail(loader, *(file_of([evening(f"s{n}", note="new")], f"{n}.json") for n in range(3)))
        assert rows(club, left) == [(0,)]
    assert contents(club) == before
    # the next load takes away what is left, and then all is as if there had been no other
    assert load(file_of([evening("s1", note="next")]), club) == LoadResult(loaded=1, skipped=0, superseded=1)
    assert rows(club, "SELECT count(*) FROM stored.sessions") == [(301,)]
    assert rows(club, "SELECT count(*) FROM stored.seats") == [(301 * 3,)]
    assert rows(club, "SELECT count(*) FROM stored.event_codes") == [(len(before["main.events"]) + 5,)]


def load_pieces(club: Path, pieces: list[Any]) -> LoadResult:
    with Loader(club) as loader:
        for piece in pieces:
            loader.add(piece)
    return loader.result


def test_what_goes_wrong_in_writing_a_piece_is_raised_by_the_next_one_or_at_the_end(club: Path) -> None:
    bad = file_of([evening()])
    bad.rejected = bad.rejected.with_columns(sitting=pl.lit(None, pl.Int64))
    for pieces in ([bad], [bad, file_of([evening("friday")])]):
        with pytest.raises(ValueError, match="must belong to a session"):
            load_pieces(club, pieces)
        assert not club.exists()


def test_a_first_load_that_is_killed_leaves_a_file_that_says_so_and_can_be_loaded_into(club: Path) -> None:
    kill(start(club, "inside"))
    with pytest.raises(HistoryError, match="holds nothing yet: make one with"):
        run_query(club, "SELECT * FROM sessions")
    assert load(file_of([evening()]), club).loaded == 1


def test_a_load_that_is_killed_at_any_moment_of_its_end_is_there_whole_or_not_at_all(club: Path) -> None:
    load(file_of([evening(f"s{n}", note="old") for n in range(300)], "old.json"), club)
    before = contents(club)
    for delay in (0.0, random.Random(7).uniform(0.001, 0.02), 0.05):
        process = start(club, "outside")
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        kill(process)
        notes = rows(club, "SELECT DISTINCT note FROM events WHERE action = 'stake'")
        assert notes in ([("old",)], [("new",)])
        assert rows(club, "SELECT count(*) FROM sessions") == [(300,)]
        if notes == [("old",)]:
            assert contents(club) == before


def test_a_second_load_is_told_that_one_is_running(club: Path) -> None:
    load(file_of([evening()]), club)
    process = start(club, "inside")
    try:
        with pytest.raises(HistoryError, match=r"another load into .* is running: wait"):
            load(file_of([evening()]), club)
        with pytest.raises(HistoryError, match="is in use by another program"):
            run_query(club, "SELECT 1")
    finally:
        kill(process)
    assert load(file_of([evening()]), club).skipped == 1


def test_a_load_is_told_that_the_file_is_in_use(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club), read_only=True), pytest.raises(HistoryError, match="is in use by another program"):
        load(file_of([evening()]), club)
    with Loader(club), pytest.raises(HistoryError, match="another load"):
        load(file_of([evening()]), club)


LIMITED = """
import resource, sys
from pontoon_audit.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv = ["pontoon-audit", "load", *sys.argv[3:], "--db", sys.argv[2], "--quiet"]
main()
"""


def load_with_files_of_at_most(size: int, database: Path, log: Path, kept: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIMITED, str(size), str(database), str(log), "--events", kept]
    # Python would cut off what it compiles too, and never look at that again
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.fixture
def long_log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_text(
        json.dumps([legal_session(seed) | {"session": f"s{seed}"} for seed in range(120)]), encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("kept", ["duckdb", "parquet", "none"])
@pytest.mark.parametrize("there", [False, True])
def test_a_file_that_cannot_be_written_is_no_fault_of_ours(club: Path, long_log: Path, kept: str, there: bool) -> None:
    """As on a full disk: it is said, and what was there before is there still."""
    before = {}
    if there:
        load(audit(SAMPLES), club)
        before = contents(club)
    ended = load_with_files_of_at_most(5000, club, long_log, kept)
    assert ended.returncode == 2, ended.stderr
    for words in ("cannot be", "File too large", "free space"):
        assert words in ended.stderr
    assert "fault" not in ended.stderr
    if there:
        assert contents(club) == before
    else:
        assert not club.exists()
    assert load(audit(long_log), club).loaded == 1


def test_what_a_file_has_no_room_for_lies_beside_it_and_that_is_said(club: Path, long_log: Path) -> None:
    load(audit(SAMPLES), club)
    ended = load_with_files_of_at_most(club.stat().st_size + 4096, club, long_log, "none")
    assert ended.returncode == 0, ended.stderr
    waiting = Path(f"{club}.wal")
    assert f"still in {waiting}" in ended.stderr
    assert rows(club, "SELECT count(*) FROM sessions WHERE session = 's7'") == [(1,)]
    assert load(audit(long_log), club).skipped == 1
    assert not waiting.exists()
