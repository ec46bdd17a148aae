"""Asks every rule, counts the answers, and holds back what only follows from a fault already reported.

Every rule answers each row it judges with one of four: kept, broken, not decidable, held back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from pontoon_audit.replay.frames import StateFrames
from pontoon_audit.rules.rule import Rule

KEPT, BROKEN, UNDECIDED = 0, 1, 2
_HIDES_HAND: Final = ("turn/hand-over", "deal/card-missing")
"""Findings that hold back the others of their event and hand."""
_HIDES_DEAL: Final = "turn/after-banker-pontoon"
_HIDDEN_IN_DEAL: Final = ("turn", "split", "buy", "draw", "stick")


@dataclass(slots=True)
class Coverage:
    """How often a rule was kept, broken, not decidable, and held back."""

    kept: int = 0
    broken: int = 0
    not_decidable: int = 0
    held_back: int = 0

    def add(self, other: Coverage) -> None:
        """Counts what another batch counted."""
        self.kept += other.kept
        self.broken += other.broken
        self.not_decidable += other.not_decidable
        self.held_back += other.held_back


@dataclass(slots=True)
class Candidate:
    """A row that breaks a rule. `at` is the position of its event in the session, None where it stands at none."""

    rule: Rule
    sitting: int
    at: int | None
    player: int | None
    hand: int | None
    row: dict[str, Any]
    worth: int | None

    @property
    def place(self) -> tuple[int, int | None, int | None, int | None]:
        """Event and hand it is about: the bank's hand too, though findings about the banker publish none."""
        return (self.sitting, self.at, self.player, self.hand or 1)


@dataclass(slots=True)
class Judgement:
    """All answers of a batch: what stands, counts by session and rule name, and the rules of ours that raised."""

    standing: list[Candidate]
    counts: dict[tuple[int, str], Coverage]
    rule_errors: list[str]

    def count(self, sitting: int, rule: Rule) -> Coverage:
        """The counts of a rule in a session, to be added to."""
        return self.counts.setdefault((sitting, rule.name), Coverage())

    def coverage(self, rules: Sequence[Rule]) -> dict[str, Coverage]:
        """Counts by rule name over all sessions; those of rules that met nothing are nought."""
        found = {rule.name: Coverage() for rule in rules}
        for (_, name), counted in self.counts.items():
            found[name].add(counted)
        return found


def judge(frames: StateFrames, sessions: pl.DataFrame, rules: Sequence[Rule]) -> Judgement:
    """Applies `rules` to a batch. `sessions` has a row a session: `sitting` and what could not be checked.

    A rule that raises is named in `rule_errors`; the others are asked all the same.
    """
    found = Judgement([], {}, [])
    tables = {"hands": frames.hands, "deals": frames.deals, "chips": frames.chips, "session": sessions}
    by_action = {key[0]: part for key, part in frames.events.partition_by("action", as_dict=True).items()}
    for action, part in by_action.items():
        mine = [r for r in rules if r.over == "events" and (not r.actions or action in r.action_codes)]
        found.standing.extend(_ask(part, mine, found))
    for over, frame in tables.items():
        found.standing.extend(_ask(frame, [rule for rule in rules if rule.over == over], found))
    found.standing = _unhidden(_once(_in_order(found.standing), found), found)
    return found


def _in_order(candidates: list[Candidate]) -> list[Candidate]:
    """Session as read, event (none last), name, player, hand; players by their id."""
    return sorted(candidates, key=_place)


def _place(candidate: Candidate) -> tuple[int, int, int, str, int, int]:
    at = candidate.at
    player = -1 if candidate.player is None else candidate.player
    hand = -1 if candidate.hand is None else candidate.hand
    return (candidate.sitting, int(at is None), at or 0, candidate.rule.name, player, hand)


def _ask(frame: pl.DataFrame, rules: Sequence[Rule], found: Judgement) -> list[Candidate]:
    if not rules or frame.is_empty():
        return []
    try:
        answers = (
            frame.lazy()
            .select("sitting", *(_answer(rule).alias(rule.name) for rule in rules))
            .collect(engine="in-memory")
        )
    except Exception:  # a fault in one rule must not silence the others: ask one by one to find it
        if len(rules) > 1:
            return [candidate for rule in rules for candidate in _ask(frame, [rule], found)]
        found.rule_errors.append(f"{rules[0].name}: {_first_line()}")
        return []
    broken = _count(answers, rules, found)
    candidates: list[Candidate] = []
    for rule in rules:
        if rule.name in broken:
            candidates.extend(_candidates(rule, frame.filter(answers[rule.name] == BROKEN), found))
    return candidates


