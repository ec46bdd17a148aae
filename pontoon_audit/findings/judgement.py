"""What the rules came to in a batch: what stands, and how often each was kept, broken, not decidable, held back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from pontoon_audit.rules.rule import Rule

KEPT: Final = 1
BROKEN: Final = 1 << 20
UNDECIDED: Final = 1 << 40
"""What a row that keeps a rule, one that breaks it, and one of which nobody can say, add to one sum."""


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


RULE_COUNT_COLUMNS: Final[dict[str, Any]] = {
    "sitting": pl.Int64, "session": pl.String, "finding": pl.String, "kept": pl.Int64, "broken": pl.Int64,
    "not_decidable": pl.Int64, "held_back": pl.Int64,
}  # fmt: skip
"""Columns of the table of counts that an audit has; `Judgement.rule_counts` has all but the session's name."""
_COUNT_TYPES: Final[dict[str, Any]] = {name: kind for name, kind in RULE_COUNT_COLUMNS.items() if name != "session"}
_COUNTS: Final = ("kept", "broken", "not_decidable", "held_back")


@dataclass
class Judgement:
    """All answers of a batch: what stands, counts by session and rule, and the rules of ours that raised."""

    standing: list[Candidate]
    sums: list[pl.DataFrame]
    """How often rules were kept, those of which nothing else came: tables with `sitting` and a column a rule."""
    answers: list[pl.DataFrame]
    """The answers of the other rules summed (see `KEPT`), in tables of the same kind."""
    held_back: list[tuple[int, str]]
    """Sitting and rule of each answer that was broken and is held back."""
    rule_errors: list[str]

    def hold_back(self, rule: Rule, sitting: int) -> None:
        """Counts an answer that only follows from what is reported already."""
        self.held_back.append((sitting, rule.name))

    @cached_property
    def rule_counts(self) -> pl.DataFrame:
        """How often each rule was kept, broken, not decidable and held back, in the sessions where it met something."""
        return self._counts.cast({"finding": pl.String})

    @cached_property
    def _counts(self) -> pl.DataFrame:
        """The same, with each rule as one of those there are: where sessions are many there are a million rows."""
        frames = [*self.sums, *self.answers]
        if not frames:
            return pl.DataFrame(schema=_COUNT_TYPES)
        every = pl.concat([frame["sitting"] for frame in frames]).unique().sort()
        rules = sorted({rule for frame in frames for rule in frame.columns[1:]})
        sums = pl.exclude("sitting")
        of_answers = {"kept": sums % BROKEN, "broken": sums // BROKEN % BROKEN, "not_decidable": sums // UNDECIDED}
        counts = pl.LazyFrame([every.alias("sitting")])
        for count, told in of_answers.items():
            read = [frame.select("sitting", told) for frame in self.answers]
            found = _added([*self.sums, *read] if count == "kept" else read, every)
            columns = [pl.lit(found.get(rule, pl.Series([0], dtype=pl.Int64))) for rule in rules]
            counts = counts.with_columns(pl.concat_list(columns).alias(count))
        rule = (pl.int_range(pl.len(), dtype=pl.UInt32) % len(rules)).cat.to(pl.Enum(rules))
        counts = counts.explode(*of_answers).with_columns(finding=rule, held_back=pl.lit(0, pl.Int64))
        counts = counts.filter(pl.any_horizontal(pl.col(*of_answers) != 0))
        if self.held_back:
            held = pl.LazyFrame(self.held_back, schema={"sitting": pl.Int64, "finding": pl.Enum(rules)}, orient="row")
            held = held.group_by("sitting", "finding").agg(held_back=pl.len().cast(pl.Int64))
            counts = counts.drop("held_back").join(held, on=("sitting", "finding"), how="left", maintain_order="left")
            counts = counts.with_columns(pl.col("held_back").fill_null(0))
        counts = counts.with_columns(pl.col("broken") - pl.col("held_back"))
        return counts.select(list(_COUNT_TYPES)).collect(engine="in-memory")

    def coverage(self, rules: Sequence[Rule]) -> dict[str, Coverage]:
        """Counts by rule name over all sessions; those of rules that met nothing are nought."""
        counts = self._counts.group_by("finding").agg(pl.col(_COUNTS).sum())
        found = {name: Coverage(*numbers) for name, *numbers in counts.select("finding", *_COUNTS).iter_rows()}
        return {rule.name: found.get(rule.name, Coverage()) for rule in rules}


def _added(sums: Sequence[pl.DataFrame], every: pl.Series) -> dict[str, pl.Series]:
    """The sums of each rule, of every session; 0 where it met nothing. Each of `sums` has some of the sessions, some of
    the rules, and a very long session more than once."""
    found: dict[str, pl.Series] = {}
    for frame in sums:
        rows = frame
        if rows["sitting"].n_unique() < rows.height:
            rows = rows.group_by("sitting").agg(pl.all().sum())
        if not rows["sitting"].equals(every):
            rows = every.to_frame("sitting").join(rows, on="sitting", how="left", maintain_order="left").fill_null(0)
        for rule in frame.columns[1:]:
            found[rule] = found[rule] + rows[rule] if rule in found else rows[rule]
    return found
