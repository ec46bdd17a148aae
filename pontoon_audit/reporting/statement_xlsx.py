"""A statement as an Excel workbook: lines, adjustments, and what it rests on. It needs the extra `excel`.

Nothing in it is a formula or a link: text is text, whatever it begins with, and stays so when a cell is edited.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from pontoon_audit import __version__
from pontoon_audit.money.currencies import decimals
from pontoon_audit.output.csv import neutral
from pontoon_audit.output.words import harmless
from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.pages import filename
from pontoon_audit.reporting.rules_words import in_full
from pontoon_audit.reporting.statement import Statement
from pontoon_audit.reporting.statement_lines import LINES, PARTS, csv_rows

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

DIGITS: Final = 15
"""Excel keeps numbers as floating point: amounts of up to so many digits come back as they went in."""
MOST_TEXT: Final = 32_767
"""Characters that a cell holds."""
WIDTHS: Final = {
    "session": 24, "played": 20, "player": 14, "kind": 13, "cards": 18, "bank_cards": 18, "finding": 28, "banked": 60,
    "why": 60,
}  # fmt: skip
MONEY: Final = frozenset(
    {
        "stake", "recorded", "due", "difference", "not_comparable", "running_total", "chips", "before", "after",
        "adjustment", "moved",
    }
)  # fmt: skip
_AMOUNT: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def check() -> None:
    """ReportError where what makes workbooks is not installed."""
    try:
        import xlsxwriter  # noqa: F401 - whether it is there is the question
    except ImportError:
        raise ReportError(
            "XLSX cannot be written here (xlsxwriter is not installed)",
            "install it with: pip install 'pontoon-audit[excel]'",
        ) from None


def as_xlsx(statement: Statement) -> bytes:
    """The workbook; the same statement gives the same bytes."""
    from xlsxwriter import Workbook

    held = io.BytesIO()
    options = {
        "in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
    }  # fmt: skip
    with Workbook(held, options) as book:
        book.set_properties(
            {
                "title": _text(f"Statement of {statement.shown_name}, {statement.title}"),
                "created": statement.generated_at.replace(tzinfo=None),
            }
        )
        cells = _Cells(book, statement.currency)
        rows = list(csv_rows(statement))
        lines = [row for row in rows if row["kind"] != "adjustment"]
        adjustments = [row for row in rows if row["kind"] == "adjustment"]
        cells.sheet("Summary", _summary(statement), header=False, widths=[28, 24, 16, 16, 16])
        cells.sheet("Lines", _table(lines))
        cells.sheet("Adjustments", _table(adjustments))
        cells.sheet("Payments", _payments(statement), widths=[24, 24, 14, 80, 20])
        cells.sheet("House rules", _rules(statement), widths=[24, 64, 20])
    return held.getvalue()


class _Cells:
    """Writes rows of cells: amounts as numbers where they fit, everything else as text."""

    def __init__(self, book: Any, currency: str | None) -> None:
        self._book, self._currency = book, currency
        self._money: dict[int, Format] = {
            places: book.add_format({"num_format": f"{shown};[Red]-{shown}"})
            for places, shown in ((0, "#,##0"), (2, "#,##0.00"))
        }
        self._head: Format = book.add_format({"bold": True, "bottom": 1})
        # without the prefix, a text that looks like a formula becomes one when somebody edits its cell
        self._quoted: Format = book.add_format({"quote_prefix": True})

    def sheet(
        self, name: str, rows: Iterable[Sequence[Any]], *, header: bool = True, widths: Sequence[int] = ()
    ) -> None:
        """A worksheet; with `header` the first row is one, and stays in sight."""
        sheet = self._book.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                self._write(sheet, number, column, value, head=header and not number)
            if header and not number:
                widths = widths or [WIDTHS.get(title, 11) for title in row]
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        if header:
            sheet.freeze_panes(1, 0)

    def _write(self, sheet: Worksheet, row: int, column: int, value: Any, *, head: bool) -> None:
        if value is None or value == "":
            return
        if isinstance(value, int):
            sheet.write_number(row, column, value)
        elif isinstance(value, Decimal):
            if len(value.as_tuple().digits) <= DIGITS:
                shown = self._money[decimals(self._currency) if value == int(value) else 2]
                sheet.write_number(row, column, float(value), shown)  # exact to this many digits
            else:
                sheet.write_string(row, column, f"{value:.2f}")
        else:
            text = _text(str(value))
            style = self._head if head else self._quoted if neutral(text) != text else None
            sheet.write_string(row, column, text, style)


def _text(text: str) -> str:
    return harmless(text)[:MOST_TEXT]


def _table(rows: Iterable[dict[str, Any]]) -> Iterable[list[Any]]:
    yield list(LINES)
    for row in rows:
        yield [_amount(row.get(name)) if name in MONEY else row.get(name) for name in LINES]


def _amount(text: str | None) -> Decimal | None:
    return Decimal(text) if text and _AMOUNT.fullmatch(text) else None


def _summary(statement: Statement) -> Iterable[list[Any]]:
    first, last = statement.period.first, statement.period.last
    yield ["Statement of", statement.shown_name]
    yield ["Player", statement.player]
    yield ["Shown", statement.title]
    yield ["From", first and first.isoformat()]
    yield ["To", last and last.isoformat()]
    yield ["Currency", statement.currency or "none given"]
    yield ["Generated at", statement.generated_at.isoformat()]
    yield ["Written by", f"pontoon-audit {__version__}"]
    if not statement.has_lines:
        yield ["No activity"]
    for name in statement.left_out:
        yield ["Left out: names no day", name]
    yield []
    yield ["", "Recorded", "Due", "Difference", "Balance"]
    for name, balance in (("Opening", statement.opening), ("Moved", statement.moved), ("Closing", statement.closing)):
        yield [name, balance.recorded, balance.due, balance.difference, balance.counted]
    yield ["Balance once adjustments are made", None, None, None, statement.adjusted]
    yield []
    for row in statement.sums:
        if row["part"] in PARTS:
            yield [PARTS[row["part"]], row["recorded"], row["due"], row["difference"]]
    yield []
    yield ["Source", "Session", "Audited by", "SHA-256"]
    for source in statement.sources():
        for session in source["sessions"]:
            yield [source["path"], session, f"pontoon-audit {source['tool_version']}", source["sha256"]]
    if statement.before:
        yield []
        yield ["Behind the opening balance", "Session", "Audited by", "SHA-256", "Brought"]
    for row in statement.before:
        version = f"pontoon-audit {row['tool_version']}"
        yield [filename(row["path"]), row["session"], version, row["sha256"], row["counted"]]
    left, brought = statement.before_left
    if left:
        yield [f"sessions before these: {left}", None, None, None, brought]


def _payments(statement: Statement) -> Iterable[list[Any]]:
    as_due = statement.owing.due
    yield ["From", "To", "Amount", "Why", "Settles"]
    for one in statement.owing.payments:
        yield [one.payer, one.payee, one.amount, one.why, "the balances"]
    if statement.owing.undecided:
        yield [statement.owing.undecided]
    for one in as_due.payments if as_due is not None else ():
        yield [one.payer, one.payee, one.amount, one.why, "what is due instead"]
    if as_due is not None and as_due.undecided:
        yield [as_due.undecided]
    for note in statement.owing.notes:
        yield [note, None, None, None, "the balances"]
    for note in as_due.notes if as_due is not None else ():
        yield [note, None, None, None, "what is due instead"]


def _rules(statement: Statement) -> Iterable[list[Any]]:
    yield ["Session", "Rule", "Here"]
    for part in statement.parts:
        for name, value, _ in in_full(part.session["rules"], statement.currency):
            yield [part.session["session"], name, value]
    for row in statement.before:
        for name, value, _ in in_full(row["rules"], statement.currency):
            yield [row["session"], name, value]
