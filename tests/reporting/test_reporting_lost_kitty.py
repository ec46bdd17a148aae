"""A kitty that the log loses sight of: what was moved, added up, is nowhere told as what is left in it.

Four deals of Shoot Pontoon, and Ben's last kitty holds 6.00 by pencil. What hides it is a record that cannot be read, a
deal that is missing or a card that nobody knows.
"""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.output.payments import notes
from pontoon_audit.reporting import write_report, write_statements
from pontoon_audit.settling import Choice, LeftOut, Plan, settle_up
from tests.reporting.reading_pages import Page, deal_of, history, pages, written
from tests.reporting.test_reporting_kitty import FIRST, SECOND, THIRD, changed, three, without

FOURTH = ("ann sell_bank 6 ben", "ann kitty_out 7", "ben kitty_in 5", "eve deal TD", "ann deal 9H", "ben deal JS",
          "eve stake 2", "ann stake 4", "eve shoot 1", "eve deal 7S", "ann deal QS", "ben deal QC", "eve stick",
          "ann stick", "ben stay", "eve settle -2", "ann settle -4", "eve settle_shoot -1")  # fmt: skip


def four(name: str, first: tuple[str, ...] = FIRST, third: tuple[str, ...] = THIRD, gone: tuple[int, ...] = (),
         settled: bool = True) -> dict[str, Any]:  # fmt: skip
    events = [first, SECOND, third, FOURTH]
    if not settled:
        events = [without(one, " settle ", "settle_shoot") for one in events]
    document = three(name, *events[:3], currency={"gap": "EUR", "end": "USD"}.get(name, "GBP"))
    document["deals"] = [*document["deals"], deal_of(4, *events[3], banker="ben")]
    document["deals"] = [deal for deal in document["deals"] if deal["deal"] not in gone]
    return document


SESSIONS = [
    four("sound"),
    four("unread", third=changed(THIRD, "eve kitty_out 7", "eve kitty_out 6.995")),
    four("bet", changed(FIRST, "ben settle_shoot 5", "ben settle_shoot 5,00")),
    four("gap", gone=(2,)),
    four("end", gone=(3,)),
    four("card", changed(FIRST, "eve deal 8C", "eve deal ??")),
    four("bare", changed(FIRST, "eve deal 8C", "eve deal ??"), settled=False),
]
MOVED = {"unread": "13.00", "bet": "11.00", "gap": "8.00", "end": "6.00"}
"""What the known movements leave in the kitties that are hidden for a while."""
HIDDEN = {"unread": 3, "bet": 1, "gap": 3, "end": 4, "bare": 1}
"""The first deal that hides them."""


class Evenings:
    """The report, the statements and the payments of these sessions."""

    def __init__(self, out: Path) -> None:
        self.database = history(out / "h.duckdb", written(out / "log.json", *SESSIONS))
        self.out = out
        self.report = pages(write_report(self.database, out / "report", deals="all"))
        write_statements(self.database, out / "st", formats=("html", "csv", "json"))

    def page(self, name: str) -> Page:
        return self.report[self.out / "report" / name]

    def session(self, name: str) -> Page:
        (path,) = (self.out / "report" / "sessions").glob(f"{name}-*.html")
        return self.report[path]

    def statement(self, place: str, player: str) -> Page:
        (path,) = self.out.glob(f"st/{place}*/{player}-*.html")
        return Page(path)

    def plan(self, name: str) -> Plan:
        (plan,), _ = settle_up(self.database, Choice(sessions=[name]))
        return plan


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    return Evenings(tmp_path_factory.mktemp("lost"))


@pytest.mark.parametrize("name", ["unread", "bet", "gap"])
def test_the_last_banker_has_what_the_kitty_held_and_no_more(evenings: Evenings, name: str) -> None:
    whole, plan = evenings.plan("sound"), evenings.plan(name)
    assert whole.kitties == plan.kitties == {"ben": 600}
    rest = int(Decimal(MOVED[name]) * 100) - 600
    assert plan.balances["the kitty"] == plan.unaccounted == rest
    assert sum(plan.balances.values()) == 0
    said = list(notes([plan], LeftOut()))
    since = f"since the log loses sight of it for a while, from deal {HIDDEN[name]} on"
    assert f"what went into the kitty of session {name} and out of it is not all known, {since}" in said
    account = "it is an account here, called the kitty, for without it the balances do not sum to nothing"
    assert any(note.endswith(f"that went into this kitty is in nobody's balance: {account}") for note in said)


def test_a_kitty_of_which_nobody_knows_the_end_is_in_nobodys_balance(evenings: Evenings) -> None:
    plan = evenings.plan("end")
    assert plan.kitties == {}
    assert plan.balances["the kitty"] == 600
    assert (
        "what is left in the kitty of session end is not known, since the log loses sight of it, from deal 4 on"
        in list(notes([plan], LeftOut()))
    )


