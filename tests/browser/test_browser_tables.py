"""Tables are sorted by their heads, numbers as numbers, and narrowed by words; on paper every row is there again."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from playwright.sync_api import Locator, Page

from pontoon_audit.reporting import write_report
from tests.reporting.reading_pages import deal_of, history, session_of, written

COLUMN = """(table, i) => [...table.tBodies[0].rows].filter((row) => row.getClientRects().length)
    .map((row) => row.cells[i].textContent.trim())"""
FIGURE = re.compile(r"[-+]?\d+(?:\.\d+)?")


def amount(cell: str) -> Decimal | None:
    """The figure in a cell, by other means than the page's script."""
    found = FIGURE.search(re.sub(r"[^\d.+-]", "", cell.replace("\N{MINUS SIGN}", "-").split("\n")[0]))
    return Decimal(found[0]) if found else None


def columns(table: Locator) -> list[tuple[int, Locator]]:
    """The sortable columns with figures in them, by position."""
    heads = table.locator("thead tr").first.locator("th")
    return [(i, heads.nth(i)) for i in range(heads.count()) if "num" in (heads.nth(i).get_attribute("class") or "")]


def first_table(page: Page) -> Locator:
    return page.locator("table.sorts").first


@pytest.mark.parametrize("name", ["findings", "players", "sessions"])
def test_figures_are_sorted_as_figures_by_keyboard(visiting, site, name) -> None:
    with visiting() as visit:
        table = first_table(visit.open(site.report / f"{name}.html"))
        sortable = columns(table)
        assert sortable
        varied = 0
        for i, head in sortable:
            button = head.get_by_role("button")
            button.focus()
            button.press("Enter")
            assert head.get_attribute("aria-sort") == "descending"
            downwards = [amount(cell) for cell in table.evaluate(COLUMN, i)]
            known = [figure for figure in downwards if figure is not None]
            assert known == sorted(known, reverse=True), head.inner_text()
            assert downwards[: len(known)] == known, "what is not known stands last"
            button.press("Enter")
            assert head.get_attribute("aria-sort") == "ascending"
            upwards = [figure for cell in table.evaluate(COLUMN, i) if (figure := amount(cell)) is not None]
            assert upwards == sorted(known)
            varied += sorted(known) != sorted(known, key=str)
        assert varied or name == "findings", "no column would tell sorting by figures from sorting by letters"


def test_findings_stand_by_money_first_and_can_be_narrowed(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.report / "findings.html")
        table = first_table(page)
        rows = table.locator("tbody tr")
        every = rows.count()
        assert every == 17
        (money,) = [i for i, head in columns(table) if head.inner_text().startswith("Money")]
        figures = [abs(figure) for cell in table.evaluate(COLUMN, money) if (figure := amount(cell)) is not None]
        assert figures == sorted(figures, reverse=True)
        page.get_by_role("searchbox").first.fill("settlement")
        shown = [row for row in rows.all() if row.is_visible()]
        assert 0 < len(shown) < every
        assert all("settlement" in row.inner_text().lower() for row in shown)
        page.emulate_media(media="print")
        assert all(row.is_visible() for row in rows.all())
        page.emulate_media(media="screen")
        for minus in ("-2.50", "\u22122.50"):  # the one that keyboards have, and the one that is shown
            page.get_by_role("searchbox").first.fill(minus)
            assert len([row for row in rows.all() if row.is_visible()]) == 1
        page.get_by_role("searchbox").first.fill("")
        assert all(row.is_visible() for row in rows.all())


def test_without_scripts_tables_read_as_they_stand(visiting, site) -> None:
    with visiting(java_script_enabled=False) as visit:
        page = visit.open(site.report / "findings.html")
        assert first_table(page).locator("tbody tr").count() == 17
        assert page.get_by_role("button").count() == 0
        assert page.get_by_role("searchbox").count() == 0


