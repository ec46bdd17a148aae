"""`--format csv`: a finding a row, for a spreadsheet; and CSV that a spreadsheet cannot take for a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from pontoon_audit.output.document import FINDING_KEYS, Report

_END: Final = "\r\n"
_FORMULA: Final = re.compile(r"[\s\x00]*[=+\-@|%\t\r\n＋－＝＠]")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def neutral(value: Any) -> Any:
    """The cell for `value`, so that no spreadsheet runs what a log says: such text gets a ' in front.

    Numbers stay as they are, negative amounts too.

    >>> neutral("=1+1"), neutral(" @SUM(A1)"), neutral("-2.50"), neutral("ann"), neutral(None)
    ("'=1+1", "' @SUM(A1)", '-2.50', 'ann', '')
    """
    if value is None:
        return ""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return "'" + value
    return value


def rows(header: Iterable[str], table: Iterable[Iterable[Any]]) -> Iterator[str]:
    """CSV text, a row at a time, with plain line feeds and every text cell made neutral."""
    line = _Line()
    # A cell is quoted where it holds a sign of the line's end, so both must be in it: a lone \r would end the row too.
    writer = csv.writer(line, lineterminator=_END)
    for row in chain([header], table):
        writer.writerow([neutral(cell) for cell in row])
        yield line.text


class _Line:
    """What `csv.writer` writes to: keeps one row, so that a large table is never in memory as text."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text.removesuffix(_END) + "\n"


def render(report: Report) -> Iterator[str]:
    """A header and a row a finding, in the columns of the JSON document's findings."""
    return rows(FINDING_KEYS, ([finding[key] for key in FINDING_KEYS] for finding in report.findings()))
