"""The pages of one session: its own and those of its deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit.reporting.chart import session_chart
from pontoon_audit.reporting.deal_pages import write_deals
from pontoon_audit.reporting.links import Links, called
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.questions import MOST_DRAWN
from pontoon_audit.reporting.rules_words import in_full, in_short
from pontoon_audit.reporting.uncompared import is_open, uncompared

Row = dict[str, Any]
MOST_LISTED: Final = 300
"""Findings, records set aside and tenures that a page lists; it says how many are left out."""
LISTED: Final = 6000
"""How many of a kind the pages of all sessions list together: the more pages there are, the less each lists."""
LEAST: Final = 50
"""How many each page lists all the same."""
OF_SESSIONS: Final = (
    "players", "player_sums", "tenures", "deals", "findings", "events", "hands", "chart", "kitty", "rejected",
    "unchecked",
)  # fmt: skip
"""The queries that a session's pages are made of."""


def room(pages: int) -> int:
    """How many of a kind each page lists where so many sessions have one.

    >>> room(3), room(40), room(200)
    (300, 150, 50)
    """
    return min(MOST_LISTED, max(LEAST, LISTED // max(pages, 1)))


class SessionPages:
    """What is asked and known of one session, and its pages."""

    def __init__(
        self, folder: Folder, session: Row, links: Links, answer: Mapping[str, list[Row]], most: int = MOST_LISTED
    ) -> None:
        """`answer` is what the queries `OF_SESSIONS` say of it; `most` how many of a kind its page lists."""
        self._folder, self._links, self._answer, self._most = folder, links, answer, most
        self._slug = links.slug(session["session"])
        self._session = session | {"page": links.session(session["session"])}
        self._names = Names(answer["players"])
        self._shoots = session["base"] == "shoot-pontoon"
        self._listed = {
            row["place"]: row | called(self._slug, row) | {"bank_open": uncompared(row, session["currency"])}
            for row in answer["deals"]
        }

    def write(self, *, draw: bool) -> dict[int, Markup]:
        """Write those that there are to be; `draw` says whether with a chart. Returns what `write_deals` does."""
        if self._session["paged"]:
            self._write_session(draw=draw)
        paged = [row for row in self._listed.values() if row["paged"]]
        return write_deals(self._folder, self._session, self._links, self._names, paged, self._answer)

    def _write_session(self, *, draw: bool) -> None:
        session, answer = self._session, self._answer
        of_all = {"moved": None, "currency": session["currency"]}
        most = self._most
        players, sums = answer["players"], answer["player_sums"]
        numbers = [row["deal"] for row in self._listed.values()]
        chart = session_chart(
            answer["chart"], answer["tenures"], answer["kitty"], self._names, session["currency"], draw=draw
        )
        self._folder.page(
            f"sessions/{self._slug}.html",
            "session.html",
            up="../",
            links=self._links,
            session=session,
            in_short=in_short(session["rules"], session["currency"]),
            in_full=in_full(session["rules"], session["currency"]),
            names=self._names,
            players=[row | {"uncompared": uncompared(row, session["currency"], "movement")} for row in players],
            partly=any(map(is_open, players)),
            sums=sums[0] if sums else None,
            shoots=self._shoots
            or any(row["shoot_due"] or row["kitty_recorded"] or row["kitty_due"] for row in players),
            sells=any(row["bank_sales"] or row["bank_sales_due"] for row in players),
            chart=chart,
            most_drawn=MOST_DRAWN,
            where={place: self._place(row) for place, row in self._listed.items()},
            in_order=None not in numbers and numbers == sorted(set(numbers)),
            thinned=chart is not None and len(chart.table) < session["deals"],
            tenures=answer["tenures"][:most],
            tenures_left=max(0, len(answer["tenures"]) - most),
            findings=[row | of_all | self._place_of(row) for row in answer["findings"][:most]],
            left_out=max(0, len(answer["findings"]) - most),
            unchecked=answer["unchecked"],
            deals=list(self._listed.values()),
            some_paged=any(row["paged"] for row in self._listed.values()),
            rejected=answer["rejected"][:most],
            where_event={row["event"]: self._place_of(row)["href"] for row in answer["findings"]},
            rejected_left=max(0, len(answer["rejected"]) - most),
        )

    def _place_of(self, finding: Row) -> Row:
        deal = self._listed.get(finding["place"])
        if deal is None:
            return {"href": None, "deal_shown": finding["deal"]}
        return {"href": self._place(deal, finding["event"]), "deal_shown": deal["deal_shown"]}

    def _place(self, deal: Row, event: int | None = None) -> str:
        return f"../{self._links.deal(self._session['session'], deal['deal_index'], event)}"
