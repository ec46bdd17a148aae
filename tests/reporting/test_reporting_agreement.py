"""Numbers that stand on several pages, or side by side on one, are the same numbers."""

from __future__ import annotations

import csv
import re
from decimal import Decimal
from pathlib import Path

from pontoon_audit.history import run_query
from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, deal_of, history, pages, session_of, written

HANDS = (
    "ann deal 8S", "ben deal 7D", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal 9D", "ben deal TC",
    "eve deal 9C", "ann stick", "ben stick", "eve stay",
)  # fmt: skip


def amount(cell: str) -> Decimal:
    return Decimal(cell.split(" ")[0].replace("−", "-").replace("+", "").replace("£", "").replace(",", ""))


def known(cell: str) -> Decimal | None:
    return None if cell.split(" ")[0] == "–" else amount(cell)


def in_all(cell: str) -> Decimal | None:
    """An amount, with what stands beside it since it cannot be compared."""
    beside = re.search(r" (\S+) not compared", cell)
    return known(cell) if beside is None else (known(cell) or Decimal(0)) + amount(beside[1])


def page_of(samples: Written, name: str) -> Page:
    """A page of the report; `*` in its name stands for what tells like names apart."""
    (found,) = (samples.out / "report").glob(name)
    return samples.pages[found]


def site(folder: Path, *deals: dict[str, object]) -> dict[str, Page]:
    """The report on one session of these deals, by the paths of its pages."""
    out = folder / "out"
    database = history(folder / "h.duckdb", written(folder / "log.json", session_of(*deals)))
    return {path.relative_to(out).as_posix(): page for path, page in pages(write_report(database, out)).items()}


def figures(page: Page) -> dict[str, str]:
    """The tiles of a page: what each says first, by what it is called."""
    whats = [element.text for element in page.all("span", class_="what")]
    return dict(zip(whats, [element.text for element in page.all("span", class_="much")], strict=True))


def test_hold_is_the_result_beside_it_over_the_stakes_beside_it(samples: Written) -> None:
    page = page_of(samples, "bank.html")
    tiles = figures(page)
    part = 100 * amount(tiles["Won or lost by it"]) / amount(tiles["Staked against it"])
    assert tiles["Hold"] == f"{part:.1f}\u00a0%".replace("-", "−")
    for row in page.rows("By banker"):
        if row[5] != "–":
            assert row[8] == f"{100 * amount(row[6]) / amount(row[5]):.1f} %".replace("-", "−"), row


def test_a_hand_known_to_be_unpaid_took_nothing_from_the_bank(tmp_path: Path) -> None:
    page = site(tmp_path, deal_of(1, *HANDS, "ann settle -2"))["bank.html"]
    (eve, *_) = page.rows("By banker")
    assert eve[:9] == ["eve", "1", "1", "1", "2", "5.00", "2.00", "5.00", "40.0 %"]
    (tenure,) = page.rows("Who held the bank")
    assert tenure[5:] == ["£5.00", "+£2.00", "+£5.00"]


def test_deals_that_cannot_count_are_in_no_number_beside_the_hold_and_are_told(tmp_path: Path) -> None:
    unknown = deal_of(2, *HANDS, "ann settle -2", "ben settle x")
    page = site(tmp_path, deal_of(1, *HANDS, "ann settle -2", "ben settle -3"), unknown)["bank.html"]
    (eve, *_) = page.rows("By banker")
    assert eve[2:9] == ["2", "1", "2", "5.00", "5.00", "5.00", "100.0 %"]
    assert "1 counted" in page.text


def test_what_is_not_counted_is_marked_where_the_numbers_lead_and_says_why(tmp_path: Path) -> None:
    counted = deal_of(1, *HANDS, "ann settle -2", "ben settle -3")
    unknown = deal_of(2, *HANDS, "ann settle -2", "ben settle x")
    idle = deal_of(3)
    void = deal_of(4, "ann deal 8S")
    void["events"] = [*void["events"], {"action": "void"}]
    read = site(tmp_path, counted, unknown, idle, void)
    (eve, *_) = read["bank.html"].rows("By banker")
    assert eve[2:4] == ["3", "1"]
    (tenure,) = read["bank.html"].rows("Who held the bank")
    assert tenure[3] == "3 1 not counted: result not known 1 not counted: no stakes and 1 void"
    (session,) = (page for name, page in read.items() if name.startswith("sessions/"))
    told = [re.findall("void|result not known|no stakes", row[-1]) for row in session.rows("What the bank won")]
    assert told == [[], ["result not known"], ["no stakes"], ["void"]]


