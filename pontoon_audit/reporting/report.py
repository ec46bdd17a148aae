"""The report: an overview, sessions, players, the bank, findings, and pages of deals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from pontoon_audit.reporting.bank_page import write_bank
from pontoon_audit.reporting.currencies import in_turn
from pontoon_audit.reporting.links import Links, chunks
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.ours import check, remove_stale
from pontoon_audit.reporting.overview import Lines, coverage, listed, write_findings, write_overview
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.player_pages import with_pages, write_players
from pontoon_audit.reporting.questions import (
    FEW_POINTS,
    MOST_DEALS,
    MOST_DRAWN,
    MOST_POINTS,
    Questions,
    asking,
    together,
)
from pontoon_audit.reporting.session_pages import OF_SESSIONS, SessionPages, room

Row = dict[str, Any]
Deals = Literal["all", "findings"]

FOLDERS: Final = ("deals", "players", "sessions", "sheets")
"""The folders of a report, beside the pages at its top."""

SMALL: Final = 500
"""Deals of a history up to which each has a page unless told otherwise; of a larger one those with findings have."""
MOST_DEAL_PAGES: Final = 200
"""Deals with findings that have a page: those of most money, each currency in turn. With `all` there is no bound."""
MOST_SESSION_PAGES: Final = 200
"""Sessions up to which each has a page, if they have no more deals together than this:"""
MOST_PAGED: Final = 20_000
CHOSEN_SESSIONS: Final = 40
"""How many have one where there are more: those in which most money was moved otherwise than due, then the latest,
each currency in turn."""
MOST_SESSIONS: Final = 5000
"""Sessions that are listed, chosen in the same way."""


def write_report(database: Path, out: Path, deals: Deals | None = None) -> list[Path]:
    """Write the report on a history file into a folder, which is made where there is none.

    `deals` says which deals have a page: `all`, or those with `findings`; without it all of up to 500, else those with
    findings. The paths written are returned, `index.html`, which is the one to open, first. HistoryError where the file
    cannot be read, ReportError where something else is in the way, OSError where a page cannot be written. Pages that
    an older report left in the folder are removed.
    """
    check(out, "index.html", FOLDERS)
    folder = Folder(out)
    with asking(database) as questions:
        totals = questions.rows("totals")[0]
        _choose(questions, totals, deals or ("all" if totals["deals"] <= SMALL else "findings"))
        sessions = questions.rows("page_sessions")
        players = questions.rows("player_totals")
        names = Names(_people(players))
        paged = set(with_pages(players))
        accounts = [row for row in players if row["player"] in paged]
        links = Links(sessions, questions.rows("page_links"), accounts, MOST_DEALS)
        rules = coverage(questions)
        write_overview(folder, questions, rules, totals, sessions, players, names, links)
        _write_sessions_list(folder, sessions, links)
        write_players(folder, questions, players, names, links, drawn=MOST_DRAWN)
        write_bank(folder, questions, names, links)
        findings = listed(questions)
        lines = _write_sessions(
            folder, questions, sessions, links, {(row["session"], row["deal_index"]) for row in findings}
        )
        write_findings(folder, findings, rules, totals, names, links, lines)
    remove_stale(out, FOLDERS, set(folder.paths))
    return folder.paths


def _choose(questions: Questions, totals: Row, deals: Deals) -> None:
    questions.rows("gather")
    questions.rows("kitty_told")
    few = totals["sessions"] <= MOST_SESSION_PAGES and totals["deals"] <= MOST_PAGED
    most = totals["sessions"] if few or deals == "all" else CHOSEN_SESSIONS
    listed = max(most, MOST_SESSIONS)  # what has a page is listed
    questions.rows("choose", most_sessions=most, most_listed=listed, deals=deals, most_deals=MOST_DEAL_PAGES)


def _people(players: Sequence[Row]) -> list[Row]:
    """Each player once: who plays for two currencies has two totals."""
    return list({row["player"]: row for row in players}.values())


def _write_sessions_list(folder: Folder, sessions: list[Row], links: Links) -> None:
    shown = [row for row in sessions if row["listed"]]
    pages = list(chunks(shown, "sessions"))
    for file, rows in pages:
        folder.page(
            file, "sessions.html", file=file, sessions=rows, listed=len(shown), all_sessions=len(sessions),
            pages=[name for name, _ in pages], paged=sum(row["paged"] for row in sessions), links=links, up="",
            undated=sum(row["played"] is None for row in sessions),
            currencies=len({row["currency"] for row in sessions}),
        )  # fmt: skip


def _write_sessions(
    folder: Folder, questions: Questions, sessions: list[Row], links: Links, wanted_lines: set[tuple[str, int | None]]
) -> Lines:
    """Write the pages of sessions and of their deals. Of the deals that are wanted those with findings are returned."""
    lines: Lines = {}
    ordered = sorted(sessions, key=lambda row: row["session"].encode())
    paged = [row for row in ordered if row["paged"]]
    weightiest = {row["session"] for row in in_turn(sorted(paged, key=_weight), MOST_DRAWN)}
    drawn, undrawn = ([row for row in paged if (row["session"] in weightiest) == draw] for draw in (True, False))
    alone = [row for row in ordered if row["deal_pages"] and not row["paged"]]
    most = room(len(paged))
    for pick, deals, wanted, draw in (
        ("pick", "deals", drawn, True),
        ("pick", "deals", undrawn, False),
        ("pick_alone", "deal_pages", alone, False),
    ):
        points = MOST_POINTS if draw else FEW_POINTS
        by_id = {row["session"]: row for row in wanted}
        for chosen in together([(row["session"], row[deals]) for row in wanted]):
            limits = {"sessions": chosen, "most_deals": MOST_DEALS, "most_points": points}
            for what in ("let_go", "seen", pick, "prepare", "left_unknown", "pots", "paged"):
                questions.rows(what, **limits)
            answers = {name: questions.by_session(name, **limits) for name in OF_SESSIONS}
            for name in chosen:
                answer = {question: found.get(name, []) for question, found in answers.items()}
                found_lines = SessionPages(folder, by_id[name], links, answer, most).write(draw=draw)
                lines |= {(name, i): line for i, line in found_lines.items() if (name, i) in wanted_lines}
    return lines


def _weight(session: Row) -> tuple[Any, int]:
    return (-(session["difference"] or 0), -session["turn"])
