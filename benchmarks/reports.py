"""What a report costs, of a history of some deals and of very many. One command; writes `reports.md`.

`python benchmarks/reports.py [--deals 10000 1000000] [--people 8 500] [--repeats 3] [--keep FOLDER]`. The report on
each history that comes of it is written some times; figures are medians. To load a million deals takes minutes:
histories that lie in the folder are used again.
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

from run import HERE, TOOL, measure

FEW = 8
"""People who play in a log that is made without saying who."""


def history(deals: int, people: int, folder: Path) -> Path:
    """A history of so many deals, played by so many people."""
    log, database = folder / "log.csv", folder / f"{deals}-{people}.duckdb"
    if database.exists():
        return database
    others = [] if people == FEW else [str(people)]
    subprocess.run([sys.executable, HERE / "make_log.py", str(deals), log, *others], check=True, capture_output=True)
    measure([*TOOL, "load", str(log), "--db", str(database), "--quiet"])
    log.unlink()
    return database


def row(database: Path, deals: int, people: int, repeats: int) -> str:
    """A history and its report as a row of the table."""
    out = database.with_suffix("")
    runs = [measure([*TOOL, "report", "--db", str(database), "--out", str(out), "--quiet"]) for _ in range(repeats)]
    wall, cpu, peak = (statistics.median(getattr(run, what) for run in runs) for what in ("wall", "cpu", "peak"))
    files = [path.stat().st_size for path in out.rglob("*.html")]
    size = database.stat().st_size / 1e6
    return (
        f"| {deals:,} | {people} | {size:,.0f} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | "
        f"{len(files):,} | {sum(files) / 1e6:.1f} |"
    )


def main() -> None:
    """Command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--deals", type=int, nargs="+", default=[10_000, 1_000_000])
    options.add_argument("--people", type=int, nargs="+", default=[FEW, 500])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--keep", type=Path)
    given = options.parse_args()
    lines = [
        "# What a report costs", "",
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; whole processes of "
        f"`pontoon-audit report`, start and imports included; runs of each: {given.repeats}, medians.", "",
        "| deals | people | history MB | wall s | CPU s | peak MiB | pages | MB |", "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        for deals in given.deals:
            for people in given.people:
                database = history(deals, people, given.keep or Path(name))
                lines.append(row(database, deals, people, given.repeats))
    text = "\n".join([*lines, ""])
    (HERE / "reports.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
