"""Long names and large amounts stay within the screen, and on a telephone a finding's words are where one looks."""

from __future__ import annotations

import pytest

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
