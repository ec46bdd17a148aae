"""Long names and large amounts stay within the screen, and on a telephone a finding's words are where one looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.reading_pages import deal_of, history, session_of, written

LONG = "Wolfeschlegelsteinhausenbergerdorff" * 3
HANDS = (
    "ann deal 8S", "eve deal KH", "ann stake 99999999999.00", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay",
    "ann settle -99999999998.00",
)  # fmt: skip


@pytest.fixture(scope="module")
def long_names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    log = session_of(
        deal_of(1, *HANDS), session=LONG, players=("ann", "eve"), rules={"max_stake": "99999999999.00"},
    )  # fmt: skip
    log["players"] = [{"id": "ann", "name": LONG}, {"id": "eve", "name": LONG[::-1]}]
    database = history(folder / "h.duckdb", written(folder / "log.json", log))
    return write_report(database, folder / "report") + write_statements(database, folder / "statements")


@pytest.mark.parametrize("width", [375, 1200])
def test_long_names_and_large_amounts_stay_on_the_screen(visiting, long_names, width) -> None:
    with visiting(width=width) as visit:
        for path in (path for path in long_names if path.suffix == ".html"):
            page = visit.open(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            over = page.evaluate(
                "[...document.querySelectorAll('.figures li, header.top nav, dl.facts')]"
                ".filter((place) => place.scrollWidth > place.clientWidth + 1).map((place) => place.textContent)"
            )
            assert over == [], path


@pytest.mark.parametrize("name", ["index.html", "findings.html"])
def test_on_a_telephone_a_findings_words_are_in_sight(visiting, site, name) -> None:
    with visiting(width=375) as visit:
        page = visit.open(site.report / name)
        boxes = page.evaluate(
            "[...document.querySelectorAll('table.told tbody tr')].map((row) => [row.getBoundingClientRect().height,"
            " row.querySelector('.words').getBoundingClientRect().right])"
        )
        assert len(boxes) > 10
        assert max(right for _, right in boxes) <= 375
        assert max(height for height, _ in boxes) < 260


MONEY = """(table) => [...table.querySelectorAll('tr')].filter((row) => !row.closest('thead')).flatMap((row) =>
    [...row.querySelectorAll('.num')].filter((cell) => cell.textContent.trim()).map((cell) => {
        const text = document.createRange(); text.selectNodeContents(cell);
        const box = text.getBoundingClientRect(), all = cell.getBoundingClientRect();
        const label = getComputedStyle(cell, '::before').content;
        return [box.left, box.right, all.left, all.right, label, cell.closest('tfoot') !== null]; }))"""


TRIED = {"Kept", "Cannot tell", "Money"}
OF_A_PLAYER = {
    "table.classes": {"Hands", "Share", "Won", "Lost", "Staked", "Result"},
    "table.sat": {"Deals", "As player", "As banker", "Kitty, bank sold", "Recorded", "Due", "Difference", "So far"},
    "table.held": {"Stake", "Recorded", "Due"},
}


def unfolded(page: Page) -> Page:
    """The page with everything open that can be opened."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    return page


def lists(report: Path) -> list[tuple[Path, str, set[str]]]:
    """The same of sessions, players and the bank."""
    money = {"Staked", "Moved otherwise", "Hands compared", "Settled", "Due for the same", "Apart, hand by hand"}
    sittings = {"Players", "Deals", "Staked", "Moved otherwise", "Errors", "Warnings"}
    people = {"Sessions", "Deals", "Recorded", "Due", "Difference"}
    results = {"As player", "As banker", "Total recorded", "Total due", "Difference"}
    shoot_night, friday = (next((report / "sessions").glob(f"{name}*")) for name in ("shoot", "friday"))
    names = {"Ann Whitlock", "Ben Okafor", "Cat Moreau", "Dev Patel", "Eve Lindqvist"}
    bank = {"Hands", "Staked", "Due"}
    return [
        (report / "index.html", "table.money", money),
        (report / "index.html", "table.sittings", sittings),
        (report / "index.html", "table.people", people),
        (report / "sessions.html", "#sessions", sittings | {"Hands"}),
        (report / "players.html", "#players", people | {"As player", "As banker", "Kitty, bank sold"}),
        (shoot_night, "#players", results | {"Shoot bets", "Kitty", "Bank sold"}),
        (friday, "#players", results | {"Bank sold"}),
        (report / "bank.html", "table.bankers", bank | {"Sessions", "Deals", "Counted", "Result", "Hold"}),
        (report / "bank.html", "#tenures", bank | {"How many", "Recorded"}),
        (report / "index.html", "table.groups", TRIED | {"Rules", "Met something", "Findings", "Held back"}),
        *((next((report / "players").glob("ann*")), table, names) for table, names in OF_A_PLAYER.items()),
        (report / "index.html", "table.tried", {"Times", "Kept", "Cannot tell", "Money"}),
        (report / "findings.html", "table.kinds", {"Times", "Money"}),
        (shoot_night, "table.held", {"Stakes taken", "Recorded", "Due", "Into the kitty", "Out of it"}),
        (shoot_night, "#deals", {"Hands", "Staked", "Recorded", "Due", "Kitty after"}),
        (friday, "#deals", {"Hands", "Staked", "Recorded", "Due"}),
        (shoot_night, "table.each", names | {"Kitty"}),
        (report / "bank.html", "#kitties", {"Put in", "Taken out", "On shoot bets", "Left, recorded", "Left, due"}),
    ]


