"""Write the report and the statements of the sample evenings into this folder: `python reports/refresh.py`.

They are kept here so that a visitor sees them without running anything; a test holds that they are fresh.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "pontoon_audit" / "sample_logs"
WHOLE_EVENINGS = ("clean", "faulty")
GENERATED_AT = datetime(2026, 12, 9, 12, tzinfo=UTC)
"""What the statements kept here give as their moment, so that they only change where the program does."""


def write(out: Path) -> list[Path]:
    """Audit the evenings and write all pages below `out`."""
    from pontoon_audit import audit, load
    from pontoon_audit.reading import find_logs
    from pontoon_audit.reporting import write_report, write_statements

    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "history.duckdb"
        load(audit(find_logs([str(SAMPLES / name) for name in WHOLE_EVENINGS])), database)
        return write_report(database, out / "report") + write_statements(
            database, out / "statements", generated_at=GENERATED_AT, report=out / "report"
        )


if __name__ == "__main__":
    for name in ("report", "statements"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    print(f"{len(write(HERE))} files written; open {HERE / 'report' / 'index.html'}")
