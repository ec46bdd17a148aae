"""A deal's page and its dispute sheet: what stands on them is what the history says, down to the card."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from pontoon_audit import audit
from pontoon_audit.history import load, run_query
from pontoon_audit.notation.deal_line import read_deal_line
from pontoon_audit.notation.deal_line_writing import said
from pontoon_audit.reporting import report, write_report
from pontoon_audit.rules.clauses import clauses
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, as_number, deal_of, history, session_of, written


def of_folder(samples: Written, folder: str) -> dict[str, Page]:
    return {path.name: page for path, page in samples.pages.items() if path.parent.name == folder}


def test_the_line_of_a_deal_is_read_back_as_the_events_of_the_history(evenings: Written) -> None:
    kept = run_query(
        evenings.database,
        'SELECT session, event, action, player, hand, card, face, amount, "to", note, record'
        " FROM events LEFT JOIN (SELECT session, event, record FROM rejected) USING (session, event)",
    )
    events = {row[:2]: dict(zip(kept.columns, row, strict=True)) for row in kept.rows}
    read_back = 0
    for page in of_folder(evenings, "deals").values():
        session = page.all("p", class_="sub")[0].text.split(",")[0]
        numbers = [int(row.attributes["id"][1:]) for row in page.all("tr") if "id" in row.attributes]
        (line,) = [code.text for code in page.all("code") if "p" in code.parents and "." in code.text[:4]]
        number, told = read_deal_line(line)
        assert f"Deal {number}" == page.all("h1")[0].text
        assert told == [said(events[session, event]) for event in numbers]
        read_back += len(told)
    assert read_back == len(events)


def kitty_of(page: Page) -> dict[int, Decimal]:
    """What the table of a deal says is in the kitty, by event as far as it changes and is known."""
    heads = [head.text for head in page.all("th", scope="col")]
    if "Kitty" not in heads:
        return {}
    column = heads.index("Kitty") - heads.index("No.")
    cells = [cells for cells in page.rows("Every event") if len(cells) > 1 and cells[column] not in ("", "–")]
    return {int(row[0]): as_number(row[column].split(" (")[0]) for row in cells}


def at(event: int, kitty: dict[int, Decimal]) -> Decimal:
    return kitty[max(changed for changed in kitty if changed <= event)]


def test_the_kitty_is_counted_to_what_the_ledger_leaves_in_it(samples: Written) -> None:
    kept = run_query(
        samples.database,
        "SELECT d.session, d.deal, d.first_event, d.last_event,"
        " coalesce(sum(k.money) FILTER (k.event <= d.first_event), 0.00), coalesce(sum(k.money), 0.00)"
        " FROM deals AS d LEFT JOIN (SELECT session, event, CASE WHEN settles OR kind = 'kitty'"
        " THEN recorded ELSE due END AS money FROM postings WHERE account_kind = 'kitty' AND kind <> 'chips') AS k"
        " ON k.session = d.session AND k.event <= d.last_event"
        " WHERE kitty_before IS NOT NULL AND kitty_after IS NOT NULL GROUP BY ALL",
    )
    deals = {(session, str(deal)): held for session, deal, *held in kept.rows}
    counted = 0
    for page in of_folder(samples, "deals").values():
        session = page.all("p", class_="sub")[0].text.split(",")[0]
        key = (session, page.all("h1")[0].text.removeprefix("Deal "))
        if key in deals and (kitty := kitty_of(page)):
            first, last, before, after = deals[key]
            assert at(first, kitty) == before, key
            assert at(last, kitty) == after, key
            counted += 1
    assert counted >= 10


def test_results_so_far_and_the_kitty_add_up_to_nothing(samples: Written) -> None:
    added = 0
    for name, page in of_folder(samples, "sessions").items():
        if page.all("details") and "Result so far" in page.text:
            for _, *amounts in page.rows("Result so far"):
                assert sum(as_number(amount) for amount in amounts) == 0, (name, amounts)
                added += 1
    assert added >= 30


@pytest.mark.parametrize("session_pages", [1, 0])
def test_a_kitty_out_of_which_a_payment_is_not_recorded_still_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session_pages: int
) -> None:
    """Of eve's 5.00 ann has won 3.00, and nobody says that she was paid: 5.00 are in the kitty, 2.00 should be."""
    plain = ("ann deal 7S", "eve deal 6S", "ann stake 2", "ann deal JD", "eve deal JH", "ann stick", "eve stay")
    log = session_of(
        deal_of(1, "eve kitty_in 5", "ann deal 9S", "eve deal 8S", "ann stake 2", "ann shoot 3", "ann deal TD",
                "eve deal TH", "ann stick", "eve stay", "ann settle -2"),
        deal_of(2, *plain, "ann settle 2"),
        deal_of(3, *plain, "ann settle 3"),
        rules={"base": "shoot-pontoon"},
    )  # fmt: skip
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", log))
    monkeypatch.setattr(report, "MOST_SESSION_PAGES", session_pages)
    monkeypatch.setattr(report, "CHOSEN_SESSIONS", 0)
    out = write_report(database, tmp_path / "out", deals="findings")
    sessions = [Page(path) for path in out if path.parent.name == "sessions"]
    assert len(sessions) == session_pages
    for session in sessions:
        assert [row[-1] for row in session.rows("Result so far")] == ["5.00", "5.00", "5.00"]
        assert [row[7] for row in session.rows("What the bank won")] == ["5.00 2.00 due"] * 3
    held = {
        "1": "£0.00 before the deal, £5.00 at its first card, £5.00 after it (£2.00 due)",
        "3": "£5.00 before the deal (£2.00 due), £5.00 after it (£2.00 due)",
    }
    told = [(path.stem[-1], path.parent.name) for path in out if path.parent.name in ("deals", "sheets")]
    assert {(number, kind) for number in "13" for kind in ("deals", "sheets")} <= set(told)
    for path in out:
        if path.parent.name in ("deals", "sheets") and path.stem[-1] in held:
            assert held[path.stem[-1]] in Page(path).text
        if path.parent.name == "deals":
            last = max(kitty_of(Page(path)).items())[1]
            assert last == 5, path


