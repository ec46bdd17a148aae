"""Pages in a real browser: Debian's chromium, without a network. Skipped only where there is no chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.reading_pages import EVENINGS, history

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Site(NamedTuple):
    """What was written about the sample evenings."""

    report: Path
    statements: Path

    def pages(self) -> list[Path]:
        return sorted(self.report.rglob("*.html")) + sorted(self.statements.rglob("*.html"))

    def deal(self, session: str, number: int) -> Path:
        (found,) = (self.report / "deals").glob(f"{session}*-{number}.html")
        return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    database = history(folder / "history.duckdb", *EVENINGS)
    write_report(database, folder / "report")
    write_statements(database, folder / "statements", report=folder / "report")
    return Site(folder / "report", folder / "statements")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium is installed; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=list(QUIET))
        yield launched
        launched.close()


@dataclass
class Visit:
    """A page in a browser, and what it tried: requests, words on the console, errors, dialogs."""

    page: Page
    requests: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)

    def open(self, path: Path, place: str = "") -> Page:
        """Goes to a page of ours; asserts that it asked for nothing but itself and complained of nothing."""
        self.requests.clear()
        address = path.resolve().as_uri()
        self.page.goto(address + place)
        assert self.requests == [address], path
        assert self.console == [], path
        return self.page


Visiting = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture
def visiting(browser: Browser) -> Visiting:
    """A window of its own: `with visiting(width=375, color_scheme="dark") as visit`. What it complains of is wrong."""

    @contextmanager
    def window(width: int = 1000, height: int = 900, **options: Any) -> Iterator[Visit]:
        context = browser.new_context(offline=True, viewport={"width": width, "height": height}, **options)
        visit = Visit(context.new_page())
        page = visit.page
        page.on("request", lambda request: visit.requests.append(request.url.partition("#")[0]))
        page.on("console", lambda message: visit.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: visit.console.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (visit.console.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        yield visit
        assert visit.console == []
        assert {request.partition(":")[0] for request in visit.requests} <= {"file", "data"}
        context.close()

    return window
