"""The chart of a session: each player's result from deal to deal, above it who held the bank, below it the kitty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit.money.currencies import decimals
from pontoon_audit.reporting.drawing import STAND_INS, STYLES, WIDE_OF_A_LETTER, Frame, drawn, money_axis, short, spec
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.scale import Scale, apart, steps

WIDTH: Final = 600
HEIGHT: Final = 260
BANK: Final = 20
KITTY: Final = 70
SPACE: Final = 20
LEFT: Final = 74
TOP: Final = 6
LINE_OF_TEXT: Final = 14
DASHES: Final = ([1, 0], [7, 3], [2, 2.5], [9, 3, 2, 3], [14, 3], [4, 2], [6, 2, 2, 2, 2, 2], [1, 3])
LABEL: Final = "Each player’s result from deal to deal, and who held the bank"

Row = Mapping[str, Any]
Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of a session, and the table beside it: place and number of a deal, the results, the kitty."""

    svg: Markup | None
    players: Sequence[str]
    table: Sequence[tuple[int, int | None, Sequence[Decimal], Decimal | None]]
    kitty: bool
    lost: bool
    """Whether it is not known throughout what the kitty held."""
    amiss: bool


def session_chart(
    grown: Sequence[Row],
    tenures: Sequence[Row],
    kitty: Sequence[Row],
    names: Names,
    currency: str | None,
    *,
    draw: bool = True,
) -> Chart | None:
    """The chart of a session from the answers to `chart`, `tenures` and `kitty`; none where no deal was played.

    Without `draw` there is the table alone.
    """
    if not grown:
        return None
    by_place = [list(rows) for _, rows in groupby(grown, key=lambda row: row["place"])]
    held = {row["place"]: row["kitty_left"] for row in kitty}
    known = [row for row in kitty if row["kitty_left"] is not None]
    return Chart(
        svg=_drawing(by_place, tenures, known, names, decimals(currency)) if draw else None,
        players=[row["player"] for row in by_place[0]],
        table=[
            (place := rows[0]["place"], rows[0]["deal"], [row["result"] for row in rows], held.get(place))
            for rows in by_place
        ],
        kitty=bool(kitty),
        lost=len(known) < len(kitty),
        amiss=any(row["amiss"] for row in grown),
    )


def _drawing(
    by_place: list[list[Row]], tenures: Sequence[Row], kitty: Sequence[Row], names: Names, places: int
) -> Markup:
    last = by_place[-1][0]["place"]
    styles = {row["player"]: f"s{i % STYLES + 1}" for i, row in enumerate(by_place[0])}
    results = [row["result"] for rows in by_place for row in rows]
    marks = steps(min(results), max(results), 6, places)
    data = _line_data(by_place, styles, marks, names) | {"bank": _tenures(tenures, last, styles, names)}
    values = {"last": last, "deals": deal_marks(last), "marks": [float(mark) for mark in marks]}
    height = TOP + BANK + SPACE + HEIGHT + 26
    if kitty:
        held = [row["kitty_left"] for row in kitty]  # below 0 where more was taken out than was in it
        pot = steps(min(Decimal(0), *held), max(Decimal(0), *held), 3, places)
        start: Rows = [{"at": 0, "held": 0.0}]
        data["kitty"] = start + [{"at": row["place"], "held": float(row["kitty_left"])} for row in kitty]
        values["pot"] = [float(mark) for mark in pot]
        height += SPACE + KITTY
    frame = Frame(LEFT + WIDTH + 140, height, LEFT, TOP)
    return drawn(_spec(bool(kitty)), data, values, LABEL + (", and what the kitty held" if kitty else ""), frame)


@cache
def _spec(kitty: bool) -> Mapping[str, Any]:
    """What is the same in all these charts. Its bounds and marks are parameters, since to build it takes a while."""
    import altair as alt  # here, since only reports need it and it takes half a second

    whole = alt.Scale(domainMin=0, domainMax=alt.ExprRef("last"), nice=False)
    across = alt.X("at:Q", scale=whole, axis=None)
    marked = alt.X(
        "at:Q", scale=whole, axis=alt.Axis(grid=False, values=alt.ExprRef("deals"), format="d", orient="bottom")
    )
    plots = [_bank(alt, across), _lines(alt, across if kitty else marked)]
    if kitty:
        plots.append(_kitty(alt, marked))
    return spec(
        alt.vconcat(*plots, spacing=SPACE, bounds="flush"), "last", "deals", "marks", *(["pot"] if kitty else [])
    )


def deal_marks(last: int) -> list[int]:
    """Numbers of deals to be marked on an axis that ends with `last`: the first, round ones, and the last.

    >>> deal_marks(12), deal_marks(200), deal_marks(1)
    ([1, 4, 6, 8, 10, 12], [1, 50, 100, 150, 200], [1])
    """
    wide = max(Decimal(1), steps(Decimal(0), Decimal(last), 6)[1])
    between = (int(i * wide) for i in range(1, int(last / wide) + 1))
    return sorted({1, last, *(at for at in between if at - 1 > wide / 2 and last - at >= wide / 2)})


