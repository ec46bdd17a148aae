"""The people of a session as its pages call them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit.output.words import harmless

_OWNS: Final = re.compile(r"('s)?[,;:.)]*$")
"""What stands behind an id in a sentence."""


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
        words = Counter(word for name in named.values() for word in set(name.casefold().split()))
        self._unlike = {
            player: name
            for player, name in named.items()
            if name != player and (player.casefold() not in name.casefold().split() or words[player.casefold()] > 1)
        }

    def text(self, player: str) -> str:
        """The name as harmless text."""
        return self._texts.get(player) or harmless(player)

    def __getitem__(self, player: str) -> Markup:
        """The name as it stands in a page."""
        if player not in self._marked:
            self._marked[player] = Markup("<bdi>{}</bdi>").format(self.text(player))
        return self._marked[player]

    def meant(self, message: str, besides: str | None = None) -> Markup:
        """Who is called by id in a finding's message, behind it, unless the name says the id too, as Ann Lee says ann.

        A message is a log's data, and has ids; nothing in it is replaced. `besides` is somebody named elsewhere.

        >>> names = Names([{"player": "p1", "name": "Ann"}, {"player": "ben", "name": "Ben Lee"}])
        >>> print(names.meant("p1's hand 2 beats ben: p1"))
         <span class="note">(<bdi>p1</bdi> is <bdi>Ann</bdi>)</span>
        >>> names.meant("p1 sticks", besides="p1"), names.meant("ben sticks")
        (Markup(''), Markup(''))
        """
        if not self._unlike:
            return Markup()
        ids = dict.fromkeys(_OWNS.sub("", word) for word in message.split())
        told = [
            Markup("<bdi>{}</bdi> is <bdi>{}</bdi>").format(harmless(id_), harmless(self._unlike[id_]))
            for id_ in ids
            if id_ in self._unlike and id_ != besides
        ]
        return Markup(' <span class="note">({})</span>').format(Markup(", ").join(told)) if told else Markup()

    def account(self, kind: str, account: str) -> Markup:
        """A player's name, or what else an account is."""
        return self[account] if kind == "player" else Markup("the kitty" if kind == "kitty" else "the cash box")