def test_what_is_due_where_a_settlement_was_set_aside_is_one_thing_on_every_page(evenings: Written) -> None:
    """Recorded and due are told of the same hands; the 6.00 due for the hand that nobody knows of is beside them."""
    (tenure,) = [
        row for row in page_of(evenings, "bank.html").rows("Who held the bank")
        if row[0].startswith("friday") and row[1] == "4–9"
    ]  # fmt: skip
    session = page_of(evenings, "sessions/friday-*.html")
    (on_session,) = [row for row in session.rows("Who held the bank") if row[0] == "4–9"]
    staked, recorded, due = run_query(
        evenings.database,
        "SELECT stakes_taken, recorded, due FROM banker_results WHERE session LIKE 'friday%' AND first_deal = 4",
    ).rows[0]
    told = [staked, recorded, due - 6]
    assert [amount(cell) for cell in tenure[5:]] == [amount(cell) for cell in on_session[2:5]] == told
    assert tenure[7].endswith("+6.00 not compared")
    assert on_session[4].endswith("+6.00 not compared")
    (eighth,) = [row for row in session.rows("What the bank won") if row[0] == "8"]
    assert eighth[5:7] == ["15.00", "15.00 +6.00 not compared"]
    deals = [row for row in session.rows("What the bank won") if 4 <= int(row[0]) <= 9]
    assert [sum(amount(row[column]) for row in deals) for column in (5, 6)] == told[1:]
    for folder in ("deals", "sheets"):
        result = "£15.00 recorded, £15.00 due; 1 settlement of 6.00 due cannot be compared"
        assert result in page_of(evenings, f"{folder}/friday-*-8.html").text


def test_tenures_of_the_bank_page_and_of_the_session_are_the_sums_of_their_deals(samples: Written) -> None:
    """Also where a hand was settled twice, or a void deal was settled."""
    checked = 0
    sessions = {page.all("h1")[0].text: page for path, page in samples.pages.items() if path.parent.name == "sessions"}
    for row in page_of(samples, "bank.html").rows("Who held the bank"):
        session = sessions[row[0]]
        if row[1] not in [tenure[0] for tenure in session.rows("Who held the bank")]:
            continue  # numbers that stand twice or go back
        (tenure,) = [tenure for tenure in session.rows("Who held the bank") if tenure[0] == row[1]]
        first, _, last = row[1].partition("–")
        deals = [
            deal for deal in session.rows("What the bank won")
            if int(first) <= int(deal[0].split(" ")[0]) <= int(last or first)
        ]  # fmt: skip
        for mine, theirs, of_deal in ((6, 3, 5), (7, 4, 6)):
            assert known(row[mine]) == known(tenure[theirs]), row
            assert row[mine].partition(" ")[2] == tenure[theirs].partition(" ")[2]
            assert (known(row[mine]) or 0) == sum(known(deal[of_deal]) or 0 for deal in deals), row
        checked += 1
    assert checked > 9


def test_a_void_deal_is_told_apart_in_a_tenure_and_not_counted(evenings: Written) -> None:
    ((deals, hands),) = run_query(
        evenings.database,
        "SELECT count(DISTINCT deal), count(h.hand) FROM deals JOIN hands AS h USING (session, deal, deal_index)"
        " WHERE session LIKE 'thursday%' AND deal BETWEEN 8 AND 12 AND NOT void",
    ).rows
    (tenure,) = [
        row for row in page_of(evenings, "bank.html").rows("Who held the bank")
        if row[0].startswith("thursday") and row[1] == "8–12"
    ]  # fmt: skip
    assert tenure[3:5] == [f"{deals} and 1 void", str(hands)]


