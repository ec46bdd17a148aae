"""The library as its users see it: frames of an audit, exact money, and what a bad file costs."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pontoon_audit import audit, audit_batches
from pontoon_audit.notation.statements import parse_notation

HEADER = "rules min_players=2 min_stake=1 max_stake=10; seats ann eve; deal 1 banker eve shuffled; "
OPENING = "ann deal 9S; eve deal KH; ann stake 2; ann deal TD; eve deal 9C; "
PLAYED = "ann stick; eve stay; "


def write(folder: Path, text: str, name: str = "log.json") -> Path:
    """A log from the notation of the tests."""
    document, _ = parse_notation(text)
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_frames_hold_what_was_played_and_what_is_due(tmp_path: Path) -> None:
    found = audit(write(tmp_path, HEADER + OPENING + PLAYED + "ann settle 2"))
    hand = found.hands.row(0, named=True)
    assert (hand["cards"], hand["total"], hand["class"], hand["outcome"]) == ("9S TD", 19, "points", "lose")
    assert (hand["stake"], hand["recorded"], hand["due"]) == (Decimal("2.00"), Decimal("2.00"), Decimal("-2.00"))
    assert found.deals.row(0, named=True)["banker_cards"] == "KH 9C"
    finding = found.findings.row(0, named=True)
    assert (finding["finding"], finding["event"], finding["money"]) == (
        "settlement/wrong-amount",
        found.events.filter(action="settle")["event"][0],
        Decimal("-4.00"),
    )
    balances = {row["player"]: row["difference"] for row in found.balances.iter_rows(named=True)}
    assert balances == {"ann": Decimal("-4.00"), "eve": Decimal("4.00")}
    assert found.summary["difference"] == Decimal("4.00")


def test_currencies_are_not_added_together(tmp_path: Path) -> None:
    played = HEADER + OPENING + PLAYED + "ann settle -2"
    logs = [write(tmp_path, played, f"{currency}.json") for currency in ("GBP", "JPY")]
    logs[1].write_text(
        logs[1].read_text(encoding="utf-8").replace('"rules": {', '"currency": "JPY", "rules": {'), encoding="utf-8"
    )
    found = audit(logs)
    each = {"settled": Decimal("2.00"), "due": Decimal("2.00"), "difference": Decimal("0.00")}
    assert found.settled == {None: each, "JPY": each}
    assert found.summary["settled"] == Decimal("4.00")


@pytest.mark.parametrize("as_number", [False, True])
def test_money_comes_out_as_it_went_in(tmp_path: Path, as_number: bool) -> None:
    amount = "12345678901234.56"
    log = write(tmp_path, "rules min_players=2; seats ann eve; deal 1 banker eve shuffled; " + OPENING + PLAYED)
    written = amount if as_number else f'"{amount}"'
    text = log.read_text(encoding="utf-8").replace('"amount": "2"', f'"amount": {written}')
    log.write_text(text, encoding="utf-8")
    found = audit(log)
    assert found.events.filter(action="stake")["amount"][0] == Decimal(amount)
    assert found.hands["due"][0] == -Decimal(amount)
    assert found.ledger.filter(kind="stake")["due"][0] == -Decimal(amount)


def test_one_bad_file_costs_that_file(tmp_path: Path) -> None:
    good = write(tmp_path, HEADER + OPENING + PLAYED + "ann settle -2")
    bad = tmp_path / "bad.json"
    bad.write_text('{"deals": [', encoding="utf-8")
    found = audit([bad, good, tmp_path / "missing.json"])
    assert [Path(error.path).name for error in found.unreadable] == ["bad.json", "missing.json"]
    assert [source.path for source in found.sources] == [str(good)]
    assert found.summary["events"] == found.events.height > 0


def test_one_bad_record_costs_that_record(tmp_path: Path) -> None:
    found = audit(write(tmp_path, HEADER + OPENING + "ann stick; eve stay; ann settle 1e2"))
    assert found.findings["finding"].to_list() == ["log/bad-record"]
    rejected = found.rejected.row(0, named=True)
    assert rejected["pointer"] == "/deals/0/events/7"
    assert rejected["line"] == 1
    assert "1e2" in rejected["reason"]
    assert found.summary["rejected"] == 1


def test_nothing_readable_has_empty_frames_with_their_columns(tmp_path: Path) -> None:
    found = audit(tmp_path / "missing.json")
    assert found.findings.is_empty()
    assert "message" in found.findings.columns
    assert found.summary["events"] == 0
    assert found.balances.is_empty()


def test_pieces_are_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = [write(tmp_path, HEADER + OPENING + PLAYED + f"ann settle {n}", f"log{n}.json") for n in (-2, 1, 3)]
    whole = audit(logs)
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 1)
    pieces = list(audit_batches(logs))
    assert len(pieces) == 4
    for name in ("findings", "hands", "deals", "events", "ledger", "sessions", "seats"):
        assert pl.concat([getattr(piece, name) for piece in pieces]).equals(getattr(whole, name))
    assert audit(logs).coverage == whole.coverage


def test_without_events_all_else_is_the_same(tmp_path: Path) -> None:
    log = write(tmp_path, HEADER + OPENING + PLAYED + "ann settle -3")
    whole, (piece,) = audit(log), audit_batches(log, events="none")
    assert whole.findings.height > 0
    for name in ("findings", "hands", "deals", "ledger", "sessions", "rule_counts"):
        assert getattr(piece, name).equals(getattr(whole, name))
    assert piece.summary == whole.summary
    assert piece.coverage == whole.coverage
    assert whole.events.height > 0
    assert piece.events.is_empty()
    assert piece.events.schema == whole.events.schema


def test_the_same_seq_twice_is_told_and_stops_nothing(tmp_path: Path) -> None:
    document: dict[str, Any] = parse_notation(HEADER + OPENING + PLAYED + "ann settle -2")[0]
    for event in document["deals"][0]["events"][:2]:
        event["seq"] = 1
    log = tmp_path / "log.json"
    log.write_text(json.dumps(document), encoding="utf-8")
    found = audit(log)
    assert found.findings.select("finding", "message").rows() == [("log/not-in-order", "the seq 1 stood before")]


def test_importing_the_package_is_cheap() -> None:
    code = "import sys, pontoon_audit; print([m for m in ('polars', 'duckdb', 'pydantic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_events_with_notes_fill_a_batch_with_half_as_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_audit.reading.event_csv.BULK", 0)
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 40)
    monkeypatch.setattr("pontoon_audit.batches._SESSION", 0)
    pieces = {}
    for note in ("", "late"):
        rows = [f"s{session},seat,p{seat},{note}" for session in range(12) for seat in range(10)]
        log = tmp_path / f"log{note}.csv"
        log.write_text("\n".join(["session,action,player,note", *rows]), encoding="utf-8")
        pieces[note] = [piece.sessions.height for piece in audit_batches(log)]
    assert pieces == {"": [4, 4, 4, 0], "late": [2, 2, 2, 2, 2, 2, 0]}