def head_of(table: Locator, name: str) -> tuple[int, Locator]:
    heads = table.locator("thead tr").first.locator("th")
    (found,) = [(i, heads.nth(i)) for i in range(heads.count()) if heads.nth(i).inner_text().startswith(name)]
    return found


def test_severities_are_sorted_by_weight_and_evidence_by_amount(visiting, site) -> None:
    with visiting() as visit:
        table = visit.open(site.report / "findings.html").locator("#findings")
        i, head = head_of(table, "Severity")
        head.get_by_role("button").click()
        order = [("error", "warning", "info").index(cell) for cell in table.evaluate(COLUMN, i)]
        assert order == sorted(order)
        assert len(set(order)) == 3
        for name in ("Recorded", "Allowed"):
            i, head = head_of(table, name)
            head.get_by_role("button").click()
            cells = table.evaluate(COLUMN, i)
            figures = [amount(cell) for cell in cells if re.fullmatch(r"[−+]?[\d.]+", cell)]
            assert len(figures) > 2
            assert figures == sorted(figures)
            assert cells[: len(figures)] == [cell for cell in cells if re.fullmatch(r"[−+]?[\d.]+", cell)]


def shown(page: Page, table: str) -> list[str]:
    return [row.locator("th").inner_text() for row in page.locator(f"#{table} tbody tr").all() if row.is_visible()]


def test_a_number_leads_to_the_very_deals_it_is_made_of(visiting, site) -> None:
    (path,) = (site.report / "sessions").glob("friday-faults*.html")
    with visiting() as visit:
        page = visit.open(path)
        banked = {
            row.locator("th").inner_text(): row.locator("td").first.inner_text()
            for row in page.locator("#deals tbody tr").all()
        }
        player = page.locator("#players tbody tr", has_text="Ann Whitlock")
        player.locator("td").nth(1).locator("a").first.click()
        by_ann = [deal for deal, banker in banked.items() if banker == "Ann Whitlock"]
        assert shown(page, "deals") == by_ann
        assert 0 < len(by_ann) < len(banked)
        player.locator("td").nth(0).locator("a").first.click()
        assert shown(page, "deals") == [deal for deal in banked if deal not in by_ann]
        tenure = page.get_by_role("group", name="Tenures of the bank").locator("tbody tr").nth(1)
        tenure.locator("td a").first.click()
        first, last = re.findall(r"\d+", tenure.locator("td").first.inner_text())
        assert shown(page, "deals") == [str(number) for number in range(int(first), int(last) + 1)]


def test_what_somebody_won_as_player_leads_to_the_deals_in_which_they_had_a_hand(visiting, tmp_path) -> None:
    hands = {
        who: [f"{who} {event}" for event in (f"deal {one}", "stake 2", f"deal {other}", "stick", "settle -2")]
        for who, one, other in (("ann", "8S", "9D"), ("ben", "8D", "TD"))
    }
    bank = ("eve deal KH", "eve deal 9C", "eve stay")
    sat = (("ann", "ben"), ("ben",), ("ann",))
    deals = [deal_of(i, *(event for who in seats for event in hands[who]), *bank) for i, seats in enumerate(sat, 1)]
    log = written(tmp_path / "log.json", session_of(*deals), session_of(deals[0], session="other"))
    report = write_report(history(tmp_path / "h.duckdb", log), tmp_path / "report")
    (path,) = [path for path in report if path.parent.name == "sessions" and path.stem.startswith("club")]
    (ben,) = [path for path in report if path.stem.startswith("ben")]
    with visiting() as visit:
        page = visit.open(path)
        for who, expected in (("ann", ["1", "3"]), ("ben", ["1", "2"])):
            page.locator("#players tbody tr", has_text=who).locator("td").nth(0).locator("a").first.click()
            assert shown(page, "deals") == expected
        page.goto(ben.as_uri())
        page.locator("#sessions-1 tbody tr", has_text="club").locator("td").nth(2).locator("a").click()
        own = page.locator("#hands-1 tbody tr:visible")
        assert own.locator("th").all_inner_texts() == ["club", "club"]
        assert own.locator("td.no").all_inner_texts() == ["2", "1"]
        own.nth(1).locator("td.no a").click()
        row = page.locator("tr", has=page.locator("th:target"))
        assert row.locator("th").inner_text() == "ben"  # and not ann, who stands above
        assert row.locator("td").first.evaluate("(cell) => getComputedStyle(cell).outlineStyle") == "solid"


