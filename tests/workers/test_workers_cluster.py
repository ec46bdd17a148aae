"""A real cluster on this machine: a scheduler and two workers, one of which is lost in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from pontoon_audit.workers import partitions
from tests.history.small_audits import contents
from tests.workers.many_logs import documents, flat

pytest.importorskip("distributed")
# Its client leaves loops and sockets to the end of the process.
pytestmark = pytest.mark.filterwarnings("ignore")


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{arguments[0]}.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"], stdout=log, stderr=log, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(true: Callable[[], object], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.02)


Cluster = tuple[str, list[subprocess.Popen[bytes]]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """The address of a scheduler, and its two workers."""
    from distributed import Client

    folder = tmp_path / "cluster"
    folder.mkdir()
    file = folder / "scheduler.json"
    with ExitStack() as all_of_them:
        start = lambda *arguments: all_of_them.enter_context(running(folder, *arguments))  # noqa: E731
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        address = json.loads(file.read_text())["address"]
        workers = [
            start("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder / name))
            for name in ("one", "two")
        ]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, workers


@pytest.fixture
def logs(tmp_path: Path) -> list[str]:
    """Logs of all kinds, one of them large enough to be shared out."""
    (tmp_path / "logs").mkdir()
    large = flat(tmp_path / "logs" / "large.csv", [f"large-{n}" for n in range(24)])
    others = [documents(tmp_path / "logs" / f"{n}.json", [f"{n}-{m}" for m in range(5)]) for n in range(8)]
    return [*others[:4], large, *others[4:]]


def test_a_worker_is_lost_and_nobody_notices(
    cli: Any, cluster: Cluster, logs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "SMALLEST", 500)
    address, workers = cluster
    plan = partitions.partitions(logs, 2)
    assert len(plan) > 6
    audited_before: list[int] = []

    def lose_one() -> None:
        wait_for(lambda: any(tmp_path.glob(".parts.*.part/00*")) or over.is_set())
        workers[0].send_signal(signal.SIGKILL)
        audited_before.append(len(list(tmp_path.glob(".parts.*.part/00*"))))

    over = Event()
    thief = Thread(target=lose_one)
    thief.start()
    by_cluster = cli("audit", *logs, "--format", "json", "--cluster", address, "--parts", tmp_path / "parts")
    over.set()
    thief.join()
    assert workers[0].wait() == -signal.SIGKILL
    assert 0 < audited_before[0] < len(plan)
    alone = cli("audit", *logs, "--format", "json")
    assert alone.status == 1
    assert by_cluster == alone
    assert sorted(path.name for path in (tmp_path / "parts").iterdir()) == [one.name for one in plan]
    # and what is loaded of its parts is what is loaded of the logs
    cli("load", "--from-parquet", tmp_path / "parts", "--db", tmp_path / "parts.duckdb")
    cli("load", *logs, "--db", tmp_path / "logs.duckdb")
    there = [contents(tmp_path / name, without=["sources"]) for name in ("parts.duckdb", "logs.duckdb")]
    assert there[0] == there[1]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1"),
        ("nowhere", "no scheduler answers at nowhere (missing port number"),
        ("carrier-pigeon://nowhere:1", "no scheduler answers at carrier-pigeon://nowhere:1 (unknown address scheme"),
    ],
)
def test_no_cluster_there(cli: Any, tmp_path: Path, address: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_audit.workers.cluster.SECONDS_TO_ANSWER", 1)
    log = documents(tmp_path / "log.json", ["friday"])
    ended = cli("audit", log, "--cluster", address, "--parts", tmp_path / "parts")
    assert (ended.status, ended.out) == (2, "")
    assert told in ended.err
    assert "dask scheduler" in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["log.json"]


def test_a_cluster_without_workers(cli: Any, cluster: Cluster, tmp_path: Path) -> None:
    address, workers = cluster
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
    log = documents(tmp_path / "log.json", ["friday"])
    ended = cli("audit", log, "--cluster", address, "--parts", tmp_path / "parts")
    assert (ended.status, ended.out) == (2, "")
    assert f"the scheduler at {address} has no workers" in ended.err