def test_the_kitty_at_each_step_is_what_the_log_put_in_and_took_out_so_far(evenings: Written) -> None:
    kept = run_query(
        evenings.database,
        "SELECT event, CASE action WHEN 'kitty_in' THEN amount WHEN 'kitty_out' THEN -amount WHEN 'settle_shoot'"
        " THEN -amount ELSE 0 END FROM events WHERE session LIKE 'shoot%' ORDER BY event",
    )
    held, expected = Decimal(0), {}
    for event, moved in kept.rows:
        held += moved
        expected[event] = held
    pages = [page for name, page in of_folder(evenings, "deals").items() if name.startswith("shoot")]
    shown = {}
    for page in pages:
        kitty = kitty_of(page)
        numbers = [int(row.attributes["id"][1:]) for row in page.all("tr") if "id" in row.attributes]
        shown |= {number: at(number, kitty) for number in numbers}
    assert shown == expected


@pytest.mark.parametrize("kept", ["duckdb", "none"])
def test_a_deal_says_the_same_where_its_session_has_no_page(tmp_path: Path, monkeypatch, kept: str) -> None:
    """What the kitty held before it above all: what all deals before left there, though these are not read."""
    deals = [
        deal_of(
            number, *between, "ann deal 8S", "eve deal KH", "ann stake 2", "ann shoot 2", "ann deal 9D", "eve deal 9C",
            "ann stick", "eve stay", f"ann settle {-2 + wrong}", "ann settle_shoot -2", *after,
        )
        for number, wrong, between, after in (
            (1, 0, ["eve kitty_in 5"], []), (2, 0, ["eve kitty_out 3"], []),
            (3, 1, ["eve kitty_out 1"], ["eve kitty_out 2"]),
        )
    ]  # fmt: skip
    log = written(tmp_path / "log.json", session_of(*deals, rules={"base": "shoot-pontoon", "shuffle": "every-deal"}))
    database = tmp_path / "h.duckdb"
    load(audit(str(log)), database, events=kept)
    with_page = write_report(database, tmp_path / "all", "all")
    for most in ("MOST_SESSION_PAGES", "CHOSEN_SESSIONS"):
        monkeypatch.setattr(report, most, 0)
    alone = write_report(database, tmp_path / "alone", "findings")
    assert not [path for path in alone if path.parent.name == "sessions"]
    (page,) = [Page(path) for path in alone if path.name.endswith("-3.html") and path.parent.name == "deals"]
    (same,) = [Page(path) for path in with_page if path.name.endswith("-3.html") and path.parent.name == "deals"]
    assert "The kitty£6.00 before the deal" in page.text
    facts, others = (one.text.partition("Banker")[2].partition("Hands")[0] for one in (page, same))
    assert facts == others
    assert page.rows("What each hand") == same.rows("What each hand")


