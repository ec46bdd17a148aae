"""Money of several currencies: never compared, none crowded out by another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reporting import bank_page, overview, report, write_report
from tests.reporting.reading_pages import Page, deal_of, history, pages, session_of, written

FINDINGS = "What setting a finding right"


def evening(currency: str | None, *wrong: int, stake: int = 2, **more: Any) -> dict[str, Any]:
    """An evening of deals in each of which ann loses her stake, and so much is settled otherwise."""
    hand = ("ann deal 8S", "eve deal KH", f"ann stake {stake}", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
    deals = [deal_of(number, *hand, f"ann settle {-stake + amount}") for number, amount in enumerate(wrong, 1)]
    named = {"session": f"evening-{currency}", "rules": {"max_stake": "100000"}} | more
    return session_of(*deals, currency=currency, players=("ann", "eve"), **named)


def report_on(folder: Path, *evenings: dict[str, Any], deals: Any = None) -> dict[str, Page]:
    """The pages at the report's top, and in its folders, by name."""
    database = history(folder / "h.duckdb", written(folder / "log.json", *evenings))
    return {
        path.relative_to(folder / "out").as_posix(): page
        for path, page in pages(write_report(database, folder / "out", deals)).items()
    }


def money_of(page: Page) -> list[str]:
    return [row[0] for row in page.rows(FINDINGS) if row[0] != "–"]


def test_findings_stand_currency_by_currency_and_of_each_by_money(tmp_path) -> None:
    made = report_on(tmp_path, evening("GBP", 40, 7, stake=50), evening("EUR", 500, 20, stake=600))
    assert money_of(made["findings.html"]) == ["−€500.00", "−€20.00", "−£40.00", "−£7.00"]
    assert "currency by currency, since amounts of two currencies cannot be compared" in made["findings.html"].text
    assert money_of(made["index.html"]) == ["−€500.00", "−€20.00", "−£40.00", "−£7.00"]
    kinds = "The gravest first, then those found most often: amounts of two currencies cannot be compared."
    assert kinds in made["index.html"].text


def test_where_there_is_one_currency_nothing_is_said_of_others(tmp_path) -> None:
    made = report_on(tmp_path, evening("GBP", 40, 7, stake=50))
    assert money_of(made["findings.html"]) == ["−£40.00", "−£7.00"]
    for name in ("findings.html", "index.html", "sessions.html", "bank.html"):
        assert "urrencies" not in made[name].text
        assert "each currency" not in made[name].text


@pytest.fixture
def few(monkeypatch) -> None:
    """A report that has room for two of each."""
    monkeypatch.setattr(overview, "MOST_FINDINGS", 2)
    monkeypatch.setattr(overview, "AT_FIRST", 2)
    monkeypatch.setattr(report, "MOST_DEAL_PAGES", 2)
    monkeypatch.setattr(report, "MOST_SESSION_PAGES", 2)
    monkeypatch.setattr(report, "CHOSEN_SESSIONS", 2)
    monkeypatch.setattr(bank_page, "MOST_TENURES", 2)


@pytest.mark.usefixtures("few")
def test_a_currency_of_large_numbers_leaves_the_others_their_pages_and_rows(tmp_path) -> None:
    yen = [evening("JPY", 500, 400, stake=600, session=f"tokyo-{number}") for number in range(3)]
    made = report_on(tmp_path, *yen, evening("GBP", 1, 2, session="london"), deals="findings")
    for kind in ("deals/", "sessions/"):
        assert sorted(name.removeprefix(kind)[:5] for name in made if name.startswith(kind)) == ["londo", "tokyo"]
    assert any("london" in name and name.endswith("-2.html") for name in made), "its deal of most money"
    for name in ("findings.html", "index.html"):
        rows = made[name].rows(FINDINGS)
        assert [row[0][:2] for row in rows] == ["−£", "−J"]
        assert "as many of each currency as far as there are" in made[name].text
    assert "each currency in turn" in made["sessions.html"].text
    assert "each currency in turn" in made["bank.html"].text
    assert {row[0][:5] for row in made["bank.html"].rows("Who held the bank")} == {"londo", "tokyo"}
    assert len({row[4][0] for row in made["index.html"].rows("Won (above 0) or lost, as player")}) == 2
