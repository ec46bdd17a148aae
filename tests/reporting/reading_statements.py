"""Reading statements back in each format, by hands that know nothing of how they were written."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from openpyxl import load_workbook

from tests.reporting.reading_pages import Page

NOTHING = Decimal("0.00")
MONEY = ("recorded", "due", "difference", "running", "before", "after", "adjustment")


@dataclass
class Line:
    """A line of a statement: what moved, and how the account stood afterwards."""

    session: str | None
    kind: str
    recorded: Decimal | None
    due: Decimal | None
    difference: Decimal | None
    running: Decimal | None


@dataclass
class Read:
    """A statement as it was read."""

    opening: Decimal
    closing: Decimal
    lines: list[Line] = field(default_factory=list)
    adjustments: list[tuple[Decimal | None, Decimal | None, Decimal]] = field(default_factory=list)


def from_csv(path: Path) -> Read:
    with path.open(newline="", encoding="utf-8") as file:
        return _of_rows([{key: value or None for key, value in row.items()} for row in csv.DictReader(file)])


def from_xlsx(path: Path) -> Read:
    book = load_workbook(path, data_only=False)
    found = []
    for name in ("Lines", "Adjustments"):
        head, *rows = book[name].iter_rows(values_only=True)
        found += [{key: _plain(value) for key, value in zip(head, row, strict=True)} for row in rows]
    return _of_rows(found)


def from_json(path: Path) -> Read:
    read = json.loads(path.read_text(encoding="utf-8"))
    found = Read(Decimal(read["opening"]["balance"]), Decimal(read["closing"]["balance"]))
    for session in read["sessions"]:
        for line in session["lines"]:
            amounts = [_decimal(line[name]) for name in ("recorded", "due", "difference", "running_total")]
            found.lines.append(Line(session["session"], line["kind"], *amounts))
    found.adjustments = [
        (_decimal(row["before"]), _decimal(row["after"]), Decimal(row["adjustment"])) for row in read["adjustments"]
    ]
    return found


def from_html(path: Path) -> Read:
    page = Page(path)
    if "No activity" in page.text and not page.all("table", class_="lines"):
        return Read(NOTHING, NOTHING)
    rows = page.rows("Won (above 0) or lost; the balance")
    found = Read(amount(rows[0][-1]) or NOTHING, amount(rows[-1][-1]) or NOTHING)
    session = None
    for cells in rows[1:-1]:
        if len(cells) == 2:
            session = cells[1].split(" ")[0]
        elif len(cells) == 9:
            found.lines.append(Line(session, cells[1], *(amount(cell) for cell in cells[-4:])))
        elif cells[-1].startswith("chips for"):
            found.lines.append(Line(session, "chips", None, None, None, None))
    if "Adjustments" in page.text:
        adjusted = page.rows("Money that was moved")
        found.adjustments = [tuple(amount(cell) for cell in cells[-3:]) for cells in adjusted if len(cells) == 7]  # type: ignore[misc]
    return found


READERS = {"csv": from_csv, "xlsx": from_xlsx, "json": from_json, "html": from_html}


def amount(cell: str) -> Decimal | None:
    """An amount as a page shows it."""
    for sign in (",", "+", "£", "€"):
        cell = cell.replace(sign, "")
    return None if cell in ("–", "") else Decimal(cell.replace("−", "-"))


def added(amounts: Iterator[Decimal | None]) -> Decimal:
    """With a pencil."""
    total = NOTHING
    for one in amounts:
        total += one or NOTHING
    return total


def _of_rows(rows: list[dict[str, str | None]]) -> Read:
    ends = [row for row in rows if row["kind"] in ("opening", "closing")]
    running = {row["kind"]: Decimal(row["running_total"] or "") for row in ends}
    found = Read(running["opening"], running["closing"])
    for row in rows:
        if row["kind"] == "adjustment":
            found.adjustments.append(
                (_decimal(row["before"]), _decimal(row["after"]), Decimal(row["adjustment"] or ""))
            )
        elif row["kind"] not in running:
            amounts = [_decimal(row[name]) for name in ("recorded", "due", "difference", "running_total")]
            found.lines.append(Line(row["session"], row["kind"] or "", *amounts))
    return found


def _decimal(text: str | None) -> Decimal | None:
    return Decimal(text) if text else None


def _plain(value: object) -> str | None:
    """A cell: a number as Excel keeps it, which is binary, back to two decimals."""
    if isinstance(value, float):
        return f"{value:.2f}"
    return None if value is None else str(value)
