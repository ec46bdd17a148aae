"""Where everything stands in a report, so that each number can lead to the deals it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pontoon_audit.reporting.slugs import Slugs

Row = dict[str, Any]
MOST_ROWS: Final = 1000
"""Rows of a page that lists things; the rest stands on further pages."""


def chunks(rows: Sequence[Row], name: str, size: int = MOST_ROWS) -> Iterator[tuple[str, Sequence[Row]]]:
    """Pages of a long list and the rows of each; the first page is there even where there is no row.

    >>> [(file, len(rows)) for file, rows in chunks([{}] * 5, "findings", 2)]
    [('findings.html', 2), ('findings-2.html', 2), ('findings-3.html', 1)]
    """
    for i, first in enumerate(range(0, max(len(rows), 1), size)):
        yield f"{name}.html" if i == 0 else f"{name}-{i + 1}.html", rows[first : first + size]


class Links:
    """Paths of pages from the report's folder, with the places on them."""

    def __init__(self, sessions: Sequence[Row], deals: Iterable[Row], players: Iterable[str]) -> None:
        self._slugs = Slugs(row["session"] for row in sessions)
        self._listed = {row["session"]: file for file, rows in chunks(sessions, "sessions") for row in rows}
        self._paged = {row["session"] for row in sessions if row["paged"]}
        self._eventless = {row["session"] for row in sessions if row["events_kept"] == "none"}
        self._deals: dict[tuple[str, int], str] = {
            (row["session"], row["deal_index"]): called(self._slugs[row["session"]], row)["file"] for row in deals
        }
        self._players = Slugs(players)

    def slug(self, session: str) -> str:
        """The name of a session in file names."""
        return self._slugs[session]

    def session(self, session: str, place: str = "") -> str:
        """A session's page, or its row in the list of sessions."""
        slug = self._slugs[session]
        if session in self._paged:
            return f"sessions/{slug}.html{place}"
        return f"{self._listed[session]}#{slug}"

    def deal(self, session: str, deal_index: int | None, event: int | None = None) -> str:
        """A deal's page, or the list of the deals of its session."""
        file = None if deal_index is None else self._deals.get((session, deal_index))
        if file is None:
            return self.session(session, "#deals")
        return f"deals/{file}" + ("" if event is None or session in self._eventless else f"#e{event}")

    def has_page(self, session: str, deal_index: int | None) -> bool:
        """Whether a deal has a page."""
        return deal_index is not None and (session, deal_index) in self._deals

    def player(self, player: str) -> str | None:
        """A player's page, if there is one."""
        return f"players/{self._players[player]}.html" if player in self._players else None


def called(slug: str, deal: Mapping[str, Any]) -> Row:
    """The file of a deal's page and what it is called; a number that stands twice is told apart."""
    number, twin = deal["deal"], deal["twin"]
    if twin == 1:
        return {"file": f"{slug}-{number}.html", "deal_shown": str(number)}
    return {"file": f"{slug}-{number}x{twin}.html", "deal_shown": f"{number} (no. {twin})"}