def folding(site) -> list[tuple[Path, str, set[str]]]:
    """The tables whose last columns are money, and what their amounts are called where they are folded."""
    hands = {"Stake", "Recorded", "Due", "Difference"}
    sheet = site.report / "sheets" / site.deal("friday", 5).name
    deals = sorted((site.report / "deals").glob("shoot*"))
    shoot = next(page for page in deals if "shoot bet<" in page.read_text("utf-8"))
    statements = [next(site.statements.glob(f"{folder}/ann-*.html")) for folder in ("friday*", "accounts/gbp")]
    return [
        *((page, "table.hands", hands) for page in (site.deal("friday", 5), shoot, sheet)),
        (sheet, "table.questions", {"Event", "Changes"}),
        *((page, "#adjustments", {"Before", "After", "Adjustment"}) for page in statements),
        *((page, "table.sums", hands - {"Stake"}) for page in statements),
        *((page, "table.payments", {"Amount"}) for page in (statements[0], site.statements / "statements.html")),
        (site.statements / "statements.html", "table.accounts.one", {"Recorded", "Due", "Difference"}),
        (
            site.statements / "statements.html",
            "table.accounts:not(.one)",
            {"Opening", "Recorded", "Due", "Difference", "Closing"},
        ),
        (site.deal("friday", 5), "table.play", {"Count", "Staked", "Paid", "Due"}),
        (shoot, "table.play", {"Count", "Staked", "Shoot bets", "Kitty", "Paid", "Due"}),
        *lists(site.report),
    ]


def test_on_a_telephone_money_is_in_sight_without_scrolling_and_says_what_it_is(visiting, site) -> None:
    with visiting(width=375) as visit:
        for path, table, names in folding(site):
            amounts = unfolded(visit.open(path)).locator(table).first.evaluate(MONEY)
            assert len(amounts) > 1, path
            for left, right, cell_left, cell_right, label, foot in amounts:
                assert 0 <= cell_left <= left <= right <= cell_right <= 375, (path, table, label)
                assert label != "none" or foot
            assert {label.strip('"') for *_, label, foot in amounts if not foot} == names, path


SIDEWAYS = """[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.getAttribute('aria-label'))"""


def test_on_a_telephone_tables_do_not_scroll_sideways(visiting, site, tmp_path) -> None:
    """Not on pages of sessions, lists, statements, though names are long. A chart does, or its words would be lost."""
    log = session_of(deal_of(1, *(event.replace("999999999", "") for event in HANDS)), players=("ann", "eve"))
    log["players"] = [{"id": "ann", "name": LONG}, {"id": "eve", "name": LONG[::-1]}]
    write_report(history(tmp_path / "h.duckdb", written(tmp_path / "log.json", log)), tmp_path / "report")
    names = ("index", "findings", "sessions", "players", "bank")
    paths = [*(site.report / f"{name}.html" for name in names), *site.statements.rglob("*.html")]
    paths += [path for report in (site.report, tmp_path / "report") for path in (report / "sessions").iterdir()]
    with visiting(width=375) as visit:
        for path in paths:
            assert set(unfolded(visit.open(path)).evaluate(SIDEWAYS)) <= {"Chart"}, path


