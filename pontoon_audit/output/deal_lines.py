"""Deals with findings, each on one line of the notation of docs/notation.md."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pontoon_audit.notation.deal_line_writing import deal_line
from pontoon_audit.notation.statements import NotationError

if TYPE_CHECKING:
    import polars as pl

    from pontoon_audit.auditing import Audit

Lines = dict[int, str]
"""The line of a deal by its number."""


def lines_of(audit: Audit, findings: pl.DataFrame) -> dict[int, Lines]:
    """Of each sitting of an audit, the lines of the deals that these findings stand in.

    A deal with a record that cannot be read at all has none.
    """
    keys = ["sitting", "deal"]
    wanted = findings.select(keys).drop_nulls().unique()
    records = audit.rejected.select("sitting", "event", "record")
    happened = audit.events.join(wanted, on=keys, how="semi", maintain_order="left")
    happened = happened.join(records, on=["sitting", "event"], how="left", maintain_order="left")
    found: dict[int, Lines] = defaultdict(dict)
    for (sitting, deal), events in happened.partition_by(keys, as_dict=True, maintain_order=True).items():
        line = _line(deal, events.to_dicts())
        if line is not None:
            found[sitting][deal] = line
    return found


def _line(deal: int, events: list[dict[str, Any]]) -> str | None:
    try:
        return deal_line(deal, events)
    except NotationError:
        return None
