"""What was audited and found is told where a reader looks for it: overview, sessions, deals."""

from __future__ import annotations

import json

from pontoon_audit.history import run_query
from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, deal_of, history, pages, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def test_the_overview_tells_what_was_audited_and_found(evenings: Written) -> None:
    page = evenings.pages[evenings.report[0]]
    assert evenings.report[0].name == "index.html"
    ((sessions, deals, hands, events, found),) = run_query(
        evenings.database,
        "SELECT count(*), sum(deals)::BIGINT, (SELECT count(*) FROM hands), sum(events)::BIGINT,"
        " (SELECT count(*) FROM findings) FROM sessions",
    ).rows
    shown = {figure.text.strip() for figure in page.all("span", class_="much")}
    assert {f"{count:,}" for count in (deals, hands, events)} <= shown
    root = evenings.out / "report"
    assert len(page.rows("Moved otherwise: as above")) == sessions
    assert len(evenings.pages[root / "sessions.html"].rows("Moved otherwise: the sum")) == sessions
    assert len(evenings.pages[root / "findings.html"].rows("What setting a finding right")) == found


def test_each_finding_stands_on_its_sessions_page_and_at_its_event_on_the_deals(samples: Written) -> None:
    found = run_query(samples.database, "SELECT session, deal, event, finding, message FROM findings").rows
    for session, deal, event, finding, message in found:
        (page,) = [
            page for path, page in samples.pages.items()
            if path.parent.name == "sessions" and page.all("h1")[0].text == session
        ]  # fmt: skip
        assert sum(message in row[3] and row[2] == finding for row in page.rows("In order of play")) == 1
        if deal is None:
            continue
        (href,) = {
            link.attributes["href"]
            for link in page.all("a")
            if link.text == f"deal {deal}" + ("" if event is None else f", event {event}")
        }
        of_deal = samples.pages[(page.path.parent / href.split("#")[0]).resolve()]
        rows = of_deal.rows("Every event")
        at = [i for i, cells in enumerate(rows) if message in cells[0]]
        assert len(at) == 1, (session, message)
        if event is not None:
            before = [cells[0] for cells in rows[: at[0]] if len(cells) > 1]
            assert before[-1] == str(event)


def test_who_is_called_by_number_in_a_finding_is_named_on_every_page_but_beside_the_name(tmp_path) -> None:
    """An id is a log's data and stands in the words of its findings; people know each other by name."""
    deal = deal_of(
        1, "m17 deal AS", "m9 deal KH", "m17 stake 2", "m17 deal KD", "m9 deal 9C", "m17 pontoon", "m9 stay",
        "m17 settle 2",
    )  # fmt: skip
    night = session_of(deal | {"banker": "m9"}, players=()) | {
        "players": [{"id": "m17", "name": "<b>Ann</b>"}, {"id": "m9", "name": "Eve Lindqvist"}]
    }
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", night))
    message = "m17 with a pontoon against the bank's 19: 2 × 2.00 won is due, 2.00 won is recorded"
    read = pages(write_report(database, tmp_path / "out") + write_statements(database, tmp_path / "st"))
    told: dict[str, set[bool]] = {}
    for path, page in read.items():
        for cell in page.all("td") + page.all("li"):
            if message in cell.text:
                of = path.parts[len(tmp_path.parts)]
                kind = path.stem.split("-")[0] if of == "st" else path.relative_to(tmp_path / of).parts[0]
                told.setdefault(kind, set()).add("(m17 is <b>Ann</b>)" in cell.text)
    assert told.pop("findings.html") == {False}  # its own column says it
    assert told.pop("m17") == {False}  # it is the statement of m17, named at its top
    assert told == {kind: {True} for kind in ("index.html", "sessions", "deals", "sheets", "m9")}


