"""The judge finds every planted fault, where it was planted, and nothing else."""

from __future__ import annotations

import json

import pytest

from tests.generator import NAMES, broken_session, plant
from tests.judge import judge

SEEDS = range(3)


@pytest.mark.parametrize("name", NAMES)
def test_finds_the_planted_fault_and_nothing_else(name: str) -> None:
    for seed in SEEDS:
        document, expected = plant(name, seed)
        assert name in {finding for finding, *_ in expected}
        assert [finding.key for finding in judge(document).findings] == expected, f"seed {seed}"


def test_a_planted_session_is_the_same_every_time() -> None:
    assert plant("buy/above-limit", 3) == plant("buy/above-limit", 3)
    assert broken_session(5) == broken_session(5)


def test_broken_sessions_are_judged_and_stay_plain_documents() -> None:
    found = 0
    for seed in range(150):
        document = broken_session(seed)
        before = json.dumps(document)
        found += len(judge(document).findings)
        assert json.dumps(document) == before, "judging must not change the document"
    assert found > 150
