"""Settlement statements: for each player and session a page and a CSV file of the same lines; a page lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.questions import MOST_DEALS, asking, ranges
from pontoon_audit.reporting.rules_words import in_full, in_short
from pontoon_audit.reporting.slugs import Slugs
from pontoon_audit.reporting.statement_lines import COLUMNS, PARTS, as_csv, what
from pontoon_audit.reporting.uncompared import is_open, reckoning, uncompared, uncompared_of_all, uncompared_of_line

OF_SESSIONS: Final = ("players", "statement_lines", "statement_sums", "corrections", "remarks", "unchecked", "tenures")
"""The queries that the statements of a session are made of."""

Row = dict[str, Any]


def write_statements(database: Path, out: Path, session: str | None = None, player: str | None = None) -> list[Path]:
    """Write the statements of all, or only of one session or player (by id), into a folder, which is made where absent.

    The paths written are returned, `statements.html`, which lists the others, first. ReportError where there is no such
    session or player, HistoryError where the file cannot be read, OSError where a page cannot be written.
    """
    folder = Folder(out)
    with asking(database) as questions:
        everybody = questions.rows("player_names")
        every_session = questions.rows("sessions")
        _check(every_session, everybody, session, player)
        sitting = {row["session"] for row in everybody if player in (None, row["player"])}
        sessions = [row for row in every_session if session in (None, row["session"]) and row["session"] in sitting]
        session_slugs = Slugs(row["session"] for row in every_session)
        player_slugs = Slugs(row["player"] for row in everybody)
        listed: list[tuple[Row, list[Row]]] = []
        waiting = iter(sessions)
        for first, last, count in ranges([(row["session"], row["deals"]) for row in sessions]):
            limits = {"first": first, "last": last, "most_deals": MOST_DEALS, "player": player}
            questions.rows("prepare", **limits)
            answers = {name: questions.by_session(name, **limits) for name in OF_SESSIONS}
            for _ in range(count):
                row = next(waiting)
                answer = {name: found.get(row["session"], []) for name, found in answers.items()}
                pages = _Statements(folder, row, session_slugs[row["session"]], player_slugs, answer)
                listed.append((row, [pages.write(one) for one in answer["players"] if player in (None, one["player"])]))
        listed.sort(key=lambda pair: (pair[0]["played"] is None, pair[0]["played"], pair[0]["session"]))
        folder.page(
            "statements.html",
            "statements.html",
            sessions=listed,
            statements=sum(len(people) for _, people in listed),
            columns=COLUMNS,
        )
    return [folder.paths[-1], *folder.paths[:-1]]


class _Statements:
    """The statements of one session."""

    def __init__(
        self, folder: Folder, session: Row, slug: str, player_slugs: Slugs, answer: Mapping[str, list[Row]]
    ) -> None:
        self._folder, self._session, self._slug, self._player_slugs = folder, session, slug, player_slugs
        self._names = Names(answer["players"])
        self._by_player = {
            name: _by_player(answer[name]) for name in ("statement_lines", "statement_sums", "corrections", "remarks")
        }
        self._unchecked = answer["unchecked"]
        self._last_banker = answer["tenures"][-1]["banker"] if answer["tenures"] else None
        self._rules = {
            "in_short": in_short(session["rules"], session["currency"]),
            "in_full": in_full(session["rules"], session["currency"]),
        }

    def write(self, player: Row) -> Row:
        """Write the statement of a player of this session; what the list of statements says of it is returned."""
        who = player["player"]
        name = self._player_slugs[who]
        lines, sums, corrections, remarks = (found.get(who, []) for found in self._by_player.values())
        told = {row["finding_number"] for row in corrections}
        hands = Counter(line["place"] for line in lines if line["kind"] == "hand" and not line["repeated"])
        self._folder.page(
            f"{self._slug}/{name}.html",
            "statement.html",
            session=self._session,
            player=player,
            names=self._names,
            settles=player["total_recorded"] is not None,
            csv=f"{name}.csv",
            lines=[
                line
                | {
                    "what": what(line, self._names, split=hands[line["place"]] > 1),
                    "uncompared": uncompared_of_line(line),
                }
                for line in lines
            ],
            sums=[
                row | {"name": PARTS[row["part"]], "uncompared": uncompared_of_line({"kind": row["part"]} | row)}
                for row in sums
                if row["part"] in PARTS
            ],
            uncompared=uncompared_of_all(sums, player),
            partly=is_open(player),
            reckoning=reckoning(player),
            chips=next((row for row in sums if row["part"] == "chips"), None),
            corrections=corrections,
            amiss=any(line["difference"] for line in lines),
            remarks=[row for row in remarks if row["number"] not in told],
            unchecked=self._unchecked,
            left_behind=bool(self._session["kitty_recorded"]) and who == self._last_banker,
            **self._rules,
        )
        self._folder.write(f"{self._slug}/{name}.csv", "".join(as_csv(lines)))
        shown = {
            "uncompared": uncompared(player, "movement"),
            "name_shown": self._names[who],
            "page": f"{self._slug}/{name}.html",
            "csv": f"{self._slug}/{name}.csv",
        }
        return player | shown


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
    at_table = [row["player"] for row in everybody if row["session"] == session]
    if session is not None and player is not None and player not in at_table:
        raise ReportError(f"{player} did not sit in session {session}", f"these did: {', '.join(at_table[:20])}")


def _did_you_mean(wanted: str, there: Iterable[str]) -> str:
    """The ids that look most like what was asked for, else some that there are."""
    ids = list(dict.fromkeys(there))
    folded = {id_.casefold(): id_ for id_ in reversed(ids)}
    near = [folded[close] for close in get_close_matches(wanted.casefold(), folded, n=3, cutoff=0.5)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are {', '.join(ids[:10])}{', …' if len(ids) > 10 else ''}" if ids else "the history is empty"
