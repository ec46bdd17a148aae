"""Money of several currencies: never compared, none crowded out by another, each written as its people write it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from pontoon_audit import audit
from pontoon_audit.reporting import bank_page, overview, report, write_report, write_statements
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


def test_money_of_a_kind_leads_to_the_findings_in_its_currency(tmp_path) -> None:
    made = report_on(tmp_path, evening("GBP", 40, 7, stake=50), evening("EUR", 500, 20, stake=600))
    for name in ("index.html", "findings.html"):
        links = {
            link.text: unquote(link.attributes["href"]) for link in made[name].elements
            if link.tag == "a" and link.text in ("£47.00", "€520.00")
        }  # fmt: skip
        assert links.keys() == {"£47.00", "€520.00"}
        assert links["£47.00"].endswith('"currency:GBP"#findings')
        assert links["€520.00"].endswith('"currency:EUR"#findings')
    marks = [row.attributes.get("data-also", "").split("\n") for row in made["findings.html"].elements]
    assert all(sum(f"currency:{currency}" in row for row in marks) >= 2 for currency in ("GBP", "EUR"))


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


WITH_DECIMALS = re.compile(r"[0-9]\.[0-9]{2}(?![0-9.])")


def test_yen_are_whole_on_every_page_and_a_part_of_one_is_shown_exactly(tmp_path) -> None:
    """In the words of a finding too, though they have two decimals in its data."""
    shoots = deal_of(
        3, "eve kitty_in 5000", "ann deal 8S", "eve deal KH", "ann stake 600", "ann shoot 700", "ann deal 9D",
        "eve deal 9C", "ann stick", "eve stay", "ann settle -600", "ann settle_shoot -700",
    )  # fmt: skip
    night = evening(
        "JPY", 400, 30, stake=600, rules={"base": "shoot-pontoon", "max_stake": "10000", "kitty_max": "9000"}
    )
    night["deals"].append(shoots)
    night["deals"][1]["events"][-1]["amount"] = "-570.25"
    log = written(tmp_path / "log.json", night, evening("JPY", 0, stake=1, session="second"))
    database = history(tmp_path / "h.duckdb", log)
    read = pages(write_report(database, tmp_path / "out") + write_statements(database, tmp_path / "st"))
    assert any(".00" in message for message in audit(str(log)).findings["message"])
    shown = set()
    for path, page in read.items():
        text = page.text
        text += " ".join(
            value for element in page.elements for value in element.attributes.values() if "<" not in value
        )
        shown |= {text[found.start() - 3 : found.end()].strip() for found in WITH_DECIMALS.finditer(text)}
        assert not re.search(r"[0-9]\.00(?![0-9.])", text), path
    assert any("570.25" in amount for amount in shown)
    (first,) = [
        page for path, page in read.items() if path.parent.name == "sessions" and path.name.startswith("evening")
    ]
    assert "stakes from JPY 1 to JPY 10,000." in first.text


def test_data_have_two_decimals_whatever_the_currency(tmp_path) -> None:
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", evening("JPY", 400, stake=600)))
    paths = write_statements(database, tmp_path / "st", formats=("csv", "json"))
    texts = [path.read_text(encoding="utf-8") for path in paths if path.suffix in (".csv", ".json")]
    assert any('"-200.00"' in text for text in texts)
    assert any(",-200.00," in text for text in texts)


def test_the_axis_of_a_chart_in_yen_has_whole_marks(tmp_path) -> None:
    made = report_on(tmp_path, evening("JPY", 0, stake=1), evening("GBP", 0, stake=1))
    marks = {
        name[9:20]: re.findall(r">([\u2212-]?[0-9]*\.[0-9]+)</text>", page.source)
        for name, page in made.items()
        if name.startswith("sessions/")
    }
    assert marks["evening-jpy"] == []
    assert marks["evening-gbp"] != []