def test_a_deals_page_tells_it_in_order_of_play(tmp_path) -> None:
    deal = deal_of(
        1, "ann deal 8S", "ben deal 8D", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal 8C", "ben deal TD",
        "eve deal 9C", "ann split 2", "ann deal 2H", "ann/2 deal TS", "ann buy 3 4S", "ann twist 9H", "ann/2 stick",
        "ben stick", "eve stay", "ann settle -5", "ann/2 settle -2", "ben settle -3",
    )  # fmt: skip
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal)))
    (page,) = [Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "deals"]
    told = [cells[1:] for cells in page.rows("Every event") if len(cells) == 7]
    assert told[3:7] == [
        ["The pack is shuffled", "", "", "", "", ""],
        ["eve is banker", "", "", "", "", ""],
        ["ann is dealt 8♠, face down (hand 1)", "8♠", "8", "", "", ""],
        ["ben is dealt 8♦, face down", "8♦", "8", "", "", ""],
    ]
    assert told[13:] == [
        ["ann splits, staking £2.00 on the new hand (hand 1)", "8♠", "8", "2.00", "", ""],
        ["ann is dealt 2♥, face down (hand 1)", "8♠ 2♥", "10", "", "", ""],
        ["ann is dealt 10♠, face down (hand 2)", "8♣ 10♠", "18", "2.00", "", ""],
        ["ann buys a card for £3.00: 4♠ (hand 1)", "8♠ 2♥ 4♠", "14", "5.00", "", ""],
        ["ann twists: 9♥ (hand 1)", "8♠ 2♥ 4♠ 9♥", "23", "", "", ""],
        ["ann sticks (hand 2)", "8♣ 10♠", "18", "", "", ""],
        ["ben sticks", "8♦ 10♦", "18", "", "", ""],
        ["eve stays", "K♥ 9♣", "19", "", "", ""],
        ["ann loses £5.00 (hand 1)", "", "", "", "−5.00", "−5.00"],
        ["ann loses £2.00 (hand 2)", "", "", "", "−2.00", "−2.00"],
        ["ben loses £3.00", "", "", "", "−3.00", "−3.00"],
    ]
    assert page.rows("What each hand")[0] == [
        "ann hand 1", "8♠ 2♥ 4♠ 9♥", "bust, 23", "loses 1 ×", "5.00", "−5.00", "−5.00", "0.00",
    ]  # fmt: skip


def test_every_event_stands_on_one_page(samples: Written) -> None:
    shown: dict[str, list[int]] = {}
    for path, page in samples.pages.items():
        if path.parent.name == "deals":
            session = page.all("a")[2].text
            numbers = [int(cells[0]) for cells in page.rows("Every event") if len(cells) > 1]
            assert numbers == sorted(numbers)
            shown.setdefault(session, []).extend(numbers)
    assert {session: sorted(numbers) for session, numbers in shown.items()} == {
        session: list(range(1, events + 1))
        for session, events in run_query(samples.database, "SELECT session, events FROM sessions").rows
    }


def test_an_event_between_deals_stands_with_the_deal_whose_number_it_carries(tmp_path) -> None:
    deals = [deal_of(1, "eve kitty_in 5", *HAND, "ann settle -2"), deal_of(2, *HAND, "ann settle -2")]
    rules = {"base": "shoot-pontoon", "min_stake": "1", "max_stake": "10", "min_players": 1}
    events = [{"session": "club", "action": "seat", "player": player} for player in ("ann", "eve")]
    for deal in deals:
        opening = [{"action": "shuffle"}] * deal["shuffled"] + [{"action": "banker", "player": "eve"}]
        events += [{"session": "club", "deal": deal["deal"]} | event for event in opening + deal["events"]]
        if deal["deal"] == 1:
            events.append({"session": "club", "deal": 1, "action": "kitty_out", "player": "eve", "amount": "5"})
            events.append({"session": "club", "deal": 2, "action": "kitty_in", "player": "eve", "amount": "6"})
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(event) + "\n" for event in events))
    (tmp_path / "log.rules.toml").write_text("".join(f"{name} = {json.dumps(rule)}\n" for name, rule in rules.items()))
    paths = write_report(history(tmp_path / "h.duckdb", log), tmp_path / "out")
    told = {
        path.stem[-1]: [cells[1] for cells in Page(path).rows("Every event") if len(cells) > 1]
        for path in paths
        if path.parent.name == "deals"
    }
    assert told["1"][-2:] == ["ann loses 2.00", "eve takes 5.00 out of the kitty"]
    assert told["2"][:2] == ["eve puts 6.00 into the kitty", "eve is banker"]


