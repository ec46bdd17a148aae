"""`--format jsonl`: a finding a line, for programs that read a stream. Nothing found, nothing written."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pontoon_audit.output.document import Report


def render(report: Report) -> Iterator[str]:
    """One JSON object a line, with the keys of the JSON document's findings."""
    for finding in report.findings():
        yield json.dumps(finding, ensure_ascii=False) + "\n"
