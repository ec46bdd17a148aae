"""Writing one statement in every format that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from pontoon_audit.reporting import statement_pdf, statement_xlsx
from pontoon_audit.reporting.amounts import date
from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.pages import Folder, environment
from pontoon_audit.reporting.statement import Row, Statement
from pontoon_audit.reporting.statement_json import as_json
from pontoon_audit.reporting.statement_lines import as_csv
from pontoon_audit.reporting.statement_page import content, table_rows

FORMATS: Final = ("html", "pdf", "csv", "xlsx", "json")
"""What a statement can be written as, in the order in which files are named."""
MOST_ROWS: Final = 1000
"""Lines of one PDF file. What lays out pages takes longer than twice as long for twice as many, and much memory."""


def checked(formats: Iterable[str]) -> list[str]:
    """The formats, each once, in order. ReportError where one is none, or needs what is not installed."""
    wanted = list(formats)
    for one in wanted:
        if one not in FORMATS:
            raise ReportError(f"there is no format {one}", f"there are {', '.join(FORMATS)}")
    if not wanted:
        raise ReportError("no format is named", f"there are {', '.join(FORMATS)}")
    if "pdf" in wanted:
        statement_pdf.check()
    if "xlsx" in wanted:
        statement_xlsx.check()
    return [one for one in FORMATS if one in wanted]


def moment(generated_at: datetime) -> str:
    """When it was generated, for people."""
    return date(generated_at.isoformat())


def write_statement(folder: Folder, name: str, statement: Statement, formats: Sequence[str]) -> list[tuple[str, str]]:
    """Write the files `name`.html and so on; each is returned with its format, as it stands beside the page."""
    stem = name.rpartition("/")[2]
    rows = table_rows(statement)
    pieces = list(_pieces(rows))
    files = [
        (kind, f"{stem}{number}.{kind}") for kind in formats for number in (_numbers(pieces) if kind == "pdf" else [""])
    ]
    shown = content(statement) | {
        "generated_at": moment(statement.generated_at),
        "up": "../" * name.count("/"),
        "files": [(kind, file) for kind, file in files if kind != "html"],
    }
    for kind in formats:
        if kind == "html":
            folder.page(f"{name}.html", "statement.html", **shown, **_whole(rows))
        elif kind == "pdf":
            for piece, number in enumerate(_numbers(pieces)):
                folder.write(f"{name}{number}.pdf", _pdf(shown | _piece(piece, pieces)))
        elif kind == "csv":
            folder.write(f"{name}.csv", "".join(as_csv(statement)))
        elif kind == "xlsx":
            folder.write(f"{name}.xlsx", statement_xlsx.as_xlsx(statement))
        else:
            folder.write(f"{name}.json", as_json(statement))
    return files


def _numbers(pieces: Sequence[object]) -> list[str]:
    return [""] if len(pieces) == 1 else [f"-{piece}" for piece in range(1, len(pieces) + 1)]


def _pieces(rows: list[Row]) -> Iterator[list[Row]]:
    for first in range(0, len(rows), MOST_ROWS):
        yield rows[first : first + MOST_ROWS]


def _whole(rows: list[Row]) -> dict[str, Any]:
    return {
        "rows": rows, "page": 1, "pages": 1, "first_page": True, "last_page": True, "brought": None, "carried": None,
        "on_paper": False,
    }  # fmt: skip


def _piece(piece: int, pieces: Sequence[list[Row]]) -> dict[str, Any]:
    first, last = piece == 0, piece == len(pieces) - 1
    return {
        "rows": pieces[piece],
        "page": piece + 1,
        "pages": len(pieces),
        "first_page": first,
        "last_page": last,
        "brought": None if first else _balance_after(pieces[piece - 1]),
        "carried": None if last else _balance_after(pieces[piece]),
        "on_paper": True,
    }


def _balance_after(rows: Sequence[Row]) -> Any:
    """The balance that the last of these rows with one shows."""
    for row in reversed(rows):
        if row["type"] == "line":
            return row["running"]
        if row["type"] in ("opening", "subtotal", "whole"):
            return row["balance"].counted
    return None


def _pdf(shown: dict[str, Any]) -> bytes:
    return statement_pdf.as_pdf(environment().get_template("statement.html").render(shown))
