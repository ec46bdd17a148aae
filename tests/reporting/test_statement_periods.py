"""Statements of a period: what was before it, what is in it, and what has no day."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from pontoon_audit import __version__
from pontoon_audit.history import run_query
from pontoon_audit.reporting import ReportError, period_between, write_statements
from tests.reporting.reading_pages import SAMPLES, Page, broken_links, deal_of, history, pages, session_of, written
from tests.reporting.reading_statements import from_csv

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def lost(session: str, played: str | None, amount: int = -2, **more: Any) -> dict[str, Any]:
    """A session in which ann loses 2 to eve, by the rules, and `amount` by the log."""
    when = {"played": played} if played else {}
    people = ("ann", "ben", "eve")
    return session_of(deal_of(1, *HAND, f"ann settle {amount}"), session=session, players=people, **when, **more)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    sessions = [
        lost("november", "2026-11-26T19:30:00+01:00"),
        lost("new-years-eve", "2026-12-31T23:59:00-05:00"),
        lost("december", "2026-12-03", amount=-1),
        lost("january", "2027-01-07"),
        lost("some-day", None),
        lost("paris", "2026-12-05", currency="EUR"),
    ]
    return history(folder / "h.duckdb", written(folder / "log.json", *sessions))


def account(database: Path, out: Path, first: str | None, last: str | None, player: str = "ann") -> Page:
    paths = write_statements(database, out, player=player, period=period_between(first, last))
    assert broken_links(pages(paths)) == []
    return next(Page(path) for path in paths if path.parts[-3:-1] == ("accounts", "gbp") and path.suffix == ".html")


def sessions_in(page: Page) -> list[str]:
    return [row[1].split(" ")[0] for row in page.rows("Won (above 0)") if len(row) == 2]


def test_a_month_opens_with_all_before_it_and_closes_with_what_it_brought(club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path, "2026-12-01", "2026-12-31")
    assert "1 December 2026 to 31 December 2026, in GBP." in page.text
    assert sessions_in(page) == ["december", "new-years-eve"]
    rows = page.rows("Won (above 0)")
    assert rows[0][-4:] == ["−2.00", "−2.00", "0.00", "−2.00"]
    assert rows[-1][-4:] == ["−5.00", "−6.00", "−1.00", "−5.00"]
    sums = page.rows("Money that was moved")
    assert [row[-1] for row in sums[-3:]] == ["−£1.00", "−£5.00", "−£6.00"]


def test_a_session_belongs_to_the_day_on_which_it_was_played_where_it_was_played(club: Path, tmp_path: Path) -> None:
    assert sessions_in(account(club, tmp_path, "2026-12-31", "2026-12-31")) == ["new-years-eve"]


def test_what_names_no_day_is_in_no_period_and_that_is_said(club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path / "all", "2026-11-01", None)
    assert "Not in any period, since the log does not say when they were played: some-day." in page.text
    listed = Page(tmp_path / "all" / "statements.html")
    assert "Not in any period, since the log does not say when they were played: some-day." in listed.text
    everything = account(club, tmp_path / "everything", None, None)
    assert "Not in any period" not in everything.text
    assert sessions_in(everything) == ["november", "december", "new-years-eve", "january", "some-day"]


def test_adjustments_from_before_are_told_in_one_line(club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path, "2027-01-01", None)
    assert page.rows("Money that was moved")[0][1:] == ["From before this period", "−1.00"]
    assert page.rows("Won (above 0)")[-1][-1] == "−7.00"


@pytest.mark.parametrize(("player", "said"), [("ann", "ann was in no session of this period"),
                                              ("ben", "ben was in no session of this period")])  # fmt: skip
def test_a_period_without_activity_says_so(club: Path, tmp_path: Path, player: str, said: str) -> None:
    page = account(club, tmp_path, "2026-12-10", "2026-12-20", player)
    assert f"No activity. {said}." in page.text
    balance = "−3.00" if player == "ann" else "0.00"
    assert [row[-1] for row in page.rows("Won (above 0)")] == [balance, balance]
    listed = Page(tmp_path / "statements.html")
    assert "No activity. No session of this period is in the history." in listed.text


def test_somebody_who_only_sat_there_has_no_activity(club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path, None, None, "ben")
    assert "No activity. ben sat at the table in 5 sessions, but had no hand, no bank, and no money moved." in page.text


def test_each_currency_has_an_account_of_its_own(club: Path, tmp_path: Path) -> None:
    write_statements(club, tmp_path, player="ann", period=period_between("2026-12-01", "2026-12-31"))
    euros, pounds = (next(tmp_path.glob(f"accounts/{name}/*.csv")) for name in ("eur", "gbp"))
    assert from_csv(euros).closing == Decimal("-2.00")
    assert from_csv(pounds).closing == Decimal("-5.00")


def test_a_period_is_settled_alone_as_settle_up_settles_it_and_as_due_too(cli: Any, club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path, "2026-12-01", "2026-12-31")
    ((who, amount, why),) = page.rows("What ann pays or gets")
    assert (who, amount, why) == ("ann pays eve", "£3.00", "ann owes 3.00, eve is owed 3.00: that settles both")
    ((who, amount, why),) = page.rows("What is to be paid instead")
    assert (who, amount, why) == ("ann pays eve", "£4.00", "ann owes 4.00, eve is owed 4.00: that settles both")
    assert "The balance from before, −2.00, is not in these payments" in page.text
    period = ("--from", "2026-12-01", "--to", "2026-12-31", "--format", "json")
    (path,) = (tmp_path / "accounts" / "gbp").glob("ann-*.csv")
    write_statements(club, tmp_path, player="ann", period=period_between(*period[1:4:2]), formats=("json", "xlsx"))
    read = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    for name, basis in (("payments", "--recorded"), ("payments_due", "--due")):
        settled = json.loads(cli("settle-up", "--db", club, *period, basis).out)
        assert [(one["from"], one["to"], one["amount"]) for one in read[name]] == [
            (one["from"], one["to"], one["amount"]) for one in settled if one["currency"] == "GBP"
        ]
    rows = list(load_workbook(path.with_suffix(".xlsx"))["Payments"].iter_rows(values_only=True))
    assert [(row[2], row[4]) for row in rows[1:3]] == [(3, "the balances"), (4, "what is due instead")]


def test_people_pay_through_one_of_them_and_in_coins_as_settle_up_says(cli: Any, tmp_path: Path) -> None:
    database = tmp_path / "h.duckdb"
    assert cli("load", SAMPLES / "clean", "--db", database, "--quiet").status == 0
    wish = ("--through-banker", "ben", "--coin", "1")
    ended = cli("statement", "--db", database, "--out", tmp_path / "out", "--format", "html,json", *wish)
    assert ended.status == 0
    for night in ("thursday-club-2026-12-03", "score-sheet-2026-12-07"):
        settled = json.loads(cli("settle-up", "--db", database, "--session", night, "--format", "json", *wish).out)
        payments = {(one["from"], one["to"], one["amount"]) for one in settled}
        assert payments
        assert all("ben" in one[:2] and one[2].endswith(".00") for one in payments)
        (folder,) = (tmp_path / "out").glob(f"{night}-*")
        read = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
        assert {(one["from"], one["to"], one["amount"]) for each in read for one in each["payments"]} == payments
        page = next(folder.glob("ben-*.html")).read_text(encoding="utf-8")
        assert "with everybody paying, or being paid by, ben" in page.lower()
    nobody = cli("statement", "--db", database, "--out", tmp_path / "not", "--through-banker", "bem")
    assert nobody.status == 2
    assert "bem did not play in these sessions" in nobody.err
    assert not (tmp_path / "not").exists()


def test_an_opening_balance_leads_to_the_sessions_and_files_it_rests_on(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = account(club, tmp_path / "all", "2027-02-01", None)
    (digest,) = run_query(club, "SELECT sha256 FROM sources").rows[0]
    rows = page.rows("The sessions of ann before")
    assert [row[1:] for row in rows[:-1]] == [
        [brought, "log.json", __version__, digest] for brought in ("−2.00", "−1.00", "−2.00", "−2.00")
    ]
    assert rows[-1][:2] == ["Opening balance", "−7.00"]
    assert "House rules of november, december, new-years-eve, january" in " ".join(page.text.split())
    assert 'href="#before"' in page.source
    monkeypatch.setattr("pontoon_audit.reporting.statements.MOST_BEFORE", 3)
    rows = account(club, tmp_path / "some", "2027-02-01", None).rows("The last 3 sessions of ann")
    assert [row[:2] for row in rows[-2:]] == [["1 session before these", "−2.00"], ["Opening balance", "−7.00"]]
    period = period_between("2027-02-01", None)
    paths = write_statements(club, tmp_path / "json", player="ann", period=period, formats=("json",))
    read = json.loads(next(path for path in paths if path.parent.name == "gbp").read_text(encoding="utf-8"))
    listed = read["opening_sessions"]
    assert [(one["session"], one["balance"], one["sha256"]) for one in listed[:1]] == [("december", "-1.00", digest)]
    assert (len(listed), read["opening_sessions_left_out"]) == (3, 1)


def test_who_was_not_there_is_told_of_the_balance_from_before(club: Path, tmp_path: Path) -> None:
    page = account(club, tmp_path, "2027-02-01", None)
    assert "No activity." in page.text
    assert "The balance from before, −7.00, is not in these payments" in page.text


@pytest.mark.parametrize(
    ("first", "last", "what"),
    [
        ("2026-12-32", None, "--from 2026-12-32 is not a day"),
        (None, "yesterday", "--to yesterday is not a day"),
        ("20261201", None, "--from 20261201 is not a day"),
        ("2026-12-02", "2026-12-01", "the period ends on 2026-12-01, before it begins on 2026-12-02"),
    ],
)
def test_days_that_are_none(first: str | None, last: str | None, what: str) -> None:
    with pytest.raises(ReportError) as refused:
        period_between(first, last)
    assert refused.value.what == what
    assert refused.value.hint


def test_the_command_takes_a_period(cli: Any, club: Path, tmp_path: Path) -> None:
    options = ("--db", club, "--out", tmp_path / "out", "--player", "ann", "--from", "2026-12-01", "-f", "csv,json")
    ended = cli("statement", *options)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == f"13 files written in {tmp_path / 'out'}\n"
    refused = cli("statement", *options, "--session", "december")
    assert (refused.status, refused.out) == (2, "")
    assert "a session has its own day" in refused.err
    assert cli("statement", "--db", club, "--out", tmp_path / "no", "--from", "soon").status == 2
    assert not (tmp_path / "no").exists()


def test_settle_up_takes_a_period(cli: Any, club: Path) -> None:
    ended = cli("settle-up", "--db", club, "--from", "2026-12-01", "--to", "2026-12-31")
    assert "ann pays eve 3.00" in ended.out
    assert "Balances from before 2026-12-01, of 2 people, are not in these payments; without --from" in ended.out
    assert "ann pays eve 2.00" in ended.out
    assert "Left out, for the log does not say when they were played: some-day." in ended.out
    nothing = cli("settle-up", "--db", club, "--to", "2020-01-01")
    assert (nothing.status, nothing.out) == (2, "")
    assert "no session was played in this period (1 name no day)" in nothing.err