def _count(answers: pl.DataFrame, rules: Sequence[Rule], found: Judgement) -> set[str]:
    """Counts the answers, session by session; the names of the rules that were broken are returned."""
    broken: set[str] = set()
    kinds = [(rule, answer) for rule in rules for answer in (KEPT, BROKEN, UNDECIDED)]
    sums = [(pl.col(rule.name) == answer).sum().alias(f"{rule.name} {answer}") for rule, answer in kinds]
    for sitting, *counts in answers.lazy().group_by("sitting").agg(sums).collect(engine="in-memory").iter_rows():
        for rule, kept, failed, undecided in zip(rules, counts[::3], counts[1::3], counts[2::3], strict=True):
            if kept or failed or undecided:
                found.count(sitting, rule).add(Coverage(kept, failed, undecided))
            if failed:
                broken.add(rule.name)
    return broken


def _first_line() -> str:
    import sys

    return (str(sys.exception()).splitlines() or ["no message"])[0]


def _answer(rule: Rule) -> pl.Expr:
    """0 kept, 1 broken, 2 not decidable; null where the rule does not judge the row."""
    answer = pl.when(rule.broken.is_null()).then(UNDECIDED).when(rule.broken).then(BROKEN).otherwise(KEPT)
    return pl.when(rule.judges).then(answer).cast(pl.Int8)


def _candidates(rule: Rule, rows: pl.DataFrame, found: Judgement) -> list[Candidate]:
    worth = rule.worth if rule.worth is not None else pl.lit(None, dtype=pl.Int64)
    held = rule.held.fill_null(False) if rule.held is not None else pl.lit(False)
    rows = rows.with_columns(_worth=worth, _held=held)
    candidates = []
    for row in rows.iter_rows(named=True):
        if row["_held"]:
            _hold_back(rule, row["sitting"], found)
            continue
        at = row.get(rule.at)
        position = None if at is None or at < 0 else (at - 1 if rule.at == "event" else at)
        player = row[rule.names] if rule.names else None
        player = None if player is None or player < 0 else player
        hand = _hand(row) if rule.with_hand and player is not None else None
        candidates.append(Candidate(rule, row["sitting"], position, player, hand, row, row["_worth"]))
    return candidates


def _hand(row: dict[str, Any]) -> int | None:
    """The hand that a row is about: a row of the hand table, or an event of a deal (what the bank draws has no number
    but the first)."""
    from pontoon_audit.game import DEAL, DRAW, SETTLE_SHOOT, STAY

    action, hand = row.get("action"), row.get("hand")
    if action is not None and not DEAL <= action <= SETTLE_SHOOT:
        return None
    return 1 if action in (DRAW, STAY) else hand


def _hold_back(rule: Rule, sitting: int, found: Judgement) -> None:
    coverage = found.count(sitting, rule)
    coverage.broken -= 1
    coverage.held_back += 1


def _unhidden(candidates: list[Candidate], found: Judgement) -> list[Candidate]:
    """What `turn/hand-over`, `deal/card-missing` and `turn/after-banker-pontoon` leave standing."""
    quiet_deals = {(one.sitting, one.row["deal_index"]) for one in candidates if one.rule.name == _HIDES_DEAL}
    speaking = []
    for one in candidates:
        silenced = one.rule.group in _HIDDEN_IN_DEAL and one.rule.name != _HIDES_DEAL
        if silenced and (one.sitting, one.row["deal_index"]) in quiet_deals:
            _hold_back(one.rule, one.sitting, found)
        else:
            speaking.append(one)
    hidden_hands = {one.place for one in speaking if one.rule.name in _HIDES_HAND}
    standing = []
    for one in speaking:
        if one.rule.name not in _HIDES_HAND and one.place in hidden_hands:
            _hold_back(one.rule, one.sitting, found)
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
                _hold_back(one.rule, one.sitting, found)
                continue
            seen.add(key)
        standing.append(one)
    return standing
