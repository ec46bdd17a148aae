"""The judge against deals and whole sessions that were worked out by hand."""

from __future__ import annotations

import json
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.judge import Verdict, judge

SHARED = Path(__file__).resolve().parents[2] / "shared"
CASES = SHARED / "cases" / "worked-examples.json"
GAMES = SHARED / "games"
pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the hand-made examples are not here")
INFO = {"log/not-checked", "settlement/unverified"}


def examples() -> list[Any]:
    return json.loads(CASES.read_text()) if CASES.exists() else []


def games() -> list[Path]:
    return sorted(GAMES.glob("program-*.json"))


def found(verdict: Verdict) -> list[tuple[str, str | None]]:
    return sorted((f.finding, f.player) for f in verdict.findings if f.finding not in INFO)


def due(verdict: Verdict) -> dict[str, Decimal]:
    total: dict[str, Decimal] = defaultdict(Decimal)
    for (_, player, _), hand in verdict.hands.items():
        assert hand.due is not None
        assert hand.shoot_due is not None
        total[player] += hand.due + hand.shoot_due
    return total


@pytest.mark.parametrize("case", examples(), ids=lambda case: str(case["case"]))
def test_worked_example(case: dict[str, Any]) -> None:
    verdict = judge(case["log"])
    assert found(verdict) == sorted((finding, player) for finding, player in case["findings"])
    assert due(verdict) == {player: Decimal(amount) for player, amount in case["due"].items()}
    if case["kitty_after"] is not None:
        assert list(verdict.kitty_after.values()) == [Decimal(case["kitty_after"])]


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    expected = json.loads((GAMES / "expected.json").read_text())
    document = json.loads(path.read_text())
    verdict = judge(document)
    deal_of = {}
    number = len(document["players"])
    for deal in document["deals"]:
        for _ in range(len(deal["events"]) + 1 + bool(deal.get("shuffled"))):
            number += 1
            deal_of[number] = deal["deal"]
    findings = sorted(
        [f.finding, deal_of[f.event], f.player] for f in verdict.findings if f.finding not in INFO and f.event
    )
    wanted = expected[document["session"]]
    assert findings == sorted(wanted["findings"])
    assert len(document["deals"]) == wanted["deals"]
    assert all(verdict.complete.values())
