"""The report and statements that visitors see are those that the program writes today."""

from __future__ import annotations

import runpy
from pathlib import Path

REPORTS = Path(__file__).parents[2] / "reports"


def test_the_committed_pages_are_fresh(tmp_path) -> None:
    written = {
        path.relative_to(tmp_path): path.read_bytes()
        for path in runpy.run_path(str(REPORTS / "refresh.py"))["write"](tmp_path)
    }
    kept = {
        path.relative_to(REPORTS): path.read_bytes()
        for folder in ("report", "statements")
        for path in (REPORTS / folder).rglob("*")
        if path.is_file()
    }
    assert len(written) > 100
    hint = "after a change that shows in them: python reports/refresh.py"
    assert set(kept) == set(written), hint
    assert [str(path) for path in written if kept[path] != written[path]] == [], hint
