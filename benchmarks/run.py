"""What an audit costs, beside what cannot be avoided and beside what others need. One command; writes `results.md`.

`python benchmarks/run.py [--deals 1000000] [--repeats 3]`. Every run is a process of its own, start and imports
included, files in the page cache. What is compared is run in turn, A B C A B C; figures are medians, with CPU beside
the clock, since a machine may be shared. Needs the dependency group `bench` of `pyproject.toml`.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOL = [sys.executable, "-m", "pontoon_audit"]
MEMORY = "import duckdb, sys; con = duckdb.connect(sys.argv[2]); con.execute(\"set memory_limit = '512MB'\"); "
CSV = MEMORY + "con.execute('create table events as from read_csv(?)', [sys.argv[1]]).fetchall(); con.close()"
LINES = MEMORY + (
    "con.execute(\"create table events as from read_json(?, format = 'newline_delimited', columns = {"
    "session: 'VARCHAR', "
    "deal: 'INTEGER', action: 'VARCHAR', player: 'VARCHAR', hand: 'INTEGER', card: 'VARCHAR', face: 'VARCHAR', "
    "amount: 'DECIMAL(18,2)', \\\"to\\\": 'VARCHAR'})\", [sys.argv[1]]).fetchall(); con.close()"
)
DOCUMENT = """
import msgspec, sys
class Event(msgspec.Struct):
    action: str
    player: str | None = None
    hand: int = 1
    card: str | None = None
    face: str | None = None
    amount: str | None = None
    to: str | None = None
class Deal(msgspec.Struct):
    deal: int
    events: list[Event]
class Session(msgspec.Struct):
    session: str
    deals: list[Deal]
msgspec.json.decode(open(sys.argv[1], "rb").read(), type=list[Session])
"""
READ = (
    "import sys; from pontoon_audit.reading import read_log; "
    "[len(s.events) for s in read_log(sys.argv[1], fast=sys.argv[2] == 'fast')]"
)
IMPORT = "import typer"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""That of people, who have what Python compiled of a package kept since it was installed."""


@dataclass(frozen=True)
class Run:
    """One run of a command: seconds on the clock, CPU seconds, peak memory in MiB."""

    wall: float
    cpu: float
    peak: float


def measure(command: list[str]) -> Run:
    """Runs a command in a process of its own."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def alternated(sides: dict[str, list[str]], repeats: int, folder: Path) -> dict[str, Run]:
    """The median of each side, run in turn; databases are written anew each time."""
    runs: dict[str, list[Run]] = {side: [] for side in sides}
    for _ in range(repeats):
        for side, command in sides.items():
            for old in folder.glob("*.duckdb*"):
                old.unlink()
            runs[side].append(measure(command))
    return {side: Run(*(statistics.median(getattr(run, what) for run in done) for what in ("wall", "cpu", "peak")))
            for side, done in runs.items()}  # fmt: skip


def make(deals: int, log: Path) -> int:
    """Writes a log; gives how many events it has."""
    made = subprocess.run([sys.executable, HERE / "make_log.py", str(deals), log], check=True, capture_output=True)
    return int(made.stdout.split()[2])


def table(rows: dict[str, Run], first: str) -> list[str]:
    """Runs as a table, with each one's ratio to the first."""
    base = rows[first]
    lines = ["| | wall s | CPU s | peak MiB | wall | CPU |", "|---|---|---|---|---|---|"]
    for name, run in rows.items():
        ratios = f"{run.wall / base.wall:.2f} × | {run.cpu / base.cpu:.2f} ×"
        lines.append(f"| {name} | {run.wall:.2f} | {run.cpu:.2f} | {run.peak:.0f} | {ratios} |")
    return [*lines, ""]


