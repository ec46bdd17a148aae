"""What a log does not say is a dash on a statement, an empty cell, a null: never nought, and nothing untrue is said."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.history import run_query
from pontoon_audit.reporting import ReportError, write_statements
from pontoon_audit.settling import Choice, settle_up
from tests.reporting.reading_pages import Page, broken_links, deal_of, history, pages, session_of, written

PLAYED = ("ann deal 8S", "eve deal TC", "ann stake 2", "ann deal 5D", "eve deal 9H", "ann buy 2 7H", "ann stick",
          "eve stay")  # fmt: skip
"""A deal of ann, who wins 4 by the rules."""
TWO = ("ann", "eve")


class Statements:
    """All statements of some sessions."""

    def __init__(self, folder: Path, *sessions: dict[str, Any], **wanted: str) -> None:
        self.database = history(folder / "h.duckdb", written(folder / "log.json", *sessions))
        self.out = folder / "out"
        paths = write_statements(self.database, self.out, formats=("html", "csv", "json"), **wanted)
        assert broken_links(pages([path for path in paths if path.suffix == ".html"])) == []

    def page(self, name: str) -> Page:
        return Page(self.file(name, "html"))

    def json(self, name: str) -> Any:
        return json.loads(self.file(name, "json").read_text())

    def file(self, name: str, kind: str) -> Path:
        """The file of a statement, such as accounts/gbp/ann."""
        (found,) = [
            path for path in self.out.rglob(f"*.{kind}")
            if re.sub(r"-[0-9a-f]{6}(?=[/.])", "", path.relative_to(self.out).as_posix()) == f"{name}.{kind}"
        ]  # fmt: skip
        return found

    def balance(self, of: str, account: str) -> list[str]:
        with (self.out / "balances.csv").open(newline="") as file:
            (row,) = [row for row in csv.DictReader(file) if (row["of"], row["account"]) == (of, account)]
        return [row[name] for name in ("opening", "recorded", "due", "difference", "closing")]


def figures(page: Page) -> dict[str, str]:
    tiles = [tile.text for tile in page.all("span", class_="much")]
    return dict(zip(("opening", "recorded", "due", "difference", "closing"), tiles, strict=True))


def test_an_account_of_an_evening_without_settlements_says_nothing_of_what_was_recorded(tmp_path: Path) -> None:
    made = Statements(tmp_path, session_of(deal_of(1, *PLAYED), players=TWO))
    page = made.page("accounts/gbp/ann")
    assert "By the log" not in page.text
    assert "very amount" not in page.text
    assert "The log records no settlements. By the rules ann won £4.00." in page.text
    assert figures(page) == {
        "opening": "£0.00", "recorded": "–", "due": "+£4.00", "difference": "–", "closing": "+£4.00",
    }  # fmt: skip
    assert made.balance("account", "ann") == made.balance("session", "ann") == ["0.00", "", "4.00", "", "4.00"]
    moved = made.json("accounts/gbp/ann")["moved"]
    assert (moved["recorded"], moved["difference"], moved["due"]) == (None, None, "4.00")
    together = made.page("statements").rows("Balances before and after")[-1]
    assert together == ["Together", "0.00", "–", "0.00", "–", "0.00", ""]
    difference = run_query(made.database, "SELECT difference FROM balances").rows
    assert difference == [(None,), (None,)]
    assert run_query(made.database, "SELECT difference FROM session_results").rows == [(None,)]


def test_an_account_of_evenings_with_and_without_settlements_keeps_the_two_apart(tmp_path: Path) -> None:
    made = Statements(
        tmp_path,
        session_of(deal_of(1, *PLAYED), players=TWO, session="s1"),
        session_of(deal_of(1, *PLAYED, "ann settle 2"), players=TWO, session="s2"),
        session_of(deal_of(1, *PLAYED, "ann settle 4"), players=TWO, session="s3"),
    )
    page = made.page("accounts/gbp/ann")
    assert "By the log ann won £6.00, where settlements are recorded." in page.text
    assert "No settlements are recorded in s1: there the balance goes by what is due." in page.text
    assert figures(page) == {
        "opening": "£0.00", "recorded": "+£6.00", "due": "+£12.00", "difference": "+£2.00", "closing": "+£10.00",
    }  # fmt: skip


def test_payments_call_people_as_their_statement_does_and_write_amounts_as_the_page_does(tmp_path: Path) -> None:
    """Who is named in one session only has two names: each statement keeps to its own."""
    rules = {"max_stake": "5000"}
    hands = [event.replace("stake 2", "stake 2000") for event in PLAYED]
    named = session_of(deal_of(1, *hands, "ann settle 1000"), players=TWO, session="s1", currency="JPY", rules=rules)
    named["players"] = [{"id": "ann", "name": "Ann & Co"}, {"id": "eve", "name": "Eve"}]
    bare = session_of(deal_of(1, *hands, "ann settle 2000"), players=TWO, session="s2", currency="JPY", rules=rules)
    made = Statements(tmp_path, named, bare)
    for name, ann, eve, much in (("accounts/jpy/ann", "Ann & Co", "Eve", "3"), ("s2/ann", "ann", "eve", "2")):
        told = [f"{eve} pays {ann}", f"JPY {much},000"]
        why = f"{eve} owes {much},000, {ann} is owed {much},000: that settles both"
        assert made.page(name).rows("What ")[0] == [*told, why]
        assert made.page(name).all("h1")[0].text == f"Statement of {ann}"
    reasons = [one.text for one in made.page("statements").all("td", class_="words")]
    payments = [one.text for one in made.page("statements").all("th") if " pays " in one.text]
    assert [one.partition(" owes")[0] for one in reasons] == [one.partition(" pays")[0] for one in payments]
    assert {"Eve pays Ann & Co", "eve pays ann"} <= set(payments)


def test_what_nobody_can_decide_is_no_nought(tmp_path: Path) -> None:
    blurred = [event.replace("eve deal 9H", "eve deal ZZ") for event in PLAYED]
    made = Statements(tmp_path, session_of(deal_of(1, *blurred, "ann settle 2"), players=TWO))
    for name in ("accounts/gbp/ann", "club/ann"):
        page = made.page(name)
        assert "By the log ann won £2.00. Nothing of it can be compared with what is due." in page.text
        assert "very amount" not in page.text
        assert figures(page)["due"] == figures(page)["difference"] == "–"
        assert "1 settlement of 2.00 recorded cannot be compared" in page.text
    assert made.balance("account", "ann") == ["0.00", "2.00", "", "", "2.00"]
    row, *_ = made.page("statements").rows("Balances before and after")
    assert "1 settlement of 2.00 recorded cannot be compared" in row[0]
    bank = run_query(made.database, "SELECT recorded, due FROM banker_results").rows
    assert [(str(recorded), due) for recorded, due in bank] == [("-2.00", None)]


def test_chips_that_do_not_balance_are_on_the_statement(tmp_path: Path) -> None:
    made = Statements(
        tmp_path, session_of(deal_of(1, "ann buy_in 20", *PLAYED, "ann settle 4", "ann cash_out 22"), players=TWO)
    )
    for name in ("club/ann", "accounts/gbp/ann"):
        page = made.page(name)
        assert "Every amount won or lost is right by the rules." in page.text
        assert "With the chips something is amiss" in page.text
        (row,) = page.rows("Findings about ann")
        assert "chips/do-not-balance" in row[-1]
        assert "22.00" in row[-1]
    assert "chips" not in made.page("club/eve").text


def test_chips_bought_ahead_of_a_void_deal_stand(tmp_path: Path) -> None:
    void = deal_of(1, "ann buy_in 20", "ann deal 8S", "eve deal TC", "ann void")
    del void["events"][-1]["player"]
    made = Statements(tmp_path, session_of(void, deal_of(2, *PLAYED, "ann settle 4"), players=TWO))
    lines = [row[1] for row in made.page("club/ann").rows("Won (above 0) or lost; the balance")]
    assert "Chips bought" in lines
    assert "Hand void" in lines


def test_a_hand_that_is_settled_twice_is_one_hand_of_the_bank(tmp_path: Path) -> None:
    made = Statements(tmp_path, session_of(deal_of(1, *PLAYED, "ann settle 4", "ann settle 4"), players=TWO))
    lines = [row[1] for row in made.page("club/eve").rows("Won (above 0) or lost; the balance")]
    assert "Banked, 1 hand" in lines


def test_a_bankers_hands_show_what_is_recorded_and_what_is_due_and_stand_once(tmp_path: Path) -> None:
    deals = deal_of(1, *PLAYED, "ann settle 2"), deal_of(2, *PLAYED, "ann settle 4", "ann settle 4")
    made = Statements(tmp_path, session_of(*deals, players=TWO))
    hands = [item.text for item in made.page("club/eve").all("li") if "five" not in item.text and "·" in item.text]
    assert [hand.partition("· ")[2] for hand in hands] == [
        "−2.00 recorded, −4.00 due", "settled twice: −8.00 recorded, −4.00 due"
    ]  # fmt: skip
    second = made.json("club/eve")["sessions"][0]["lines"][1]["banked"]
    assert [(hand["repeated"], hand["recorded"], hand["due"]) for hand in second] == [
        (False, "-4.00", "-4.00"), (True, "-4.00", "0.00")
    ]  # fmt: skip


def test_every_adjustment_says_why(tmp_path: Path) -> None:
    deals = [
        deal_of(1, "eve kitty_in 5", "ann deal 8S", "eve deal KH", "ann stake 2", "ann shoot 2", "ann deal 9D",
                "eve deal 9C", "ann stick", "eve stay", "ann settle -2", "ann settle_shoot -1"),
        deal_of(2, "eve kitty_out 6", "eve sell_bank 3 ann", "ann kitty_in 6", "eve deal TS", "ann deal 5C",
                "eve stake 1", "eve deal 8H", "ann deal TD", "eve stick", "ann draw 9S", "eve settle 1", banker="ann"),
    ]  # fmt: skip
    made = Statements(tmp_path, session_of(*deals, players=TWO, rules={"base": "shoot-pontoon"}))
    rows = [row for row in made.page("club/eve").rows("Money that was moved") if row[1] == "the kitty"]
    assert [row[2] for row in rows] == ["The kitty owes eve £1.00"]
    assert "the kitty should have held another amount" in rows[0][3]
    assert "clause 6.9" in rows[0][3]
    (told,) = [row for row in made.json("club/eve")["adjustments"] if row["kind"] == "kitty"]
    assert (told["clause"], told["before"], told["after"]) == ("6.9", "6.00", "7.00")


def test_a_settlement_whose_record_was_set_aside_is_due_all_the_same_and_compared_with_nothing(tmp_path: Path) -> None:
    made = Statements(
        tmp_path, session_of(deal_of(1, "ben deal TS", *PLAYED[:2], "ben stake 1", *PLAYED[2:4], "ben deal TD",
                                     *PLAYED[4:7], "ben stick", "eve stay", "ben settle 1", "ann settle lots"))
    )  # fmt: skip
    ((due,),) = run_query(made.database, "SELECT due FROM hands WHERE player = 'ann'").rows
    assert str(due) == "4.00"
    for name in ("club/ann", "accounts/gbp/ann"):
        page = made.page(name)
        assert figures(page)["due"] == "+£4.00"
        assert figures(page)["difference"] == "–"
        assert "1 settlement of 4.00 due cannot be compared" in page.text
    bank = run_query(made.database, "SELECT due FROM banker_results").rows[0][0]
    assert str(bank) == "-5.00" == made.balance("session", "eve")[2]
    plan, *_ = settle_up(made.database, Choice(basis="due"))[0]
    assert plan.balances == {"ann": 400, "ben": 100, "eve": -500}
    (noted,) = made.page("club/ann").rows("Won (above 0) or lost; the balance")[1:2]
    assert noted[-4:] == ["–", "4.00", "–", "0.00"]


def test_a_player_who_was_not_there_has_a_page_that_says_so(tmp_path: Path) -> None:
    made = Statements(
        tmp_path,
        session_of(deal_of(1, *PLAYED, "ann settle 4"), players=TWO),
        session_of(deal_of(1, *PLAYED, "ann settle 4"), players=(*TWO, "fay"), session="other"),
        session="club", player="fay",
    )  # fmt: skip
    page = made.page("club/fay")
    assert "No activity. fay was not in this session." in page.text
    assert figures(page) == dict.fromkeys(figures(page), "£0.00")
    assert made.balance("session", "fay") == ["0.00"] * 5
    assert made.json("club/fay")["sessions"][0]["lines"] == []
    with pytest.raises(ReportError, match="there is no player gus"):
        write_statements(made.database, made.out, "club", "gus")


def test_a_balance_after_adjustments_says_what_keeps_it_from_what_is_due(tmp_path: Path) -> None:
    deals = deal_of(1, *PLAYED, "ann settle 2"), deal_of(2, *PLAYED, "ann settle lots")
    page = Statements(tmp_path, session_of(*deals, players=TWO)).page("club/ann")
    row = page.rows("Money that was moved")[-1]
    assert row[0] == (
        "Balance once they are made+£8.00 is due in all: 4.00 more, which cannot be compared and so is in no "
        "adjustment (hands against the bank: 1 settlement of 4.00 due cannot be compared)"
    )
    assert row[1] == "+£4.00"


def test_payments_say_which_shoot_bets_nobody_settled(tmp_path: Path) -> None:
    bet = "ann shoot 3"
    dealt = ("eve kitty_in 10", *PLAYED[:3], bet, *PLAYED[3:], "ann settle 4")
    made = Statements(tmp_path, session_of(deal_of(1, *dealt), players=TWO, rules={"base": "shoot-pontoon"}))
    said = "1 settlement of shoot bets in session club is not recorded, and what was paid is not known: "
    for name in ("club/ann", "accounts/gbp/ann"):
        page = made.page(name)
        assert page.text.count(f"{said}the balances are without it.") == 1
        assert "Every amount is right" not in page.text
        assert any(said in note for note in made.json(name)["notes"])


SHOT = ("eve kitty_in 10", *PLAYED[:3], "ann shoot 3", *PLAYED[3:])
NOTHING = "what was paid, since no settlements are recorded"


def test_due_is_said_to_count_only_where_it_does(tmp_path: Path) -> None:
    """Where only shoot bets are settled, or there is nothing to settle, the balance is of what is recorded."""
    rules = {"base": "shoot-pontoon"}
    made = Statements(
        tmp_path,
        session_of(deal_of(1, *SHOT), players=TWO, rules=rules, session="none"),
        session_of(deal_of(1, *SHOT, "ann settle_shoot 3"), players=TWO, rules=rules, session="bets"),
        session_of(deal_of(1, "eve kitty_in 5", "ann deal 8S", "* void"), players=TWO, rules=rules, session="void"),
    )
    written = {
        "none": ("The log records no settlements.", f"{NOTHING}; what is due is what counts.", "–"),
        "bets": ("By the log eve lost £10.00.", "since no settlements of stakes are recorded.", "−£10.00"),
        "void": ("By the log eve lost £5.00.", f"{NOTHING}.", "−£5.00"),
    }  # fmt: skip
    for session, (first, unchecked, recorded) in written.items():
        page = made.page(f"{session}/eve")
        assert first in page.text
        assert page.text.count(unchecked) == 1, session
        assert figures(page)["recorded"] == recorded
