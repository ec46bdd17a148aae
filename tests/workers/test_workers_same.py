"""Nothing depends on how many workers share an audit: same bytes, same history, same words about bad files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.workers import partitions
from tests.history.small_audits import contents
from tests.workers.many_logs import documents, flat, folder_of_logs


@pytest.fixture(autouse=True)
def small_partitions(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that logs which are soon audited are shared out as large ones are."""
    monkeypatch.setattr(partitions, "SMALLEST", 300)


@pytest.fixture
def logs(tmp_path: Path) -> list[str]:
    return folder_of_logs(tmp_path / "logs")


def test_a_run_is_dealt_out_by_files_and_shares(logs: list[str]) -> None:
    plan = partitions.partitions(logs, 6)
    assert [path for one in plan if not one.share or not one.share.first for path in one.paths] == logs
    shared = {one.paths[0] for one in plan if one.share}
    assert {Path(path).name for path in shared} == {"2-table.csv", "6-torn.csv"}
    assert [one.name for one in plan] == sorted(one.name for one in plan)


@pytest.mark.parametrize("format", ["json", "text"])
def test_two_workers_print_what_one_process_prints(cli: Any, logs: list[str], format: str) -> None:
    alone = cli("audit", *logs, "--format", format)
    shared = cli("audit", *logs, "--format", format, "--workers", 2)
    assert alone.status == 2
    assert "torn.csv" in alone.out + alone.err
    assert shared == alone


def test_deals_on_a_line_and_the_file_they_go_to(cli: Any, tmp_path: Path) -> None:
    logs = [documents(tmp_path / f"{name}.json", [name]) for name in ("a", "b", "c")]
    for workers in (1, 3):
        cli("audit", *logs, "--verbose", "--coverage", "--workers", workers, "--output", tmp_path / f"{workers}.txt")
    assert (tmp_path / "1.txt").read_bytes() == (tmp_path / "3.txt").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", "b.json", "c.json", "1.txt", "3.txt"}


def test_two_workers_load_what_one_process_loads(cli: Any, logs: list[str], tmp_path: Path) -> None:
    alone, shared, later = (tmp_path / f"{name}.duckdb" for name in ("alone", "shared", "later"))
    told = cli("load", *logs, "--db", alone)
    assert told.status == 2
    parts = tmp_path / "parts"
    assert cli("load", *logs, "--db", shared, "--workers", 2, "--parts", parts).out == told.out.replace(
        str(alone), str(shared)
    )
    assert contents(shared, without=["sources"]) == contents(alone, without=["sources"])
    assert cli("load", "--from-parquet", parts, "--db", later).status == 0
    assert contents(later, without=["sources"]) == contents(alone, without=["sources"])
    # and they are the same sources
    before = contents(later)
    assert "no files loaded, 6 already there" in cli("load", *logs, "--db", later, "--workers", 2).out
    assert contents(later) == before


def test_a_share_of_no_session_is_nothing_to_stumble_over(cli: Any, tmp_path: Path) -> None:
    log = flat(tmp_path / "one.csv", ["only"] * 9)  # one long session: all shares but the first are empty
    assert len(partitions.partitions([log], 3)) == 3
    assert cli("audit", log, "--workers", 3) == cli("audit", log)


def test_the_order_of_files_changes_the_order_of_findings_alone(cli: Any, logs: list[str]) -> None:
    backward = cli("audit", *reversed(logs), "--format", "jsonl", "--workers", 2).out
    assert sorted(backward.splitlines()) == sorted(cli("audit", *logs, "--format", "jsonl").out.splitlines())


def test_the_size_of_batches_changes_nothing(cli: Any, logs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cli("audit", *logs, "--format", "json")
    for events in (1, 700):
        monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", events)
        assert cli("audit", *logs, "--format", "json") == whole
