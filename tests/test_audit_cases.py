"""Worked examples and games that other people's programs recorded: what must come out of the audit of each.

The files lie beside the project; where that folder is absent these tests are skipped.
"""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pontoon_audit.auditing import Audit, audit

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
CASES = SHARED / "cases" / "worked-examples.json"
GAMES = SHARED / "games"


def _cases() -> list[dict[str, Any]]:
    return json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else []


def _games() -> list[Path]:
    return sorted(GAMES.glob("*session*.json")) if GAMES.exists() else []


def _reported(found: Audit) -> pl.DataFrame:
    return found.findings.filter(pl.col("severity") != "info")


@pytest.mark.skipif(not CASES.exists(), reason="the worked examples are not here")
@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["case"])
def test_a_worked_example_comes_out_as_worked_by_hand(case: dict[str, Any], tmp_path: Path) -> None:
    log = tmp_path / "case.json"
    log.write_text(json.dumps(case["log"]), encoding="utf-8")
    found = audit(log)
    assert not found.unreadable
    assert not found.rule_errors
    due = found.hands.group_by("player").agg(due=pl.col("due").sum() + pl.col("shoot_due").sum())
    assert dict(due.iter_rows()) == {player: Decimal(amount) for player, amount in case["due"].items()}
    findings = Counter(_reported(found).select("finding", "player").iter_rows())
    assert findings == Counter(tuple(expected) for expected in case["findings"])
    if case["kitty_after"] is not None:
        assert found.deals["kitty_after"][-1] == Decimal(case["kitty_after"])


@pytest.mark.skipif(not GAMES.exists(), reason="the recorded games are not here")
@pytest.mark.parametrize("log", _games(), ids=lambda path: path.stem)
def test_a_recorded_game_holds_just_the_faults_that_are_known(log: Path) -> None:
    expected = json.loads((GAMES / "expected.json").read_text(encoding="utf-8"))
    found = audit(log)
    game = expected[found.sessions["session"][0]]
    assert found.deals.height == game["deals"]
    findings = Counter(found.findings.select("finding", "deal", "player").iter_rows())
    assert findings == Counter(tuple(one) for one in game["findings"])
