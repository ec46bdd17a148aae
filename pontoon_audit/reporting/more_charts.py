"""The other charts of a report: how a result grew, bars, and what the bank keeps with its intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit.money.currencies import decimals
from pontoon_audit.reporting.drawing import STAND_INS, WIDE_OF_A_LETTER, Frame, drawn, money_axis, short, spec
from pontoon_audit.reporting.scale import steps

WIDTH: Final = 600
GROWTH_HEIGHT: Final = 180
COLUMN_HEIGHT: Final = 120
ROW: Final = 24
NAMES: Final = 150
LEFT: Final = 74
MOST_NAMES: Final = 6

Data = dict[str, list[dict[str, Any]]]


def growth(points: Sequence[Decimal], currency: str | None, label: str) -> Markup:
    """A result as it grew, point by point from nothing."""
    results = [Decimal(0), *points]
    marks = _floats(steps(min(results), max(results), 5, decimals(currency)))
    grown = [{"at": i, "result": float(result)} for i, result in enumerate(results)]
    data: Data = {"grown": grown, "zero": [{"result": 0}]}
    frame = Frame(LEFT + WIDTH + 30, GROWTH_HEIGHT + 12, LEFT, 6)
    return drawn(_growth_spec(), data, {"last": len(points), "marks": marks}, label, frame)


def columns(amounts: Sequence[Decimal], names: Sequence[str], currency: str | None, label: str) -> Markup:
    """Amounts as columns side by side, under them their names: of many columns a few names, as far as there is room."""
    marks = _floats(steps(Decimal(0), max(amounts), 4, decimals(currency)))
    apart = -(-len(names) // MOST_NAMES)
    letters = WIDTH * apart // len(names) // WIDE_OF_A_LETTER
    data: Data = {
        "columns": [{"at": i, "until": i + 1, "amount": float(amount)} for i, amount in enumerate(amounts)],
        "names": [{"at": i + 0.5, "name": short(names[i], letters)} for i in range(0, len(names), apart)],
    }
    frame = Frame(LEFT + WIDTH + 30, COLUMN_HEIGHT + 30, LEFT, 6)
    return drawn(_columns_spec(), data, {"last": len(amounts), "marks": marks}, label, frame)


def bars(rows: Sequence[tuple[str, Decimal, str]], label: str) -> Markup:
    """A bar a row: its name, how long it is, and what stands at its end."""
    longest = max((length for _, length, _ in rows), default=Decimal(0)) or Decimal(1)
    data = {
        "bars": [
            {"row": i, "name": short(name, 22), "length": float(length / longest), "shown": shown}
            for i, (name, length, shown) in enumerate(rows)
        ]
    }
    frame = Frame(NAMES + WIDTH, ROW * len(rows) + 4, NAMES, 2)
    return drawn(_bars_spec(), data, {}, label, frame)


def holds(rows: Sequence[tuple[str, Decimal, tuple[Decimal, Decimal] | None, str]], label: str) -> Markup:
    """A row a banker: name, the part of the stakes that the bank kept, its interval, and what stands at the end."""
    ends = [end for _, part, reach, _ in rows for end in (part, *(reach or ()))]
    marks = _floats(steps(100 * min(ends), 100 * max(ends), 6))
    data: Data = {
        "zero": [{"part": 0}],
        "holds": [
            {"row": i, "name": short(name, 20), "part": float(100 * part), "shown": shown}
            | ({"low": float(100 * reach[0]), "high": float(100 * reach[1])} if reach else {})
            for i, (name, part, reach, shown) in enumerate(rows)
        ],
    }
    frame = Frame(NAMES + WIDTH, ROW * len(rows) + 30, NAMES, 2)
    return drawn(_holds_spec(), data, {"marks": marks}, label, frame)


def _floats(marks: Sequence[Decimal]) -> list[float]:
    return [float(mark) for mark in marks]


@cache
def _growth_spec() -> Mapping[str, Any]:
    import altair as alt  # here, since only reports need it and it takes half a second

    bounds = alt.Scale(domainMin=alt.ExprRef("marks[0]"), domainMax=alt.ExprRef("peek(marks)"), nice=False, zero=False)
    up = alt.Y("result:Q", scale=bounds, axis=money_axis(alt, "marks"))
    across = alt.X("at:Q", scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef("last"), nice=False), axis=None)
    base = alt.Chart(alt.NamedData("grown")).encode(x=across, y=up)
    zero = alt.Chart(alt.NamedData("zero")).mark_rule(strokeWidth=1.5, color=STAND_INS["soft"]).encode(y=up)
    line = base.mark_line(strokeWidth=2, strokeJoin="round", color=STAND_INS["accent"])
    area = base.mark_area(fillOpacity=0.12, color=STAND_INS["accent"])
    chart = alt.layer(area, zero, line).properties(width=WIDTH, height=GROWTH_HEIGHT)
    return spec(chart, "last", "marks")


@cache
def _columns_spec() -> Mapping[str, Any]:
    import altair as alt

    bounds = alt.Scale(domainMin=0, domainMax=alt.ExprRef("peek(marks)"), nice=False)
    across = alt.X("at:Q", scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef("last"), nice=False), axis=None)
    bars = alt.Chart(alt.NamedData("columns")).mark_rect(
        color=STAND_INS["accent"], fillOpacity=0.75, stroke=STAND_INS["paper"], strokeWidth=1
    ).encode(
        x=across, x2="until:Q", y=alt.Y("amount:Q", scale=bounds, axis=money_axis(alt, "marks")), y2=alt.datum(0)
    )  # fmt: skip
    names = alt.Chart(alt.NamedData("names")).mark_text(baseline="top", fontSize=11, color=STAND_INS["soft"]).encode(
        x=across, y=alt.value(COLUMN_HEIGHT + 7), text="name:N"
    )  # fmt: skip
    chart = alt.layer(bars, names).properties(width=WIDTH, height=COLUMN_HEIGHT)
    return spec(chart, "last", "marks")


@cache
def _bars_spec() -> Mapping[str, Any]:
    import altair as alt

    base = alt.Chart(alt.NamedData("bars")).encode(y=alt.Y("row:O", axis=None, scale=alt.Scale(padding=0.2)))
    long = alt.X("length:Q", scale=alt.Scale(domain=[0, 1], range=[0, WIDTH - 160]), axis=None)
    name = base.mark_text(align="right", baseline="middle", fontSize=12, color=STAND_INS["ink"])
    end = base.mark_text(align="left", baseline="middle", dx=6, fontSize=12, color=STAND_INS["soft"])
    chart = alt.layer(
        base.mark_bar(color=STAND_INS["accent"], fillOpacity=0.75).encode(x=long),
        name.encode(x=alt.value(-10), text="name:N"),
        end.encode(x=long, text="shown:N"),
    )
    return spec(chart.properties(width=WIDTH, height=alt.Step(ROW)))


@cache
def _holds_spec() -> Mapping[str, Any]:
    import altair as alt

    rows = alt.Y("row:O", axis=None, scale=alt.Scale(padding=0.2))
    base = alt.Chart(alt.NamedData("holds")).encode(y=rows)
    bounds = alt.Scale(
        domainMin=alt.ExprRef("marks[0]"), domainMax=alt.ExprRef("peek(marks)"), nice=False, zero=False,
        range=[0, WIDTH - 150],
    )  # fmt: skip
    percent = alt.Axis(values=alt.ExprRef("marks"), format="~f", labelExpr="datum.label + ' %'", tickSize=0)
    part = alt.X("part:Q", scale=bounds, axis=percent)
    name = base.mark_text(align="right", baseline="middle", fontSize=12, color=STAND_INS["ink"])
    end = base.mark_text(align="left", baseline="middle", fontSize=12, color=STAND_INS["soft"])
    zero = alt.Chart(alt.NamedData("zero")).mark_rule(strokeWidth=1.5, color=STAND_INS["soft"])
    chart = alt.layer(
        zero.encode(x=part),
        base.mark_rule(strokeWidth=2, color=STAND_INS["accent"]).encode(x=alt.X("low:Q", scale=bounds), x2="high:Q"),
        base.mark_point(size=60, filled=True, opacity=1, color=STAND_INS["accent"]).encode(x=part),
        name.encode(x=alt.value(-10), text="name:N"),
        end.encode(x=alt.value(WIDTH - 138), text="shown:N"),
    )
    return spec(chart.properties(width=WIDTH, height=alt.Step(ROW)), "marks")
