"""Asks every rule of every row that it judges, and counts the answers.

Every rule answers each row it judges with one of four: kept, broken, not decidable, held back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from typing import Any, Final, Protocol

import polars as pl

from pontoon_audit.findings.judgement import BROKEN, KEPT, UNDECIDED, Candidate, Judgement
from pontoon_audit.findings.standing import standing_of
from pontoon_audit.replay.facts_of import Family
from pontoon_audit.replay.frames import StateFrames
from pontoon_audit.rules.rule import Rule


def judge(frames: StateFrames, sessions: pl.DataFrame, rules: Sequence[Rule]) -> Judgement:
    """Applies `rules` to a batch. `sessions` has a row a session: `sitting` and what could not be checked.

    A rule that raises is named in `rule_errors`; the others are asked all the same.
    """
    found = Judgement([], [], [], [], [])
    for family in frames.families:
        mine = [
            r for r in rules if r.over == "events" and (not r.actions or not set(family).isdisjoint(r.action_codes))
        ]
        _ask(partial(frames.events_of, family), mine, found, family)
    for over in ("hands", "deals", "chips"):
        _ask(partial(frames.rows_of, over), [rule for rule in rules if rule.over == over], found)

    def of_sessions(names: Collection[str] | None = None, rows: pl.Series | None = None) -> pl.DataFrame:
        return sessions if rows is None else sessions[rows]

    _ask(of_sessions, [rule for rule in rules if rule.over == "session"], found)
    found.standing = standing_of(found.standing, found)
    return found


class Source(Protocol):
    """Rows that rules are asked about."""

    def __call__(self, names: Collection[str] | None = None, rows: pl.Series | None = None) -> pl.DataFrame:
        """Columns by their names, rows by their positions; all where none are named."""


def _ask(source: Source, rules: Sequence[Rule], found: Judgement, family: Family = ()) -> None:
    """Asks rules about rows; those of events are of one family of actions."""
    if not rules:
        return
    frame = source(names=frozenset({"action"} if family else ()).union(*map(_needs, rules)))
    if frame.is_empty():
        return
    try:
        judged = _judged(frame, rules, family)
        doubtful = _doubtful(frame, judged, rules, family)
        kept = [rule for rule in rules if rule not in doubtful]
        sums = _counted(frame["sitting"], judged, kept, family) if kept else []
        if doubtful:
            answers = _at_once(frame.lazy().select("sitting", *(_answer(rule, family) for rule in doubtful)))
            found.answers.append(_summed(answers))
    except Exception:  # a fault in one rule must not silence the others: ask one by one to find it
        if len(rules) > 1:
            for rule in rules:
                _ask(source, [rule], found, family)
        else:
            found.rule_errors.append(f"{rules[0].name}: {_first_line()}")
        return
    found.sums += sums
    for rule in doubtful:
        rows = (answers[rule.name] == BROKEN).arg_true()
        if len(rows):
            found.standing.extend(_candidates(rule, source(rows=rows), found))


_SUMMED: Final = BROKEN // 2
"""So many rows are summed at once, so that a sum holds all three counts."""


@lru_cache(maxsize=1000)
def _needs(rule: Rule) -> frozenset[str]:
    """The columns that decide a rule."""
    return frozenset({"sitting"}.union(*(part.meta.root_names() for part in (rule.judges, rule.broken))))


@lru_cache(maxsize=1000)
def _judges(rule: Rule, family: Family) -> pl.Expr:
    """Which rows the rule judges: as many as the frame has, also where it judges always."""
    judges = rule.judges & pl.col("sitting").is_not_null()
    if rule.actions and not set(family).issubset(rule.action_codes):
        there = [code for code in rule.action_codes if code in family]
        judges = judges & pl.any_horizontal(pl.col("action") == code for code in there)
    return judges


def _judged(frame: pl.DataFrame, rules: Sequence[Rule], family: Family) -> pl.DataFrame:
    """Which rows rules judge: a column for all rules that judge the same rows, named by `_rows_judged`."""
    wanted = {_rows_judged(rule, family): _judges(rule, family) for rule in rules}
    return _at_once(frame.lazy().select(rows.alias(name) for name, rows in wanted.items()))


@lru_cache(maxsize=1000)
def _rows_judged(rule: Rule, family: Family) -> str:
    """A name for these rows, the same for two rules that judge the same."""
    return _ROWS.setdefault(_judges(rule, family).meta.serialize(), f"judged {len(_ROWS)}")


_ROWS: Final[dict[bytes, str]] = {}


def _doubtful(frame: pl.DataFrame, judged: pl.DataFrame, rules: Sequence[Rule], family: Family) -> list[Rule]:
    """The rules that some row breaks, or of which nobody can say. They are few, and asked again row by row: whether
    there is any such row is told many times faster than what each row says."""
    rows = pl.DataFrame([*frame, *judged])
    there = _at_once(rows.lazy().select(_is_doubtful(rule, family) for rule in rules)).row(0)
    return [rule for rule, is_there in zip(rules, there, strict=True) if is_there]


@lru_cache(maxsize=1000)
def _is_doubtful(rule: Rule, family: Family) -> pl.Expr:
    return (pl.col(_rows_judged(rule, family)) & rule.broken.fill_null(True)).any().alias(rule.name)


def _counted(sitting: pl.Series, judged: pl.DataFrame, rules: Sequence[Rule], family: Family) -> list[pl.DataFrame]:
    """How many rows each of these rules judges: tables with a column a rule, a row a session (or more, of a very long
    one). Many rules judge the same rows, and most of them all rows."""
    alike: dict[str, list[str]] = {}
    for rule in rules:
        alike.setdefault(_rows_judged(rule, family), []).append(rule.name)
    all_ = [name for name in alike if judged[name].all(ignore_nulls=False)]
    some = [name for name in alike if name not in all_]
    found = []
    for part in pl.DataFrame([sitting, *(judged[name] for name in some)]).iter_slices(_SUMMED):
        runs = part["sitting"].rle().struct.unnest().cast(pl.Int64)
        of_all = [runs["len"].alias(rule) for name in all_ for rule in alike[name]]
        found.append(pl.DataFrame([runs["value"].alias("sitting"), *of_all]))
        if some:
            counts = _at_once(_by_session(part.lazy()))
            of_some = [counts[name].alias(rule) for name in some for rule in alike[name]]
            found.append(pl.DataFrame([counts["sitting"], *of_some]))
    return found


@lru_cache(maxsize=1000)
def _answer(rule: Rule, family: Family) -> pl.Expr:
    """What each row adds to the sum; 0 where the rule does not judge it."""
    kept, breaks, open_, nothing = (pl.lit(worth, pl.Int64) for worth in (KEPT, BROKEN, UNDECIDED, 0))
    broken = rule.broken
    answer = pl.when(broken.is_null()).then(open_).when(broken).then(breaks).otherwise(kept)
    return pl.when(_judges(rule, family)).then(answer).otherwise(nothing).alias(rule.name)


def _summed(answers: pl.DataFrame) -> pl.DataFrame:
    """The answers of each rule summed, one row a session (or more, of a very long one)."""
    parts = [_at_once(_by_session(part.lazy())) for part in answers.iter_slices(_SUMMED)]
    return parts[0] if len(parts) == 1 else pl.concat(parts)


def _by_session(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The sums of all columns, one row a session; rows are in the order of sessions."""
    return rows.set_sorted("sitting").group_by("sitting").agg(pl.all().sum().cast(pl.Int64))


def _at_once(query: pl.LazyFrame) -> pl.DataFrame:
    """The answer to a short query. To look for a better way through a select of many expressions takes longer than the
    select, on a short log and on a batch of a long one."""
    return query.collect(engine="in-memory", optimizations=pl.QueryOptFlags.none())


def _first_line() -> str:
    import sys

    return (str(sys.exception()).splitlines() or ["no message"])[0]


def _candidates(rule: Rule, rows: pl.DataFrame, found: Judgement) -> list[Candidate]:
    worth = rule.worth if rule.worth is not None else pl.lit(None, dtype=pl.Int64)
    held = rule.held.fill_null(False) if rule.held is not None else pl.lit(False)
    rows = rows.with_columns(_worth=worth, _held=held)
    candidates = []
    for row in rows.iter_rows(named=True):
        if row["_held"]:
            found.hold_back(rule, row["sitting"])
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
