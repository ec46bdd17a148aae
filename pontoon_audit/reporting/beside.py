"""The report that statements stand beside, so that their lines lead to its pages of deals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.links import called


class Report:
    """The pages of deals that there are in a report, as they are reached from another folder; none without a report."""

    def __init__(self, report: Path | None, out: Path) -> None:
        """ReportError where `report` holds none, or no path leads to it."""
        self._way, self._deals = "", frozenset[str]()
        if report is None:
            return
        if not (report / "index.html").is_file():
            raise ReportError(
                f"{report} holds no report", f"write one first: pontoon-audit report --db FILE --out {report}"
            )
        try:
            self._way = quote(Path(os.path.relpath(report.resolve(), out.resolve())).as_posix())
        except ValueError:  # another drive
            raise ReportError(f"no path leads from {out} to {report}", "put both on one drive") from None
        if (report / "deals").is_dir():
            self._deals = frozenset(entry.name for entry in os.scandir(report / "deals"))

    def deal(self, slug: str, line: Mapping[str, Any], *, events: bool) -> str | None:
        """The page of a line's deal, at its event where `events` are kept; None where there is none to be told."""
        if line["deal"] is None or line["twins"] != 1:
            return None
        file = called(slug, {"deal": line["deal"], "twin": 1})["file"]
        if file not in self._deals:
            return None
        at = f"#e{line['event']}" if events and line["event"] is not None else ""
        return f"{self._way}/deals/{file}{at}"
