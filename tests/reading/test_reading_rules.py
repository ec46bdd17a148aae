"""House rules from files: read exactly, refused in plain words with their line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import Unreadable, read_log, read_rules

EVERY_RULE = """
base = "shoot-pontoon"
currency = "GBP"
min_stake = "1"
max_stake = 10.50
min_players = 3
max_players = 9
packs = 2
split = "aces"
max_hands = 3
stick_at = 16
buy_limit = 3
buy_cap = "twice"
buy_fifth = false
soft_draw = false
split_pontoon = "21"
tie = "push"
pontoon_multiple = 3
five_card_multiple = 3
banker_pontoon_multiple = 1
banker_five_card_multiple = 1
shuffle = "every-deal"
bank_passes = false
kitty_min = "5"
kitty_max = 20
"""


def test_every_rule_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("\ufeff" + EVERY_RULE, encoding="utf-8")
    rules = read_rules(str(path))
    assert set(rules.as_written()) == set(HouseRules.model_fields)
    assert (rules.min_stake, rules.max_stake, rules.kitty_max) == (100, 1050, 2000)
    assert rules.as_written()["max_stake"] == "10.50"


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("packs = 1\nstick_at = 30\n", 2, "rule stick_at is 30: it must be at most 21"),
        ("packs = 0\n", 1, "rule packs is 0: it must be at least 1"),
        ("stick = 15\n", 1, '"stick" is no house rule; did you mean stick_at?'),
        ('\nsplit = "tens"\n', 2, "rule split is \"tens\": it must be 'pairs', 'aces' or 'none'"),
        ("buy_fifth = 1\n", 1, "rule buy_fifth is 1: it must be true or false"),
        ("packs = 1.5\n", 1, "rule packs is \"1.5\": it must be a whole number"),
        ("tie = 3\n", 1, "rule tie is 3: it must be 'bank' or 'push'"),
        ("currency = 3\n", 1, "rule currency is 3: it must be text"),
        ('currency = "a\\u0007"\n', 1, 'rule currency is "a\\u0007": write 1 to 12 characters, like GBP'),
        ("min_stake = 1.505\n", 1, "rule min_stake is \"1.505\": it has more than two decimals"),
        ("min_stake = nan\n", 1, "rule min_stake is \"nan\": it is not an amount of money"),
        ("min_stake = true\n", 1, "rule min_stake is true: write money as text"),
        ('min_stake = "5"\nmax_stake = "1"\n', None, "the rules do not fit together: min_stake is above max_stake"),
        ("packs = 1\npacks = 2\n", 2, "the house rules are no TOML: cannot overwrite a value"),
        ("packs : 1\n", 1, "the house rules are no TOML"),
        ("[packs]\nx = 1\n", 1, "rule packs is an object: it must be a whole number"),
        ("packs = 1979-05-27\n", 1, "rule packs is 1979-05-27: it must be a whole number"),
        (f"packs = {'9' * 5000}\n", None, "a number is too long"),
        ("x = " + "[" * 5000, None, "the house rules are nested too deep"),
        ("packs = 1\nx = \"\x00\"", 2, "the house rules are no TOML"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_taken_are_named_with_line_and_what_is_allowed(
    tmp_path: Path, text: str, line: int | None, what: str
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(Unreadable) as caught:
        read_rules(str(path))
    assert what in caught.value.what
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert "http" not in str(caught.value)
    assert "pydantic" not in str(caught.value)


def test_all_wrong_rules_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("packs = 0\nstick_at = 22\n")
    with pytest.raises(Unreadable, match=r"packs.*stick_at"):
        read_rules(str(path))


@pytest.mark.parametrize("stored", [b"packs = 1\n# caf\xe9\n", b"\xff\xfep\x00"])
def test_rules_that_are_no_utf_8(tmp_path: Path, stored: bytes) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(stored)
    with pytest.raises(Unreadable, match="not UTF-8"):
        read_rules(str(path))


def test_rules_that_are_not_there(tmp_path: Path) -> None:
    for name in (str(tmp_path / "no.toml"), str(tmp_path), "a\0b"):
        with pytest.raises(Unreadable, match="cannot be opened"):
            read_rules(name)
    with pytest.raises(Unreadable, match="too large"):
        read_rules("/dev/zero")


@pytest.mark.parametrize("name", ["night.csv", "night.csv.gz", "night.jsonl"])
def test_rules_beside_a_flat_file_are_taken_unless_others_are_given(tmp_path: Path, name: str) -> None:
    is_csv = "csv" in name
    text = "action,player,deal\nstick,ann,1\n" if is_csv else '{"action": "stick", "player": "ann", "deal": 1}'
    (tmp_path / name).write_bytes(__import__("gzip").compress(text.encode()) if "gz" in name else text.encode())
    assert next(read_log(str(tmp_path / name))).rules == HouseRules.model_validate({})
    beside = tmp_path / "night.rules.toml"
    beside.write_text('stick_at = 16\ncurrency = "GBP"\n')
    (session,) = read_log(str(tmp_path / name))
    assert (session.rules.stick_at, session.currency) == (16, "GBP")
    given = HouseRules.model_validate({"stick_at": 14})
    assert next(read_log(str(tmp_path / name), given)).rules == given
    beside.write_text("stick_at = 99\n")
    with pytest.raises(Unreadable) as caught:
        next(read_log(str(tmp_path / name)))
    assert (caught.value.path, caught.value.line) == (str(beside), 1)


def test_rules_beside_a_document_are_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "night.json").write_text('{"deals": []}')
    (tmp_path / "night.rules.toml").write_text("stick_at = 99\n")
    (session,) = read_log(str(tmp_path / "night.json"))
    assert session.rules.stick_at == 15


def test_a_documents_rules_may_be_numbers_or_text(read: Any) -> None:
    rules = read('{"deals": [], "rules": {"min_stake": 1, "max_stake": 2.50, "kitty_min": "3", "packs": 2}}')[0].rules
    assert (rules.min_stake, rules.max_stake, rules.kitty_min, rules.packs) == (100, 250, 300, 2)
    for wrong in ('{"packs": "2"}', '{"packs": 2.0}', '{"packs": null, "tie": 1}', "[]", '{"min_stake": -1}'):
        with pytest.raises(Unreadable, match="rule"):
            read('{"deals": [], "rules": ' + wrong + "}")
