"""Charts of Altair as drawings inside a page: plain SVG that takes its colours from the page's style.

The library draws with stand-ins for colours, which become the style's variables afterwards, so that one drawing is
right on light and dark screens and on paper. Of what it writes only shapes, texts and where they stand are kept: no
fonts, no ids, no links. Nothing hangs on the width of a text, so no machine's fonts change a byte: sizes are given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.etree import ElementTree

from markupsafe import Markup, escape

WIDE_OF_A_LETTER: Final = 8
STYLES: Final = 8
"""Colours of lines in the style; with more players they come again, in other dashes."""
STAND_INS: Final = {
    "ink": "#010101", "soft": "#010102", "rule": "#010103", "paper": "#010104", "accent": "#010105", "wrong": "#010106",
    **{f"s{i}": f"#0102{i:02d}" for i in range(1, STYLES + 1)},
}  # fmt: skip
"""What the library is told for each colour of the style."""
_COLOURS: Final = {stand_in: f"var(--{name})" for name, stand_in in STAND_INS.items()}
_SHAPES: Final = frozenset({"svg", "g", "path", "rect", "line", "text"})
_KEPT: Final = frozenset(
    {"d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform", "fill", "fill-opacity", "stroke",
     "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "opacity", "text-anchor", "font-size",
     "font-weight"}
)  # fmt: skip
_IDLE: Final = frozenset({("stroke-width", "0"), ("opacity", "1"), ("fill", "transparent"), ("fill-opacity", "1")})
_LONG: Final = re.compile(r"-?\d+\.\d{2,}")


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing, and where in it the upper left corner of its first plot stands."""

    width: int
    height: int
    left: int
    top: int


def config() -> dict[str, Any]:
    """How all charts look: no frame, hair lines across, soft labels; no accessible names inside, the whole has one."""
    axis = {
        "labelColor": STAND_INS["soft"], "labelFontSize": 11, "labelLimit": 0, "labelOverlap": False, "title": None,
        "gridColor": STAND_INS["rule"], "tickColor": STAND_INS["rule"], "domain": False, "minExtent": 30,
        "maxExtent": 30, "labelBound": False, "labelFlush": False,
    }  # fmt: skip
    return {"aria": False, "font": "Liberation Sans", "view": {"stroke": None}, "axis": axis}


def money_axis(alt: Any, marks: str) -> Any:
    """An axis of amounts, marked where the parameter `marks` says, written as amounts are elsewhere."""
    return alt.Axis(values=alt.ExprRef(marks), format=",~f", tickSize=0, labelPadding=8)


def short(text: str, letters: int = 17) -> str:
    """A name as it fits beside a chart.

    >>> short("Ann"), short("Bartholomew Featherstone")
    ('Ann', 'Bartholomew Feat…')
    """
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def spec(chart: Any, *parameters: str) -> Mapping[str, Any]:
    """A chart of Altair, whose data are named, as what draws it reads it: compiled once for all that look so.

    It takes these parameters, and is the library's JSON, of which no part may be changed.
    """
    import vl_convert  # here, since it takes a while to start

    # the library's own judge takes longer than all else: the tests draw one of each
    made: dict[str, Any] = chart.configure(**config()).to_dict(validate=False)
    made["params"] = [*made.get("params", ()), *({"name": name, "value": 0} for name in parameters)]
    compiled: dict[str, Any] = vl_convert.vegalite_to_vega(made, vl_version="6.4")
    return compiled


def drawn(
    made: Mapping[str, Any],
    data: Mapping[str, Sequence[Mapping[str, Any]]],
    values: Mapping[str, Any],
    label: str,
    frame: Frame,
) -> Markup:
    """What `spec` made, drawn of these data with these values of its parameters, as an SVG element named `label`."""
    import vl_convert

    whole = {**made, "data": _given(made["data"], "values", data), "signals": _given(made["signals"], "value", values)}
    return inline(vl_convert.vega_to_svg(whole, allowed_base_urls=[]), label, frame)


def _given(named: Sequence[Mapping[str, Any]], what: str, given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Those that are named, with what is given to them by name."""
    return [{**one, what: given[one["name"]]} if one["name"] in given else one for one in named]


def inline(text: str, label: str, frame: Frame) -> Markup:
    """What is kept of an SVG document of the library.

    >>> svg = '<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(9,9)"><path d="M0,1.256" id="a" onload="x()"/>'
    >>> print(inline(svg + '<script/><text fill="#010101">&lt;b&gt;</text></g></svg>', "A <b>", Frame(20, 10, 5, 2)))
    <svg class="chart" viewBox="0 0 20 10" role="img" aria-label="A &lt;b&gt;"><g transform="translate(5,2)"><path d="M0,1.3"/><text fill="var(--ink)">&lt;b&gt;</text></g></svg>
    """  # noqa: E501
    root = ElementTree.fromstring(text)
    outer = next(child for child in root if _name(child) == "g")
    outer.set("transform", f"translate({frame.left},{frame.top})")
    parts: list[str] = []
    _write(outer, parts)
    head = f'<svg class="chart" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(label)}">'
    return Markup(head + "".join(parts) + "</svg>")


def _write(element: ElementTree.Element, parts: list[str]) -> None:
    name = _name(element)
    if name not in _SHAPES or (name != "g" and _nothing(element)):
        return
    attributes = "".join(
        f' {key}="{escape(_value(value))}"'
        for key, value in element.attrib.items()
        if key in _KEPT and (key, value) not in _IDLE
    )
    before = len(parts)
    parts.append(f"<{name}{attributes}>")
    if name == "text":
        parts.append(str(escape(element.text or "")))
    for child in element:
        _write(child, parts)
    if name == "g" and len(parts) == before + 1:
        parts.pop()  # a group with nothing in it
    elif name in ("g", "text"):
        parts.append(f"</{name}>")
    else:
        parts[-1] = parts[-1][:-1] + "/>"


def _nothing(element: ElementTree.Element) -> bool:
    """Whether it can be seen at no colour, as the grounds of the library's groups."""
    return _name(element) == "path" and ("background" in element.get("class", "") or not element.get("d"))


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _value(text: str) -> str:
    return _COLOURS.get(text) or _LONG.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), text)
