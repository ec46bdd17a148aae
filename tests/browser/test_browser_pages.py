"""Every kind of page, as a browser sees it: quiet, readable for everybody, within its screen and its sheet of paper."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import axe_playwright_python
import pypdf
import pytest

from pontoon_audit.reporting import write_report
from tests.reporting.reading_pages import deal_of, history, session_of, written

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
VIOLATIONS = """async (rules) => (await axe.run(document, {resultTypes: ["violations"],
    ...(rules ? {runOnly: {type: "rule", values: rules}} : {})})).violations.map(
    (found) => [found.id, found.help, found.nodes.slice(0, 3).map((node) => node.html.slice(0, 300))])"""

ONE_OF_EACH_SHAPE = """() => { const seen = new Set(); for (const row of document.querySelectorAll("tbody tr")) {
    const shape = row.closest("table").className + row.outerHTML.replace(/>[^<]*</g, "><")
        .replace(/ (?:id|href|data-[a-z]+)="[^"]*"/g, "");
    if (seen.has(shape)) row.remove();
    seen.add(shape); } }"""
"""Leaves out rows that look like one before: what their colours are is asked for once."""


def one_of_each_kind(site) -> list[Path]:
    """Every page that stands beside the folders, and of each folder the shortest; of deals one with findings."""
    long_first = sorted(site.report.rglob("*.html"), key=lambda path: (-path.stat().st_size, path))
    found = {path if path.parent == site.report else path.parent: path for path in long_first}
    found[site.report / "deals"] = site.deal("friday", 5)
    found[site.report / "sheets"] = site.report / "sheets" / site.deal("friday", 5).name
    kinds = {path.parent.name for path in found.values()}
    assert kinds >= {"report", "sessions", "deals", "sheets"}
    statements = sorted(site.statements.glob("*.html")), sorted(site.statements.glob("friday*/*.html"))
    accounts = [
        path for path in site.statements.glob("accounts/gbp/*.html") if "Adjustments" in path.read_text("utf-8")
    ]
    short_first = sorted(accounts, key=lambda path: (path.stat().st_size, path))
    return [*found.values(), *statements[0], *statements[1][-2:], short_first[0]]


def test_no_page_asks_for_anything_or_complains(visiting, site) -> None:
    with visiting() as visit:
        for path in one_of_each_kind(site):
            visit.open(path)


@pytest.mark.parametrize(("scheme", "rules"), [("light", None), ("dark", ["color-contrast"])])
def test_nothing_on_any_kind_of_page_shuts_somebody_out(visiting, site, scheme, rules) -> None:
    """In the dark only the colours are others."""
    wrong = {}
    with visiting(color_scheme=scheme) as visit:
        for path in one_of_each_kind(site):
            page = visit.open(path)
            if rules:
                page.evaluate(ONE_OF_EACH_SHAPE)
            page.evaluate(AXE)
            wrong[path.name] = page.evaluate(VIOLATIONS, rules)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("width", [375, 1280])
def test_no_page_is_wider_than_its_screen(visiting, site, width) -> None:
    with visiting(width=width) as visit:
        for path in one_of_each_kind(site):
            page = visit.open(path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, path


def on_paper(page) -> list[str]:
    """What stands on each sheet of paper that the page is printed on."""
    paper = page.pdf(prefer_css_page_size=True)
    return [" ".join(sheet.extract_text().split()) for sheet in pypdf.PdfReader(BytesIO(paper)).pages]


def test_a_dispute_sheet_is_one_sheet_of_paper(visiting, site) -> None:
    sheets = sorted((site.report / "sheets").glob("friday*.html"))
    assert len(sheets) == 9
    with visiting() as visit:
        assert {path.name: len(on_paper(visit.open(path))) for path in sheets} == {path.name: 1 for path in sheets}


def test_where_a_dispute_sheet_needs_more_paper_its_end_keeps_together(visiting, tmp_path) -> None:
    players = tuple(f"maximiliane-theodora-{i}" for i in range(8))
    dealt = [
        f"{who} deal {card}"
        for who, card in zip(players, ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S"), strict=True)
    ]
    again = [
        f"{who} deal {card}"
        for who, card in zip(players, ("KS", "KH", "KD", "KC", "QS", "QH", "QD", "QC"), strict=True)
    ]
    deals = [
        deal_of(
            number + 1, *(f"{who} buy_in 50" for who in players for _ in range(number)), *dealt,
            *(f"{who} stake 2" for who in players[:-1]), *again, *(f"{who} stick" for who in players[:-1]),
            f"{players[-1]} stay", *(f"{who} settle 2" for who in players[:-1]), banker=players[-1],
        )
        for number in range(12)
    ]  # fmt: skip
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals, players=players)))
    sheets = [path for path in write_report(database, tmp_path / "out") if path.parent.name == "sheets"]
    counted = set()
    with visiting() as visit:
        for path in sheets:
            *_, last = texts = on_paper(visit.open(path))
            counted.add(len(texts))
            assert "Agreed:" in last, path
            assert "Written by pontoon-audit" in last
            assert "On one line" in last or " settle" in last, "the signatures stand under what is agreed"
    assert len(sheets) == 12
    assert len(counted) > 1


def test_a_page_on_paper_is_black_on_white_and_leaves_no_row_out(visiting, site) -> None:
    with visiting(color_scheme="dark") as visit:
        for path in one_of_each_kind(site):
            page = visit.open(path)
            page.emulate_media(media="print")
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            hidden = page.locator("main tbody tr").evaluate_all(
                "(rows) => rows.filter((row) => !row.checkVisibility() || !row.getClientRects().length).length"
            )
            assert hidden == 0, path
            page.emulate_media(media="screen")


def test_on_paper_no_head_stands_alone_at_the_foot_of_a_sheet(visiting, site) -> None:
    (path,) = site.statements.glob("friday*/ann-*.html")
    with visiting() as visit:
        page = visit.open(path)
        heads = page.locator("main :is(thead, h2, h3, caption, summary)").evaluate_all(
            "(heads) => heads.map((head) => head.textContent)"
        )
        page.evaluate("document.querySelector('h1').after(document.createElement('div'))")
        for height in range(0, 250, 10):
            page.evaluate("(height) => { document.querySelector('h1 + div').style.height = `${height}mm`; }", height)
            *sheets, _ = on_paper(page)
            for sheet in sheets:
                ends = "".join(re.sub(r"Written by pontoon-audit.*?not decidable\.|\d+ / \d+", "", sheet).split())
                alone = [head for head in heads if ends.endswith("".join(head.split()))]
                assert alone == [], height


def test_on_paper_no_sheet_holds_the_footer_alone(visiting, site) -> None:
    with visiting() as visit:
        for path in one_of_each_kind(site):
            page = visit.open(path)
            page.emulate_media(media="print")
            assert not page.locator("footer").is_visible()
            for sheet in on_paper(page):
                said = re.search(r"Written by pontoon-audit.*?not decidable\.", sheet)
                assert said, path
                assert len(sheet) > len(said[0]) + 20, path
            page.emulate_media(media="screen")