def test_in_a_table_all_amounts_show_their_currency_or_none_does(evenings: Written) -> None:
    for name, caption, columns in (
        ("bank.html", "Who held the bank", (5, 6, 7)),
        ("bank.html", "Sessions of Shoot Pontoon", (1, 2, 3, 4, 5)),
        ("players.html", "Won (above 0) or lost over all", (4, 5, 6, 7, 8, 9)),
        ("index.html", "Won (above 0) or lost, as player", (4, 5, 6)),
        ("sessions/friday-*.html", "Who held the bank", (2, 3, 4)),
    ):
        for row in page_of(evenings, name).rows(caption):
            assert len({"£" in row[column] for column in columns if row[column] != "–"}) == 1, (name, row)


def test_the_money_of_the_findings_adds_up_to_what_was_moved_otherwise(evenings: Written) -> None:
    (money,) = page_of(evenings, "index.html").rows("Moved otherwise")
    assert money[2] == "£11.50"
    ((chips,),) = run_query(evenings.database, "SELECT sum(abs(money)) FROM findings WHERE finding LIKE 'chips/%'").rows
    listed = page_of(evenings, "findings.html").rows("What setting a finding right")
    amounts = [abs(amount(row[0])) for row in listed if row[0] != "–"]
    assert sum(amounts) == amount(money[2]) + chips
    assert amounts == sorted(amounts, reverse=True)
    assert (listed[0][0], listed[0][2]) == ("£5.00 moved otherwise", "bank/sold-by-other")
    kinds = {row[0]: row[4] for row in page_of(evenings, "findings.html").rows("The number narrows")}
    groups = {row[0]: row[7] for row in page_of(evenings, "index.html").rows("How far the rules were tried")}
    assert kinds["bank/sold-by-other"] == "£5.00"
    assert amount(groups["bank"]) == 5


def test_a_group_without_money_shows_none_in_the_chart_either(evenings: Written) -> None:
    page = page_of(evenings, "index.html")
    groups = page.rows("How far the rules were tried")
    bare = [row for row in groups if int(row[4]) and row[7] == "–"]
    assert bare
    assert not [element.text for element in page.all("text") if element.text.startswith("£0.00")]
    told = [element.text for element in page.all("text")]
    assert all(f"{row[4]} finding{'' if row[4] == '1' else 's'}" in told for row in bare)


def test_a_player_of_two_currencies_is_one_player(tmp_path: Path) -> None:
    settled = deal_of(1, *HANDS, "ann settle -2", "ben settle -3")
    logs = [session_of(settled, session="pounds"), session_of(settled, session="francs", currency="CHF")]
    out = tmp_path / "out"
    write_report(history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *logs)), out)
    page = Page(out / "players.html")
    assert "3 players." in page.text
    assert len(page.rows("Won (above 0)")) == 6


def test_the_bank_has_one_result_on_the_deals_page_in_the_list_of_deals_and_on_the_statement(faults: Written) -> None:
    """Also where a hand was settled twice, a void deal was settled, or something cannot be compared."""
    said, uncounted = 0, set()
    for path in faults.statements:
        slug = path.parent.name
        if path.suffix != ".csv" or slug == "statements" or "accounts" in path.parts:
            continue
        session = page_of(faults, f"sessions/{slug}.html")
        for line in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
            rows = [row for row in session.rows("What the bank won") if row[0] == line["deal"]]
            if line["kind"] != "bank" or len(rows) != 1:  # a number of a deal may stand twice
                continue
            told = [Decimal(line[name]) if line[name] else None for name in ("recorded", "due")]
            assert [in_all(cell) for cell in rows[0][5:7]] == told, path
            result = page_of(faults, f"deals/{slug}-{line['deal']}.html").text.partition("The bank’s result")[2]
            of_deal = [known(word) for word in re.findall(r"(\S+) (?:recorded|due)\b", result)[:2]]
            assert of_deal == [known(cell) for cell in rows[0][5:7]], path
            said += 1
            if "do not count" in result:
                uncounted.add(slug.rpartition("-")[0])
    assert said > 70
    assert uncounted == {"settlement-repeated", "settlement-of-void", "settlement-by-banker"}


