"""The audit of logs, end to end: reading, replay, rules, findings, money. The command line only calls this.

>>> from pontoon_audit import audit
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any, Final, cast

import polars as pl

from pontoon_audit.ahead import ahead
from pontoon_audit.batches import Batch, LogReader, Path, SourceResult
from pontoon_audit.findings.engine import judge
from pontoon_audit.findings.judgement import RULE_COUNT_COLUMNS, Coverage, Judgement
from pontoon_audit.findings.table import FINDING_COLUMNS, findings_frame
from pontoon_audit.findings.unchecked import unchecked
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.money.balances import balances_of
from pontoon_audit.money.decimals import decimal_of
from pontoon_audit.money.ledger import CASH, KITTY
from pontoon_audit.reading import Unreadable
from pontoon_audit.reading.lines_of_documents import with_lines
from pontoon_audit.replay.frames import Replayed, state_frames
from pontoon_audit.replay.walking import Walked, walk
from pontoon_audit.results import coded as tables
from pontoon_audit.results import published
from pontoon_audit.results.coded import EventsMade
from pontoon_audit.results.coding import coded
from pontoon_audit.results.rejected import rejected_table
from pontoon_audit.rules.catalogue import CATALOGUE
from pontoon_audit.watching import Nobody, Watch
from pontoon_audit.workers.partitions import Partition

SETTLED: Final = ("settled", "due", "difference")
"""Sums of absolute amounts over hands: what is recorded, what is due, and the two apart, hand by hand."""


@dataclass(slots=True)
class Audit:
    """What an audit found, as polars frames; `docs/tables.md` says what stands in each column.

    Most tables are kept in codes (`coded`), and become text when somebody asks for them.
    """

    sources: list[SourceResult]
    coded: tables.Coded
    findings: pl.DataFrame
    rejected: pl.DataFrame
    rule_counts: pl.DataFrame
    coverage: dict[str, Coverage]
    unreadable: list[Unreadable] = field(default_factory=list)
    rule_errors: list[str] = field(default_factory=list)
    _published: dict[str, pl.DataFrame] = field(default_factory=dict, repr=False)

    @property
    def sessions(self) -> pl.DataFrame:
        """A row a session."""
        return self._told("sessions")

    @property
    def seats(self) -> pl.DataFrame:
        """A row a person named in a session."""
        return self._told("seats")

    @property
    def deals(self) -> pl.DataFrame:
        """A row a deal, with the bank's hand."""
        return self._told("deals")

    @property
    def hands(self) -> pl.DataFrame:
        """A row a player's hand in a deal."""
        return self._told("hands")

    @property
    def events(self) -> pl.DataFrame:
        """A row a record, with the state of its hand right after it."""
        return self._told("events")

    @property
    def ledger(self) -> pl.DataFrame:
        """A row a movement of money between two accounts."""
        return self._told("ledger")

    def _told(self, name: str) -> pl.DataFrame:
        if name not in self._published:
            self._published[name] = getattr(published, name)(self.coded)
        return self._published[name]

    @property
    def balances(self) -> pl.DataFrame:
        """A row a player and currency over all sessions: sessions, deals, recorded, due, difference (money)."""
        return balances_of(self.ledger, self.seats, self.hands, self.deals, self.sessions)

    @property
    def settled(self) -> dict[str | None, dict[str, Decimal]]:
        """The sums of money of `summary` by currency; one without such hands is left out."""
        known = self.coded.hands.filter(pl.col("recorded").is_not_null() & pl.col("due").is_not_null())
        named = known.join(self.coded.sessions.select("sitting", "currency"), on="sitting")
        found: dict[str | None, dict[str, Decimal]] = {}
        for (currency,), hands in named.partition_by("currency", as_dict=True).items():
            recorded, due = (hands[name].cast(pl.Int128) for name in ("recorded", "due"))
            sums = (recorded.abs().sum(), due.abs().sum(), (due - recorded).abs().sum())
            found[currency] = {name: decimal_of(int(sum_)) for name, sum_ in zip(SETTLED, sums, strict=True)}
        return found

    @property
    def summary(self) -> dict[str, Any]:
        """Counts, and sums of absolute amounts over hands where both what is recorded and what is due are known.

        The sums are over all sessions, whatever their currency; balances keep currencies apart.
        """
        sessions, hands = self.coded.sessions, self.coded.hands
        settled = self.settled
        severities = dict(self.findings.group_by("severity").len().iter_rows())
        return {
            "sessions": sessions.height,
            "deals": self.coded.deals.height,
            "hands": hands.height,
            "events": int(sessions["events"].sum()),
            "rejected": int(sessions["rejected"].sum()),
            **{severity: severities.get(severity, 0) for severity in ("error", "warning", "info")},
            **{name: sum((sums[name] for sums in settled.values()), decimal_of(0)) for name in SETTLED},
        }


def audit(
    paths: Path | Sequence[Path],
    rules: HouseRules | None = None,
    *,
    input_format: str | None = None,
    encoding: str | None = None,
) -> Audit:
    """Audits one or more logs, or folders of logs, and keeps everything in memory.

    `rules` go before the logs' own: `Rules(stick_at=16)`, or `read_rules(path)` of `pontoon_audit.reading`. A file
    that cannot be read is in `unreadable`; the others are audited. Raises nothing for any content of a file.
    """
    return together(list(audit_batches(paths, rules, input_format=input_format, encoding=encoding)))


