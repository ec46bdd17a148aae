"""The judge finds nothing in sessions in which every rule was kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.generator import legal_session
from tests.judge import judge

BASES = ("pontoon", "shoot-pontoon")


def findings(document: dict[str, Any]) -> list[str]:
    return [f"{f.finding} at {f.event} ({f.player})" for f in judge(document).findings]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", range(0, 150, 10))
def test_silent_on_legal_sessions(base: str, seed: int) -> None:
    for number in range(seed, seed + 10):
        assert findings(legal_session(number, base)) == [], f"seed {number}"


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("left_out", ["settlements", "faces", "seats"])
def test_says_that_something_is_not_recorded_and_nothing_else(base: str, left_out: str) -> None:
    for seed in range(10):
        switch: Any = {left_out: False}
        assert findings(legal_session(seed, base, **switch)) == ["log/not-checked at None (None)"], f"seed {seed}"


@pytest.mark.parametrize("base", BASES)
def test_silent_on_a_long_evening(base: str) -> None:
    assert findings(legal_session(1, base, deals=60)) == []


def test_every_hand_of_a_legal_session_is_decided() -> None:
    verdict = judge(legal_session(3, "shoot-pontoon"))
    assert verdict.hands
    assert all(hand.due is not None and hand.shoot_due is not None for hand in verdict.hands.values())
    assert all(verdict.complete.values())
