"""What is written of a history whose events lie in files beside it, or are not kept at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_audit import audit
from pontoon_audit.history import load
from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import EVENINGS, FAULTS, broken_links, pages

ALL = "html", "csv", "json"
LOGS = [str(log) for log in (*EVENINGS, *FAULTS) if log in EVENINGS or "settlement" in str(log)]


def _written(folder: Path, kept: str) -> dict[str, bytes]:
    database = folder / f"{kept}.duckdb"
    load(audit(LOGS), database, events=kept)
    out = folder / kept
    paths = [*write_report(database, out), *write_statements(database, out, formats=ALL, generated_at=GENERATED_AT)]
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def usual(folder: Path) -> dict[str, bytes]:
    return _written(folder, "duckdb")


@pytest.fixture(scope="module")
def without(folder: Path) -> dict[str, bytes]:
    return _written(folder, "none")


def test_events_in_files_beside_the_history_make_the_same_pages(folder, usual):
    assert _written(folder, "parquet") == usual


def test_without_events_every_line_of_every_statement_is_the_same(usual, without):
    assert usual.keys() == without.keys()
    tables = [name for name in usual if name.endswith((".csv", ".json"))]
    assert tables
    assert [name for name in tables if usual[name] != without[name]] == []


def test_without_events_pages_of_sessions_deals_and_sheets_say_so(without):
    for kind in ("sessions/", "deals/", "sheets/"):
        of_kind = [text.decode() for name, text in without.items() if name.startswith(kind)]
        assert of_kind
        assert all("The history does not keep the events of this session" in text for text in of_kind), kind


def test_without_events_there_is_nothing_to_step_through_and_no_empty_table(without):
    for name, text in without.items():
        if name.startswith("deals/"):
            assert 'class="replay"' not in text.decode()
            assert 'class="play"' not in text.decode()
            assert "On one line" not in text.decode()
            assert "<h2>Hands</h2>" in text.decode()


def test_without_events_every_link_leads_somewhere(folder, without):
    found = pages([folder / "none" / name for name in without if name.endswith(".html")])
    assert broken_links(found) == []


def test_without_events_a_player_page_says_what_its_plays_leave_out(without):
    text = next(text.decode() for name, text in without.items() if name.startswith("players/"))
    assert "whose events the history does not keep" in text
    assert "Of all plays that the log records" not in text
