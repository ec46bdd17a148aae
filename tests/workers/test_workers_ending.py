"""Workers that fail, are killed or stopped: it is said in a line, and nothing half-written stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.workers.many_logs import documents, flat

COMMAND = [sys.executable, "-m", "pontoon_audit"]


@pytest.fixture
def long_logs(tmp_path: Path) -> list[str]:
    """Three logs that take some seconds each: a partition is at least 50,000 events."""
    (tmp_path / "logs").mkdir()
    return [flat(tmp_path / "logs" / f"{n}.csv", [f"{n}-{m}" for m in range(400)]) for n in range(3)]


@contextmanager
def started(tmp_path: Path, *arguments: object, workers: int = 2) -> Iterator[subprocess.Popen[str]]:
    """The command, in a group of processes of its own, once its workers are at work; its files go to `tmp_path`."""
    (tmp_path / "tmp").mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")}, start_new_session=True,
    )  # fmt: skip
    try:
        wait_until(lambda: len(workers_of(process.pid)) >= workers)
        time.sleep(1.5)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        for pipe in (process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()


def wait_until(true: Any, seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.05)


def workers_of(pid: int) -> list[int]:
    """The worker processes of a process. (Not asked of `ps`, which cuts its lines where COLUMNS says so.)"""
    return [int(path.name) for path in Path("/proc").glob("[0-9]*") if is_worker_of(path, pid)]


def is_worker_of(process: Path, parent: int) -> bool:
    try:
        started_by = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        return started_by == parent and b"spawn_main" in (process / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # ended while it was looked at
        return False


def lives(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


@pytest.mark.parametrize("command", ["audit", "load"])
def test_ctrl_c_stops_all_and_leaves_nothing(tmp_path: Path, long_logs: list[str], command: str) -> None:
    out = ["--output", tmp_path / "out.txt"] if command == "audit" else ["--db", tmp_path / "club.duckdb"]
    parts = ["--parts", tmp_path / "parts"] if command == "load" else []
    with started(tmp_path, command, *long_logs, *out, *parts, "--workers", 2) as process:
        workers = workers_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said = process.communicate(timeout=30)
    assert said == ("", "pontoon-audit: stopped; nothing was half written\n")
    assert process.returncode in (130, -signal.SIGINT)  # a shell says 130 of both
    assert sorted(path.name for path in tmp_path.iterdir()) == ["logs", "tmp"]
    assert not list((tmp_path / "tmp").iterdir())
    wait_until(lambda: not any(map(lives, workers)))


@pytest.mark.parametrize("command", ["audit", "load"])
def test_ctrl_c_of_one_process_leaves_nothing_either(tmp_path: Path, long_logs: list[str], command: str) -> None:
    out = ["--output", tmp_path / "out.txt"] if command == "audit" else ["--db", tmp_path / "club.duckdb"]
    with started(tmp_path, command, *long_logs, *out, workers=0) as process:
        wait_until(lambda: command == "audit" or (tmp_path / "club.duckdb").exists())
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=30)
    assert said == ("", "pontoon-audit: stopped; nothing was half written\n")
    assert process.returncode in (130, -signal.SIGINT)  # a shell says 130 of both
    assert sorted(path.name for path in tmp_path.iterdir()) == ["logs", "tmp"]


def test_workers_end_with_whoever_started_them(tmp_path: Path, long_logs: list[str]) -> None:
    with started(tmp_path, "audit", *long_logs, "--workers", 2) as process:
        workers = workers_of(process.pid)
        process.kill()
        wait_until(lambda: not any(map(lives, workers)))


def test_a_killed_worker_is_told(tmp_path: Path, long_logs: list[str]) -> None:
    with started(tmp_path, "load", *long_logs, "--workers", 2, "--db", tmp_path / "club.duckdb") as process:
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, "")
    assert err == (
        "pontoon-audit: a worker process ended in the middle of its work\n"
        "  if the machine ran out of memory, fewer --workers need less\n"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["logs", "tmp"]
    assert not list((tmp_path / "tmp").iterdir())


def test_what_goes_wrong_in_a_worker_is_told_as_ever(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = documents(tmp_path / "log.json", ["friday"])
    monkeypatch.setattr("pontoon_audit.workers.spread.work", broken)
    ended = cli("audit", log, "--workers", 2)
    assert (ended.status, ended.out) == (4, "")
    assert ended.err.startswith("pontoon-audit: this is our fault, not yours: KeyError: 'no such column'\n")


def broken(job: object, partition: object) -> None:
    raise KeyError("no such column")


def test_a_folder_nobody_can_write_to(cli: Any, tmp_path: Path) -> None:
    log = documents(tmp_path / "log.json", ["friday"])
    (tmp_path / "file").write_text("")
    ended = cli("audit", log, "--parts", tmp_path / "file" / "parts")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"pontoon-audit: {tmp_path}/file/parts cannot be written: not a directory\n"


def test_parts_are_whole_or_not_there(cli: Any, tmp_path: Path) -> None:
    log = documents(tmp_path / "log.json", ["friday"])
    assert cli("audit", log, "--parts", tmp_path / "parts", "--quiet").status == 1
    assert [path.name for path in (tmp_path / "parts").iterdir()] == ["000000"]
    before = sorted(tmp_path.rglob("*"))
    ended = cli("audit", log, "--parts", tmp_path / "parts")
    assert ended.status == 2
    assert ended.err == (
        f"pontoon-audit: there is {tmp_path}/parts already\n  name a folder that is not there yet for --parts\n"
    )
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["audit", "-", "--input-format", "csv", "--workers", "2"], "standard input cannot be shared out to workers"),
        (["audit", ".", "--workers", "0"], "Invalid value for '--workers'"),
        (["audit", "LOG", "--cluster", "tcp://127.0.0.1:1"], "--cluster needs --parts"),
        (["audit", "LOG", "--cluster", "127.0.0.1:1", "--workers", "2"], "--cluster has workers of its own"),
        (["load", "--from-parquet", ".", "--db", "x.duckdb", "--workers", "2"], "leave out --workers, --cluster"),
    ],
)
def test_options_that_do_not_go_together(cli: Any, tmp_path: Path, arguments: list[str], told: str) -> None:
    log = documents(tmp_path / "log.json", ["friday"])
    ended = cli(*[log if argument == "LOG" else argument for argument in arguments])
    assert (ended.status, ended.out) == (2, "")
    assert told in ended.err
