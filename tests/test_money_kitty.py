"""Whose the money in the kitty is: what is recorded and what is due, when it was paid, left or taken wrongly."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from pontoon_audit import audit, load
from pontoon_audit.auditing import Audit
from pontoon_audit.history import run_query
from pontoon_audit.notation.statements import parse_notation

HEADER = "rules base=shoot-pontoon min_players=2 min_stake=1 max_stake=10 packs=2; seats ann eve; "
FIRST = "deal 1 banker eve shuffled; eve kitty_in 10; ann deal TS; eve deal 9H; ann stake 2; ann shoot 4; "
WON = "ann deal TD; eve deal 8D; ann stick; eve stay; ann settle 2; "


def audited(folder: Path, text: str) -> Audit:
    log = folder / "log.json"
    log.write_text(json.dumps(parse_notation(text)[0]), encoding="utf-8")
    return audit(log)


def differences(found: Audit) -> dict[str, Decimal]:
    """What each player should have had more, or less."""
    return {row["player"]: row["difference"] for row in found.balances.iter_rows(named=True) if row["difference"]}


def test_what_a_kitty_paid_too_much_is_owed_to_whose_kitty_it_was(tmp_path: Path) -> None:
    sold = "deal 2 banker ann; eve sell_bank 1 > ann; eve kitty_out 2; ann kitty_in 5; "
    second = "eve deal 2S; ann deal 3H; eve stake 1; eve deal KC; ann deal QC; eve twist 5S; eve stick; ann draw 8S; "
    found = audited(tmp_path, HEADER + FIRST + WON + "ann settle_shoot 8; " + sold + second + "ann stay; eve settle -1")
    assert found.findings["finding"].to_list() == ["settlement/shoot-wrong-amount"]
    assert differences(found) == {"ann": Decimal("-4.00"), "eve": Decimal("4.00")}


def test_all_that_was_left_behind_and_taken_too_early_is_the_old_bankers(tmp_path: Path) -> None:
    early = "deal 2 banker eve; eve kitty_out 1; ann deal 2S; eve deal 3H; ann stake 1; ann deal KC; eve deal QC; "
    played = "ann twist 5S; ann stick; eve twist 8S; "
    sold = "deal 3 banker ann; eve sell_bank 1 > ann; ann kitty_in 5; eve deal 4S; ann deal 4H; eve stake 1; "
    last = "eve deal JC; ann deal JD; eve twist 6S; eve stick; ann draw 7S; ann stay; eve settle -1"
    played = played.replace("eve twist 8S", "eve draw 8S; eve stay; ann settle -1")
    found = audited(tmp_path, HEADER + FIRST + WON + "ann settle_shoot 4; " + early + played + sold + last)
    assert found.findings["finding"].to_list() == ["kitty/wrong-amount", "kitty/left-behind"]
    kitty = found.ledger.filter(kind="kitty", credit="eve")
    assert kitty["due"].sum() == Decimal("6.00")
    assert kitty["recorded"].sum() == Decimal("1.00")


def test_a_kitty_that_could_not_pay_starts_from_nothing(tmp_path: Path) -> None:
    over = FIRST.replace("shoot 4", "shoot 12") + WON + "ann settle_shoot 12; "
    again = "deal 2 banker eve; eve kitty_in 10; ann deal 2S; eve deal 3H; ann stake 1; ann shoot 5; ann deal KC; "
    rest = "eve deal QC; ann twist 5S; ann stick; eve draw 8S; eve stay; ann settle -1; ann settle_shoot -5; "
    found = audited(tmp_path, HEADER + over + again + rest + "eve kitty_out 15")
    assert found.findings["finding"].to_list() == ["shoot/over-kitty"]
    assert differences(found) == {}


SOLD = "deal 2 banker ann; eve sell_bank 1 > ann; ann kitty_in 5; "
SECOND = (
    "eve deal 2S; ann deal 3H; eve stake 1; eve deal KC; ann deal QC; eve twist 5S; eve stick; ann draw 8S; ann stay; "
)


@pytest.mark.parametrize(
    ("shoot", "taken", "moved", "why"),
    [
        ("8", "eve kitty_out 2; ", "4.00", "eve finds 4 too little in the kitty, the 4 that ann was paid too much"),
        ("8", "eve kitty_out 1; ", "5.00", "and leaves 1 of the 2 that are in it"),
        ("8", "", "6.00", "and leaves the 2"),
        ("4", "eve kitty_out 5; ", "1.00", "the kitty holds what it should, and 1 of it is left"),
        ("4", "ann kitty_out 3; ", "6.00", "ann takes 3 that are eve's, and 3 are left behind"),
        ("4", "eve kitty_out 6; ", "0.00", "all is right"),
        ("14", "", "10.00", "ann was paid 10 too much, all that eve had in it and more"),
    ],
)
def test_what_a_kitty_passes_on_is_not_told_again_in_money(
    tmp_path: Path, shoot: str, taken: str, moved: str, why: str
) -> None:
    sold = SOLD.replace("ann kitty_in", taken + "ann kitty_in")
    found = audited(tmp_path, HEADER + FIRST + WON + f"ann settle_shoot {shoot}; " + sold + SECOND + "eve settle -1")
    load(found, tmp_path / "h.duckdb")
    ((difference,),) = run_query(tmp_path / "h.duckdb", "SELECT difference FROM session_results").rows
    assert difference == Decimal(moved), why


def test_bets_that_are_lost_are_due_to_the_kitty_and_those_won_from_it(tmp_path: Path) -> None:
    lost = FIRST + "ann deal 7D; eve deal 8D; ann stick; eve stay; ann settle -2; ann settle_shoot 4; "
    won = FIRST + WON + "ann settle_shoot -4; "
    for play, told in ((lost, "4.00 lost is due to the kitty"), (won, "4.00 won is due from the kitty")):
        found = audited(tmp_path, HEADER + play).findings
        (message,) = found.filter(finding="settlement/shoot-wrong-amount")["message"]
        assert told in message


@pytest.mark.parametrize(
    ("taken", "found_in", "moved"),
    [
        ("eve kitty_out 4; eve kitty_out 2; ", {}, {}),
        ("eve kitty_out 4; eve sell_bank 1 > ann; ann kitty_in 5; eve kitty_out 2; ", {}, {}),
        ("eve kitty_out 4; eve kitty_out 1; ", {"kitty/wrong-amount": "1.00", "kitty/left-behind": "1.00"},
         {"eve": "1.00"}),
        ("eve kitty_out 8; eve kitty_out 0; ", {"kitty/wrong-amount": "-2.00"}, {"eve": "-2.00"}),
        ("eve kitty_out 5; eve kitty_out 3; ", {"kitty/wrong-amount": "-2.00"}, {"eve": "-2.00"}),
    ],
)  # fmt: skip
def test_what_one_takes_in_several_parts_in_one_moment_counts_together(
    tmp_path: Path, taken: str, found_in: dict[str, str], moved: dict[str, str]
) -> None:
    """Eve's kitty holds 6.00 as the bank changes. A moment is looked at as a whole."""
    sold = "deal 2 banker ann; " + taken + ("" if "sell_bank" in taken else "eve sell_bank 1 > ann; ann kitty_in 5; ")
    found = audited(tmp_path, HEADER + FIRST + WON + "ann settle_shoot 4; " + sold + SECOND + "eve settle -1")
    told = {row["finding"]: str(row["money"]) for row in found.findings.iter_rows(named=True)}
    assert told == found_in
    assert {who: str(amount) for who, amount in differences(found).items()} == moved


def test_after_a_gap_nobody_says_what_of_a_kitty_is_due(tmp_path: Path) -> None:
    """Deal 2 is not in the log: what became of eve's kitty in it nobody knows, so she is charged with nothing."""
    sold = SOLD.replace("deal 2", "deal 3").replace("ann kitty_in", "eve kitty_out 6; ann kitty_in")
    found = audited(tmp_path, HEADER + FIRST + WON + "ann settle_shoot 4; " + sold + SECOND + "eve settle -1")
    assert found.findings["finding"].to_list() == ["log/not-in-order", "log/not-checked"]
    (taken,) = found.ledger.filter(kind="kitty", credit="eve").iter_rows(named=True)
    assert (str(taken["recorded"]), taken["due"]) == ("6.00", None)
    assert differences(found) == {}