def long_logs(deals: int, repeats: int, folder: Path) -> tuple[list[str], dict[str, Run], int]:
    """CSV and JSON Lines against their floors; and the runs of the audit, with load and without, with their events."""
    log = folder / "log.csv"
    events = make(deals, log)
    audit, floor, duckdb = "audit and load, every rule", "the same reader and load, no check", "DuckDB `read_csv`"
    alone = "audit, nothing kept"
    found = alternated(
        {
            floor: [sys.executable, str(HERE / "floor.py"), str(log), str(folder / "floor.duckdb")],
            audit: [*TOOL, "load", str(log), "--db", str(folder / "audit.duckdb")],
            alone: [*TOOL, "audit", str(log)],
            duckdb: [sys.executable, "-c", CSV, str(log), str(folder / "plain.duckdb")],
        },
        repeats, folder,
    )  # fmt: skip
    lines = [f"## A CSV of {deals:,} deals: {events:,} events, {log.stat().st_size / 1e6:,.0f} MB", ""]
    lines += table(found, floor)
    log.unlink()
    lines_log = folder / "log.jsonl"
    some = max(deals // 10, 1000)
    events_there = make(some, lines_log)
    beside = alternated(
        {
            floor: [sys.executable, str(HERE / "floor.py"), str(lines_log), str(folder / "floor.duckdb")],
            audit: [*TOOL, "load", str(lines_log), "--db", str(folder / "audit.duckdb")],
            "DuckDB `read_json`": [sys.executable, "-c", LINES, str(lines_log), str(folder / "plain.duckdb")],
        },
        repeats, folder,
    )  # fmt: skip
    lines += [f"## JSON Lines of {some:,} deals: {events_there:,} events", "", *table(beside, floor)]
    lines_log.unlink()
    return lines, {name: found[name] for name in (audit, alone)}, events


def documents(repeats: int, folder: Path) -> list[str]:
    """A nested document of 250 MB against a bare typed decode."""
    log = folder / "log.json"
    make(140_000, log)
    decode = "a bare typed decode (msgspec)"
    found = alternated(
        {
            decode: [sys.executable, "-c", DOCUMENT, str(log)],
            "reading it": [sys.executable, "-c", READ, str(log), "fast"],
            "reading it without numba": [sys.executable, "-c", READ, str(log), "plain"],
        },
        repeats, folder,
    )  # fmt: skip
    size = log.stat().st_size / 1e6
    log.unlink()
    return [f"## A nested document of {size:,.0f} MB", "", *table(found, decode)]


def small(folder: Path) -> list[str]:
    """What people wait for."""
    log = folder / "small.csv"
    make(10, log)
    found = alternated(
        {"`import typer`": [sys.executable, "-c", IMPORT], "`--help`": [*TOOL, "--help"],
         "audit of 10 deals": [*TOOL, "audit", str(log)]}, 9, folder,
    )  # fmt: skip
    return ["## Small things", "", *table(found, "`import typer`")]


def growth(repeats: int, deals: int, start: float, folder: Path, most: Run) -> list[str]:
    """How the cost grows from a hundredth of the deals on, after taking off what a start costs."""
    log = folder / "less.csv"
    events = make(deals // 100, log)
    load = [*TOOL, "load", str(log), "--db", str(folder / "less.duckdb")]
    less = alternated({"less": load}, max(repeats, 3), folder)["less"]
    exponent = math.log((most.cpu - start) / (less.cpu - start)) / math.log(100)
    said = f"{deals // 100:,} deals ({events:,} events) cost {less.cpu:.2f} CPU s, {deals:,} deals {most.cpu:.2f}"
    return ["## Growth", "", f"{said}: exponent {exponent:.2f} after {start:.2f} s for the start.", ""]


def peers(ours: dict[str, Run], events: int) -> list[str]:
    """What others need for a step of their own games. They read and replay, and keep nothing."""
    rates = {name: events / run.cpu for name, run in ours.items()}
    lines = ["## Peers", "", f"| | steps a CPU second | {' | '.join(f'{name}, against it' for name in rates)} |"]
    lines.append("|---|---|" + "---|" * len(rates))
    lines += [f"| {name}: events of a CSV | {rate:,.0f} |{' |' * len(rates)}" for name, rate in rates.items()]
    for peer, games, what in (("pokerkit", 400, "PokerKit, actions"), ("chess", 300, "python-chess, moves")):
        said = subprocess.run([sys.executable, HERE / "peers.py", peer, str(games)], check=True, capture_output=True)
        steps, seconds = said.stdout.split()
        rate = int(steps) / float(seconds)
        against = " | ".join(f"{own / rate:.0f} ×" for own in rates.values())
        lines.append(f"| {what} | {rate:,.0f} | {against} |")
    return [*lines, ""]


def main() -> None:
    """Command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--deals", type=int, default=1_000_000)
    options.add_argument("--repeats", type=int, default=3)
    given = options.parse_args()
    lines = [
        "# What an audit costs", "",
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; medians of "
        f"{given.repeats} runs in turn, whole processes, start and imports included; ratios to a table's first row.",
        "",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warm_up = folder / "warm.csv"
        make(10, warm_up)
        measure([sys.executable, "-c", "from pontoon_audit.compiled import get_ready; get_ready()"])
        tiny = [*TOOL, "load", str(warm_up), "--db", str(folder / "tiny.duckdb")]
        start = statistics.median(measure(tiny).cpu for _ in range(3))
        found, ours, events = long_logs(given.deals, given.repeats, folder)
        most = next(iter(ours.values()))
        lines += found + documents(given.repeats, folder) + small(folder)
        lines += growth(given.repeats, given.deals, start, folder, most) + peers(ours, events)
    text = "\n".join(lines)
    (HERE / "results.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
