"""The report: an overview, a page a session, a page a deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pontoon_audit.reporting.chart import session_chart
from pontoon_audit.reporting.deal_pages import write_deals
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.questions import MOST_DEALS, MOST_POINTS, Questions, asking, ranges
from pontoon_audit.reporting.rules_words import in_full, in_short
from pontoon_audit.reporting.slugs import Slugs
from pontoon_audit.reporting.uncompared import is_open, uncompared

MOST_FINDINGS: Final = 1000
"""Findings that a page lists; it says how many are left out."""
OF_SESSIONS: Final = (
    "players", "player_sums", "tenures", "deals", "findings", "events", "hands", "chart", "kitty", "rejected",
    "unchecked",
)  # fmt: skip
"""The queries that a session's pages are made of."""

Row = dict[str, Any]


def write_report(database: Path, out: Path) -> list[Path]:
    """Write the report on a history file into a folder, which is made where there is none.

    The paths written are returned, `index.html`, which is the one to open, first. HistoryError where the file cannot be
    read, OSError where a page cannot be written.
    """
    folder = Folder(out)
    with asking(database) as questions:
        sessions = questions.rows("sessions")
        slugs = Slugs(row["session"] for row in sessions)
        _overview(folder, questions, sessions, slugs)
        waiting = iter(sessions)
        for first, last, count in ranges([(row["session"], row["deals"]) for row in sessions]):
            limits = {"first": first, "last": last, "most_deals": MOST_DEALS, "most_points": MOST_POINTS}
            questions.rows("prepare", **limits)
            answers = {name: questions.by_session(name, **limits) for name in OF_SESSIONS}
            for _ in range(count):
                session = next(waiting)
                answer = {name: found.get(session["session"], []) for name, found in answers.items()}
                _Pages(folder, session, slugs[session["session"]], answer).write()
    return folder.paths


def _overview(folder: Folder, questions: Questions, sessions: list[Row], slugs: Slugs) -> None:
    kind_money: defaultdict[str, list[Row]] = defaultdict(list)
    for row in questions.rows("finding_money"):
        kind_money[row["finding"]].append(row)
    folder.page(
        "index.html",
        "overview.html",
        totals=questions.rows("totals")[0],
        money=questions.rows("money"),
        kinds=questions.rows("finding_counts"),
        kind_money=kind_money,
        summaries=_summaries(),
        findings=questions.rows("findings_by_money", most=MOST_FINDINGS),
        balances=questions.rows("balances"),
        rejected=questions.rows("no_session_rejected", most=MOST_FINDINGS),
        sessions=sorted(sessions, key=lambda row: (row["played"] is None, row["played"], row["session"])),
        slugs=slugs,
    )


def _summaries() -> dict[str, str]:
    from pontoon_audit.rules.catalogue import CATALOGUE  # here, since it imports polars

    return {rule.name: rule.summary for rule in CATALOGUE}


class _Pages:
    """The pages of one session: its own and those of its deals."""

    def __init__(self, folder: Folder, session: Row, slug: str, answer: Mapping[str, list[Row]]) -> None:
        self._folder, self._session, self._slug, self._answer = folder, session, slug, answer
        self._names = Names(answer["players"])
        self._shoots = session["base"] == "shoot-pontoon"
        self._deals = {row["place"]: row | _called(slug, row) for row in answer["deals"]}

    def write(self) -> None:
        """Write them all."""
        self._write_session()
        write_deals(self._folder, self._session, self._slug, self._names, list(self._deals.values()), self._answer)

    def _write_session(self) -> None:
        session, answer = self._session, self._answer
        players, sums = answer["players"], answer["player_sums"]
        sells = any(row["bank_sales"] or row["bank_sales_due"] for row in players)
        chart = session_chart(answer["chart"], answer["tenures"], answer["kitty"], self._names)
        self._folder.page(
            f"sessions/{self._slug}.html",
            "session.html",
            session=session,
            in_short=in_short(session["rules"], session["currency"]),
            in_full=in_full(session["rules"], session["currency"]),
            names=self._names,
            players=[row | {"uncompared": uncompared(row, "movement")} for row in players],
            partly=any(map(is_open, players)),
            sums=sums[0] if sums else None,
            shoots=self._shoots or any(row["shoot_recorded"] or row["kitty_recorded"] for row in players),
            sells=sells,
            chart=chart,
            chart_players=chart.players if chart else [],
            amiss=chart is not None and chart.amiss,
            thinned=chart is not None and len(chart.table) < session["deals"],
            tenures=answer["tenures"],
            findings=[row | self._place_of(row) for row in answer["findings"][:MOST_FINDINGS]],
            left_out=max(0, len(answer["findings"]) - MOST_FINDINGS),
            unchecked=answer["unchecked"],
            deals=list(self._deals.values()),
            all_paged=len(self._deals) == session["deals"],
            rejected=answer["rejected"][:MOST_FINDINGS],
        )

    def _place_of(self, finding: Row) -> Row:
        deal = self._deals.get(finding["place"])
        if deal is None:
            return {"href": None, "deal_shown": finding["deal"]}
        anchor = "" if finding["event"] is None else f"#e{finding['event']}"
        return {"href": f"../deals/{deal['file']}{anchor}", "deal_shown": deal["deal_shown"]}


def _called(slug: str, deal: Row) -> Row:
    """The file of a deal's page and what it is called; a number that stands twice is told apart."""
    number, twin = deal["deal"], deal["twin"]
    if twin == 1:
        return {"file": f"{slug}-{number}.html", "deal_shown": str(number)}
    return {"file": f"{slug}-{number}x{twin}.html", "deal_shown": f"{number} (no. {twin})"}
