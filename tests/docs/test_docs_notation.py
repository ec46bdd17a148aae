"""docs/notation.md says what the notation is, and is believed by running it."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from pontoon_audit.notation.deal_line import read_deal_line
from pontoon_audit.notation.deal_line_writing import deal_line

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_line_at_the_top_is_one_and_reads_as_told() -> None:
    line = BLOCKS[0][1].strip()
    number, events = read_deal_line(line)
    assert deal_line(number, events) == line
    assert [event.get("player") for event in events][:7] == [None, "eve", "ann", "ben", "cat", "dev", "eve"]
    assert [(event["player"], event["action"]) for event in events[-10:]] == [
        ("ann", "buy"), ("ann", "stick"), ("ben", "stick"), ("cat", "pontoon"), ("dev", "twist"), ("eve", "stay"),
        ("ann", "settle"), ("ben", "settle"), ("cat", "settle"), ("dev", "settle"),
    ]  # fmt: skip
    assert events[-4] == {"action": "settle", "player": "ann", "amount": Decimal("4.00")}


@pytest.mark.parametrize(
    ("word", "event"),
    [
        ("8S", {"action": "deal", "card": "8S", "face": "down"}),
        ("8S'", {"action": "deal", "card": "8S"}),
        ("??", {"action": "deal", "card": "??", "face": "down"}),
        ("@2", {"action": "stake", "amount": Decimal("2.00")}),
        ("!2", {"action": "shoot", "amount": Decimal("2.00")}),
        ("b7H@2", {"action": "buy", "card": "7H", "face": "down", "amount": Decimal("2.00")}),
        ("t7H", {"action": "twist", "card": "7H", "face": "up"}),
        ("d7H_", {"action": "draw", "card": "7H", "face": "down"}),
        ("s", {"action": "stick"}),
        ("y", {"action": "stay"}),
        ("p", {"action": "pontoon"}),
        ("x@2", {"action": "split", "amount": Decimal("2.00")}),
        ("+4", {"action": "settle", "amount": Decimal("4.00")}),
        ("k-2", {"action": "settle_shoot", "amount": Decimal("-2.00")}),
        ("sell_bank@3:ann", {"action": "sell_bank", "amount": Decimal("3.00"), "to": "ann"}),
        ('s"thought for long"', {"action": "stick", "note": "thought for long"}),
    ],
)
def test_each_word_means_what_the_table_says(word: str, event: dict[str, object]) -> None:
    assert word.rstrip("'_") in PAGE
    _, (read,) = read_deal_line(f"ann {word}")
    assert read == {"player": "ann"} | event


def test_the_program_prints_what_stands_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    (_, program), (_, printed) = BLOCKS[-2:]
    exec(program, {})
    assert capsys.readouterr().out == printed
