"""Where everything stands in a report, so that each number can lead to the deals it comes from.

A number leads to a list: `sessions/club.html?show=12–17#deals`. The fragment is a table there; what the page's script
narrows it to, if it runs, stands behind `?show=` in the words that people type above the table. In a row about one
deal it is the deal that is linked, to its page, or to its row in the list of its session's deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from markupsafe import Markup, escape

from pontoon_audit.output.words import harmless
from pontoon_audit.reporting.slugs import Slugs

Row = dict[str, Any]
MOST_ROWS: Final = 1000
"""Rows of a page that lists things; the rest stands on further pages."""


def to(shown: str, href: str | None) -> Markup:
    """A number, or words, with a link to where it comes from, if there is such a place.

    >>> print(to("2.50", "club.html#deals"), to("2.50", None))
    <a href="club.html#deals">2.50</a> 2.50
    """
    return escape(shown) if href is None else Markup(f'<a href="{escape(href)}">{escape(shown)}</a>')


def narrowed(table: str, words: str = "", page: str = "") -> str:
    """A table of a page, narrowed to the rows with these words; without a page of this one.

    >>> narrowed("tenures", whole("Ann & Ben"), "bank.html"), narrowed("deals")
    ('bank.html?show=%22Ann%20%26%20Ben%22#tenures', '#deals')
    """
    return f"{page}?show={quote(words, safe='', errors='replace')}#{table}" if words else f"{page}#{table}"


def whole(text: str) -> str:
    """A word that means a cell that holds this and nothing else.

    >>> print(whole('Ann "Ace" Lee'))
    "Ann ""Ace"" Lee"
    """
    return '"' + harmless(text).replace('"', '""') + '"'


def banked_by(player: str) -> str:
    """A word that means the deals in which a player was banker, in the list of a session's deals.

    >>> print(banked_by("ann"))
    "banker:ann"
    """
    return marked("banker", player)


def played_by(player: str) -> str:
    """A word that means the deals in which a player had a hand against the bank, or money for one.

    >>> print(played_by("ann"))
    "player:ann"
    """
    return marked("player", player)


def marked(mark: str, text: str = "") -> str:
    """A word that means the rows with a mark, such as `differs:ann`; whatever else stands in a row, it is not meant.

    >>> print(marked("severity", "error"), marked("differs"))
    "severity:error" "differs:"
    """
    return whole(f"{mark}:{text}")


def from_to(first: int | None, last: int | None) -> str:
    """A word that means the deals from one number to another; no word where one has none.

    >>> from_to(12, 17), from_to(None, 17)
    ('12–17', '')
    """
    return "" if first is None or last is None else f"{first}–{last}"


def chunks(rows: Sequence[Row], name: str, size: int = MOST_ROWS) -> Iterator[tuple[str, Sequence[Row]]]:
    """Pages of a long list and the rows of each; the first page is there even where there is no row.

    >>> [(file, len(rows)) for file, rows in chunks([{}] * 5, "findings", 2)]
    [('findings.html', 2), ('findings-2.html', 2), ('findings-3.html', 1)]
    """
    for i, first in enumerate(range(0, max(len(rows), 1), size)):
        yield f"{name}.html" if i == 0 else f"{name}-{i + 1}.html", rows[first : first + size]


class Links:
    """Paths of pages from the report's folder, with the places on them."""

    def __init__(self, sessions: Sequence[Row], deals: Iterable[Row], accounts: Iterable[Row], short: int) -> None:
        """`short` is how many deals a session may have so that its page lists them all."""
        self._slugs = Slugs(row["session"] for row in sessions)
        listed = [row for row in sessions if row["listed"]]
        self._listed = {row["session"]: file for file, rows in chunks(listed, "sessions") for row in rows}
        self._paged = {row["session"] for row in sessions if row["paged"]}
        self._short = {row["session"] for row in sessions if row["deals"] <= short}
        self._eventless = {row["session"] for row in sessions if row["events_kept"] == "none"}
        self._deals: dict[tuple[str, int], str] = {
            (row["session"], row["deal_index"]): called(self._slugs[row["session"]], row)["file"] for row in deals
        }
        self._currencies: dict[str, list[str | None]] = {}
        for row in accounts:
            self._currencies.setdefault(row["player"], []).append(row["currency"])
        self._players = Slugs(self._currencies)

    def slug(self, session: str) -> str:
        """The name of a session in file names."""
        return self._slugs[session]

    def session(self, session: str, place: str = "") -> str:
        """A session's page, or its place in the list of sessions."""
        if session in self._paged:
            return f"sessions/{self._slugs[session]}.html{place}"
        return self.row(session)

    def row(self, session: str) -> str:
        """A session's row in the list of sessions, or what is said there of those that are left out."""
        file = self._listed.get(session)
        return "sessions.html#left-out" if file is None else f"{file}#{self._slugs[session]}"

    def of_session(self, session: str, up: str, table: str = "deals", words: str = "") -> str | None:
        """A table of a session's page, narrowed; None where the session has no page."""
        if session not in self._paged:
            return None
        return up + narrowed(table, words, f"sessions/{self._slugs[session]}.html")

    def deal(self, session: str, deal_index: int | None, event: int | None = None) -> str:
        """A deal's page, or its row in the list of the deals of its session, or that list where it has no row."""
        file = None if deal_index is None else self._deals.get((session, deal_index))
        if file is None:
            return self.session(session, f"#d{deal_index}" if self._has_row(session, deal_index) else "#deals")
        return f"deals/{file}" + ("" if event is None or session in self._eventless else f"#e{event}")

    def _has_row(self, session: str, deal_index: int | None) -> bool:
        return deal_index is not None and session in self._short

    def has_page(self, session: str, deal_index: int | None) -> bool:
        """Whether a deal has a page."""
        return deal_index is not None and (session, deal_index) in self._deals

    def player(self, player: str) -> str | None:
        """A player's page, if there is one."""
        return f"players/{self._players[player]}.html" if player in self._players else None

    def place_of_hand(self, player: str, hand: int | None) -> str | None:
        """What a hand's row is called on the page of its deal; None where the player has no page that leads there."""
        return f"h-{self._players[player]}-{hand}" if player in self._players and hand is not None else None

    def of_hand(self, row: Mapping[str, Any]) -> str:
        """A hand's row on the page of its deal, or where the deal is told instead."""
        deal, place = self.deal(row["session"], row["deal_index"]), self.place_of_hand(row["player"], row["hand"])
        return f"{deal}#{place}" if place and self.has_page(row["session"], row["deal_index"]) else deal

    def account(self, player: str, currency: str | None) -> str | None:
        """A player's sessions in a currency, on the player's page, if there is one."""
        page = self.player(player)
        return None if page is None else f"{page}#sessions-{self._currencies[player].index(currency) + 1}"


def called(slug: str, deal: Mapping[str, Any]) -> Row:
    """The file of a deal's page and what it is called; a number that stands twice is told apart."""
    number, twin = deal["deal"], deal["twin"]
    if twin == 1:
        return {"file": f"{slug}-{number}.html", "deal_shown": str(number)}
    return {"file": f"{slug}-{number}x{twin}.html", "deal_shown": f"{number} (no. {twin})"}
