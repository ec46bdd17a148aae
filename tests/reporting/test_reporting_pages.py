"""Pages stand on their own: every link leads somewhere, nothing is fetched, anybody can read them."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise

import pytest

from pontoon_audit.history import HistoryError, run_query
from pontoon_audit.reporting import links, overview, report, write_report, write_statements
from tests.reporting.conftest import GENERATED_AT, Written
from tests.reporting.reading_pages import EVENINGS, Page, broken_links, deal_of, history, pages, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def test_every_link_leads_to_a_page_and_a_place_on_it(samples: Written) -> None:
    assert broken_links(samples.pages) == []


def test_every_page_can_be_reached(samples: Written) -> None:
    for paths in (samples.report, samples.statements):
        reached, waiting = set(), [paths[0]]
        while waiting:
            path = waiting.pop()
            if path in reached:
                continue
            reached.add(path)
            if path.suffix == ".html":
                links = samples.pages[path].all("a")
                waiting += [(path.parent / re.split("[?#]", link.attributes["href"])[0]).resolve() for link in links]
        assert {path.resolve() for path in paths} <= {path.resolve() for path in reached}


def test_nothing_is_fetched_and_only_the_pages_own_scripts_run(samples: Written) -> None:
    for path, page in samples.pages.items():
        (policy,) = [
            meta.attributes["content"]
            for meta in page.all("meta")
            if meta.attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        parts = dict(part.split(" ", 1) for part in policy.split("; "))
        assert parts["default-src"] == parts["base-uri"] == parts["form-action"] == "'none'"
        assert parts["style-src"].split() == [digest(style.text) for style in page.all("style")]
        running = [element for element in page.all("script") if element.attributes.get("type") != "application/json"]
        assert parts.get("script-src", "").split() == [digest(element.text) for element in running]
        assert set(parts) <= {"default-src", "style-src", "script-src", "base-uri", "form-action"}
        assert not {"img", "link", "iframe", "object", "embed", "use", "image", "form"} & {
            element.tag for element in page.elements
        }
        assert not any(name in element.attributes for element in page.elements for name in ("src", "srcset", "style"))
        assert not any(name.startswith("on") for element in page.elements for name in element.attributes)
        assert not re.search(r"https?://|//[a-z]|url\(|@import", page.source), path


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_each_page_tells_a_screen_reader_what_it_holds(samples: Written) -> None:
    for path, page in samples.pages.items():
        assert page.all("html")[0].attributes["lang"] == "en"
        assert page.all("title")[0].text.strip()
        levels = [int(element.tag[1]) for element in page.elements if re.fullmatch("h[1-6]", element.tag)]
        assert levels.count(1) == 1
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), (path, levels)
        assert len(page.all("caption")) == len(page.all("table"))
        assert all(head.attributes.get("scope") in ("col", "row") for head in page.all("th")), path
        assert len(page.ids) == sum("id" in element.attributes for element in page.elements), path
        for drawing in page.all("svg"):
            assert drawing.attributes["role"] == "img"
            assert drawing.attributes["aria-label"]


def test_rows_of_a_table_have_as_many_cells_as_its_head(samples: Written) -> None:
    def width(cells: list[str]) -> int:
        return sum(int(span) for span in cells)

    for path, page in samples.pages.items():
        for table in re.findall(r"<table.*?</table>", page.source, re.DOTALL):
            rows = [
                [(re.search(r'colspan="(\d+)"', cell) or [0, "1"])[1] for cell in re.findall(r"<t[dh]\b[^>]*>", row)]
                for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
            ]
            assert len({width(row) for row in rows}) == 1, (path, [width(row) for row in rows], table[:300])


def test_the_same_history_gives_the_same_bytes(evenings: Written, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    again = write_report(evenings.database, tmp_path / "report")
    again += write_statements(
        evenings.database, tmp_path / "statements", generated_at=GENERATED_AT, report=tmp_path / "report"
    )
    assert [path.read_bytes() for path in again] == [
        path.read_bytes() for path in evenings.report + evenings.statements
    ]


def test_a_history_loaded_anew_gives_the_same_bytes(evenings: Written, tmp_path) -> None:
    for log in EVENINGS:
        for file in log.parent.glob(f"{log.name.split('.')[0]}.*"):
            shutil.copy(file, tmp_path)
    database = history(tmp_path / "h.duckdb", *(tmp_path / log.name for log in reversed(EVENINGS)))
    again = write_report(database, tmp_path / "report")
    assert {path.name: path.read_bytes() for path in again} == {
        path.name: path.read_bytes() for path in evenings.report
    }


def test_the_overview_tells_what_was_audited_and_found(evenings: Written) -> None:
    page = evenings.pages[evenings.report[0]]
    assert evenings.report[0].name == "index.html"
    ((sessions, deals, hands, events, found),) = run_query(
        evenings.database,
        "SELECT count(*), sum(deals)::BIGINT, (SELECT count(*) FROM hands), sum(events)::BIGINT,"
        " (SELECT count(*) FROM findings) FROM sessions",
    ).rows
    shown = {figure.text.strip() for figure in page.all("span", class_="much")}
    assert {f"{count:,}".replace(",", "\u202f") for count in (deals, hands, events)} <= shown
    root = evenings.out / "report"
    assert len(page.rows("Moved otherwise: as above")) == sessions
    assert len(evenings.pages[root / "sessions.html"].rows("Moved otherwise: the sum")) == sessions
    assert len(evenings.pages[root / "findings.html"].rows("What setting a finding right")) == found


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


def test_a_session_without_settlements_says_so(tmp_path) -> None:
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal_of(1, *HAND))))
    page = next(Page(p) for p in write_report(database, tmp_path / "out") if p.parent.name == "sessions")
    assert "This session records no settlements. What is due is what counts." in page.text
    assert page.rows("Won (above 0) or lost, recorded")[0][-3:] == ["–", "−2.00", "–"]


def test_a_file_that_is_no_history_is_refused(tmp_path) -> None:
    with pytest.raises(HistoryError):
        write_report(tmp_path / "none.duckdb", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def _colours() -> list[tuple[str, dict[str, str]]]:
    """The colours of the style sheet by light, dark, print."""
    style = (files("pontoon_audit.reporting") / "templates" / "style.css").read_text(encoding="utf-8")
    sets = [dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})", block)) for block in style.split(":root")[1:]]
    return list(zip(("light", "dark", "print"), (sets[0], sets[0] | sets[1], sets[0] | sets[2]), strict=True))


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        full = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("where", "colours"), _colours(), ids=lambda value: value if isinstance(value, str) else "")
def test_text_stands_out_from_its_ground(where: str, colours: dict[str, str]) -> None:
    for ground in ("paper", "faint", "wrong-paper", "warn-paper", "info-paper"):
        for ink in ("ink", "soft", "accent", "red", "wrong"):
            assert _contrast(colours[ink], colours[ground]) >= 4.5, (where, ink, ground)
    assert _contrast(colours["warn"], colours["warn-paper"]) >= 4.5
    for line in range(1, 9):
        assert _contrast(colours[f"s{line}"], colours["paper"]) >= 3, (where, line)


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
