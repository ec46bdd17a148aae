"""Every number in a table leads to the deals it comes from; those that lead nowhere stand below with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from pontoon_audit.history import run_query
from pontoon_audit.reporting import ReportError, write_report, write_statements
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import broken_links, deal_of, history, pages, session_of, shown_number, written
from tests.reporting.reading_tables import Cell, Row, Tables

NUMBER = re.compile(r"[−+£$€\d][\d.,]*(?: %)?")
LEADS_NOWHERE = {
    "Rules": "how many rules there are",
    "Met something": "rules, not deals",
    "Kept": "judgements: the caption says who counts them, and which query tells them session by session",
    "Held back": "the same",
    "Cannot tell": "the same",
    "So far": "the sum of a column, down to this row, as the caption says",
    "Clause": "of the rules",
    "Here": "a house rule",
    "Class": "the name of a class of hands: 21",
}
LINE = r"(?:s\d+)?l\d+"
"""The place of a line on a statement."""
OF_STATEMENTS_NOWHERE = {
    "Amount": "a payment settles balances, not deals",
    "Adjustment": "the sum of the column above it",
    "Here": "a house rule",
    "pontoon-audit": "a version",
}
ONE_DEAL = {"deals", "sheets"}
"""Folders whose pages are about one deal: what their numbers come from is the page."""


def numbers(row: Row) -> Iterator[Cell]:
    """The cells of a row that hold a number which is not nought, outside of links."""
    for cell in row.cells:
        loose = " ".join(cell.loose.split())
        figures = cell.classes & {"num", "no", "recorded", "allowed"}
        if (NUMBER.search(loose) if figures else NUMBER.fullmatch(loose)) and re.search(r"[1-9]", loose):
            yield cell


def about_a_deal(row: Row, path: Path) -> bool:
    """Whether a row is about one deal and leads to it, or is itself what leads to a deal without a page."""
    return bool(re.fullmatch(r"d\d+", row.id)) or any(
        re.search(r"(^|/)deals/|#d\d+$", link) or re.search(r"show=(\d+)%E2%80%93\1#", link) for link in row.links
    )


def test_every_number_in_a_table_leads_to_the_deals_it_comes_from(samples: Written) -> None:
    seen, alone = 0, []
    for path in samples.report:
        if path.parent.name in ONE_DEAL:
            continue
        for row in Tables(path).rows:
            seen += len(row.links)
            if not about_a_deal(row, path):
                alone += [
                    (path.name, row.caption[:40], cell.head, cell.text)
                    for cell in numbers(row)
                    if cell.head not in LEADS_NOWHERE
                ]
    assert seen > 1000
    assert alone == []


def test_every_number_of_a_statement_leads_to_its_lines_and_each_line_is_one_deals(samples: Written) -> None:
    alone = []
    for path in samples.statements:
        if path.suffix != ".html" or path.name == "statements.html":  # there each row leads to its statement
            continue
        if "No activity." in samples.pages[path].text:  # so there are no lines
            continue
        for row in Tables(path).rows:
            if re.fullmatch(LINE, row.id) or any(re.search(f"#{LINE}$", link) for link in row.links):
                continue
            if not row.caption.startswith("Won (above 0)"):  # balances between the lines are sums of these
                alone += [
                    (path.name, row.caption[:40], cell.head, cell.text)
                    for cell in numbers(row)
                    if cell.head not in OF_STATEMENTS_NOWHERE
                ]
    assert alone == []


def test_every_figure_above_the_tables_leads_somewhere_too(samples: Written) -> None:
    figures = [
        (path.name, figure)
        for path in samples.report
        for figure in re.findall(r'<span class="much">(.*?)</span>', path.read_text(encoding="utf-8"))
    ]
    assert len(figures) > 20
    assert [one for one in figures if re.search("[1-9]", one[1]) and "<a href" not in one[1]] == []


HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def evening(folder: Path, *deals: tuple[int, int]) -> Path:
    """A history of deals, each of a number and what ann was paid for a hand that loses 2."""
    played = [deal_of(number, *HAND, f"ann settle {paid}", shuffled=True) for number, paid in deals]
    session = session_of(*played, rules={"shuffle": "every-deal", "min_players": 1})
    return history(folder / "h.duckdb", written(folder / "log.json", session))


def test_the_lines_of_a_statement_lead_to_the_event_on_the_deals_page(evenings: Written) -> None:
    """Links that lead nowhere would be found among all others; here, whether each line leads to its own event."""
    events = {
        (session, deal, event)
        for session, deal, event in run_query(evenings.database, "SELECT session, deal, event FROM events").rows
    }
    checked = 0
    for path in evenings.statements:
        if path.suffix != ".html" or path.parent.name in ("statements", "gbp"):
            continue
        session = evenings.pages[path].all("bdi")[0].text
        for row in Tables(path).rows:
            if not re.fullmatch(r"l\d+", row.id):
                continue
            (link,) = row.links
            page, _, event = link.partition("#e")
            assert evenings.pages[(path.parent / page).resolve()].all("h1")[0].text == f"Deal {row.cells[0].text}"
            assert (session, int(row.cells[0].text), int(event)) in events
            checked += 1
    assert checked > 200


def test_statements_without_a_report_lead_nowhere_else(evenings: Written, tmp_path) -> None:
    paths = write_statements(evenings.database, tmp_path / "statements")
    assert broken_links(pages(paths)) == []
    assert not [
        row for path in paths if path.suffix == ".html" for row in Tables(path).rows if "deals" in str(row.links)
    ]


def test_a_report_that_is_none_is_refused(evenings: Written, tmp_path) -> None:
    with pytest.raises(ReportError) as refused:
        write_statements(evenings.database, tmp_path / "statements", report=tmp_path)
    assert str(tmp_path) in refused.value.what
    assert "pontoon-audit report" in refused.value.hint
    assert not (tmp_path / "statements").exists()


def test_a_line_of_a_deal_without_a_page_or_with_a_twin_leads_nowhere(tmp_path) -> None:
    database = evening(tmp_path, (1, -1), (1, -2), (2, -1), (3, -2))
    report = write_report(database, tmp_path / "report", "findings")
    paths = write_statements(database, tmp_path / "statements", "club", "ann", report=tmp_path / "report")
    (page,) = [path for path in paths if path.name.startswith("ann") and path.suffix == ".html"]
    assert broken_links(pages([*report, *paths])) == []
    linked = [row.cells[0].text for row in Tables(page).rows if row.links and re.fullmatch(r"l\d+", row.id)]
    assert linked == ["2"]


def test_a_deal_without_a_page_is_reached_in_the_list_of_its_session(tmp_path) -> None:
    read = pages(write_report(evening(tmp_path, (1, -2), (2, -2)), tmp_path / "report", "findings"))
    (player,) = [page for path, page in read.items() if path.name.startswith("ann")]
    (session,) = [page for path, page in read.items() if path.parent.name == "sessions"]
    hands = [row.links[-1] for row in Tables(player.path).rows if row.caption.startswith("The latest first")]
    assert [link.partition("#")[2] for link in hands] == ["d1", "d0"]
    assert {"d0", "d1"} <= session.ids


def test_a_result_so_far_leads_to_all_deals_down_to_its_own(evenings: Written) -> None:
    checked = 0
    for path in evenings.report:
        for row in Tables(path).rows if path.parent.name == "sessions" else ():
            if row.caption.startswith("Result so far"):
                number = row.cells[0].text
                assert set(row.links[1:]) <= {f"?show=1%E2%80%93{number}#deals"}
                checked += len(row.links) - 1
    assert checked > 100


def test_where_numbers_of_deals_go_back_no_result_so_far_leads_to_a_range_of_them(tmp_path) -> None:
    read = pages(write_report(evening(tmp_path, (2, -2), (1, -2)), tmp_path / "report"))
    (session,) = [path for path in read if path.parent.name == "sessions"]
    rows = [row for row in Tables(session).rows if row.caption.startswith("Result so far")]
    assert [(row.cells[0].text, len(row.links)) for row in rows] == [("2", 1), ("1", 1)]


def test_a_players_result_so_far_leads_to_the_deals_and_says_what_else_is_in_it(evenings: Written) -> None:
    page = evenings.pages[next(path for path in evenings.report if path.stem.startswith("ann-"))]
    rows = [row for row in Tables(page.path).rows if row.caption.startswith("The result so far")]
    assert len(rows) > 30
    assert all(row.links[-1].endswith(f"?show=1%E2%80%93{row.cells[1].text}#deals") for row in rows if row.links[2:])
    assert "all sessions before, which stand in Session by session" in page.text
    assert "So far: what this and all sessions played before brought" in page.text


def test_counts_of_judgements_lead_to_a_query_that_tells_them_by_session(evenings: Written) -> None:
    page = evenings.pages[evenings.out / "report" / "index.html"]
    (query,) = set(re.findall(r'sql --db FILE "(from rule_counts[^"]*)"', page.text))
    judged = run_query(evenings.database, query)
    kept = sum(row[judged.columns.index("kept")] for row in judged.rows)
    (rule,) = [row for row in page.rows("Those that change most money first") if row[0] == "stake/missing"]
    assert rule[4].replace(",", "") == str(kept) != "0"


def test_a_finding_tells_its_deal_on_one_line_as_the_deals_page_does(evenings: Written) -> None:
    page = evenings.pages[evenings.out / "report" / "findings.html"]
    lines = [element.text for element in page.all("code") if "details" in element.parents and "p" in element.parents]
    rows = [row for row in Tables(page.path).rows if row.caption.startswith("What setting")]
    deals = [evenings.pages[(page.path.parent / link.partition("#")[0]).resolve()]
             for row in rows for link in row.links if link.startswith("deals/")]  # fmt: skip
    assert len(deals) > 10
    assert lines == [deal.all("code")[-1].text for deal in deals]
    assert lines[0].startswith("9. ben banker; dev sell_bank@5:eve")


def test_what_a_player_won_as_player_leads_to_the_hands_and_each_to_its_row(samples: Written) -> None:
    """The hands of a session add up to it; where they do not, it leads to the deals, as all other numbers do."""
    led = rows = 0
    for path, page in samples.pages.items():
        if path.parent.name != "players":
            continue
        hands = [row for row in Tables(path).rows if row.caption.startswith("The latest first")]
        for row in (row for row in Tables(path).rows if row.caption.startswith("Won (above 0)")):
            (session, mine) = (" ".join(row.cells[i].text.split()) for i in (0, 3))
            if not any("hands-1" in link for link in row.links):
                continue
            led += 1
            of_session = [hand for hand in hands if hand.cells[0].text == session]
            assert shown_number(mine) == sum(shown_number(hand.cells[7].text) for hand in of_session)
        for hand in hands:
            target, _, place = hand.links[-1].partition("#")
            deal = (path.parent / target).resolve()
            if deal.parent.name == "deals":
                (row,) = [row for row in Tables(deal).rows if row.cells[0].id == place]
                name = row.cells[0].text.partition(" hand")[0]
                assert name in (page.all("h1")[0].text, page.path.stem.partition("-")[0])  # some logs know ids alone
                assert row.cells[5].text == hand.cells[7].text
                rows += 1
    assert (led, rows) > (5, 20)


SHOOT = {"base": "shoot-pontoon", "shuffle": "every-deal"}
TO_ANN = (
    "eve kitty_out 14", "eve sell_bank 6 ann", "ann kitty_in 8", "ben deal 5S", "ann deal 7D", "ben stake 1",
    "ben deal KD", "ann deal TH", "ben stick", "ann stay", "ben settle -1",
)  # fmt: skip
"""A deal in which eve sells the bank to ann, who wins 1 of ben."""


def test_each_number_of_a_player_leads_to_the_deals_that_it_comes_from(tmp_path) -> None:
    """Shoot bets to those with bets, kitty money to those in which it moved, and so on."""
    bet = ("eve kitty_in 10", *HAND[:3], "ann shoot 4", *HAND[3:], "ann settle -2", "ann settle_shoot -4")
    deals = deal_of(1, *bet), deal_of(2, *HAND, "ann settle -2", shuffled=True)
    session = session_of(*deals, deal_of(3, *TO_ANN, banker="ann", shuffled=True), rules=SHOOT)
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session))
    (page,) = [path for path in write_report(database, tmp_path / "report") if path.parent.name == "sessions"]
    rows = [element.attributes for element in pages([page])[page].elements if "data-also" in element.attributes]
    marked = {row["id"]: row["data-also"].split("\n") for row in rows if row.get("id", "").startswith("d")}

    def leads(row: Row) -> str:
        """Where the numbers of a player lead: what they mean, and the places of the deals."""
        marks = [unquote(link.removeprefix("?show=").removesuffix("#deals")).strip('"') for link in row.links[1:]]
        assert all(mark.endswith(f":{row.cells[0].text.strip()}") for mark in marks)
        found = [(mark.split(":")[0], [deal[1:] for deal, there in marked.items() if mark in there]) for mark in marks]
        return " ".join(f"{what}{''.join(places)}" for what, places in found)

    results = [row for row in Tables(page).rows if row.caption.startswith("Won (above 0) or lost, recorded")][:3]
    assert [leads(row) for row in results] == [
        "player01 banker2 shoot0 kitty2 sale2 money012 money012",
        "player2 money2 money2",
        "banker01 kitty02 sale2 money012 money012",
    ]
