"""Settlement statements: of each player about each session, and about all sessions of a period; a page lists them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from pontoon_audit.reporting.amounts import number
from pontoon_audit.reporting.beside import Report
from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.kitties import told
from pontoon_audit.reporting.moments import now
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.ours import check
from pontoon_audit.reporting.owing import Owing, Settler
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.period import Period
from pontoon_audit.reporting.questions import MOST_DEALS, Questions, asking, together
from pontoon_audit.reporting.slugs import Slugs
from pontoon_audit.reporting.spool import Spool
from pontoon_audit.reporting.statement import (
    EVEN,
    Part,
    Row,
    Statement,
    absent,
    closing_of,
    moved_of,
    of_session,
    opening_of,
)
from pontoon_audit.reporting.statement_files import checked, write_statement
from pontoon_audit.reporting.statement_lines import line_of
from pontoon_audit.reporting.statement_list import Listing, row_of
from pontoon_audit.reporting.uncompared import uncompared, uncompared_of_all
from pontoon_audit.settling import Choice

OF_SESSIONS: Final = (
    "players", "statement_lines", "statement_sums", "statement_balances", "corrections", "remarks", "unchecked",
    "tenures",
)  # fmt: skip
"""The queries that the statements of a session are made of."""
MOST_BEFORE: Final = 30
"""Sessions behind an opening balance that a statement lists: the last ones; it says how many it leaves out."""
USUAL_FORMATS: Final = ("html", "csv")


def write_statements(
    database: Path,
    out: Path,
    session: str | None = None,
    player: str | None = None,
    *,
    period: Period = Period(),  # noqa: B008 - it cannot be changed
    formats: Sequence[str] = USUAL_FORMATS,
    generated_at: datetime | None = None,
    report: Path | None = None,
    paid: Choice = Choice(),  # noqa: B008 - it cannot be changed
) -> list[Path]:
    """Write the statements of all, or only of one session or player (by id), into a folder, which is made where absent.

    There is one of each player about each session, and one about all sessions of the period (not where a session is
    named). `paid` says through whom and in what coins people pay each other. The lines lead to the pages of deals in
    `report`, the folder of a report of the same history. The paths written are returned, `statements.html`, which lists
    the others, first where pages are written. ReportError where there is no such session, player or report, a format
    cannot be written or something else is in the way, SettlingError where nobody is called as `paid` says, HistoryError
    where the file cannot be read, OSError where a file cannot be written.
    """
    kinds = checked(formats)
    check(out, "statements.html", ("accounts",))
    work = _Work(Folder(out), kinds, period, generated_at or now(), Settler(database, paid), Report(report, out))
    with asking(database) as questions, Spool() as spool:
        work.read(questions, session, player)
        work.write_sessions(questions, spool)
        if session is None:
            work.write_accounts(questions, spool)
    return work.listing.write(work.sessions)


class _Work:
    """One run: what was asked for, what the history holds, and what was written so far."""

    def __init__(
        self,
        folder: Folder,
        kinds: list[str],
        period: Period,
        generated_at: datetime,
        settler: Settler,
        report: Report,
    ) -> None:
        self._folder, self._kinds, self._period, self._report = folder, kinds, period, report
        self._generated_at, self._settler = generated_at, settler
        self.listing = Listing(folder, kinds, period, generated_at)
        self.sessions: list[Row] = []

    def read(self, questions: Questions, session: str | None, player: str | None) -> None:
        """What there is, and which of it is wanted. ReportError where nobody is meant."""
        days = {"first_day": self._period.first, "last_day": self._period.last, "player": None}
        accounts = questions.rows("statement_accounts", **days)
        everybody = questions.rows("player_names")
        every_session = questions.rows("sessions")
        _check(every_session, everybody, session, player)
        questions.rows("kitty_told")
        self._player, self._asked = player, session
        self._parts = {row["session"]: row["part"] for row in questions.rows("statement_sessions")}
        self._turns = {name: turn for turn, name in enumerate(self._parts)}
        self._names = Names(accounts)
        self._accounts = [row for row in accounts if player in (None, row["player"])]
        self._of_player: defaultdict[str, set[str]] = defaultdict(set)
        for row in everybody:
            self._of_player[row["player"]].add(row["session"])
        at_table = self._of_player[player] if player is not None else None
        chosen = {
            name
            for name, part in self._parts.items()
            if part == "in" and session in (None, name) and (at_table is None or name in at_table or name == session)
        }
        self.sessions = [row for row in every_session if row["session"] in chosen]
        self.sessions.sort(key=lambda row: self._turns[row["session"]])
        self.listing.read(
            questions, session, player, self._names, [name for name, part in self._parts.items() if part == "undated"]
        )
        self._by_id = {row["session"]: row for row in every_session if row["session"] in chosen}
        self._session_slugs = Slugs(row["session"] for row in every_session)
        self._player_slugs = Slugs(row["player"] for row in everybody)
        self._currency_slugs = Slugs(row["currency"] for row in accounts if row["currency"])

    def write_sessions(self, questions: Questions, spool: Spool) -> None:
        """A statement of each player about each session."""
        for chosen in together([(name, row["deals"]) for name, row in self._by_id.items()]):
            limits = {"sessions": chosen, "most_deals": MOST_DEALS, "player": self._player}
            for what in ("let_go", "pick", "prepare", "left_unknown"):
                questions.rows(what, **limits)
            answers = {name: questions.by_session(name, **limits) for name in OF_SESSIONS}
            for name in chosen:
                answer = {question: found.get(name, []) for question, found in answers.items()}
                self._session(self._by_id[name], answer, spool)
        questions.rows("let_go")

    def _session(self, session: Row, answer: Mapping[str, list[Row]], spool: Spool) -> None:
        name, slug = session["session"], self._session_slugs[session["session"]]
        names = Names(answer["players"])
        owing = self._settler.settle([name], session["currency"], names)
        listed = self.listing.session(name, owing)
        events = session["events_kept"] != "none"
        for row in answer["statement_lines"]:
            row["href"] = self._report.deal(slug, row, events=events)
        parts = list(_parts_of(session, answer, names, slug, self._player_slugs))
        if self._player is not None and name not in self._of_player[self._player]:
            parts = [self._absent(session, names, slug, self._player)]
        for part in parts:
            who = part.player["player"]
            if self._player not in (None, who):
                continue
            statement = self._about_session(part, owing)
            stem = f"{slug}/{self._player_slugs[who]}"
            files = write_statement(self._folder, stem, statement, self._kinds)
            listed.append(
                row_of(statement, files, slug, names.text(who))
                | {"uncompared": uncompared(part.player, statement.currency, "movement")}
            )
            if self._asked is None:
                spool.add((who, session["currency"]), part)

    def _absent(self, session: Row, names: Names, slug: str, player: str) -> Part:
        """What is to be said of somebody who was asked for and was not in the session that was asked for: nothing."""
        known = next((row["name"] for row in self._accounts if row["name"]), None)
        return absent(session, player, known, names, f"{slug}/{self._player_slugs[player]}.html")

    def _about_session(self, part: Part, owing: Owing) -> Statement:
        brought = of_session(part)
        return Statement(
            kind="session", player=part.player["player"], name=part.player["name"],
            currency=part.session["currency"], period=Period(), generated_at=self._generated_at, parts=[part],
            opening=EVEN, moved=brought, closing=brought, adjusted=part.balance["adjusted"], sums=part.sums,
            owing=owing.of(part.player["player"]), left_out=[], before=[],
        )  # fmt: skip

    def write_accounts(self, questions: Questions, spool: Spool) -> None:
        """A statement of each player about the whole period, one a currency."""
        sums: defaultdict[tuple[str, str | None], list[Row]] = defaultdict(list)
        for row in questions.rows("statement_account_sums", player=self._player):
            sums[row["player"], row["currency"]].append(row)
        inside = [name for name, part in self._parts.items() if part == "in"]
        before: defaultdict[tuple[str, str | None], list[Row]] = defaultdict(list)
        for row in questions.rows("statement_before", player=self._player, most=MOST_BEFORE):
            before[row["player"], row["currency"]].append(row)
        settled: dict[str | None, Owing] = {}
        for row in self._accounts:
            who, currency = row["player"], row["currency"]
            if currency not in settled:
                settled[currency] = self._settler.settle(inside, currency, self._names)
            listed = self.listing.account(currency, settled[currency])
            parts = sorted(spool.get((who, currency)), key=lambda part: self._turns[part.session["session"]])
            owing = settled[currency].of(who).without(row["opening"], currency)
            statement = self._about_period(row, parts, sums[who, currency], owing, before[who, currency])
            place = f"accounts/{_currency(currency, self._currency_slugs)}"
            stem = f"{place}/{self._player_slugs[who]}"
            files = write_statement(self._folder, stem, statement, self._kinds)
            noted = {"uncompared": uncompared_of_all(statement.sums, statement.currency)}
            listed.append(row_of(statement, files, place, self._names.text(who)) | noted)

    def _about_period(self, row: Row, parts: list[Part], sums: list[Row], owing: Owing, before: list[Row]) -> Statement:
        who, currency = row["player"], row["currency"]
        undated = [name for name, part in self._parts.items() if part == "undated" and name in self._of_player[who]]
        return Statement(
            kind="account", player=who, name=row["name"], currency=currency, period=self._period,
            generated_at=self._generated_at, parts=parts, opening=opening_of(row), moved=moved_of(row),
            closing=closing_of(row), adjusted=row["adjusted"], sums=sums,
            owing=owing, left_out=undated if row["undated"] else [], before=before,
        )  # fmt: skip


def _parts_of(
    session: Row, answer: Mapping[str, list[Row]], names: Names, slug: str, player_slugs: Slugs
) -> Iterator[Part]:
    by_player = {
        name: _by_player(answer[name])
        for name in ("statement_lines", "statement_sums", "corrections", "remarks", "statement_balances")
    }
    last_banker = answer["tenures"][-1]["banker"] if answer["tenures"] else None
    for player in answer["players"]:
        who = player["player"]
        settles = player["total_recorded"] is not None
        if not settles:
            player = player | {"difference": None}  # what is due is what counts
        lines, sums, corrections, remarks, balances = (found.get(who, []) for found in by_player.values())
        if not balances:
            continue
        yield Part(
            session=session, player=player, balance=balances[0], names=names, lines=lines, sums=sums,
            corrections=[_correction(row, lines, session["currency"]) for row in corrections],
            remarks=[row | {"message": _remark(row, session["currency"])} for row in remarks],
            unchecked=answer["unchecked"], page=f"{slug}/{player_slugs[who]}.html",
            left_behind=who == last_banker and _is_left(session, settles),
        )  # fmt: skip


def _is_left(session: Row, settles: bool) -> bool:
    """Whether anything is left in the kitty, by the log or by the rules, or may be."""
    if not session["kitty_decided"]:
        return True
    return bool(session["kitty_due"] or (settles and session["kitty_recorded"]))


def _remark(row: Row, currency: str | None) -> str:
    price = "" if row["price"] is None else f"; the price was {number(row['price'], currency)}"
    return told(row, currency) + price


def _correction(row: Row, lines: list[Row], currency: str | None) -> Row:
    return row | {"line": line_of(row, lines), "message": row["message"] and told(row, currency)}


def _currency(currency: str | None, slugs: Slugs) -> str:
    """The folder of a currency's accounts."""
    if currency is None:
        return "none"
    known = len(currency) == 3 and currency.isascii() and currency.isalpha() and currency.isupper()
    return currency.lower() if known else slugs[currency]


def _by_player(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["player"], []).append(row)
    return found


def _check(sessions: list[Row], everybody: list[Row], session: str | None, player: str | None) -> None:
    """ReportError where nobody is meant."""
    ids = [row["session"] for row in sessions]
    if session is not None and session not in ids:
        raise ReportError(f"there is no session {session}", _did_you_mean(session, ids))
    if player is not None and player not in {row["player"] for row in everybody}:
        raise ReportError(f"there is no player {player}", _did_you_mean(player, [row["player"] for row in everybody]))


def _did_you_mean(wanted: str, there: Iterable[str]) -> str:
    """The ids that look most like what was asked for, else some that there are."""
    ids = list(dict.fromkeys(there))
    folded = {id_.casefold(): id_ for id_ in reversed(ids)}
    near = [folded[close] for close in get_close_matches(wanted.casefold(), folded, n=3, cutoff=0.5)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are {', '.join(ids[:10])}{', …' if len(ids) > 10 else ''}" if ids else "the history is empty"