@pytest.mark.parametrize("name", [*HIDDEN, "card"])
def test_a_session_page_does_not_tell_what_was_moved_as_what_is_left(evenings: Evenings, name: str) -> None:
    left, together = evenings.session(name).rows("Won (above 0) or lost")[-2:]
    if name == "card":
        assert left == ["Left in the kittyWhat should be left cannot be decided.", "6.00", "–", ""]
        assert together == ["Together", "0.00", "–", ""]
        return
    assert left[1:] == together[1:] == ["–", "–", ""]
    lost = f"Left in the kittyFrom deal {HIDDEN[name]} on the log loses sight of it"
    end = "what is left is not known." if name == "end" else "At the end it held 6.00."
    assert left[0].startswith(lost)
    assert left[0].endswith(end)


def test_a_known_kitty_is_told_as_ever(evenings: Evenings) -> None:
    left, together = evenings.session("sound").rows("Won (above 0) or lost")[-2:]
    assert left == ["Left in the kitty", "6.00", "6.00", ""]
    assert together == ["Together", "0.00", "0.00", ""]
    page = evenings.session("sound")
    assert [row[-1] for row in page.rows("Result so far")] == ["9.00", "7.00", "7.00", "6.00"]
    assert "loses sight" not in page.text


@pytest.mark.parametrize(
    ("name", "kitty"),
    [
        ("unread", ["9.00", "7.00", "–", "–"]),
        ("bet", ["–", "–", "–", "–"]),
        ("gap", ["9.00", "–", "–"]),
        ("end", ["9.00", "7.00", "–"]),
        ("card", ["9.00", "7.00", "7.00", "6.00"]),
        ("bare", ["–", "–", "–", "–"]),
    ],
)
def test_from_deal_to_deal_the_kitty_is_a_dash_once_it_is_out_of_sight(
    evenings: Evenings, name: str, kitty: list[str]
) -> None:
    page = evenings.session(name)
    assert [row[-1] for row in page.rows("Result so far")] == kitty
    assert ("It is a dash from the deal on in which the log loses sight of it" in page.text) == ("–" in kitty)


@pytest.mark.parametrize("name", list(MOVED))
def test_the_last_bankers_statement_says_what_is_known_of_the_kitty(evenings: Evenings, name: str) -> None:
    text = evenings.statement(name, "ben").text
    sign = {"gap": "€", "end": "$"}.get(name, "£")
    lost = (
        f"From deal {HIDDEN[name]} on the log loses sight of the kitty: what was moved does not tell what is left in it"
    )
    assert lost in text
    assert f"{sign}{MOVED[name]}" not in text.split(lost)[1].split("Who pays whom")[0]
    held = f"At the end, with Ben Best as banker, the kitty held {sign}6.00. Nobody is recorded as taking it out"
    assert (held in text) == (name != "end")
    assert ("That is not known, and so is in nobody’s balance." in text) == (name == "end")
    assert lost not in evenings.statement(name, "eve").text


def test_what_is_due_and_cannot_be_decided_is_not_told_as_an_amount(evenings: Evenings) -> None:
    text = evenings.statement("card", "ben").text
    assert "the kitty held £6.00 by the log; what it should have held cannot be decided" in text
    text = evenings.statement("bare", "ben").text
    assert "From deal 1 on the log loses sight of the kitty" in text
    assert "by the rules the kitty held £6.00" in text


@pytest.mark.parametrize(("currency", "name"), [("eur", "gap"), ("usd", "end")])
def test_the_account_of_a_period_has_a_dash_too(evenings: Evenings, currency: str, name: str) -> None:
    assert "loses sight of the kitty" in evenings.statement(f"accounts/{currency}", "ben").text
    page = Page(evenings.out / "st" / "statements.html")
    accounts, rest = page.source.split(f"Accounts in {currency.upper()}", 1)[1].split("</table>", 1)
    assert "the log loses sight of the kitty, and what is left in it is not known by what was moved" in accounts
    assert MOVED[name] not in accounts.split("<tfoot>")[1]
    assert rest


def test_the_list_of_statements_has_a_dash_for_each_of_these_sessions(evenings: Evenings) -> None:
    page = Page(evenings.out / "st" / "statements.html")
    rows = [" ".join(row.text.split()) for row in page.all("tr")]
    left = [row for row in rows if row.startswith("Left in the kitty")]
    assert sum("loses sight" in row for row in left) == len(HIDDEN) + 3  # of sessions, and of all in each currency
    shown = [
        row.split("known by what was moved")[-1].split("it held 6.00.")[-1] for row in left if "loses sight" in row
    ]
    assert not any(moved in row for row in shown for moved in MOVED.values())


def test_the_bank_page_has_a_dash_and_says_why(evenings: Evenings) -> None:
    rows = {row[0]: row[-2:] for row in evenings.page("bank.html").rows("Sessions of Shoot Pontoon")}
    assert rows.pop("sound") == ["£6.00", "£6.00"]
    assert rows.pop("cardWhat should be left cannot be decided.") == ["£6.00", "–"]
    assert len(rows) == len(HIDDEN)
    assert all("loses sight of it" in name and left == ["–", "–"] for name, left in rows.items())


def test_balances_csv_counts_what_is_known_and_adds_up_to_nothing(evenings: Evenings) -> None:
    with (evenings.out / "st" / "balances.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["of"] == "session"]
    for name, moved in MOVED.items():
        mine = [row for row in rows if row["session"] == name]
        assert sum(Decimal(row["recorded"]) for row in mine) == 0
        assert [row["recorded"] for row in mine if row["account_kind"] == "kitty"] == [moved]