def _bank(alt: Any, across: Any) -> Any:
    base = alt.Chart(alt.NamedData("bank"))
    strip = base.mark_rect(fillOpacity=0.18, stroke=STAND_INS["paper"], strokeWidth=1.5).encode(
        x=across, x2="until:Q", color=_style(alt)
    )
    name = base.mark_text(align="left", baseline="middle", dx=4, fontSize=12).encode(
        x=across, text="shown:N", color=alt.value(STAND_INS["ink"])
    )
    title = alt.Chart(alt.NamedData("zero")).mark_text(align="right", baseline="middle", fontSize=11).encode(
        x=alt.value(-8), text=alt.value("bank"), color=alt.value(STAND_INS["soft"])
    )  # fmt: skip
    return alt.layer(strip, name, title).properties(width=WIDTH, height=BANK)


def _lines(alt: Any, across: Any) -> Any:
    bounds = alt.Scale(domainMin=alt.ExprRef("marks[0]"), domainMax=alt.ExprRef("peek(marks)"), nice=False, zero=False)
    up = alt.Y("result:Q", scale=bounds, axis=money_axis(alt, "marks"))
    dashes = alt.Scale(domain=[f"s{i + 1}" for i in range(STYLES)], range=list(DASHES))
    named, ends = alt.Chart(alt.NamedData("lines")), alt.Chart(alt.NamedData("ends"))
    return alt.layer(
        alt.Chart(alt.NamedData("zero")).mark_rule(strokeWidth=1.5).encode(y=up, color=alt.value(STAND_INS["soft"])),
        named.mark_line(strokeWidth=2, strokeJoin="round").encode(
            x=across, y=up, color=_style(alt), detail="line:N",
            strokeDash=alt.StrokeDash("style:N", scale=dashes, legend=None),
        ),
        alt.Chart(alt.NamedData("amiss")).mark_point(shape="diamond", size=80, opacity=1, strokeWidth=2).encode(
            x=across, y=up, stroke=_style(alt, alt.Stroke), fill=alt.value(STAND_INS["paper"])
        ),
        ends.mark_rule(strokeWidth=1).encode(
            x=alt.value(WIDTH + 3), x2=alt.value(WIDTH + 17), y=up, y2="label:Q", color=_style(alt)
        ),
        ends.mark_text(align="left", baseline="middle", fontSize=12).encode(
            x=alt.value(WIDTH + 21), y=alt.Y("label:Q", scale=bounds), text="name:N", color=alt.value(STAND_INS["ink"])
        ),
    ).properties(width=WIDTH, height=HEIGHT)  # fmt: skip


def _kitty(alt: Any, across: Any) -> Any:
    bounds = alt.Scale(domainMin=alt.ExprRef("pot[0]"), domainMax=alt.ExprRef("peek(pot)"), nice=False)
    up = alt.Y("held:Q", scale=bounds, axis=money_axis(alt, "pot"))
    area = alt.Chart(alt.NamedData("kitty")).mark_area(
        fillOpacity=0.2, color=STAND_INS["s5"], line={"color": STAND_INS["s5"], "strokeWidth": 1.5}
    )
    title = alt.Chart(alt.NamedData("zero")).mark_text(align="left", baseline="top", dx=4, dy=2, fontSize=11)
    return alt.layer(
        area.encode(x=across, y=up),
        title.encode(x=alt.value(0), y=alt.value(0), text=alt.value("kitty"), color=alt.value(STAND_INS["soft"])),
    ).properties(width=WIDTH, height=KITTY)


def _style(alt: Any, channel: Any = None) -> Any:
    names = [f"s{i + 1}" for i in range(STYLES)]
    scale = alt.Scale(domain=names, range=[STAND_INS[name] for name in names])
    return (channel or alt.Color)("style:N", scale=scale, legend=None)


def _line_data(
    by_place: list[list[Row]], styles: Mapping[str, str], marks: list[Decimal], names: Names
) -> dict[str, Rows]:
    order = {player: i for i, player in enumerate(styles)}
    points: Rows = [
        {"at": row["place"], "result": float(row["result"]), "style": styles[row["player"]],
         "line": order[row["player"]], "amiss": bool(row["amiss"])}
        for rows in by_place for row in rows
    ]  # fmt: skip
    begin = [{"at": 0, "result": 0.0, "style": style, "line": order[player]} for player, style in styles.items()]
    up = Scale(marks[0], marks[-1], HEIGHT, 0)
    places = apart([up(row["result"]) for row in by_place[-1]], LINE_OF_TEXT, 4, HEIGHT)
    per_dot = (marks[-1] - marks[0]) / HEIGHT
    ends: Rows = [
        {"result": float(row["result"]), "label": float(marks[-1] - place * per_dot), "style": styles[row["player"]],
         "name": short(names.text(row["player"]))}
        for row, place in zip(by_place[-1], places, strict=True)
    ]  # fmt: skip
    return {
        "zero": [{"result": 0.0}],
        "lines": begin + points,
        "amiss": [point for point in points if point["amiss"]],
        "ends": ends,
    }


def _tenures(tenures: Sequence[Row], last: int, styles: Mapping[str, str], names: Names) -> Rows:
    found: Rows = []
    for row in tenures:
        begins, until = row["first_place"] - 1, row["last_place"]
        room = int((until - begins) / last * WIDTH - 8) // WIDE_OF_A_LETTER
        name = names.text(row["banker"])
        first = name.split(" ")[0]
        shown = name if len(name) <= room else first if len(first) <= room else ""
        found.append({"at": begins, "until": until, "style": styles.get(row["banker"], "s1"), "shown": shown})
    return found