def test_between_deals_the_kitty_is_what_has_been_put_in_and_taken_out_by_then(tmp_path: Path) -> None:
    play = (
        "ann deal 8S", "ben deal 9S", "eve deal KH", "ann stake 2", "ben stake 2", "ann shoot 2", "ann deal 9D",
        "ben deal 8D", "eve deal 9C", "ann stick", "ben stick", "eve stay", "ann settle -2", "ben settle -2",
        "ann settle_shoot -2",
    )  # fmt: skip
    again = ("eve deal 7S", "ben deal 7D", "ann deal QH", "eve stake 2", "ben stake 2", "eve deal TD", "ben deal TH",
             "ann deal 9H", "eve stick", "ben stick", "ann stay", "eve settle -2", "ben settle -2")  # fmt: skip
    log = session_of(
        deal_of(1, "eve kitty_in 5", *play),
        deal_of(2, "eve kitty_out 3", "eve sell_bank 1 ann", "ann kitty_in 4", *again, "ann kitty_out 4", banker="ann"),
        rules={"base": "shoot-pontoon"},
    )
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", log))
    out = write_report(database, tmp_path / "out")
    pages = {path.name[-6]: Page(path) for path in out if path.parent.name == "deals"}
    told = {number: [(row[1], row[6]) for row in page.rows("Every event") if len(row) > 1 and row[6]]
            for number, page in pages.items()}  # fmt: skip
    assert told["1"][1:] == [("eve puts £5.00 into the kitty", "5.00"), ("ann loses £2.00 on shoot bets", "7.00")]
    changes = [cells for cells in told["2"] if "seat" not in cells[0]]
    assert changes[0][1] == "7.00"
    assert changes[1:] == [
        ("eve takes £3.00 out of the kitty", "4.00 (0.00 due)"),
        ("ann puts £4.00 into the kitty", "8.00 (4.00 due)"),
        ("ann takes £4.00 out of the kitty", "4.00 (0.00 due)"),  # the old banker's 4.00 are still there
    ]
    assert "£0.00 before the deal, £5.00 at its first card, £7.00 after it" in pages["1"].text
    assert (
        "£7.00 before the deal, £8.00 at its first card (£4.00 due), £8.00 when it was over,"
        " £4.00 after what was moved then (£0.00 due)" in pages["2"].text
    )
    (session,) = [Page(path) for path in out if path.parent.name == "sessions"]
    assert [row[7] for row in session.rows("What the bank won")] == ["7.00", "4.00 0.00 due"]


def test_paid_and_due_of_the_steps_are_those_of_the_hands(samples: Written) -> None:
    compared = 0
    for name, page in of_folder(samples, "deals").items():
        rows = [cells for cells in page.rows("Every event") if len(cells) > 1]
        hands = [] if "Nobody had a hand" in page.text else page.rows("What each hand")
        if "set aside" in page.text or "This deal is void" in page.text:
            continue  # what then was paid is of no hand
        paid = sum((as_number(row[-2]) for row in rows if row[-2]), Decimal(0))
        recorded = [as_number(row[5]) for row in hands if row[5] != "–"]
        if "settlement/repeated" not in page.source and "settlement/by-banker" not in page.source:
            assert paid == sum(recorded, Decimal(0)), name
            compared += 1
    assert compared > 20


