"""The files that statements are written as: PDF, workbooks, hostile names in them, and what other machines change."""

from __future__ import annotations

import builtins
import io
import os
import subprocess
import sys
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PageObject, PdfReader

from pontoon_audit import load
from pontoon_audit.history import run_query
from pontoon_audit.reporting import ReportError, statement_files, write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import EVENINGS, Page, deal_of, history, session_of, written
from tests.reporting.reading_statements import from_xlsx
from tests.reporting.test_reporting_hostile import NAMES, evening_of

THURSDAY = next(path for path in EVENINGS if path.stem == "thursday-club")
HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
ACTIVE = ("/JavaScript", "/JS", "/Launch", "/OpenAction", "/AA", "/URI", "/SubmitForm", "/EmbeddedFiles", "/GoToR")
"""What can act in a PDF."""
MARGIN = 12.8 / 25.4 * 72
"""Of a page to the right, a little less than it is, in points."""
SPLIT = (
    "ann deal 8S", "ben deal 8D", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal 8C", "ben deal TD",
    "eve deal 9C", "ann split 2", "ann deal 2H", "ann/2 deal TS", "ann stick", "ann/2 stick", "ben stick", "eve stay",
    "ann settle -2", "ann/2 settle 2", "ben settle -3",
)  # fmt: skip


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return history(tmp_path_factory.mktemp("club") / "h.duckdb", THURSDAY)


def write(database: Path, out: Path, *formats: str, **wanted: Any) -> list[Path]:
    return write_statements(database, out, formats=formats, generated_at=GENERATED_AT, **wanted)


def of(paths: list[Path], kind: str) -> list[Path]:
    return [path for path in paths if path.suffix == f".{kind}"]


def text_of(path: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).replace("\ufe0e", "").split())


def test_a_pdf_says_what_the_page_says_and_is_tagged(club: Path, tmp_path: Path) -> None:
    session = run_query(club, "SELECT session FROM sessions").rows[0][0]
    paths = write(club, tmp_path, "html", "pdf", session=session, player="ann")
    (pdf,) = of(paths, "pdf")
    shown = text_of(pdf)
    page = Page(next(path for path in of(paths, "html") if path.stem == pdf.stem))
    for cells in page.rows("Won (above 0) or lost; the balance"):
        assert cells[-1] in shown
    for rule, _ in page.rows("The house rules"):  # folded on the screen
        assert rule in shown
    for said in ("Statement of Ann Whitlock", "SHA-256", "9 December 2026, 12:00 UTC", "Closing balance", "♠"):
        assert said in shown
    reader = PdfReader(pdf)
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert "pdfuaid" in pdf.read_bytes().decode("latin-1") or reader.xmp_metadata is not None
    assert reader.metadata is not None
    assert "Ann Whitlock" in (reader.metadata.title or "")


