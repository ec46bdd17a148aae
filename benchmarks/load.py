"""How long an audit with load takes, beside a plain parse-and-load of the same file.

`python benchmarks/load.py [DEALS [REPEATS]]`. Each side runs in a process of its own, one after the other, alternated;
times are whole-process times, imports and start included, files in the page cache. CPU counts more than wall: the
machine may be shared. Writes `results.md` beside itself.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLAIN = """
import duckdb, sys
con = duckdb.connect(sys.argv[2])
con.execute("create table events as from read_csv(?, all_varchar = true)", [sys.argv[1]]).fetchall()
con.close()
"""
PLAIN_NAME = "plain parse and load (DuckDB `read_csv`)"
SMALL = HERE.parent / "pontoon_audit" / "sample_logs" / "clean" / "thursday-club.json"


@dataclass
class Run:
    """One run of a command: seconds on the clock, CPU seconds, peak memory in MiB."""

    wall: float
    cpu: float
    peak: float


def measure(command: list[str]) -> Run:
    """Runs a command in a process of its own."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def sides(log: Path, folder: Path) -> dict[str, list[str]]:
    """The commands that are compared; each run writes a database of its own."""
    tool = [sys.executable, "-m", "pontoon_audit"]
    return {
        PLAIN_NAME: [sys.executable, "-c", PLAIN, str(log), str(folder / "plain.duckdb")],
        "audit, findings as JSON": [*tool, "audit", str(log), "--format", "jsonl"],
        "audit and load": [*tool, "load", str(log), "--db", str(folder / "audited.duckdb")],
    }


def main() -> None:
    """Command line."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log.csv"
        make = [sys.executable, HERE / "make_log.py", str(deals), log]
        made = subprocess.run(make, check=True, capture_output=True, text=True)
        runs: dict[str, list[Run]] = {}
        for _ in range(repeats):
            for side, command in sides(log, folder).items():
                for old in folder.glob("*.duckdb*"):
                    old.unlink()
                runs.setdefault(side, []).append(measure(command))
        tool = [sys.executable, "-m", "pontoon_audit"]
        for _ in range(5):
            runs.setdefault("small: audit of 12 deals", []).append(measure([*tool, "audit", str(SMALL)]))
            runs.setdefault("small: `--help`", []).append(measure([*tool, "--help"]))
    write(made.stdout.strip(), runs)


def write(made: str, runs: dict[str, list[Run]]) -> None:
    """The results as Markdown."""
    lines = [
        "# What an audit costs", "",
        f"{made}; {platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, "
        f"medians of the runs, whole processes, start and imports included. The replay runs interpreted.", "",
        "| command | runs | wall s | CPU s | peak MiB |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for side, measured in runs.items():
        median = [statistics.median(getattr(run, what) for run in measured) for what in ("wall", "cpu", "peak")]
        lines.append(f"| {side} | {len(measured)} | {median[0]:.2f} | {median[1]:.2f} | {median[2]:.0f} |")
    text = "\n".join(lines) + "\n"
    (HERE / "results.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
