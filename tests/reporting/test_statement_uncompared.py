"""What of a statement cannot be compared: it is told, and recorded, due and difference close with it."""

from __future__ import annotations

import re
from decimal import Decimal

from pontoon_audit.reporting import write_statements
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, as_number, deal_of, history, session_of, shown_number, written


def notes_of(cell: str) -> Decimal:
    """What a note says of amounts that cannot be compared: recorded ones less due ones."""
    found = re.findall(r"of (−?[0-9.]+)(?: together)? (recorded|due) cannot be compared", cell)
    return sum((as_number(amount) * (1 if kind == "recorded" else -1) for amount, kind in found), Decimal(0))


def test_recorded_due_and_difference_close_with_a_pencil(samples: Written) -> None:
    noted = 0
    for path in samples.statements:
        page = samples.pages.get(path)
        if page is None or path.parent.parent.name != "statements" or "had no hand, no bank" in page.text:
            continue
        if "The log records no settlements" in page.text:
            continue
        shown = page.rows("Won (above 0) or lost; the balance")[1:-1]
        lines = [(cells[1], cells[-4:-1]) for cells in shown if "chips" not in cells[-1]]
        lines += [(cells[0], cells[-3:]) for cells in page.rows("The lines above")]
        for name, cells in lines:
            recorded, due, difference = map(shown_number, cells)
            assert recorded - notes_of(name) + difference == due, (path, name, cells)
            noted += "cannot be compared" in name
    assert noted > 2


def test_a_settlement_set_aside_is_told_on_both_statements(evenings: Written) -> None:
    for player, due in (("dev", "−6.00"), ("ben", "6.00")):
        (page,) = [
            page for path, page in evenings.pages.items()
            if path.parent.parent.name == "statements"
            and path.parent.name.startswith("friday")
            and path.name.startswith(player)
        ]  # fmt: skip
        assert "By what can be compared" in page.text
        (line,) = [cells for cells in page.rows("Won (above 0)")[1:-1] if "cannot be compared" in cells[1]]
        assert line[0] == "8"
        assert f"1 settlement of {due} due cannot be compared" in line[1]
        assert f"1 settlement of {due} due cannot be compared" in page.rows("The lines above")[-1][0]


def test_a_bank_line_says_how_much_of_it_cannot_be_compared(tmp_path) -> None:
    deal = deal_of(
        1, "ann deal 8S", "ben deal TS", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal ZZ", "ben deal TD",
        "eve deal 9C", "ann stick", "ben stick", "eve stay", "ann settle -2", "ben settle 3",
    )  # fmt: skip
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(deal)))
    page = Page(write_statements(database, tmp_path / "out", player="eve")[1])
    (line,) = page.rows("Won (above 0) or lost; the balance")[1:-1]
    assert "1 settlement of 2.00 recorded cannot be compared" in line[1]
    assert line[-4:-1] == ["−1.00", "−3.00", "0.00"]
    assert "−1.00 recorded, less 2.00 that cannot be compared, and a difference of 0.00 make −3.00 due" in page.text