def audit_batches(
    paths: Path | Sequence[Path],
    rules: HouseRules | None = None,
    *,
    input_format: str | None = None,
    encoding: str | None = None,
    watch: Watch | None = None,
    events: EventsMade = "table",
) -> Generator[Audit]:
    """The same in pieces of whole sessions, to be put together with `together`. The first is begun at once.

    `sources` of each piece lists all files begun so far, as far as they were read; the last piece has them whole.
    `unreadable` and counts of a piece are its own. `watch` hears how far it is. `events`: their ``"table"``; or,
    for a `Loader` that keeps them in its file, ``"packed"``: then only those are in the table that cannot be packed,
    or all, of the interpreted replay; or ``"none"``.
    """
    return _audits(LogReader(paths, rules, input_format, encoding), watch or Nobody(), events)


def audit_partition(
    partition: Partition,
    rules: HouseRules | None,
    input_format: str | None,
    encoding: str | None,
    expected: int | None,
    *,
    events: EventsMade = "table",
) -> Generator[Audit]:
    """The same of a part of a run; sessions and sources are counted within it. The run has `expected` events."""
    logs = LogReader(partition.paths, rules, input_format, encoding, share=partition.share, expected=expected)
    return _audits(logs, Nobody(), events)


def _audits(logs: LogReader, watch: Watch, events: EventsMade) -> Generator[Audit]:
    """The audit of each batch; the next one is read meanwhile, the first one from now on."""
    batches = ahead(logs.batches(), meanwhile=partial(logs.get_ready, watch))
    audits = _audits_of(batches, logs, watch, events)
    next(audits)
    return audits


def _audits_of(batches: Generator[Batch], logs: LogReader, watch: Watch, events: EventsMade) -> Generator[Audit]:
    with closing(batches):
        yield cast(Audit, None)  # a first step, so that whoever closes this closes them
        watch.at("reading")
        for batch in batches:
            watch.at("replaying")
            audited = _judged(batch, walk(batch.logs, fast=batch.fast), logs, events)
            watch.done("replaying", batch.events)
            yield audited
            del audited, batch  # not to be held while the next one is made: a batch has a hundred megabytes
            watch.at("reading")


def _judged(batch: Batch, walked: Walked, logs: LogReader, events: EventsMade) -> Audit:
    """Judges a batch and makes its tables."""
    sittings = [Replayed(batch.first + position, log, walked, position) for position, log in enumerate(batch.logs)]
    frames = state_frames(sittings)
    sessions = {replayed.sitting: replayed.session for replayed in sittings}
    gaps = pl.DataFrame(
        [(r.sitting, unchecked(r)) for r in sittings],
        schema={"sitting": pl.Int64, "unchecked": pl.String},
        orient="row",
    )
    judgement = judge(frames, gaps, CATALOGUE)
    found = coded(frames, sittings, logs.source_of, events=events)
    for sitting, count in found.deals.group_by("sitting").len().iter_rows():
        logs.sources[logs.source_of[sitting]].deals += count
    return Audit(
        sources=logs.sources,
        coded=found,
        findings=with_lines(findings_frame(judgement.standing, sessions), sessions, logs.open_again),
        rejected=with_lines(rejected_table(frames, sittings, logs.source_of), sessions, logs.open_again),
        rule_counts=_rule_counts(judgement, found.sessions),
        coverage=judgement.coverage(CATALOGUE),
        unreadable=batch.unreadable,
        rule_errors=judgement.rule_errors,
    )


def _rule_counts(judgement: Judgement, sessions: pl.DataFrame) -> pl.DataFrame:
    named = judgement.rule_counts.join(
        sessions.select("sitting", "session"), on="sitting", how="left", maintain_order="left"
    )
    return named.select(list(RULE_COUNT_COLUMNS))


def together(pieces: Sequence[Audit]) -> Audit:
    """One audit of its pieces, in their order. Raises `ValueError` where there is none."""
    if not pieces:
        raise ValueError("nothing to put together")
    coverage = {name: Coverage() for name in sorted(pieces[0].coverage)}
    for piece in pieces:
        for name, counted in piece.coverage.items():
            coverage[name].add(counted)
    return Audit(
        sources=pieces[-1].sources,
        coded=tables.joined([piece.coded for piece in pieces]),
        findings=pl.concat([piece.findings for piece in pieces]),
        rejected=pl.concat([piece.rejected for piece in pieces]),
        rule_counts=pl.concat([piece.rule_counts for piece in pieces]),
        coverage=coverage,
        unreadable=[error for piece in pieces for error in piece.unreadable],
        rule_errors=sorted({error for piece in pieces for error in piece.rule_errors}),
    )


__all__ = [
    "CASH",
    "FINDING_COLUMNS",
    "KITTY",
    "Audit",
    "Coverage",
    "SourceResult",
    "audit",
    "audit_batches",
    "audit_partition",
    "together",
]
