"""Amounts are sorted as amounts, whatever the currency is called, and those of two currencies not among each other."""

from __future__ import annotations

import pytest

from pontoon_audit.reporting import write_report
from tests.browser.test_browser_tables import COLUMN, first_table, head_of
from tests.reporting.reading_pages import history, written
from tests.reporting.test_reporting_currencies import evening

WRONG = {"chips2": (5, 1100, 30), "GBP": (40, 7), "2": (3, 11)}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("currencies")
    evenings = [evening(name, *wrong, stake=9000) for name, wrong in WRONG.items()]
    database = history(folder / "h.duckdb", written(folder / "log.json", *evenings))
    write_report(database, folder / "report")
    return folder / "report"


def test_amounts_of_a_currency_with_digits_in_its_name_are_sorted_as_amounts(visiting, report) -> None:
    two, chips, pounds = (
        [f"−{currency}{amount}.00" for amount in amounts]
        for currency, amounts in (
            ("2\N{NO-BREAK SPACE}", (11, 3)),
            ("chips2\N{NO-BREAK SPACE}", ("1,100", 30, 5)),
            ("£", (40, 7)),
        )
    )
    with visiting() as visit:
        table = first_table(visit.open(report / "findings.html"))
        i, head = head_of(table, "Money")
        seen = []
        for _ in ("descending", "ascending"):
            head.get_by_role("button").click()
            seen.append([cell for cell in table.evaluate(COLUMN, i) if cell != "–"])
        downwards, upwards = seen
        assert downwards == two[::-1] + chips[::-1] + pounds[::-1]
        assert upwards == two + chips + pounds


def test_numbers_of_deals_are_still_sorted_as_numbers(visiting, report) -> None:
    with visiting() as visit:
        table = first_table(visit.open(report / "findings.html"))
        i, head = head_of(table, "Deal")
        head.get_by_role("button").click()
        numbers = [int(cell) for cell in table.evaluate(COLUMN, i) if cell]
        assert numbers == sorted(numbers, reverse=True)
