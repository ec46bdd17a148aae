"""The people of a session as its pages call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from pontoon_audit.output.words import harmless


class Names:
    """What to call each player: by name, and where two share one, or none is known, by id.

    >>> names = Names([{"player": id_, "name": name} for id_, name in (("p1", "Ann"), ("p2", "Ben"), ("p3", "Ben"))])
    >>> names.text("p1"), names.text("p2"), names.text("stranger"), names["p1"]
    ('Ann', 'Ben (p2)', 'stranger', Markup('<bdi>Ann</bdi>'))
    """

    def __init__(self, people: Iterable[Mapping[str, Any]]) -> None:
        named = {row["player"]: row["name"] or row["player"] for row in people}
        often = Counter(named.values())
        self._texts = {
            player: harmless(name if often[name] == 1 or name == player else f"{name} ({player})")
            for player, name in named.items()
        }
        self._marked: dict[str, Markup] = {}

    def text(self, player: str) -> str:
        """The name as harmless text."""
        return self._texts.get(player) or harmless(player)

    def __getitem__(self, player: str) -> Markup:
        """The name as it stands in a page."""
        if player not in self._marked:
            self._marked[player] = Markup("<bdi>{}</bdi>").format(self.text(player))
        return self._marked[player]

    def account(self, kind: str, account: str) -> Markup:
        """A player's name, or what else an account is."""
        return self[account] if kind == "player" else Markup("the kitty" if kind == "kitty" else "the cash box")
