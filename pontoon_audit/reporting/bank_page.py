"""The page of the bank: what it kept of the stakes, who held it, and the kitty."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from pontoon_audit.reporting.intervals import percent, ratio
from pontoon_audit.reporting.links import Links
from pontoon_audit.reporting.more_charts import holds
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder, counted
from pontoon_audit.reporting.questions import Questions

Row = dict[str, Any]
MOST_TENURES: Final = 500
MOST_KITTIES: Final = 500
MOST_BANKERS: Final = 500
MOST_DRAWN: Final = 20
"""Bankers in the chart: those against whom most was staked."""


def write_bank(folder: Folder, questions: Questions, names: Names, links: Links) -> None:
    """Write the page, a part for each currency."""
    bankers = [row | _hold(row) for row in questions.rows("hold")]
    parts = []
    for currency, rows in groupby(bankers, key=lambda row: row["currency"]):
        everybody, *each = rows
        parts.append({
            "currency": currency, "all": everybody, "bankers": each[:MOST_BANKERS],
            "left": max(0, len(each) - MOST_BANKERS), "chart": _chart(everybody, each, names),
        })  # fmt: skip
    runs = questions.rows("runs", most=MOST_TENURES)
    folder.page(
        "bank.html", "bank.html", up="", links=links, names=names, parts=parts, runs=runs,
        all_runs=runs[0]["of_all"] if runs else 0, kitties=questions.rows("kitties", most=MOST_KITTIES),
    )  # fmt: skip


def _hold(row: Row) -> Row:
    """The part of the stakes that the bank kept, with its interval, as numbers and in words."""
    if not row["counted"] or not row["sum_s"]:
        return {"part": None, "reach": None, "kept": None, "interval": None}
    part = row["sum_r"] / row["sum_s"]
    reach = ratio(row["counted"], row["sum_s"], row["sum_r"], (row["sum_ss"], row["sum_sr"], row["sum_rr"]))
    interval = None if reach is None else f"{percent(reach[0], 1)} to {percent(reach[1], 1)}"
    return {"part": part, "reach": reach, "kept": percent(part, 1), "interval": interval}


def _chart(everybody: Row, each: list[Row], names: Names) -> Any:
    """The bankers with what they kept; none where nothing is known of any."""
    known = [row for row in each if row["part"] is not None][:MOST_DRAWN]
    if not known:
        return None
    shown = [("All bankers", everybody), *((names.text(row["banker"]), row) for row in known)]
    rows = [
        (name, row["part"], row["reach"], f"{row['kept']}, {counted(row['counted'], 'deal')}") for name, row in shown
    ]
    return holds(rows, "What the bank kept of the stakes, by banker, with 95 % intervals")
