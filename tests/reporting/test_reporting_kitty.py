"""What pages and statements say of kitty money: true beside the kitty that they show, and each penny once.

All sessions are the same three deals of Shoot Pontoon with one thing changed. As they are, the kitty holds 7.00 when
eve, who banked the first two deals, takes it along, and 7.00 when the third is over.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.reading_pages import Page, deal_of, history, pages, session_of, written

FIRST = ("eve kitty_in 10", "ann deal 8S", "ben deal TS", "eve deal KH", "ann stake 2", "ben stake 3", "ann shoot 4",
         "ben shoot 5", "ann deal 9D", "ben deal 9S", "eve deal 8C", "ann stick", "ben stick", "eve stay",
         "ann settle -2", "ben settle 3", "ann settle_shoot -4", "ben settle_shoot 5")  # fmt: skip
SECOND = ("ann deal AS", "ben deal 8H", "eve deal QH", "ann stake 2", "ben stake 2", "ann shoot 3", "ben shoot 1",
          "ann deal KC", "ben deal 8D", "eve deal 7C", "ann pontoon", "ben stick", "eve stay", "ann settle 4",
          "ben settle -2", "ann settle_shoot 3", "ben settle_shoot -1")  # fmt: skip
THIRD = ("eve kitty_out 7", "ann kitty_in 8", "ben deal 5S", "eve deal 6C", "ann deal 7D", "ben stake 1", "eve stake 5",
         "ben shoot 2", "eve shoot 3", "ben deal KD", "eve deal 5D", "ann deal 7H", "ben twist 9C", "eve buy 5 JD",
         "eve stick", "ann draw 2C", "ann stay", "ben settle -1", "eve settle 10", "ben settle_shoot -2",
         "eve settle_shoot 3")  # fmt: skip
NAMES = {"ann": "Ann Archer", "ben": "Ben Best", "eve": "Eve East"}
ONCE = "Statements tell each penny once, where it went astray"
HELD = "reckoned with all put in and taken out, and each shoot bet once, as settled or else as due"


def three(name: str, first: tuple[str, ...] = FIRST, second: tuple[str, ...] = SECOND, third: tuple[str, ...] = THIRD,
          **more: Any) -> dict[str, Any]:  # fmt: skip
    deals = [deal_of(1, *first), deal_of(2, *second), deal_of(3, *third, banker="ann", shuffled=True)]
    for deal in deals:
        for event in deal["events"]:
            if event["action"] == "void":
                del event["player"]
    people = [{"id": id_, "name": called} for id_, called in NAMES.items()]
    rules = {"base": "shoot-pontoon", "min_players": 2}
    return session_of(*deals, session=name, rules=rules, **more) | {"players": people}


def without(events: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    return tuple(event for event in events if not any(word in event for word in gone))


def changed(events: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    assert old in events
    return tuple(new if event == old else event for event in events)


UNPAID = [without(events, " settle ", "settle_shoot") for events in (FIRST, SECOND, THIRD)]
WRONG = [
    # bets settled otherwise: ann's loss is missing, and her win of 3 was paid as 6
    three("astray", without(FIRST, "settle_shoot -4"), changed(SECOND, "ann settle_shoot 3", "ann settle_shoot 6")),
    three("twice", (*FIRST, "ben settle_shoot 5"), third=changed(THIRD, "eve kitty_out 7", "eve kitty_out 2")),
    three("void", second=(*SECOND, "eve void", "ann settle_shoot 3")),
    three("early", second=("eve kitty_in 3", "eve kitty_out 1", *SECOND)),
    three("less", third=changed(THIRD, "eve kitty_out 7", "eve kitty_out 5")),
    three("left", third=without(THIRD, "eve kitty_out 7")),
    three("unpaid", *UNPAID[:2], ("ben sell_bank 6 ann", "ben kitty_out 3", *UNPAID[2])),
    three("blurred", changed(UNPAID[0], "eve deal 8C", "eve deal ??"), *UNPAID[1:]),
    three("yen", third=changed(THIRD, "eve kitty_out 7", "eve kitty_out 5"), currency="JPY"),
    {key: value for key, value in three("bare", *UNPAID).items() if key != "currency"},
]


class Evenings:
    """The report and the statements of these sessions."""

    def __init__(self, out: Path) -> None:
        database = history(out / "h.duckdb", written(out / "log.json", *WRONG))
        self.out = out
        self.report = pages(write_report(database, out / "report", deals="all"))
        write_statements(database, out / "st", formats=("html", "csv", "json"))

    def page(self, name: str) -> Page:
        return self.report[self.out / "report" / name]

    def deal(self, session: str, number: int, folder: str = "deals") -> Page:
        (path,) = (self.out / "report" / folder).glob(f"{session}-*-{number}.html")
        return self.report[path]

    def statement(self, place: str, player: str) -> Page:
        return Page(self.file(place, player, "html"))

    def file(self, place: str, player: str, kind: str) -> Path:
        (path,) = (path for path in (self.out / "st").glob(f"{place}*/**/{player}-*.{kind}"))
        return path

    def rows(self, place: str, player: str) -> list[dict[str, str]]:
        with self.file(place, player, "csv").open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    return Evenings(tmp_path_factory.mktemp("kitty"))


def listed(page: Page, session: str, finding: str) -> list[list[str]]:
    rows = page.rows("What setting a finding right")
    return [row for row in rows if row[5] == session and row[2] == finding]


@pytest.mark.parametrize(
    ("session", "finding", "money", "said"),
    [
        ("astray", "kitty/wrong-amount", "£0.00",
         f"eve takes 7.00 out of the kitty; 4.00 is due, {HELD}. {ONCE}: 7.00 is due here, "
         "and nothing is to be set right"),
        ("twice", "kitty/left-behind", "£0.00",
         f"eve left 5.00 in the kitty; it is due to the old banker, {HELD}. {ONCE}: nothing is to be set right here"),
        ("twice", "kitty/wrong-amount", "+£5.00", "eve takes 2.00 out of the kitty; 7.00 is due"),
        ("early", "kitty/wrong-amount", "+£3.00",
         f"eve takes 7.00 out of the kitty; 9.00 is due, {HELD}. {ONCE}: 10.00 is due here, 3.00 more than was taken"),
        ("less", "kitty/left-behind", "£0.00",
         f"eve left 2.00 in the kitty; it is due to the old banker, {HELD}. {ONCE}: nothing is to be set right here"),
        ("left", "kitty/left-behind", "+£7.00", "eve left 7.00 in the kitty; it is due to the old banker"),
        ("unpaid", "kitty/wrong-amount", "£0.00",
         f"eve takes 7.00 out of the kitty; 4.00 is due, {HELD}. Where no settlements are recorded, what is due "
         "counts: 7.00 is due here, and nothing is to be set right"),
    ],
)  # fmt: skip
def test_a_finding_says_what_it_is_reckoned_with_and_what_is_due(
    evenings: Evenings, session: str, finding: str, money: str, said: str
) -> None:
    found = listed(evenings.page("findings.html"), session, finding)[0]
    assert found[0] == money
    assert re.sub(r" · clauses? .*", "", found[3]) == said
    for folder in ("deals", "sheets"):
        assert said in evenings.deal(session, 3, folder).text
    (told,) = [row for row in evenings.deal(session, 3, "sheets").rows("What the audit holds") if said in row[1]]
    assert told[-1] == money


def test_no_page_gives_a_cause_that_was_not_checked(evenings: Evenings) -> None:
    for path, page in evenings.report.items():
        assert "bets were settled otherwise" not in page.text, path


def test_what_was_left_behind_names_whom_it_is_about(evenings: Evenings) -> None:
    for session in ("twice", "less", "left"):
        (row,) = listed(evenings.page("findings.html"), session, "kitty/left-behind")
        assert row[4] == "Eve East"
        shown = evenings.statement(session, "eve")
        assert "kitty/left-behind" in shown.text
        assert "kitty/left-behind" not in evenings.statement(session, "ann").text


def test_a_finding_that_no_adjustment_tells_stands_on_the_statement(evenings: Evenings) -> None:
    page = evenings.statement("astray", "eve")
    assert "Every amount is right by the rules." in page.text
    ((deal, severity, said),) = page.rows("Findings about Eve East that no adjustment tells")
    assert (deal, severity) == ("3", "error")
    assert "7.00 is due here, and nothing is to be set right" in said


def test_the_overview_reckons_no_sum_of_findings_to_what_was_moved_otherwise(evenings: Evenings) -> None:
    text = evenings.page("index.html").text
    assert text.count("are two measures, and need not agree: a finding tells what setting it right changes") == 1
    assert "that is the" not in text
    assert "add up to" not in text
    kinds = {row[0]: row[4] for row in evenings.page("findings.html").rows("The number narrows")}
    assert kinds["kitty/left-behind"] == "£7.00"  # what was told as money was taken out is told there


def test_findings_without_money_stand_after_all_that_have_some(evenings: Evenings) -> None:
    for name in ("index.html", "findings.html"):
        money = [row[0] for row in evenings.page(name).rows("What setting a finding right")]
        has = [bool(re.search("[1-9]", one)) for one in money]
        assert has == sorted(has, reverse=True)
        assert has[0]


def test_every_adjustment_says_which_finding_it_is_and_why(evenings: Evenings) -> None:
    told = 0
    for player in NAMES:
        page = evenings.statement("void", player)
        rows = [row for row in evenings.rows("void", player) if row["kind"] == "adjustment"]
        shown = [row for row in page.rows("Money that was moved") if len(row) == 7]
        assert len(rows) == len(shown)
        for row, cells in zip(rows, shown, strict=True):
            assert all(row[name] for name in ("deal", "finding", "why"))
            assert row["why"] in cells[3]
            assert row["hand"] or row["other"] == "kitty"
            assert row["finding"] in cells[3]
            told += row["finding"] == "settlement/of-void"
    assert told == 7  # three of ann, two of ben, and of these two with eve, the banker


def test_a_rest_in_the_kitty_is_said_once_and_the_same_everywhere(evenings: Evenings) -> None:
    said = "Nobody is recorded as taking it out, so it is in no line and no total above. It is Ann Archer’s"
    for place, settled in (("less", True), ("accounts/gbp", False)):  # what is due over all sessions cannot be decided
        page = evenings.statement(place, "ann")
        assert "nobody’s result" not in page.text
        assert (f"{said}, and counts in what is paid below." in page.text) == settled
        assert (f"{said}." in page.text) != settled
        assert "is left in the kitty, which is" not in page.text
    assert "7.00 is left in the kitty, which is Ann Archer's" in evenings.statement("left", "ben").text


def test_what_was_moved_where_nothing_counts_as_recorded_stands_on_the_statement(evenings: Evenings) -> None:
    page = evenings.statement("unpaid", "ben")
    lines = {row[1]: row[5:7] for row in page.rows("Won (above 0) or lost; the balance")}
    assert lines["Bank sold to Ann Archer, 6.00 by the log"] == ["–", "0.00"]
    assert lines["Taken out of the kitty, 3.00 by the log"] == ["–", "0.00"]
    (sale,) = [row[-1] for row in page.rows("Findings about Ben Best") if "bank/sold-by-other" in row[-1]]
    assert "it binds nobody; the price was 6.00" in sale
    assert {row["kind"]: row["moved"] for row in evenings.rows("unpaid", "ben") if row["moved"]} == {
        "bank-sold": "6.00", "kitty-out": "3.00",
    }  # fmt: skip
    read = json.loads(evenings.file("unpaid", "ben", "json").read_text(encoding="utf-8"))
    assert {line["kind"]: line["moved"] for line in read["sessions"][0]["lines"] if line["moved"]} == {
        "bank-sold": "6.00", "kitty-out": "3.00",
    }  # fmt: skip


def test_money_that_was_taken_out_of_a_kitty_nobody_knows_has_one_line(evenings: Evenings) -> None:
    for place in ("blurred", "accounts/gbp"):
        page = evenings.statement(place, "eve")
        assert "movement of 0.00" not in page.text
    page = evenings.statement("blurred", "eve")
    assert "Left in the kitty" not in page.text
    assert "1 movement of 7.00 recorded cannot be compared" in page.text
    assert "2 movements of" not in page.text
    lines = [row["kind"] for row in evenings.rows("blurred", "eve")]
    assert lines.count("kitty-out") == 1


def test_where_no_bet_is_settled_nothing_stands_as_recorded_of_bets(tmp_path: Path) -> None:
    bare = three("bare", *(without(events, "settle_shoot") for events in (FIRST, SECOND, THIRD)))
    half = three("half", without(FIRST, "ann settle_shoot"), without(SECOND, "ann settle_shoot"))
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", bare, half))
    made = pages(write_report(database, tmp_path / "report"))
    bets: dict[str, list[str]] = {}
    for path, page in made.items():
        if path.parent.name == "sessions":
            bets[path.name[:4]] = [row[3] for row in page.rows("Won (above 0) or lost, recorded")[:4]]
    assert bets["bare"] == ["–due −1.00", "–due 2.00", "–due 3.00", "–due 4.00"]
    assert bets["half"][:3] == ["–due −1.00", "2.00", "3.00"]
