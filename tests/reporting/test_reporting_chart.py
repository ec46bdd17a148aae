"""The charts draw what the tables beside them say, in the colours of the page, and nothing else."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pontoon_audit.reporting import write_report
from pontoon_audit.reporting.chart import HEIGHT, WIDTH, session_chart
from pontoon_audit.reporting.drawing import Frame, inline
from pontoon_audit.reporting.more_charts import bars, columns, growth, holds
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.scale import apart, steps
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import Page, deal_of, history, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
KEPT = {"d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform", "fill", "fill-opacity", "stroke",
        "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "opacity", "text-anchor", "font-size",
        "font-weight"}  # fmt: skip


def amount(cell: str) -> Decimal:
    return Decimal(cell.replace("−", "-").replace(",", ""))


def drawings(page: Page) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg class=\"chart\".*?</svg>", page.source, re.DOTALL)]


def lines(drawing: ElementTree.Element) -> list[list[tuple[Decimal, Decimal]]]:
    """The places of the points of each player's line: those that are drawn with a line's width and colour."""
    found = []
    for path in drawing.iter("path"):
        if path.get("stroke-width") == "2" and "A" not in path.get("d", "") and "Z" not in path.get("d", ""):
            numbers = re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", path.get("d", ""))
            found.append([(Decimal(x), Decimal(y)) for x, y in numbers])
    return found


def test_lines_go_where_the_players_results_stand(samples: Written) -> None:
    drawn = 0
    for path, page in samples.pages.items():
        if path.parent.name != "sessions" or not page.all("svg"):
            continue
        table = page.rows("Result so far")
        (drawing,) = drawings(page)
        found = lines(drawing)
        players = len(page.rows("Won (above 0) or lost, recorded")) - (1 + 2 * ("Together" in page.text))
        assert len(found) == players, path
        columns = [[Decimal(0), *(amount(row[i + 1]) for row in table)] for i in range(players)]
        marks = steps(min(map(min, columns)), max(map(max, columns)), 6)
        expected = sorted(
            [HEIGHT - (result - marks[0]) / (marks[-1] - marks[0]) * HEIGHT for result in column] for column in columns
        )
        for line, column in zip(sorted([y for _, y in line] for line in found), expected, strict=True):
            assert len(line) == len(column)
            assert all(abs(y - where) <= Decimal("0.06") for y, where in zip(line, column, strict=True)), path
            drawn += 1
        assert all(line[0][0] == 0 and line[-1][0] == WIDTH for line in found)
    assert drawn > 20


def test_the_last_row_of_its_table_is_the_players_result(samples: Written) -> None:
    for path, page in samples.pages.items():
        if path.parent.name == "sessions" and page.all("svg"):
            totals = [row[-3] if row[-3] != "–" else row[-2] for row in page.rows("Won (above 0) or lost, recorded")]
            last = page.rows("Result so far")[-1]
            players = len(last) - 1 - ("Kitty" in {head.text for head in page.all("th", scope="col")})
            assert last[1 : 1 + players] == totals[:players]


def test_above_the_lines_stands_who_held_the_bank(evenings: Written) -> None:
    for path, page in evenings.pages.items():
        if path.parent.name == "sessions":
            tenures = page.rows("Who held the bank")
            (drawing,) = drawings(page)
            strips = [
                path
                for path in drawing.iter("path")
                if path.get("fill-opacity") == "0.2" and "v20" in path.get("d", "")
            ]
            assert len(strips) == len(tenures)
            ends = [re.fullmatch(r"M(-?[\d.]+),0h([\d.]+)v20h-[\d.]+Z", strip.get("d", "")) for strip in strips]
            assert Decimal(ends[0][1]) == 0
            assert abs(Decimal(ends[-1][1]) + Decimal(ends[-1][2]) - WIDTH) <= Decimal("0.1")


def test_the_kittys_run_is_drawn_in_shoot_pontoon_alone(evenings: Written) -> None:
    for path, page in evenings.pages.items():
        if path.parent.name == "sessions":
            (drawing,) = drawings(page)
            assert ("kitty" in [text.text for text in drawing.iter("text")]) == ("Shoot Pontoon" in page.text)


def test_under_the_columns_of_what_was_staked_stand_the_sessions(evenings: Written) -> None:
    page = evenings.pages[evenings.out / "report" / "index.html"]
    (drawn,) = [one for one in drawings(page) if one.get("aria-label") == "Staked, session by session"]
    sessions = [row[0] for row in page.rows("Staked, column by column")]
    under = [text.text or "" for text in drawn.iter("text")][-len(sessions) :]
    assert len(sessions) == 6
    for name, session in zip(under, sessions, strict=True):
        assert len(name) > 8
        assert session.startswith(name.removesuffix("…"))


def test_of_many_columns_some_are_named() -> None:
    names = [f"game {i}" for i in range(60)]
    drawing = ElementTree.fromstring(columns([Decimal(1)] * 60, names, "GBP", "Staked"))
    named = [text.text for text in drawing.iter("text") if (text.text or "").startswith("game")]
    assert named == names[::10]


def test_a_deal_with_wrong_money_is_marked_on_both_lines(tmp_path) -> None:
    deals = [deal_of(number, *HAND, f"ann settle {-1 if number == 2 else -2}") for number in (1, 2, 3)]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    page = next(Page(path) for path in write_report(database, tmp_path / "out") if path.parent.name == "sessions")
    assert "◇ marks a deal" in page.text
    (drawing,) = drawings(page)
    marks = [
        path for path in drawing.iter("path") if path.get("fill") == "var(--paper)" and path.get("stroke-width") == "2"
    ]
    points = {point for line in lines(drawing) for point in line}
    at = {tuple(map(Decimal, re.findall(r"-?[\d.]+", mark.get("transform", "")))) for mark in marks}
    assert len(at) == 2
    assert at <= points
    assert {x for x, _ in at} == {WIDTH * 2 / Decimal(3)}


def test_drawings_hold_shapes_and_texts_in_the_pages_colours(samples: Written) -> None:
    seen = 0
    for page in samples.pages.values():
        for drawing in drawings(page):
            for element in drawing.iter():
                if element is drawing:
                    continue
                assert element.tag in {"g", "path", "rect", "line", "text"}
                assert set(element.attrib) <= KEPT
                for name in ("fill", "stroke"):
                    assert re.fullmatch(r"none|var\(--[a-z0-9]+\)", element.get(name, "none")), element.attrib
                seen += 1
    assert seen > 500


def test_names_in_a_drawing_are_text() -> None:
    name = '<script>alert(1)</script>"&'
    rows = [{"player": name, "place": 1, "deal": 1, "result": Decimal(1), "due": Decimal(1), "amiss": False}]
    tenures = [{"banker": name, "first_place": 1, "last_place": 1}]
    chart = session_chart(rows, tenures, [], Names([{"player": name, "name": name}]), "GBP")
    assert chart is not None
    assert chart.svg is not None
    assert "<script" not in chart.svg
    assert {text.text for text in ElementTree.fromstring(chart.svg).iter("text")} >= {"<script>alert(1)…"}


def test_what_a_drawing_library_might_add_is_left_out() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><style>*{}</style><g>'
        '<a xlink:href="http://evil.example"><path d="M0,0"/></a><image href="x"/>'
        '<path d="M1,1" clip-path="url(#c)"/></g></svg>'
    )
    assert inline(text, "A chart", Frame(1, 1, 0, 0)) == (
        '<svg class="chart" viewBox="0 0 1 1" role="img" aria-label="A chart">'
        '<g transform="translate(0,0)"><path d="M1,1"/></g></svg>'
    )


def test_a_chart_is_the_same_each_time() -> None:
    for draw in (
        lambda: growth([Decimal(3), Decimal(-2)], "GBP", "Growth"),
        lambda: bars([("kitty", Decimal(2), "£2.00"), ("pack", Decimal(0), "nothing")], "Bars"),
        lambda: holds([("Ann", Decimal("0.1"), (Decimal(0), Decimal("0.4")), "20 %")], "Hold"),
    ):  # fmt: skip
        assert draw() == draw()


@pytest.mark.parametrize("low", ["0", "-0.01", "-999999999999.99", "-17"])
@pytest.mark.parametrize("high", ["0", "0.01", "123456789012.34", "3"])
def test_the_axis_holds_every_amount_in_a_few_round_steps(low: str, high: str) -> None:
    marks = steps(Decimal(low), Decimal(high), 6)
    assert marks[0] <= Decimal(low) <= Decimal(high) <= marks[-1]
    assert Decimal(0) in marks
    assert 2 <= len(marks) <= 9
    assert len({after - before for before, after in pairwise(marks)}) == 1


def test_names_of_lines_that_end_together_stand_apart() -> None:
    places = apart([Decimal(i) for i in range(12)] + [Decimal(250)], 14, 4, HEIGHT)
    assert all(after - before >= 14 for before, after in pairwise(sorted(places)))
    assert min(places) >= 4
    assert max(places) <= HEIGHT
