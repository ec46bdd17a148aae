"""Which pages there are: not for everything in a large history, and it is said for what not."""

from __future__ import annotations

import re

from pontoon_audit.history import run_query
from pontoon_audit.reporting import (
    bank_page,
    links,
    overview,
    report,
    session_pages,
    write_report,
    write_statements,
)
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, broken_links, deal_of, history, pages, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def test_findings_are_listed_by_money_on_pages_that_say_how_many_are_left_out(
    faults: Written, monkeypatch, tmp_path
) -> None:
    amounts = [
        abs(float(row[0].removesuffix(" moved otherwise").replace("−", "-").replace("£", "").replace("–", "0")))
        for row in faults.pages[faults.out / "report" / "findings.html"].rows("What setting a finding right")
    ]
    assert amounts == sorted(amounts, reverse=True)
    assert amounts[0] > 0
    monkeypatch.setattr(overview, "MOST_FINDINGS", 5)
    monkeypatch.setattr(links.chunks, "__defaults__", (2,))
    paths = [path for path in write_report(faults.database, tmp_path, "findings") if path.name.startswith("findings")]
    assert [path.name for path in paths] == ["findings.html", "findings-2.html", "findings-3.html"]
    pages_ = [Page(path) for path in paths]
    assert [len(page.rows("What setting a finding right")) for page in pages_] == [2, 2, 1]
    assert all(f"The first 5 of {len(amounts)} are listed." in page.text for page in pages_)


def test_a_long_session_has_pages_only_for_deals_with_findings(tmp_path, monkeypatch) -> None:
    deals = [deal_of(number, *HAND, f"ann settle {-1 if number in (7, 205) else -2}") for number in range(1, 231)]
    for deal in deals:
        deal["shuffled"] = True
    rules = {"shuffle": "every-deal", "min_players": 1}
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals, rules=rules)))
    paths = write_report(database, tmp_path / "out", "findings")
    read = pages(paths)
    assert broken_links(read) == []
    assert sorted(path.stem.rpartition("-")[2] for path in paths if path.parent.name == "deals") == ["205", "7"]
    (session,) = [page for path, page in read.items() if path.parent.name == "sessions"]
    assert "This session has 230 deals." not in session.text
    assert "Deals whose number is no link have no page of their own" in session.text
    listed = session.rows("What the bank won")
    assert [row[0] for row in listed] == [str(number) for number in range(1, 231)]
    assert len(session.rows("Result so far")) <= 101
    assert session.rows("Result so far")[-1][0] == "230"
    monkeypatch.setattr("pontoon_audit.reporting.report.MOST_DEALS", 100)
    again = [
        Page(path) for path in write_report(database, tmp_path / "short", "findings") if path.parent.name == "sessions"
    ]
    assert "This session has 230 deals. Only the 2 that have a page" in again[0].text
    assert [row[0] for row in again[0].rows("What the bank won")] == ["7", "205"]


def test_of_many_sessions_those_with_most_money_astray_have_pages(tmp_path, monkeypatch) -> None:
    log = [
        session_of(deal_of(1, *HAND, f"ann settle {-2 + wrong}"), session=f"evening {name}", played=f"2026-0{i}-01")
        for i, (name, wrong) in enumerate((("a", 0), ("b", 1), ("c", 0), ("d", 0), ("e", 3)), 1)
    ]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *log))
    monkeypatch.setattr(report, "MOST_SESSION_PAGES", 3)
    monkeypatch.setattr(report, "CHOSEN_SESSIONS", 1)
    paths = write_report(database, tmp_path / "out", "findings")
    read = pages(paths)
    assert broken_links(read) == []
    assert [path.name[:9] for path in paths if path.parent.name == "sessions"] == ["evening-e"]
    assert sorted(path.name[:9] for path in paths if path.parent.name == "deals") == ["evening-b", "evening-e"]
    whole = pages(write_report(database, tmp_path / "all", "all"))
    for path, page in read.items():
        if path.parent.name == "deals":
            (same,) = [other for name, other in whole.items() if name.parts[-2:] == path.parts[-2:]]
            assert page.rows("Every event") == same.rows("Every event")
            assert page.rows("What each hand") == same.rows("What each hand")


def test_the_findings_page_says_which_deals_have_no_page_and_how_to_get_them(tmp_path, monkeypatch) -> None:
    deals = [deal_of(number, *HAND, f"ann settle {-2 + number}") for number in (1, 2)]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    monkeypatch.setattr(report, "MOST_DEAL_PAGES", 1)
    (found,) = [Page(path) for path in write_report(database, tmp_path / "out", "findings") if path.stem == "findings"]
    wrong = [row for row in found.rows("What setting") if row[2] == "settlement/wrong-amount"]
    assert [row[6] for row in wrong] == ["2", "1 no page"]
    assert "in deals that have no page of their own" in found.text
    assert "pontoon-audit report --deals all" in found.text
    (found,) = [Page(path) for path in write_report(database, tmp_path / "all", "all") if path.stem == "findings"]
    assert "no page" not in found.text


