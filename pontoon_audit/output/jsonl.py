"""`--format jsonl`: a finding a line, for programs that read a stream. Nothing found, nothing written."""

from __future__ import annotations

from collections.abc import Iterator

from pontoon_audit.output.document import Report
from pontoon_audit.output.json import encode


def render(report: Report) -> Iterator[str]:
    """One JSON object a line, with the keys of the JSON document's findings."""
    for finding in report.findings():
        yield encode(finding) + "\n"
