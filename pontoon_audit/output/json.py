"""`--format json`: the whole document, a finding a line so that two runs can be compared with `diff`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from pontoon_audit.output.document import Report

encode: Final = json.JSONEncoder(ensure_ascii=False).encode
"""One value as JSON on a line. Made once: an encoder a finding takes longer than the finding."""


def render(report: Report) -> Iterator[str]:
    """The document in pieces. The same audit gives the same bytes; nothing in it tells when or where it ran."""
    head = json.dumps(report.head(), indent=2, ensure_ascii=False)
    yield head.removesuffix("\n}") + ',\n  "findings": ['
    between = "\n    "
    for finding in report.findings():
        yield between + encode(finding)
        between = ",\n    "
    yield "]\n}\n" if between == "\n    " else "\n  ]\n}\n"
