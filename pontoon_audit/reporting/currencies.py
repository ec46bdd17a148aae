"""Amounts of two currencies cannot be compared: where there is not room for all, each has its turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]


def in_turn(rows: Sequence[Row], most: int) -> list[Row]:
    """The first `most` rows, of each currency as many as far as there are, in the order in which they stand.

    >>> rows = [{"currency": "GBP", "of": 1}, {"currency": "GBP", "of": 2}, {"currency": "JPY", "of": 3}]
    >>> [row["of"] for row in in_turn(rows, 2)]
    [1, 3]
    """
    before: Counter[str | None] = Counter()
    turns = []
    for place, row in enumerate(rows):
        turns.append((before[row["currency"]], place))
        before[row["currency"]] += 1
    return [rows[place] for place in sorted(place for _, place in sorted(turns)[:most])]
