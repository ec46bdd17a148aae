"""What stands of what breaks rules: what only follows from a fault already reported is held back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pontoon_audit.findings.judgement import Candidate, Judgement

_HIDES_HAND: Final = ("turn/hand-over", "deal/card-missing")
"""Findings that hold back the others of their event and hand."""
_HIDES_DEAL: Final = "turn/after-banker-pontoon"
_HIDDEN_IN_DEAL: Final = ("turn", "split", "buy", "draw", "stick")


def standing_of(candidates: Sequence[Candidate], found: Judgement) -> list[Candidate]:
    """Those that stand, in the order of findings; `found` hears of the others."""
    return _unhidden(_once(sorted(candidates, key=_place), found), found)


def _place(candidate: Candidate) -> tuple[int, int, int, str, int, int]:
    """Session as read, event (none last), name, player, hand; players by their id."""
    at = candidate.at
    player = -1 if candidate.player is None else candidate.player
    hand = -1 if candidate.hand is None else candidate.hand
    return (candidate.sitting, int(at is None), at or 0, candidate.rule.name, player, hand)


def _unhidden(candidates: list[Candidate], found: Judgement) -> list[Candidate]:
    """What `turn/hand-over`, `deal/card-missing` and `turn/after-banker-pontoon` leave standing."""
    quiet_deals = {(one.sitting, one.row["deal_index"]) for one in candidates if one.rule.name == _HIDES_DEAL}
    speaking = []
    for one in candidates:
        silenced = one.rule.group in _HIDDEN_IN_DEAL and one.rule.name != _HIDES_DEAL
        if silenced and (one.sitting, one.row["deal_index"]) in quiet_deals:
            found.hold_back(one.rule, one.sitting)
        else:
            speaking.append(one)
    hidden_hands = {one.place for one in speaking if one.rule.name in _HIDES_HAND}
    standing = []
    for one in speaking:
        if one.rule.name not in _HIDES_HAND and one.place in hidden_hands:
            found.hold_back(one.rule, one.sitting)
        else:
            standing.append(one)
    return standing


def _once(candidates: list[Candidate], found: Judgement) -> list[Candidate]:
    """The first of each scope; the others are held back."""
    seen: set[tuple[Any, ...]] = set()
    standing = []
    for one in candidates:
        if one.rule.scope:
            key = (one.rule.name, one.sitting, *(one.row[column] for column in one.rule.scope))
            if key in seen:
                found.hold_back(one.rule, one.sitting)
                continue
            seen.add(key)
        standing.append(one)
    return standing
