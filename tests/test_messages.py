"""Every message of every finding, as people read it: a snapshot of the sample logs of single faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from pontoon_audit.auditing import audit
from pontoon_audit.notation.statements import parse_notation
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


def _of_deal(folder: Path, *deals: str) -> list[str]:
    """What is said of deals of ann's and eve's that stop short."""
    log = folder / "log.json"
    header = "rules min_players=2 min_stake=1 max_stake=10; seats ann eve; "
    log.write_text(json.dumps(parse_notation(header + "; ".join(deals))[0]), encoding="utf-8")
    found = audit(log).findings
    return [row["message"] for row in found.filter(finding="log/incomplete-deal").iter_rows(named=True)]


def test_a_deal_that_stops_short_is_told_as_far_as_it_came(tmp_path: Path) -> None:
    cards = "ann deal 8S; eve deal KH; ann stake 2; ann deal 9D; eve deal 9C"
    whole = f"deal 1 banker eve shuffled; {cards}; ann stick; eve stay; ann settle -2"
    assert _of_deal(tmp_path, whole) == []
    unpaid = "the deal was played to its end, but none of its hands that are not bust is settled"
    stopped = "the deal stops here, before it was played to its end"
    second = "deal 2 banker eve; ann deal 2S; eve deal QH; ann stake 2; ann deal 8D; eve deal JC; ann twist 9H"
    assert _of_deal(tmp_path, whole, f"{second}; ann stick; eve stay") == [unpaid]
    assert _of_deal(tmp_path, whole, second) == [stopped]
    assert _of_deal(tmp_path, whole, "deal 2 banker eve; ann deal 2S; eve deal QH") == [stopped]
