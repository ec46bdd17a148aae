"""Every kind of page, as a browser sees it: quiet, readable for everybody, within its screen and its sheet of paper."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import axe_playwright_python
import pypdf
import pytest

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


def test_a_dispute_sheet_is_one_sheet_of_paper(visiting, site) -> None:
    sheets = sorted((site.report / "sheets").glob("friday*.html"))
    assert len(sheets) == 9
    with visiting() as visit:
        counted = []
        for path in sheets:
            paper = visit.open(path).pdf(prefer_css_page_size=True)
            counted.append(len(pypdf.PdfReader(BytesIO(paper)).pages))
    assert counted.count(1) >= 8
    assert max(counted) <= 2


def test_a_page_on_paper_is_black_on_white_and_leaves_no_row_out(visiting, site) -> None:
    with visiting(color_scheme="dark") as visit:
        for path in one_of_each_kind(site):
            page = visit.open(path)
            page.emulate_media(media="print")
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            hidden = page.locator("main table:not(details table) tbody tr").evaluate_all(
                "(rows) => rows.filter((row) => !row.getClientRects().length).length"
            )
            assert hidden == 0, path
            page.emulate_media(media="screen")
