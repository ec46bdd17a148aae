"""Names that try everything, in a browser whose policy is switched off, so that nothing but escaping holds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.reporting.test_reporting_hostile import NAMES, everything

REPLAYED = """() => { const last = document.querySelector("[data-go=last]"); last.click();
    const made = [...new Set([...document.querySelectorAll(".replay *")].map((element) => element.localName))];
    last.dispatchEvent(new KeyboardEvent("keydown", {key: "Home", bubbles: true}));
    return [made, document.querySelector(".now .count").textContent]; }"""
INERT = """() => ({
    loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
    ran: window.ran ?? null,
    strange: [...document.querySelectorAll("img, iframe, object, embed, form, base, link, a[href*=':']")].length,
    handlers: [...document.querySelectorAll("*")].filter(
        (element) => [...element.attributes].some((attribute) => /^on|^style$|^src/.test(attribute.name))).length,
    scripts: [...document.scripts].map((script) => script.parentElement.tagName),
    outside: document.body.querySelectorAll(":scope > :not(a.skip, header, main, footer, script)").length})"""


OURS = {
    "h2", "ol", "li", "p", "span", "strong", "bdi", "dl", "div", "dt", "dd", "button", "input", "kbd", "code"
}  # fmt: skip


MARKUP = [name for name in NAMES if {"<", '"', "'", "{", "&"} & set(name) or name.startswith(("javascript", "\u202e"))]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory) -> list[Path]:
    paths = everything(tmp_path_factory.mktemp("hostile"), MARKUP)
    return [path for path in paths if path.suffix == ".html"]


def test_no_name_runs_loads_or_becomes_anything(visiting, attacked) -> None:
    assert len(attacked) > 6 * len(MARKUP)
    replayed = 0
    with visiting(bypass_csp=True) as visit:
        visit.page.add_init_script("window.alert = window.confirm = window.print = () => { window.ran = true; };")
        for path in attacked:
            page = visit.open(path)
            if path.parent.name == "deals":
                replay(page, path)
                replayed += 1
            state = page.evaluate(INERT)
            assert set(state.pop("scripts")) <= {"BODY"}, path
            assert state == {"loaded": [], "ran": None, "strange": 0, "handlers": 0, "outside": 0}, path
    assert replayed >= len(MARKUP)


def replay(page: Page, path: Path) -> None:
    """To the end and back: what is copied then is text and our own elements."""
    made, count = page.evaluate(REPLAYED)
    assert set(made) <= OURS, path
    assert count.startswith("Step 1 of "), path
