"""Every message of every finding, as people read it: a snapshot of the sample logs of single faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from pontoon_audit.auditing import audit
from pontoon_audit.rules.catalogue import CATALOGUE

FAULTS = Path(__file__).resolve().parent.parent / "pontoon_audit" / "sample_logs" / "faults"
SHOWN = ("finding", "severity", "clause", "deal", "event", "player", "hand", "message", "recorded", "allowed", "line")


def _log(name: str) -> Path:
    return FAULTS / f"{name.replace('/', '-')}.json"


@pytest.mark.parametrize("name", [rule.name for rule in CATALOGUE])
def test_the_message_of_a_finding(name: str, snapshot: SnapshotAssertion) -> None:
    found = audit(_log(name))
    rows = found.findings.filter(finding=name).iter_rows(named=True)
    told = [{key: row[key] for key in SHOWN} | {"money": str(row["money"])} for row in rows]
    assert told
    assert told == snapshot
