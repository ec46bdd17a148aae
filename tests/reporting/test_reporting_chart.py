"""The chart draws what the table beside it says."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest

from pontoon_audit.reporting import write_report
from pontoon_audit.reporting.chart import LEFT, RIGHT, draw
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.scale import steps
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, deal_of, history, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def amount(cell: str) -> Decimal:
    return Decimal(cell.replace("−", "-").replace("\u202f", ""))


def points(line) -> list[tuple[Decimal, Decimal]]:
    return [tuple(map(Decimal, point.split(","))) for point in line.attributes["points"].split()]


def test_lines_end_where_the_players_results_stand(samples: Written) -> None:
    drawn = 0
    for path, page in samples.pages.items():
        if path.parent.name != "sessions" or not page.all("svg"):
            continue
        marks = {
            amount(text.text): Decimal(text.attributes["y"]) - 4
            for text in page.all("text", class_="axis")
            if text.attributes.get("text-anchor") == "end" and text.text != "bank"
            and Decimal(text.attributes["y"]) < 310
        }  # fmt: skip
        low, high = min(marks), max(marks)
        table = page.rows("Result so far")
        lines = page.all("polyline")
        assert len(lines) == len(page.rows("Won (above 0) or lost, recorded")) - (1 + 2 * ("Together" in page.text))
        for i, line in enumerate(lines):
            expected = [Decimal(0), *(amount(row[i + 1]) for row in table)]
            for (_, y), result in zip(points(line), expected, strict=True):
                where = marks[low] + (result - low) / (high - low) * (marks[high] - marks[low])
                assert abs(y - where) <= Decimal("0.1")
            drawn += 1
    assert drawn > 20


def test_the_last_row_of_its_table_is_the_players_result(samples: Written) -> None:
    for path, page in samples.pages.items():
        if path.parent.name == "sessions" and page.all("svg"):
            totals = [row[-3] if row[-3] != "–" else row[-2] for row in page.rows("Won (above 0) or lost, recorded")]
            last = page.rows("Result so far")[-1]
            assert last[1 : 1 + len(page.all("polyline"))] == totals[: len(page.all("polyline"))]


def test_the_line_above_says_who_held_the_bank(evenings: Written) -> None:
    for path, page in evenings.pages.items():
        if path.parent.name == "sessions":
            tenures = page.rows("Who held the bank")
            rects = page.all("rect")
            assert len(rects) == len(tenures)
            assert Decimal(rects[0].attributes["x"]) == LEFT
            ends = [Decimal(rect.attributes["x"]) + Decimal(rect.attributes["width"]) for rect in rects]
            assert ends[-1] == RIGHT


def test_the_kittys_run_is_drawn_in_shoot_pontoon_alone(evenings: Written) -> None:
    for path, page in evenings.pages.items():
        if path.parent.name == "sessions":
            assert len(page.all("polygon")) == ("Shoot Pontoon" in page.text)


def test_a_deal_with_wrong_money_is_marked_on_both_lines(tmp_path) -> None:
    deals = [deal_of(number, *HAND, f"ann settle {-1 if number == 2 else -2}") for number in (1, 2, 3)]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    page = next(Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "sessions")
    assert "◇ marks a deal" in page.text
    marks = page.all("path")
    lines = [points(line) for line in page.all("polyline")]
    starts = {mark.attributes["d"].split("l")[0] for mark in marks}
    assert starts == {f"M{x} {y - 6}" for x, y in (lines[0][2], lines[2][2])}


@pytest.mark.parametrize("low", ["0", "-0.01", "-999999999999.99", "-17"])
@pytest.mark.parametrize("high", ["0", "0.01", "123456789012.34", "3"])
def test_the_axis_holds_every_amount_in_a_few_round_steps(low: str, high: str) -> None:
    marks = steps(Decimal(low), Decimal(high), 6)
    assert marks[0] <= Decimal(low) <= Decimal(high) <= marks[-1]
    assert Decimal(0) in marks
    assert 2 <= len(marks) <= 9
    assert len({after - before for before, after in pairwise(marks)}) == 1


def test_names_of_lines_that_end_together_stand_apart() -> None:
    grown = [
        {"player": f"p{i}", "place": 1, "deal": 1, "result": Decimal(i), "due": Decimal(i), "amiss": False}
        for i in range(12)
    ] + [{"player": "far", "place": 1, "deal": 1, "result": Decimal(1000), "due": Decimal(0), "amiss": False}]
    chart = draw(grown, [], [], Names([]))
    assert chart is not None
    places = sorted(line.label_y for line in chart.lines)
    assert all(after - before >= 14 for before, after in pairwise(places))
    assert chart.top <= places[0] <= places[-1] <= chart.bottom