def test_a_finding_about_the_kitty_says_why_the_ledger_has_another_amount(tmp_path: Path) -> None:
    """Of the kitty's 6.50, by the log, 3.00 is ann's, whose winning bet was recorded as lost: 3.50 is due, not 6.50."""
    deal = deal_of(
        1, "eve kitty_in 5", "ann deal 8S", "eve deal KH", "ann stake 2", "ann shoot 1.50", "ann deal TD",
        "eve deal 7C", "ann stick", "eve stay", "ann settle 2", "ann settle_shoot -1.50", "eve kitty_out 2",
    )  # fmt: skip
    log = written(tmp_path / "log.json", session_of(deal, players=("ann", "eve"), rules={"base": "shoot-pontoon"}))
    database = history(tmp_path / "h.duckdb", log)
    report, out = tmp_path / "out", tmp_path / "st"
    read = {path.relative_to(report).as_posix(): page for path, page in pages(write_report(database, report)).items()}
    why = "tell each penny once, where it went astray: 3.50 is due here, 1.50 more than was taken"
    told = [name for name, page in read.items() if why in page.text]
    assert [name.partition("/")[0] for name in sorted(told)] == [
        "deals", "findings.html", "index.html", "sessions", "sheets"
    ]  # fmt: skip
    (sheet,) = [page for name, page in read.items() if name.startswith("sheets/")]
    assert [row[6] for row in sheet.rows("What the audit holds") if why in row[1]] == ["+£1.50"]
    assert [row[0] for row in read["findings.html"].rows("What setting") if why in row[3]] == ["+£1.50"]
    eve = next(path for path in write_statements(database, out, "club", "eve") if path.name.startswith("eve-"))
    (row,) = [row for row in Page(eve).rows("Money that was moved") if why in " ".join(row[3:4])]
    assert row[4:] == ["2.00", "3.50", "+1.50"]


def test_what_a_player_won_adds_up_across_the_tables_of_players(samples: Written) -> None:
    """As player, as banker, and on shoot bets, with the kitty and for the bank: all that is recorded."""
    tables = [(page_of(samples, "players.html").rows("Won (above 0) or lost over all"), 4)]
    for path, page in samples.pages.items():
        if path.parent.name == "players":
            tables += [(page.rows("Won (above 0) or lost."), 3)]
    for rows, first in tables:
        for row in rows:
            parts, recorded = row[first : len(row) - (3 if first == 4 else 4)], row[-(3 if first == 4 else 4)]
            if recorded != "–":
                assert sum(amount(cell) for cell in parts if cell != "–") == amount(recorded), row
    assert len(tables[0][0][0]) == 10


def test_numbers_that_are_due_where_nothing_is_recorded_say_so(tmp_path: Path) -> None:
    recorded = session_of(deal_of(1, *HANDS, "ann settle -2", "ben settle -3"), session="s1")
    read = pages(write_report(
        history(tmp_path / "h.duckdb", written(tmp_path / "l.json", recorded, session_of(deal_of(1, *HANDS)))),
        tmp_path / "out",
    ))  # fmt: skip
    bank = read[tmp_path / "out" / "bank.html"]
    assert "1 session records no settlements: what is due there, +£5.00, is in what was won or lost." in bank.text
    assert {row[0]: row[6:8] for row in bank.rows("By banker")}["eve"] == ["10.00 +5.00 of it as due", "10.00"]
    assert sorted(row[6] for row in bank.rows("Who held the bank")) == ["+£5.00", "–"]
    (ann,) = [page for path, page in read.items() if path.name.startswith("ann-")]
    assert "or as due where a session records none: −2.00 of it" in ann.text


def test_one_deal_is_no_deals(tmp_path: Path) -> None:
    unstaked = [event for event in HANDS if " stake " not in event]
    log = session_of(deal_of(1, *HANDS, "ann settle -2", "ben settle -3"), deal_of(2, *unstaked))
    read = pages(write_report(history(tmp_path / "h.duckdb", written(tmp_path / "l.json", log)), tmp_path / "out"))
    assert "The three rest on 1 deal: counted is one with stakes" in read[tmp_path / "out" / "bank.html"].text