def test_on_a_telephone_a_kitty_and_what_is_due_of_it_stand_within_the_screen(visiting, tmp_path) -> None:
    first = (
        "eve kitty_in 2000", "ann deal 8S", "ben deal TS", "eve deal KH", "ann stake 2", "ben stake 3", "ann shoot 4",
        "ben shoot 5", "ann deal 9D", "ben deal 9S", "eve deal 8C", "ann stick", "ben stick", "eve stay",
    )  # fmt: skip
    second = (
        "eve kitty_out 1000", "ann kitty_in 1000", "ben deal 5S", "eve deal 6C", "ann deal 7D", "ben stake 1",
        "eve stake 2", "ben deal KD", "eve deal 5D", "ann deal 7H", "ben stick", "eve stick", "ann draw 2C", "ann stay",
    )  # fmt: skip
    deals = deal_of(1, *first), deal_of(2, *second, banker="ann", shuffled=True)
    rules = {"base": "shoot-pontoon", "min_players": 2}
    bare = session_of(*deals, session="bare", rules=rules)
    paid = deal_of(1, *first, "ann settle -2", "ben settle 3")
    log = written(tmp_path / "log.json", bare, session_of(paid, deals[1], session="paid", rules=rules))
    write_report(history(tmp_path / "h.duckdb", log), tmp_path / "report", deals="all")
    told = 0
    with visiting(width=375) as visit:
        for path in (path for name in ("deals", "sessions") for path in (tmp_path / "report" / name).iterdir()):
            page = unfolded(visit.open(path))
            assert set(page.evaluate(SIDEWAYS)) <= {"Chart"}, path
            told += page.locator("table.play td:nth-child(7)", has_text="due)").count()
            told += page.locator("table.dealt .tag", has_text="result not known").count()
    assert told > 1


def test_on_a_wide_screen_and_on_paper_the_same_tables_are_tables(visiting, site) -> None:
    with visiting(width=1200) as visit:
        for path, table, _ in folding(site):
            page = unfolded(visit.open(path))
            for media in ("screen", "print"):
                page.emulate_media(media=media)
                page.set_viewport_size({"width": 1200 if media == "screen" else 375, "height": 900})
                row = page.locator(f"{table} tbody tr").first
                assert row.evaluate("(row) => getComputedStyle(row).display") == "table-row", (path, media)
                assert page.locator(f"{table} thead").first.is_visible()
            page.set_viewport_size({"width": 1200, "height": 900})
            page.emulate_media(media="screen")


def test_on_a_telephone_charts_are_in_sight_and_lists_are_sorted_and_narrowed(visiting, site) -> None:
    charts = 0
    with visiting(width=375) as visit:
        for path in (site.report / "index.html", site.report / "bank.html", *(site.report / "sessions").iterdir()):
            page = visit.open(path)
            rights = page.locator("figure").evaluate_all("(all) => all.map((c) => c.getBoundingClientRect().right)")
            assert all(right <= 375 for right in rights), path  # a wide one scrolls in its own place
            heights = page.locator("svg.chart text").evaluate_all(
                "(all) => all.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
            )
            assert all(height >= 11 for height in heights), path
            charts += len(rights)
        page = visit.open(site.report / "players.html")
        page.locator("#players thead").get_by_role("button", name="Due").click()
        assert page.locator("#players th[aria-sort]").inner_text().startswith("Due")
        page.get_by_role("searchbox").fill("dev")
        assert page.locator("#players tbody tr:visible").count() == 1
    assert charts > 5


def test_on_a_telephone_a_hand_that_was_settled_twice_is_told_within_the_screen(visiting, tmp_path) -> None:
    much = "99999999999.00"
    twice = deal_of(
        1, "ann deal 8S", "eve deal KH", f"ann stake {much}", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay",
        f"ann settle -{much}", f"ann settle -{much}",
    )  # fmt: skip
    log = written(tmp_path / "log.json", session_of(twice, players=("ann", "eve"), rules={"max_stake": much}))
    paths = write_statements(history(tmp_path / "h.duckdb", log), tmp_path / "out", player="eve", session="club")
    with visiting(width=375) as visit:
        page = visit.open(next(path for path in paths if path.name.startswith("eve") and path.suffix == ".html"))
        (told,) = page.locator("ul.banked li").all()
        assert "settled twice:" in told.inner_text()
        assert told.evaluate(
            "(li) => { const text = document.createRange(); text.selectNodeContents(li);"
            " return text.getBoundingClientRect().right <= innerWidth && li.scrollWidth <= li.clientWidth; }"
        )


def test_on_a_telephone_no_head_says_what_it_is_twice(visiting, site) -> None:
    with visiting(width=375) as visit:
        for path, table, _ in folding(site):
            page = visit.open(path)
            marks = page.locator(f"{table}.sorts thead th").evaluate_all(  # other heads are out of sight
                "(heads) => heads.map((head) => getComputedStyle(head, '::before').content)"
            )
            assert set(marks) <= {"none"}, path
