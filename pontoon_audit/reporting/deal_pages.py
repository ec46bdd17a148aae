"""The pages of a session's deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.plays import as_it_stood, in_words, row_of

Row = dict[str, Any]


def write_deals(
    folder: Folder, session: Row, slug: str, names: Names, deals: list[Row], answer: Mapping[str, list[Row]]
) -> None:
    """Write the page of each of these deals, which know their `file` and how they are called (`deal_shown`).

    `answer` holds what the queries `events`, `hands`, `findings` and `rejected` say about the session.
    """
    events, hands, findings = (_by_place(answer[name]) for name in ("events", "hands", "findings"))
    set_aside = {row["event"]: row["record"] for row in answer["rejected"]}
    for i, deal in enumerate(deals):
        at, loose = _by_event(findings.get(deal["place"], []))
        hands_of_deal = hands.get(deal["place"], [])
        splitting = {row["player"] for row in hands_of_deal if row["split"]}
        folder.page(
            f"deals/{deal['file']}",
            "deal.html",
            session=session,
            slug=slug,
            names=names,
            shoots=session["base"] == "shoot-pontoon",
            deal=deal,
            before=deals[i - 1] if i else None,
            after=deals[i + 1] if i + 1 < len(deals) else None,
            hands=hands_of_deal,
            loose=loose,
            events=[
                (
                    row_of(
                        event,
                        as_it_stood(set_aside[event["event"]])
                        if set_aside.get(event["event"])
                        else in_words(event, names, session["currency"]),
                        hand=event["hand"] if event["player"] in splitting else None,
                        set_aside=event["event"] in set_aside,
                        found=event["event"] in at,
                    ),
                    at.get(event["event"], ()),
                )
                for event in events.get(deal["place"], [])
            ],
        )


def _by_place(rows: list[Row]) -> dict[int, list[Row]]:
    """Rows by the deal that they are shown with."""
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for place, some in groupby(rows, key=lambda row: row["place"]):
        if place is not None:
            found[place] += some
    return found


def _by_event(findings: list[Row]) -> tuple[dict[int, list[Row]], list[Row]]:
    """Findings by the event that they stand at, and those that stand at none."""
    at: defaultdict[int, list[Row]] = defaultdict(list)
    for row in findings:
        if row["event"] is not None:
            at[row["event"]].append(row)
    return at, [row for row in findings if row["event"] is None]
