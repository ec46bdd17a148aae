from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.reading_pages import EVENINGS, FAULTS, Page, history, pages

GENERATED_AT = datetime(2026, 12, 9, 12, tzinfo=UTC)


class Written(NamedTuple):
    """A history and what was written about it."""

    database: Path
    out: Path
    report: list[Path]
    statements: list[Path]
    pages: dict[Path, Page]


def everything(database: Path, out: Path) -> Written:
    report = write_report(database, out / "report")
    statements = write_statements(database, out / "statements", generated_at=GENERATED_AT, report=out / "report")
    return Written(database, out, report, statements, pages(report + statements))


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of the evenings among the sample logs."""
    return history(tmp_path_factory.mktemp("club") / "history.duckdb", *EVENINGS)


@pytest.fixture(scope="session")
def evenings(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The same, written."""
    return everything(club, tmp_path_factory.mktemp("evenings"))


@pytest.fixture(scope="session")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The sample logs with one fault each."""
    folder = tmp_path_factory.mktemp("faults")
    return everything(history(folder / "history.duckdb", *FAULTS), folder)


@pytest.fixture(params=["evenings", "faults"])
def samples(request: pytest.FixtureRequest) -> Written:
    """Both of them, in turn."""
    found: Written = request.getfixturevalue(request.param)
    return found
