"""A banker's line tells every hand that was played against the bank, in every format."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from pontoon_audit.reporting import write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import deal_of, history, session_of
from tests.reporting.reading_statements import added


def banked_in(path: Path) -> dict[tuple[str, str, str], str]:
    """The cells that tell what a banker's lines are made of, by session, line and event."""
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    else:
        head, *cells = load_workbook(path)["Lines"].iter_rows(values_only=True)
        rows = [dict(zip(map(str, head), map(str, row), strict=True)) for row in cells]
    return {(row["session"], row["line"], row["event"]): row["banked"] for row in rows if row["kind"] == "bank"}


def in_words(hand: dict[str, Any]) -> str:
    """A hand of the JSON as the other formats tell it."""
    count = " ".join(str(hand[name]) for name in ("total", "class") if hand[name] is not None)
    amounts = (("staked", "stake"), ("recorded", "recorded"), ("due", "due"))
    told = [hand["cards"], count, *(f"{word} {hand[name]}" for word, name in amounts if hand[name] is not None)]
    again = " again" if hand["repeated"] else ""
    return f"{hand['player']} hand {hand['hand']}{again}: {', '.join(one for one in told if one)}"


def test_the_hands_of_a_bankers_line_add_up_to_it_in_files_too(out: Path) -> None:
    checked = 0
    for path in out.rglob("*.json"):
        told = {kind: banked_in(path.with_suffix(f".{kind}")) for kind in ("csv", "xlsx")}
        for session in json.loads(path.read_text(encoding="utf-8"))["sessions"]:
            for line in session["lines"]:
                hands = line["banked"]
                assert line["kind"] == "bank" or not hands
                for name in ("recorded", "due") if hands else ():
                    assert added(hand[name] and Decimal(hand[name]) for hand in hands) == Decimal(line[name] or 0), path
                if hands:
                    at = session["session"], str(line["line"]), str(line["event"])
                    assert told["csv"][at] == told["xlsx"][at] == "; ".join(map(in_words, hands))
                    checked += 1
    assert checked > 20


def test_the_hands_of_a_bankers_line_are_those_of_the_others_statements(out: Path) -> None:
    """With the cards and the stake, and what one wins the bank loses."""
    names = ("hand", "cards", "total", "class", "stake", "recorded", "due")
    own, banked = [], []
    for path in out.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        if read["of"] != "session":
            continue
        for line in (line for session in read["sessions"] for line in session["lines"]):
            where = (read["sessions"][0]["session"], line["deal"])
            if line["kind"] == "hand":
                own.append([*where, read["player"]["id"], *(line[name] for name in names)])
            for hand in line["banked"]:
                turned = hand | {name: hand[name] and str(-Decimal(hand[name])) for name in ("recorded", "due")}
                banked.append([*where, hand["player"], *(turned[name] for name in names)])
    assert len(banked) > 20
    assert [hand for hand in banked if hand not in own] == []


def test_a_name_cannot_pass_for_another_hand_of_the_bank(tmp_path: Path) -> None:
    deal = deal_of(1, "ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick",
                   "eve stay", "ann settle -2")  # fmt: skip
    text = json.dumps(session_of(deal, players=("ann", "eve"))).replace('"ann"', '"ben: 21 pontoon; \\"ann\\""')
    (tmp_path / "log.json").write_text(text, encoding="utf-8")
    database = history(tmp_path / "h.duckdb", tmp_path / "log.json")
    paths = write_statements(database, tmp_path / "out", "club", "eve", formats=("csv",), generated_at=GENERATED_AT)
    (path,) = [path for path in paths if path.stem.startswith("eve")]
    assert list(banked_in(path).values()) == [
        '"ben: 21 pontoon; \\"ann\\"" hand 1: 8S 9D, 17 points, staked 2.00, recorded 2.00, due 2.00'
    ]