def test_a_number_leads_to_no_row_that_only_has_its_word_somewhere(visiting, tmp_path) -> None:
    """The session's name holds the words of links, and ann's money is astray in the second deal alone."""
    hands = {
        who: [f"{who} {event}" for event in (f"deal {one}", "stake 2", f"deal {other}", "stick")]
        for who, one, other in (("ann", "8S", "9D"), ("ben", "TH", "TD"))
    }
    bank = ("eve deal KH", "eve deal 9C", "eve stay")
    deals = [
        deal_of(1, *hands["ann"], *hands["ben"], *bank, "ann settle -2", "ben settle 1"),
        deal_of(2, *hands["ann"], *hands["ben"], *bank, "ann settle -1", "ben settle 2"),
        deal_of(3, *(event.replace("9D", "TC") for event in hands["ann"]), "eve deal 7H", "eve deal KH", "eve stay",
                "ann settle 2"),
    ]  # fmt: skip
    log = written(tmp_path / "log.json", session_of(*deals, session="lost-weekend-won split error"))
    report = write_report(history(tmp_path / "h.duckdb", log), tmp_path / "report")
    (session,) = [path for path in report if path.parent.name == "sessions"]
    (ann,) = [path for path in report if path.stem.startswith("ann")]
    with visiting() as visit:
        page = visit.open(ann)
        classes = page.get_by_role("group", name="Classes of hands").locator("tfoot td")
        for column, expected in ((2, "1"), (3, "2")):
            assert classes.nth(column).inner_text() == expected
            classes.nth(column).locator("a").click()
            assert page.locator("#hands-1 tbody tr:visible").count() == int(expected)
        page.locator("#sessions-1 tbody tr td.amiss a").click()
        assert shown(page, "deals") == ["2"]
        page.goto(session.as_uri())
        page.locator("#players tbody tr", has_text="ann").locator("td.amiss a").click()
        assert shown(page, "deals") == ["2"]
        page.goto((session.parent.parent / "findings.html").as_uri())
        everything = page.locator("#findings tbody tr").count()
        page.get_by_role("link", name=re.compile("^settlement ")).click()
        assert 0 < page.locator("#findings tbody tr:visible").count() < everything


def test_a_number_leads_to_a_list_on_another_page(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.report / "bank.html")
        rows = page.locator("#tenures tbody tr", has_text="friday-faults").all()
        row = next(row for row in rows if row.locator("td").nth(2).inner_text() == "2")
        number, deals = row.locator("td").nth(2), row.locator("td").first.inner_text()
        number.locator("a").click()
        assert shown(page, "deals") == [str(n) for n in range(*map(int, deals.split("–")))] + [deals.split("–")[1]]
        page.go_back()
        page.goto((site.report / "index.html").as_uri())
        page.get_by_role("list", name="What was audited").get_by_text("Errors").locator("xpath=..").locator("a").click()
        assert page.locator("#findings tbody tr:visible").count() == 13
        assert set(page.locator("#findings tbody tr:visible td:nth-child(2)").all_inner_texts()) == {"error"}


def test_what_is_folded_away_is_not_searched(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.report / "findings.html")
        folded = page.locator("#findings details code").first.text_content() or ""
        assert "cash_out@66" in folded
        page.get_by_role("searchbox").first.fill("cash_out@66")
        assert page.locator("#findings tbody tr:visible").count() == 0
