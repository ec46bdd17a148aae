"""The page of a long period tells sessions instead of lines, and no line is lost: each is where the page says it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from pontoon_audit.history import run_query
from pontoon_audit.reporting import statement, write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import Page, broken_links, pages
from tests.reporting.reading_statements import READERS, added, amount

MOST = 50
"""Lines that a page lists in these tests."""


@pytest.fixture(scope="module")
def out(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statement, "LONG", MOST)
        write_statements(club, folder, formats=("html", "csv", "xlsx", "json"), generated_at=GENERATED_AT)
    return folder


def accounts(out: Path) -> dict[Path, Page]:
    """The pages of accounts."""
    return pages(sorted(out.glob("accounts/*/*.html")))


def long_ones(out: Path) -> dict[Path, Page]:
    return {path: page for path, page in accounts(out).items() if "too many for one page" in page.text}


def test_what_is_too_long_for_a_page_is_told_by_session_and_what_is_not_line_by_line(out: Path) -> None:
    brief = long_ones(out)
    assert len(brief) > 4
    for path in accounts(out):
        lines = READERS["csv"](path.with_suffix(".csv")).lines
        assert (path in brief) == (len(lines) > MOST), path
        assert len(READERS["html"](path).lines) == (0 if path in brief else len(lines))
    for path, page in brief.items():
        lines = READERS["csv"](path.with_suffix(".csv")).lines
        assert f"{len(lines)} lines are too many for one page" in page.text
        for kind in ("xlsx", "json"):
            assert len(READERS[kind](path.with_suffix(f".{kind}")).lines) == len(lines)
    assert len(brief) < len(accounts(out))


def test_every_session_adds_up_from_the_balance_before_to_the_balance_after(club: Path, out: Path) -> None:
    silent = {session for (session,) in run_query(club, "SELECT session FROM settling WHERE NOT settles").rows}
    told = 0
    for path, page in long_ones(out).items():
        lines = READERS["csv"](path.with_suffix(".csv")).lines
        opening, *sessions, closing = page.rows("Won (above 0) or lost; the balance")
        balance = amount(opening[-1])
        assert balance is not None
        assert [row[1].split()[0] for row in sessions] == list(dict.fromkeys(line.session for line in lines))
        for row in sessions:
            name = row[1].split()[0]
            of_session = [line for line in lines if line.session == name]
            moved = [added(getattr(line, what) for line in of_session) for what in ("recorded", "due", "difference")]
            assert [amount(cell) or 0 for cell in row[-4:-1]] == [0 if name in silent else moved[0], *moved[1:]]
            balance += moved[1] if name in silent else moved[0]
            assert amount(row[-1]) == balance
            told += 1
        assert amount(closing[-1]) == balance
        totals = page.rows("All lines, added up by kind")
        assert added(amount(row[2]) for row in totals[:-1]) == amount(totals[-1][2])
    assert told > 10


def test_every_line_is_on_the_page_that_its_session_leads_to(out: Path) -> None:
    seen = 0
    for path, page in long_ones(out).items():
        lines = READERS["csv"](path.with_suffix(".csv")).lines
        links = [link for link in page.all("a") if "tr" in link.parents and "#" not in link.attributes["href"]]
        own = [READERS["html"](path.parent / link.attributes["href"]) for link in links]
        found = [(line.recorded, line.due, line.difference) for one in own for line in one.lines]
        assert found == [(line.recorded, line.due, line.difference) for line in lines]
        stem = path.stem
        assert f"all of them together are in {stem}.csv, {stem}.xlsx and {stem}.json." in page.text
        assert f"{stem}.csv" in {link.attributes["href"] for link in page.all("a")}
        seen += len(links)
    assert seen > 10


def test_adjustments_lead_to_their_line_on_the_page_of_the_session(out: Path) -> None:
    everything = pages(sorted(out.rglob("*.html")))
    assert broken_links(everything) == []
    followed = 0
    for path, page in long_ones(out).items():
        if "Adjustments" not in page.text:
            continue
        adjustments = [cells for cells in page.rows("Money that was moved") if len(cells) == 7]
        links = [link.attributes["href"] for link in page.all("a") if re.search(r"#l\d+$", link.attributes["href"])]
        for link, cells in zip(links[: len(adjustments)], adjustments, strict=True):
            place, _, line = link.partition("#")
            (row,) = everything[(path.parent / place).resolve()].all("tr", id=line)
            assert row.attributes.get("class") == "flagged"
            assert cells[-1] in row.text
            followed += 1
    assert followed > 5


def test_on_paper_it_says_where_the_lines_are_and_leads_nowhere(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statement, "LONG", MOST)
    paths = write_statements(club, tmp_path, player="ann", formats=("pdf", "csv"), generated_at=GENERATED_AT)
    (pdf,) = [path for path in paths if path.suffix == ".pdf" and path.parts[-3:-1] == ("accounts", "gbp")]
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(pdf).pages).split())
    assert "lines are too many for one page" in text
    assert "all of them together are in" in text
    assert pdf.with_suffix(".csv").is_file()
    assert "Line by line" not in text


def test_a_session_lists_its_lines_however_many(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement, "LONG", 10)
    (session,) = run_query(club, "SELECT session FROM sessions WHERE session LIKE 'friday%'").rows[0]
    paths = write_statements(club, tmp_path, session=session, player="ann", generated_at=GENERATED_AT)
    (table,) = [path for path in paths if path.suffix == ".csv" and path.stem != "balances"]
    lines = READERS["csv"](table).lines
    assert len(lines) > 10
    assert len(READERS["html"](table.with_suffix(".html")).lines) == len(lines)


def test_without_other_files_the_page_names_none(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement, "LONG", MOST)
    write_statements(club, tmp_path, player="ann", formats=("html",), generated_at=GENERATED_AT)
    brief = long_ones(tmp_path)
    assert brief
    for page in brief.values():
        assert "all of them together" not in page.text