def test_two_deals_of_one_number_have_a_page_each(tmp_path) -> None:
    deals = [deal_of(1, *HAND, "ann settle -2"), deal_of(1, *HAND, "ann settle -2")]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    read = pages(write_report(database, tmp_path / "out"))
    assert broken_links(read) == []
    named = {path.stem.rpartition("-")[2]: page for path, page in read.items() if path.parent.name == "deals"}
    assert sorted(named) == ["1", "1x2"]
    assert all("2 deals with the number 1" in page.text for page in named.values())


def test_a_session_without_deals_and_an_empty_history_have_pages(tmp_path) -> None:
    log = tmp_path / "log.json"
    database = history(tmp_path / "h.duckdb", written(log, session_of(session="nobody came")))
    read = pages(write_report(database, tmp_path / "out") + write_statements(database, tmp_path / "st"))
    assert broken_links(read) == []
    assert "nobody came" in read[tmp_path / "out" / "index.html"].text
    log.write_text("[]")
    nothing = history(tmp_path / "nothing.duckdb", log)
    assert "There is no session" in Page(write_report(nothing, tmp_path / "none")[0]).text
    assert Page(write_statements(nothing, tmp_path / "none")[0]).text.startswith("Statements no statements")


def test_a_page_that_cannot_list_all_says_how_much_is_left_out_and_how_to_get_it(tmp_path, monkeypatch) -> None:
    deals = [
        deal_of(number, *HAND, "ann settle -1", banker=banker) for number, banker in enumerate(("eve", "ben", "eve"), 1)
    ]
    for deal in deals:
        deal["events"] += [{"action": "fold"}]
    log = written(tmp_path / "log.json", session_of(*deals))
    database = history(tmp_path / "h.duckdb", log)
    monkeypatch.setattr(session_pages, "MOST_LISTED", 2)
    read = pages(write_report(database, tmp_path / "out"))
    assert broken_links(read) == []
    (page,) = [page for path, page in read.items() if path.parent.name == "sessions"]
    asked = "pontoon-audit sql --db FILE"
    for caption, said, more, query in (
        ("In order of play", "2 findings;", "from findings", "from findings where session = 'club'"),
        ("Who held the bank", "2 tenures; 1 more", "from banker_results", "from banker_results where session = 'club'"),
        ("These are no events", "2 records; 1 more", "set-aside", "from rejected where session = 'club'"),
    ):
        assert len(page.rows(caption)) == 2
        assert f"The first {said}" in page.text
        assert re.search(rf'{asked} "?{more}', page.text)
        assert len(run_query(database, query).rows) > 2


def test_of_many_kitties_the_page_of_the_bank_says_how_many_it_leaves_out(tmp_path, monkeypatch) -> None:
    plays = ("eve kitty_in 5", *HAND, "ann settle -2", "eve kitty_out 5")
    evenings = [
        session_of(deal_of(1, *plays), session=name, rules={"base": "shoot-pontoon"}) for name in ("monday", "tuesday")
    ]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *evenings))
    monkeypatch.setattr(bank_page, "MOST_KITTIES", 1)
    (bank,) = [Page(path) for path in write_report(database, tmp_path / "out") if path.name == "bank.html"]
    assert len(bank.rows("Sessions of Shoot Pontoon")) == 1
    sql = "select session, kitty_recorded, kitty_due from session_results"
    assert (
        f'The first 1 of 2 sessions, in the order they were played. All of them: pontoon-audit sql --db FILE "{sql}"'
        in bank.text
    )
    assert len(run_query(database, sql).rows) == 2


def test_the_more_sessions_have_a_page_the_less_each_lists(tmp_path, monkeypatch) -> None:
    evenings = [
        session_of(*(deal_of(number, *HAND, "ann settle -1") for number in (1, 2, 3)), session=name)
        for name in ("monday", "tuesday")
    ]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *evenings))
    monkeypatch.setattr(session_pages, "LISTED", 4)
    monkeypatch.setattr(session_pages, "LEAST", 1)
    for path in write_report(database, tmp_path / "out"):
        if path.parent.name == "sessions":
            assert len(Page(path).rows("In order of play")) == 2
            assert "The first 2 findings" in Page(path).text


def test_of_sessions_with_many_deals_together_few_have_a_page(tmp_path, monkeypatch) -> None:
    evenings = [session_of(deal_of(1, *HAND, f"ann settle {i}"), session=f"evening {i}") for i in (1, 2, 3)]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *evenings))
    monkeypatch.setattr(report, "MOST_PAGED", 2)
    monkeypatch.setattr(report, "CHOSEN_SESSIONS", 1)
    read = pages(write_report(database, tmp_path / "out", "findings"))
    assert broken_links(read) == []
    assert [path.name[:9] for path in read if path.parent.name == "sessions"] == ["evening-3"]
    assert "1 have a page of their own" in read[tmp_path / "out" / "sessions.html"].text