def test_a_session_without_settlements_says_so(tmp_path) -> None:
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal_of(1, *HAND))))
    page = next(Page(p) for p in write_report(database, tmp_path / "out") if p.parent.name == "sessions")
    assert "This session records no settlements. What is due is what counts." in page.text
    assert page.rows("Won (above 0) or lost, recorded")[0][-3:] == ["–", "−2.00", "–"]


def test_a_settlement_set_aside_is_shown_as_it_stood(evenings: Written) -> None:
    (page,) = [
        page
        for path, page in evenings.pages.items()
        if path.parent.name == "deals" and path.name.startswith("friday") and path.name.endswith("-8.html")
    ]
    assert "unknown amount" not in page.text
    assert 'Record set aside: {"action": "settle", "player": "dev", "amount": "-6,00"}' in page.text


def test_the_overview_gives_two_sums_two_names(evenings: Written) -> None:
    page = evenings.pages[evenings.report[0]]
    ((currency, _, moved, *_, apart),) = page.rows("Moved otherwise: the sum")
    assert (currency, moved, apart) == ("GBP", "£11.50", "£2.00")
    heads = [head.text for head in page.all("th", scope="col")]
    assert "Settled otherwise" not in heads
    assert [row[6] for row in page.rows("Moved otherwise: as above") if row[6] != "£0.00"] == [moved]


def test_the_order_of_the_sessions_is_told_as_it_is(tmp_path) -> None:
    day = "2026-12-03T19:30:00+00:00"
    deal = deal_of(1, *HAND, "ann settle -2")
    dated, undated = ([session_of(deal, session=name) | more for name in names]
                      for names, more in ((("club", "pub"), {"played": day}), (("attic", "barn"), {})))  # fmt: skip
    for name, evenings, told in (
        ("dated", dated, "in the order they were played."),
        ("undated", undated, "by name, since none says when it was played."),
        ("both", dated + undated, "in the order they were played; 2 that name no day stand last, by name."),
    ):
        database = history(tmp_path / f"{name}.duckdb", written(tmp_path / f"{name}.json", *evenings))
        read = {
            path.name: Page(path) for path in write_report(database, tmp_path / name) if path.parent == tmp_path / name
        }
        assert f"The sessions stand {told}" in read["index.html"].text
        assert f"{len(evenings)} sessions, {told}" in read["sessions.html"].text


def test_the_banker_of_a_void_deal_has_a_seat_in_its_replay(tmp_path) -> None:
    void = deal_of(1, "ann deal 8S", "ben deal 8D")
    void["events"].append({"action": "void"})
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(void)))
    (page,) = [Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "deals"]
    seats = [item.text.split() for item in page.all("li") if "data-seat" in item.attributes]
    assert [seat[1] for seat in seats] == ["ann", "ben", "eve"]
    assert [seat[2] == "bank" for seat in seats] == [False, False, True]


def test_where_no_settlements_are_recorded_it_is_said_where_the_moves_stand_that_are(tmp_path) -> None:
    deal = deal_of(1, "eve kitty_in 5", *HAND, "eve sell_bank 1 ann")
    log = written(tmp_path / "log.json", session_of(deal, rules={"base": "shoot-pontoon"}))
    read = pages(write_report(history(tmp_path / "h.duckdb", log), tmp_path / "out"))
    (page,) = (page for path, page in read.items() if path.parent.name == "sessions")
    assert "not even what went into the kitty, out of it or for the bank: that is told with the deals." in page.text
    (eve,) = [row for row in page.rows("Won (above 0)") if row[0] == "eve"]
    assert [eve[4], eve[5], eve[6]] == ["–due −5.00", "–due 1.00", "–"]
    (page,) = (page for path, page in read.items() if path.parent.name == "deals")
    told = [row[1] for row in page.rows("Every event") if len(row) > 1]
    assert {"eve puts £5.00 into the kitty", "eve sells the bank to ann for £1.00"} <= set(told)