def test_every_deal_with_findings_has_a_sheet_with_all_that_it_takes_to_settle_it(samples: Written) -> None:
    deals, sheets = of_folder(samples, "deals"), of_folder(samples, "sheets")
    assert set(sheets) == {name for name, page in deals.items() if page.all("ul", class_="found")}
    for name, sheet in sheets.items():
        deal = deals[name]
        found = [item.text for item in deal.all("li") if item.attributes.get("class") in ("error", "warning", "info")]
        questions = sheet.rows("What the audit holds")
        assert len(questions) == len(found)
        for cells, item in zip(questions, found, strict=True):
            assert " ".join(cells[1].split()) in " ".join(item.replace("\ufe0e", "").split())
            for number in cells[4].split(", "):
                assert number == "–" or clauses()[number][-1] in sheet.text
        steps = [item.text for item in sheet.all("li") if "ol" in item.parents]
        rows = [cells for cells in deal.rows("Every event") if len(cells) > 1]
        assert len(steps) == len(rows)
        for step, cells in zip(steps, rows, strict=True):
            words = re.split(r" \(hand | set aside| “", cells[1])[0]
            assert " ".join(step.replace("\ufe0e", "").split()).startswith(f"{cells[0]} {words}")
        if "Nobody had a hand" not in deal.text:
            assert sheet.rows("What each hand") == deal.rows("What each hand")


def test_a_sheet_says_who_is_owed_what_and_why(tmp_path: Path) -> None:
    deal = deal_of(
        1, "ann deal AS", "ben deal 8D", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal KD", "ben deal TD",
        "eve deal 9C", "ann pontoon", "ben stick", "eve stay", "ann settle 2", "ben settle -3",
    )  # fmt: skip
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal, rules={"stick_at": 16})))
    (sheet,) = [Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "sheets"]
    assert [cells[2:] for cells in sheet.rows("What the audit holds")] == [["2.00", "4.00", "4.2", "17", "+£2.00"]]
    assert sheet.rows("What each hand") == [
        ["ann", "A♠ K♦", "pontoon", "wins 2 ×", "2.00", "2.00", "4.00", "+2.00"],
        ["ben", "8♦ 10♦", "18", "loses 1 ×", "3.00", "−3.00", "−3.00", "0.00"],
    ]
    assert "pontoon: loses 2 stakes against pontoon, wins 2 against five-card trick, wins 2 against 21" in sheet.text
    assert "lowest count to stick on (clause 3.6) 16" in sheet.text
    (step,) = [item.text for item in sheet.all("li") if "→ no. 1" in item.text]
    assert step.startswith("17 ann is paid £2.00")
    assert "| ann ASKD@2 p = +2 | ben 8DTD@3 s = -3 | eve KH9C y" in sheet.text


@pytest.mark.parametrize("record", [{"action": None, "player": "ben"}, {"action": "fold", "player": "ben"}])
def test_a_record_that_nobody_can_read_stands_in_the_line_as_it_was(tmp_path: Path, record) -> None:
    deal = deal_of(1, "ann deal AS", "ben deal 8D", "eve deal KH", "ann stake 2")
    deal["events"].append(record)
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal)))
    (page,) = [Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "deals"]
    (line,) = [code.text for code in page.all("code") if code.text.startswith("1.")]
    _, events = read_deal_line(line)
    assert '"player": "ben"' in events[-1]["record"]


def test_a_hand_that_wins_nobody_knows_how_much_says_that_it_wins(tmp_path: Path) -> None:
    # beside the ace lies a card that the log does not name: against a bank that is bust it wins once or twice the stake
    plays = ("ann stake 2", "ann deal ??", "eve deal 9C", "ann stick", "eve draw 8D", "ann settle 2")
    log = written(tmp_path / "log.json", session_of(deal_of(1, "ann deal AS", "eve deal KH", *plays)))
    paths = write_report(history(tmp_path / "h.duckdb", log), tmp_path / "report")
    (page,) = [Page(path) for path in paths if path.parent.name == "deals"]
    ((_, _, _, outcome, _, recorded, due, _),) = page.rows("What each hand")
    assert (outcome, recorded, due) == ("wins", "2.00", "–")


def test_a_card_that_was_dealt_to_nobody_who_can_be_read_stands_in_the_replay(tmp_path: Path) -> None:
    deal = deal_of(
        1, "ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay"
    )
    deal["events"].insert(2, {"action": "deal", "card": "2S"})
    log = written(tmp_path / "log.json", session_of(deal, players=("ann", "eve")))
    pages = write_report(history(tmp_path / "h.duckdb", log), tmp_path / "out")
    (page,) = [Page(path) for path in pages if path.parent.name == "deals"]
    assert any("set aside" in " ".join(row) for row in page.rows("Every event")), page.rows("Every event")
