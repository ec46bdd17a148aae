"""The pages of a session's deals: of each one to read and replay, and a sheet to print and settle a dispute over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from pontoon_audit.reporting.amounts import number
from pontoon_audit.reporting.line import line_of
from pontoon_audit.reporting.links import Links
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.plays import as_it_stood, columns, in_words, row_of
from pontoon_audit.reporting.rules_words import in_full, in_short
from pontoon_audit.reporting.seats import Seats
from pontoon_audit.rules.clauses import clauses

Row = dict[str, Any]


def write_deals(
    folder: Folder, session: Row, links: Links, names: Names, deals: list[Row], answer: Mapping[str, list[Row]]
) -> dict[int, Markup]:
    """Write the pages of each of these deals, which know their `file` and how they are called (`deal_shown`).

    Those with findings are returned on one line each, by the deal's index, as far as they can be written so.

    `answer` holds what the queries `events`, `hands`, `findings` and `rejected` say about the session.
    """
    events, hands, findings = (_by_place(answer[name]) for name in ("events", "hands", "findings"))
    set_aside = {row["event"]: row["record"] for row in answer["rejected"]}
    shoots = session["base"] == "shoot-pontoon"
    rules = in_short(session["rules"], session["currency"])
    house = [(what, value) for what, value, differs in in_full(session["rules"], session["currency"]) if differs]
    lines = {}
    for i, deal in enumerate(deals):
        found, happened = findings.get(deal["place"], []), events.get(deal["place"], [])
        at, loose = _by_event(found)
        rows = _Rows(deal, happened, hands.get(deal["place"], []), set_aside, names, session["currency"], shoots)
        line = line_of(deal["deal"], happened, set_aside) if happened else None
        content = {
            "session": session,
            "names": names,
            "shoots": shoots,
            "columns": columns(shoots),
            "deal": deal,
            "hands": _with_places(rows.hands, links),
            "seats": rows.seats,
            "findings": found,
            "loose": loose,
            "line": line,
        }
        folder.page(
            f"deals/{deal['file']}",
            "deal.html",
            before=deals[i - 1] if i else None,
            after=deals[i + 1] if i + 1 < len(deals) else None,
            events=[(row, at.get(event, ())) for event, row in rows.rows(at)],
            **content,
        )
        if found:
            if line is not None:
                lines[deal["deal_index"]] = line
            folder.page(
                f"sheets/{deal['file']}",
                "sheet.html",
                steps=rows.steps(found),
                rules=rules,
                house=house,
                cited=_cited(found),
                **content,
            )
    return lines


class _Rows:
    """What happened in a deal, ready for its pages."""

    def __init__(
        self,
        deal: Row,
        events: list[Row],
        hands: list[Row],
        set_aside: Mapping[int, str | None],
        names: Names,
        currency: str | None,
        shoots: bool,
    ) -> None:
        self.hands = hands
        self.seats = Seats(deal, [row for row in events if row["event"] not in set_aside], hands, names)
        self._events, self._set_aside, self._names = events, set_aside, names
        self._currency, self._shoots = currency, shoots
        self._splitting = {row["player"] for row in hands if row["split"]}

    def rows(self, at: Mapping[int, list[Row]]) -> list[tuple[int, Markup]]:
        """The row of each event, by its number."""
        made = []
        before = Markup()
        for event in self._events:
            at_event = event["event"]
            kitty = self._kitty(event)
            row = row_of(
                event,
                self._words(event),
                self._currency,
                hand=self._hand(event),
                seat=None if at_event in self._set_aside else self.seats.place_of(event["player"], event["hand"]),
                made=None if at_event in self._set_aside else self._made(event),
                kitty=kitty if kitty != before else Markup(),
                shoots=self._shoots,
                set_aside=at_event in self._set_aside,
                found=at_event in at,
            )
            made.append((at_event, row))
            before = kitty or before
        return made

    def _kitty(self, event: Row) -> Markup:
        """What lies in the kitty after an event, and beside it what should, where that is another amount."""
        holds, due = event["kitty"], event["kitty_due"]
        shown = escape(number(holds, self._currency))
        if holds is None or due in (None, holds):
            return shown
        return Markup('{} <span class="nowrap">({} due)</span>').format(shown, number(due, self._currency))

    def steps(self, findings: list[Row]) -> list[Row]:
        """The events for a sheet: number, words, note, hand, and which of the findings (from 1) stand at it."""
        at: defaultdict[int | None, list[int]] = defaultdict(list)
        for finding, row in enumerate(findings, 1):
            at[row["event"]].append(finding)
        return [
            {
                "event": event["event"],
                "words": self._words(event),
                "hand": self._hand(event),
                "note": event["note"],
                "found": at.get(event["event"], []),
                "set_aside": event["event"] in self._set_aside,
                "total": event["total"] if event["held"] and event["card"] else None,
            }
            for event in self._events
        ]

    def _made(self, event: Row) -> int | None:
        """The place of the hand that a split makes: it has the next free number."""
        if event["action"] != "split":
            return None
        before = [row["hand"] for row in self._events if row["event"] <= event["event"]
                  and row["player"] == event["player"] and row["hand"] is not None]  # fmt: skip
        return self.seats.place_of(event["player"], max(before, default=0) + 1)

    def _hand(self, event: Row) -> int | None:
        hand: int | None = event["hand"] if event["player"] in self._splitting else None
        return hand

    def _words(self, event: Row) -> Markup:
        record = self._set_aside.get(event["event"])
        return as_it_stood(record) if record else in_words(event, self._names, self._currency)


def _with_places(hands: list[Row], links: Links) -> list[Row]:
    """The hands, each with what its row is called; where a deal's number stands twice, the first of two alike."""
    seen: set[str | None] = set()
    found = []
    for row in hands:
        place = links.place_of_hand(row["player"], row["hand"])
        found.append(row | {"anchor": None if place in seen else place})
        seen.add(place)
    return found


def _cited(findings: list[Row]) -> list[tuple[str, list[str]]]:
    """The clauses that findings cite, in order, with their words."""
    named = {clause for row in findings for clause in (row["clause"] or "").split()}
    return [(clause, words) for clause, words in clauses().items() if clause in named]


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
