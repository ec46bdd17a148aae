"""All statements of the sample logs, written once, and read back by readers of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reporting import period_between, write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import FAULTS, deal_of, history, session_of, written
from tests.reporting.reading_statements import READERS, Read

ALL = ("html", "csv", "xlsx", "json")


def silent_and_paid() -> tuple[dict[str, Any], dict[str, Any]]:
    """A session that records no settlements, with wrong kitty money and a bank sold, and one that does."""
    dealt = ("ann deal 8S", "ben deal 7S", "eve deal KH", "ann stake 2", "ben stake 1", "ann shoot 1", "ann deal 9D",
             "ben deal TD", "eve deal 9C", "ann stick", "ben stick", "eve stay")  # fmt: skip
    passed = ("ann deal 8H", "eve deal 7H", "ben deal KD", "ann stake 2", "eve stake 1", "ann deal 9S", "eve deal TC",
              "ben deal 9H", "ann stick", "eve stick", "ben stay")  # fmt: skip
    silent = session_of(
        deal_of(1, "eve kitty_in 2", *dealt),
        deal_of(2, "eve sell_bank 3 ben", "eve kitty_out 1", "ben kitty_in 4", *passed, banker="ben"),
        rules={"base": "shoot-pontoon"},
        session="silent",
    )
    paid = session_of(
        deal_of(1, "eve kitty_in 2", *dealt, "ann settle -2", "ben settle -1", "ann settle_shoot -1"),
        rules={"base": "shoot-pontoon"},
        session="paid",
    )
    return silent, paid


@pytest.fixture(scope="session")
def evenings_written(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All statements of the evenings since the fourth of December, in every format but PDF."""
    out = tmp_path_factory.mktemp("written")
    period = period_between("2026-12-04", None)
    write_statements(club, out, period=period, formats=ALL, generated_at=GENERATED_AT)
    return out


@pytest.fixture(scope="session")
def faults_written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of the logs with one fault each, which name no days and no currency, and of two in pounds."""
    out = tmp_path_factory.mktemp("written")
    logs = *FAULTS, written(out / "pounds.json", *silent_and_paid())
    write_statements(history(out / "h.duckdb", *logs), out / "out", formats=ALL, generated_at=GENERATED_AT)
    return out / "out"


@pytest.fixture(params=["evenings", "faults"])
def out(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(f"{request.param}_written")
    return found


def statements(out: Path, kind: str) -> dict[Path, Read]:
    return {
        path.relative_to(out).with_suffix(""): READERS[kind](path)
        for path in sorted(out.rglob(f"*.{kind}"))
        if path.stem not in ("statements", "balances")
    }


def silent(out: Path) -> set[str]:
    """The sessions that record no settlements, as the JSON says it."""
    return {
        session["session"]
        for path in out.rglob("*.json")
        for session in json.loads(path.read_text(encoding="utf-8"))["sessions"]
        if not session["settles"]
    }
