"""What docs/statements.md says of files and columns is what the program writes."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from pontoon_audit.reporting.statement import LONG
from pontoon_audit.reporting.statement_files import FORMATS, MOST_ROWS
from pontoon_audit.reporting.statement_lines import COLUMNS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
SHEET = ROOT / "pontoon_audit" / "sample_logs" / "clean" / "score-sheet.csv"


def test_the_columns_are_told_word_for_word() -> None:
    told = dict(re.findall(r"^\| `([a-z_0-9]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert told == COLUMNS


def test_every_format_and_the_split_are_told() -> None:
    assert "`html`, `pdf`,\n`csv`, `xlsx`, `json`" in PAGE
    assert set(FORMATS) == {"html", "pdf", "csv", "xlsx", "json"}
    assert f"One with more than {MOST_ROWS:,} lines" in PAGE
    assert f"statement of a period has more than {LONG:,}, its page has a row for each session" in PAGE


def test_files_and_rows_are_as_told(cli: Any, tmp_path: Path) -> None:
    database, out = tmp_path / "club.duckdb", tmp_path / "out"
    assert cli("load", SHEET, "--db", database, "--quiet").status == 0
    assert cli("statement", "--db", database, "--out", out, "-f", "html,csv,xlsx,json", "--quiet").status == 0
    assert (out / "statements.html").is_file()
    with (out / "balances.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(f"`{name}`" in PAGE for name in rows[0])
    assert {row["of"] for row in rows} == {"session", "account"}
    assert {row["account_kind"] for row in rows} == {"player", "kitty"}
    (account,) = out.glob("accounts/gbp/ann-*.csv")
    with account.open(newline="", encoding="utf-8") as file:
        kinds = [row["kind"] for row in csv.DictReader(file)]
    assert (kinds[0], kinds[-1]) == ("opening", "closing")
    book = load_workbook(account.with_suffix(".xlsx"))
    assert book.sheetnames == ["Summary", "Lines", "Adjustments", "Payments", "House rules"]
    assert json.loads(account.with_suffix(".json").read_text(encoding="utf-8"))["of"] == "account"
