"""What a report costs, of a history of some deals and of very many. One command; writes `reports.md`.

`python benchmarks/reports.py [--deals 10000 1000000] [--people 8 500] [--broken 10000] [--repeats 3] [--keep FOLDER]`.
The report on each history that comes of it is written some times; figures are medians. Those that are `broken` have
about two findings a deal. To load a million deals takes minutes: histories that lie in the folder are used again.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
from run import HERE, TOOL, measure

FEW, MANY = 8, 500
"""People who play in a log that is made without saying who, and in one that is broken."""
HELD = (
    "sum(deals)::BIGINT from sessions", "count(distinct player) from seats", "count(*) from findings",
)  # fmt: skip
"""What the table tells of a history: deals, people, findings."""
MISTAKES = 0.6
"""How many a deal of a broken log has; about two findings come of it."""


def history(deals: int, people: int, mistakes: float, folder: Path) -> Path:
    """A history of so many deals, played by so many people who sit down in turn."""
    log, database = folder / "log.csv", folder / f"{deals}-{people}{'-broken' if mistakes else ''}.duckdb"
    if database.exists():
        return database
    others = [] if people == FEW else [str(people), str(mistakes)]
    subprocess.run([sys.executable, HERE / "make_log.py", str(deals), log, *others], check=True, capture_output=True)
    measure([*TOOL, "load", str(log), "--db", str(database), "--quiet"])
    log.unlink()
    return database


def row(database: Path, repeats: int) -> str:
    """A history and its report as a row of the table."""
    with duckdb.connect(str(database), read_only=True) as connection:
        held = [f"{connection.sql(f'select {what}').fetchall()[0][0]:,}" for what in HELD]
    out = database.with_suffix("")
    runs = [measure([*TOOL, "report", "--db", str(database), "--out", str(out), "--quiet"]) for _ in range(repeats)]
    wall, cpu, peak = (statistics.median(getattr(run, what) for run in runs) for what in ("wall", "cpu", "peak"))
    files = [path.stat().st_size for path in out.rglob("*.html")]
    size = database.stat().st_size / 1e6
    return (
        f"| {' | '.join(held)} | {size:,.0f} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | "
        f"{len(files):,} | {sum(files) / 1e6:.1f} |"
    )


def main() -> None:
    """Command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--deals", type=int, nargs="+", default=[10_000, 1_000_000])
    options.add_argument("--people", type=int, nargs="+", default=[FEW, 500])
    options.add_argument("--broken", type=int, nargs="*", default=[10_000])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--keep", type=Path)
    given = options.parse_args()
    lines = [
        "# What a report costs", "",
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; whole processes of "
        f"`pontoon-audit report`, start and imports included; runs of each: {given.repeats}, medians.", "",
        "| deals | people | findings | history MB | wall s | CPU s | peak MiB | pages | MB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        asked = [(deals, people, 0.0) for deals in given.deals for people in given.people]
        asked += [(deals, MANY, MISTAKES) for deals in given.broken]
        for deals, people, mistakes in asked:
            lines.append(row(history(deals, people, mistakes, given.keep or Path(name)), given.repeats))
    text = "\n".join([*lines, ""])
    (HERE / "reports.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
