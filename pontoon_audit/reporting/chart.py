"""The chart of a session: each player's result from deal to deal, above it who held the bank, below it the kitty.

Here amounts become places; the drawing itself is `templates/chart.svg`, an SVG inside the page that takes its colours
from the page's style, so that it is right on dark screens and on paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby
from typing import Any, Final

from pontoon_audit.reporting.amounts import number
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.scale import Scale, apart, steps

WIDTH: Final = 800
LEFT: Final = 74
RIGHT: Final = 668
TOP: Final = 34
HEIGHT: Final = 260
KITTY_HEIGHT: Final = 70
LINE_OF_TEXT: Final = 14
WIDE_OF_A_LETTER: Final = 7
STYLES: Final = 8
"""Styles of lines, in colour and dashes; with more players they come again."""

Row = Mapping[str, Any]
Point = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: where it goes, where its name stands, and where something was paid otherwise than due."""

    player: str
    name: str
    style: int
    points: Sequence[Point]
    label_y: Decimal
    amiss: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Tenure:
    """A stretch of the line of bankers."""

    name: str
    shown: str
    style: int
    x: Decimal
    width: Decimal


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Kitty:
    """The kitty's run: an outline, and the marks of its axis."""

    points: Sequence[Point]
    ticks: Sequence[Tick]
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All that is drawn, and the rows of the table beside it."""

    lines: Sequence[Line]
    tenures: Sequence[Tenure]
    deals: Sequence[Tick]
    money: Sequence[Tick]
    zero: Decimal
    kitty: Kitty | None
    table: Sequence[tuple[int, Sequence[Decimal], Decimal | None]] = field(default_factory=list)
    top: int = TOP
    bottom: int = TOP + HEIGHT
    left: int = LEFT
    right: int = RIGHT
    width: int = WIDTH

    @property
    def height(self) -> int:
        """How high the drawing is."""
        return (self.kitty.bottom if self.kitty else self.bottom) + 40


def draw(grown: Sequence[Row], tenures: Sequence[Row], kitty: Sequence[Row], names: Names) -> Chart | None:
    """The chart of a session from the answers to `chart`, `tenures` and `kitty`; none where no deal was played."""
    if not grown:
        return None
    by_place = [list(rows) for _, rows in groupby(grown, key=lambda row: row["place"])]
    players = [row["player"] for row in by_place[0]]
    styles = {player: i % STYLES + 1 for i, player in enumerate(players)}
    last = by_place[-1][0]["place"]
    across = Scale(Decimal(0), Decimal(last), LEFT, RIGHT)
    results = [row["result"] for row in grown]
    marks = steps(min(results), max(results), 6)
    up = Scale(marks[0], marks[-1], TOP + HEIGHT, TOP)
    ends = apart([up(row["result"]) for row in by_place[-1]], LINE_OF_TEXT, TOP + 4, TOP + HEIGHT)
    lines = [
        _line(names, styles[player], [rows[i] for rows in by_place], (across, up), ends[i])
        for i, player in enumerate(players)
    ]
    held = {row["place"]: row["kitty_after"] for row in kitty}
    return Chart(
        lines=lines,
        tenures=[_tenure(row, across, styles.get(row["banker"], 1), names) for row in tenures],
        deals=_deal_ticks(by_place, across),
        money=[Tick(up(mark), number(mark).removesuffix(".00")) for mark in marks],
        zero=up(0),
        kitty=_kitty(kitty, across),
        table=[(rows[0]["deal"], [row["result"] for row in rows], held.get(rows[0]["place"])) for rows in by_place],
    )


def _line(names: Names, style: int, rows: Sequence[Row], scales: tuple[Scale, Scale], label_y: Decimal) -> Line:
    across, up = scales
    player = rows[0]["player"]
    points = [(across(row["place"]), up(row["result"])) for row in rows]
    amiss = [point for point, row in zip(points, rows, strict=True) if row["amiss"]]
    name = _short(names.text(player), WIDTH - RIGHT - 24)
    return Line(player, name, style, [(across(0), up(0)), *points], label_y, amiss)


def _tenure(row: Row, across: Scale, style: int, names: Names) -> Tenure:
    begins, ends = sorted((row["first_place"], row["last_place"]))
    x = across(begins - 1)
    width = across(ends) - x
    name = names.text(row["banker"])
    return Tenure(name, _short(name, int(width) - 6), style, x, width)


def _short(name: str, room: int) -> str:
    """As much of a name as there is room for: all, its first word, or a beginning; nothing where next to nothing."""
    letters = room // WIDE_OF_A_LETTER
    for whole in (name, *name.split(maxsplit=1)[:1]):
        if len(whole) <= letters:
            return whole
    return name[: letters - 1] + "…" if letters > 2 else ""


def _deal_ticks(by_place: Sequence[Sequence[Row]], across: Scale) -> list[Tick]:
    every = max(1, int(steps(Decimal(0), Decimal(len(by_place)), 12)[1]))
    ticks = [Tick(across(rows[0]["place"]), str(rows[0]["deal"])) for rows in by_place[every - 1 :: every]]
    return ticks if every == 1 else [Tick(across(by_place[0][0]["place"]), str(by_place[0][0]["deal"])), *ticks]


def _kitty(rows: Sequence[Row], across: Scale) -> Kitty | None:
    known = [row for row in rows if row["kitty_before"] is not None and row["kitty_after"] is not None]
    if not known:
        return None
    top = TOP + HEIGHT + 48
    bottom = top + KITTY_HEIGHT
    marks = steps(Decimal(0), max(max(row["kitty_before"], row["kitty_after"]) for row in known), 3)
    up = Scale(marks[0], marks[-1], bottom, top)
    points: list[Point] = []
    before = 0
    for row in known:
        points.append((across(before), up(row["kitty_before"])))
        points.append((across(row["place"]), up(row["kitty_after"])))
        before = row["place"]
    return Kitty(points, [Tick(up(mark), number(mark).removesuffix(".00")) for mark in marks], top, bottom)