def test_a_pdf_and_a_workbook_are_the_same_bytes_each_time(club: Path, tmp_path: Path) -> None:
    one, other = (write(club, tmp_path / name, "pdf", "xlsx", player="ben") for name in ("one", "other"))
    assert len(one) == 4
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_a_long_statement_is_split_and_carries_its_balance_over(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = run_query(club, "SELECT session FROM sessions").rows[0][0]
    monkeypatch.setattr(statement_files, "MOST_ROWS", 10)
    paths = write(club, tmp_path, "html", "pdf", session=session, player="ann")
    pdfs = of(paths, "pdf")
    lines = Page(next(path for path in of(paths, "html") if path.stem != "statements")).rows("Won (above 0) or lost")
    assert [path.stem[-2:] for path in pdfs] == ["-1", "-2"]
    assert f"Carried forward to page 2 {lines[9][-1]}" in text_of(pdfs[0])
    assert f"Brought forward from page 1 {lines[9][-1]}" in text_of(pdfs[1])
    assert "Closing balance" in text_of(pdfs[1])
    assert "Closing balance" not in text_of(pdfs[0]).split("Line by line")[1]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Workbooks of evenings in which everything is called something hostile, and a PDF of some."""
    folder = tmp_path_factory.mktemp("hostile")
    database = folder / "h.duckdb"
    for name in NAMES:
        load(evening_of(name, folder), database)
    paths = write(database, folder / "out", "xlsx")
    for number in (0, 2, 4, 7, 28):
        paths += write(database, folder / "out", "pdf", session=NAMES[number], player=NAMES[number])
    return paths


def test_nothing_acts_in_a_workbook(attacked: list[Path]) -> None:
    seen, quoted = set(), 0
    for path in of(attacked, "xlsx"):
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as held:
            parts = held.namelist()
            assert not [part for part in parts if "externalLink" in part or "vba" in part or "drawing" in part]
            sheets = [held.read(part).decode() for part in parts if part.startswith("xl/worksheets/sheet")]
        assert not any("<f>" in sheet or "<hyperlink" in sheet for sheet in sheets)
        for sheet in load_workbook(path):
            for row in sheet.iter_rows():
                for cell in row:
                    assert cell.data_type != "f"
                    if isinstance(cell.value, str):
                        seen.add(cell.value)
                        if cell.value.startswith(("=", "+", "@")):
                            assert cell.quotePrefix
                            quoted += 1
    assert '=HYPERLINK("http://evil.example")' in seen
    assert "+1" in seen
    assert quoted > 50


def test_nothing_acts_in_a_pdf(attacked: list[Path]) -> None:
    pdfs = of(attacked, "pdf")
    assert len(pdfs) == 5
    for path in pdfs:
        reader = PdfReader(path)
        found = {str(key) for number in reader.xref[0] for key in _keys(reader.get_object(number))}
        assert not found & set(ACTIVE), path
    said = " ".join(map(text_of, pdfs))
    for name in ("<script>alert(1)</script>", "{{ 7 * 7 }}", "javascript:alert(1)"):
        assert name in said


def _keys(thing: Any) -> set[str]:
    """All names in a part of a PDF, its nested parts included."""
    if isinstance(thing, dict):
        return {*thing, *(name for value in dict(thing).values() for name in _keys(value))}
    return {name for value in thing for name in _keys(value)} if isinstance(thing, list) else {str(thing)}


def test_amounts_that_excel_would_change_are_text(tmp_path: Path) -> None:
    most = "99999999999999"
    deal = deal_of(1, "ann deal 8S", "eve deal KH", f"ann stake {most}", "ann deal 9D", "eve deal 9C", "ann stick",
                   "eve stay", f"ann settle -{most}.99")  # fmt: skip
    log = written(tmp_path / "log.json", session_of(deal, players=("ann", "eve"), rules={"max_stake": most}))
    (path, *_) = write(history(tmp_path / "h.duckdb", log), tmp_path / "out", "xlsx", session="club", player="ann")
    read = from_xlsx(path)
    assert read.closing == Decimal(f"-{most}.99")
    assert read.lines[0].due == Decimal(f"-{most}.00")
    cells = [cell for row in load_workbook(path)["Lines"].iter_rows() for cell in row]
    assert {cell.data_type for cell in cells if str(cell.value) == f"-{most}.99"} == {"s"}
    (small,) = {cell.data_type for cell in cells if cell.value == 1.0 and not isinstance(cell.value, str)} or {"n"}
    assert small == "n"


def test_amounts_are_numbers_in_a_workbook(club: Path, tmp_path: Path) -> None:
    for path in write(club, tmp_path, "xlsx", player="ann"):
        head, *rows = load_workbook(path)["Lines"].iter_rows()
        at = [cell.value for cell in head].index("running_total")
        assert {row[at].data_type for row in rows} == {"n"}
        assert {row[at].number_format for row in rows} == {"#,##0.00;[Red]-#,##0.00"}


def test_yen_are_whole_in_a_workbook(tmp_path: Path) -> None:
    deal = deal_of(1, "ann deal 8S", "eve deal KH", "ann stake 500", "ann deal 9D", "eve deal 9C", "ann stick",
                   "eve stay", "ann settle -500.50")  # fmt: skip
    session = session_of(deal, players=("ann", "eve"), rules={"max_stake": "1000"}, currency="JPY")
    log = written(tmp_path / "log.json", session)
    (path, *_) = write(history(tmp_path / "h.duckdb", log), tmp_path / "out", "xlsx", session="club", player="ann")
    head, *rows = load_workbook(path)["Lines"].iter_rows()
    (hand,) = [row for row in rows if "hand" in [cell.value for cell in row]]
    shown = {name.value: cell.number_format for name, cell in zip(head, hand, strict=True)}
    assert shown["due"] == "#,##0;[Red]-#,##0"
    assert shown["recorded"] == "#,##0.00;[Red]-#,##0.00", "what nobody pays in yen is not hidden"


@pytest.mark.parametrize(
    ("format", "module", "what", "hint"),
    [
        ("pdf", "weasyprint", "PDF cannot be written here", "pontoon-audit[pdf]"),
        ("xlsx", "xlsxwriter", "XLSX cannot be written here", "pontoon-audit[excel]"),
    ],
)
def test_a_missing_extra_is_told_with_the_line_that_installs_it(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, module: str, what: str, hint: str
) -> None:
    importing = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == module:
            raise ImportError(f"No module named '{module}'")
        return importing(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ReportError) as refused:
        write(club, tmp_path / "out", format)
    assert what in refused.value.what
    assert hint in refused.value.hint
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("formats", [["docx"], ["html", ""], []])
def test_a_format_that_is_none_is_refused(club: Path, tmp_path: Path, formats: list[str]) -> None:
    with pytest.raises(ReportError, match="html, pdf, csv, xlsx, json"):
        write(club, tmp_path / "out", *formats)
    assert not (tmp_path / "out").exists()


def test_no_locale_time_zone_or_hash_seed_changes_a_byte(club: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pontoon_audit", "statement", "--db", str(club), "--player", "ann", "--quiet",
               "--format", "html,pdf,csv,xlsx,json"]  # fmt: skip
    outs = []
    for name, machine in (
        ("here", {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "1"}),
        ("there", {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"}),
    ):
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1796817600"} | machine
        subprocess.run([*command, "--out", str(tmp_path / name)], env=environment, check=True)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        outs.append([(path.relative_to(tmp_path / name), path.read_bytes()) for path in files])
    assert len(outs[0]) == 12
    assert outs[0] == outs[1]
    assert b"9 December 2026, 12:00 UTC" in dict(outs[0])[Path("statements.html")]


def test_a_moment_that_is_none_is_refused(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "noon")
    with pytest.raises(ReportError, match="SOURCE_DATE_EPOCH is noon"):
        write_statements(club, tmp_path / "out")


def right_edges(page: PageObject) -> list[float]:
    """Where the rules and grounds that are painted on a page end."""
    edges = []

    def seen(operator: bytes, operands: list[Any], matrix: list[float], _: list[float]) -> None:
        if operator in (b"re", b"m", b"l"):
            right = float(operands[0]) + (float(operands[2]) if operator == b"re" else 0)
            edges.append(matrix[0] * right + matrix[4])

    page.extract_text(visitor_operand_before=seen)
    return edges


def test_nothing_runs_off_a_page_of_paper_whatever_the_names(tmp_path: Path) -> None:
    """A table is as wide as what stands in it, and so are its rules: none ends beyond the margin of the page."""
    long = {short: short * 200 for short in "abe"}
    deal = deal_of(1, *SPLIT, banker=long["e"])
    for event in deal["events"]:
        event["player"] = long[event["player"][0]]
    log = written(tmp_path / "log.json", session_of(deal, players=tuple(long.values()), session="s" * 200))
    paths = write(history(tmp_path / "h.duckdb", log), tmp_path / "out", "pdf")
    assert len(paths) == 6
    for path in paths:
        for page in PdfReader(path).pages:
            assert max(right_edges(page)) < float(page.mediabox.width) - MARGIN, path
    said = " ".join(map(text_of, paths))
    assert all(title in said for title in ("Adjustments", "Who pays whom", "What this rests on"))
