"""The hands of a deal as they lie on the table of its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pontoon_audit.reporting.names import Names

Row = Mapping[str, Any]


class Seats:
    """Who has a hand in a deal, in the order in which the cards were dealt; hands made by a split after the first. The
    banker is always among them.

    Each seat has a `name`, the number of its `hand` where there are several, whether it is the `bank`, and in `end` the
    row of the hand when the deal was over (None where it cannot be told which that is).
    """

    def __init__(self, deal: Row, events: Sequence[Row], hands: Sequence[Row], names: Names) -> None:
        keys: list[tuple[str, int]] = []
        for event in events:
            key = (event["player"], event["hand"])
            if event["player"] is None or event["hand"] is None or key in keys:
                continue
            own = [place for place, (player, _) in enumerate(keys) if player == event["player"]]
            keys.insert(own[-1] + 1 if own else len(keys), key)
        if deal["banker"] is not None and not any(player == deal["banker"] for player, _ in keys):
            keys.append((deal["banker"], 1))  # the deal ended before the bank had a card
        ends: dict[tuple[str, int], Row | None] = {}
        for row in hands:
            ends[row["player"], row["hand"]] = row if deal["twins"] == 1 else None
        self._place = {key: place for place, key in enumerate(keys)}
        many = {player for player, hand in keys if hand > 1}
        self._seats = [
            {
                "name": names[player],
                "hand": hand if player in many else None,
                "bank": player == deal["banker"],
                "end": ends.get((player, hand)),
            }
            for player, hand in keys
        ]

    def place_of(self, player: str | None, hand: int | None) -> int | None:
        """Where the hand lies, from 0; None for what is no hand."""
        return None if player is None or hand is None else self._place.get((player, hand))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._seats)
