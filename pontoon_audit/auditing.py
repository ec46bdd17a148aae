"""The audit of logs, end to end: reading, replay, rules, findings, money. The command line only calls this.

>>> from pontoon_audit import audit
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from pontoon_audit.findings.engine import RULE_COUNT_COLUMNS, Coverage, Judgement, judge
from pontoon_audit.findings.table import FINDING_COLUMNS, findings_frame
from pontoon_audit.findings.unchecked import unchecked
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.money.balances import balances_of
from pontoon_audit.money.decimals import decimal_of
from pontoon_audit.money.ledger import CASH, KITTY
from pontoon_audit.reading import Unreadable, find_logs, read_log
from pontoon_audit.reading.lines_of_documents import with_lines
from pontoon_audit.replay.frames import Replayed, state_frames
from pontoon_audit.replay.speed import Speed
from pontoon_audit.replay.walking import walk
from pontoon_audit.results import coded as tables
from pontoon_audit.results import published
from pontoon_audit.results.coding import coded
from pontoon_audit.results.rejected import rejected_table
from pontoon_audit.rules.catalogue import CATALOGUE
from pontoon_audit.session import Session
from pontoon_audit.watching import Nobody, Watch
from pontoon_audit.workers.partitions import Partition, Share

Path = str | os.PathLike[str]


@dataclass(slots=True)
class SourceResult:
    """A file that was read: `path` as it was named, sha256 of its bytes as stored, and what it held."""

    path: str
    sha256: str
    shape: str
    sessions: int = 0
    deals: int = 0
    events: int = 0


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
    def summary(self) -> dict[str, Any]:
        """Counts, and sums of absolute amounts over hands where both what is recorded and what is due are known.

        The sums are over all sessions, whatever their currency; balances keep currencies apart.
        """
        sessions, hands = self.coded.sessions, self.coded.hands
        known = hands.filter(pl.col("recorded").is_not_null() & pl.col("due").is_not_null())
        recorded, due = (pl.col(name).cast(pl.Int128) for name in ("recorded", "due"))
        totals = known.select(
            settled=recorded.abs().sum(), due=due.abs().sum(), difference=(due - recorded).abs().sum()
        )
        severities = dict(self.findings.group_by("severity").len().iter_rows())
        return {
            "sessions": sessions.height,
            "deals": self.coded.deals.height,
            "hands": hands.height,
            "events": int(sessions["events"].sum()),
            "rejected": int(sessions["rejected"].sum()),
            **{severity: severities.get(severity, 0) for severity in ("error", "warning", "info")},
            **{name: decimal_of(int(totals[name][0])) for name in totals.columns},
        }


def _files(paths: Path | Sequence[Path]) -> list[str]:
    """The files that are meant: a folder is searched for logs."""
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: list[str] = []
    for path in [os.fspath(one) for one in named]:
        found.extend(find_logs([path]) if os.path.isdir(path) else [path])
    return found


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
) -> Iterator[Audit]:
    """The same in pieces of whole sessions, to be put together with `together`.

    `sources` of each piece lists all files begun so far, as far as they were read; the last piece has them whole.
    `unreadable` and counts of a piece are its own. `watch` hears how far it is.
    """
    yield from _Reader(paths, rules, input_format, encoding, watch=watch).audits()


def audit_partition(
    partition: Partition, rules: HouseRules | None, input_format: str | None, encoding: str | None, expected: int | None
) -> Iterator[Audit]:
    """The same of a part of a run; sessions and sources are counted within it. The run has `expected` events."""
    speed = Speed(partition.paths, expected)
    yield from _Reader(partition.paths, rules, input_format, encoding, share=partition.share, speed=speed).audits()


class _Reader:
    """Reads logs one after the other and cuts them into batches of whole sessions."""

    def __init__(
        self,
        paths: Path | Sequence[Path],
        rules: HouseRules | None,
        input_format: str | None,
        encoding: str | None,
        *,
        share: Share | None = None,
        speed: Speed | None = None,
        watch: Watch | None = None,
    ) -> None:
        if rules is not None and not isinstance(rules, HouseRules):
            raise TypeError("rules are pontoon_audit.Rules; read a file of them with pontoon_audit.reading.read_rules")
        self._paths = _files(paths)
        self._rules, self._format, self._encoding = rules, input_format, encoding
        self._stdin: bytes | None = None
        self._share, self._watch = share or Share(0, None), watch or Nobody()
        self._speed = speed or Speed(self._paths)
        self._sitting = 0
        self._source_of: dict[int, int] = {}
        self._unreadable: list[Unreadable] = []
        self.sources: list[SourceResult] = []

    def audits(self) -> Iterator[Audit]:
        """The audit of each batch."""
        self._watch.at("reading")
        for batch in self.batches():
            audited = self.judged(batch)
            self._watch.done("replaying", sum(len(replayed.session.events) for replayed in batch))
            yield audited
            self._watch.at("reading")

    def batches(self) -> Iterator[list[Replayed]]:
        """Batches of replayed sessions; at least one, which may be empty."""
        logs: list[Session] = []
        size = 0
        for path in self._paths:
            for session in self._sessions(path):
                logs.append(session)
                self._sitting += 1
                size += len(session.events)
                self._speed.seen += len(session.events)
                if size >= self._speed.batch_events:
                    yield self._replayed(logs)
                    logs, size = [], 0
        yield self._replayed(logs)

    def _replayed(self, logs: list[Session]) -> list[Replayed]:
        self._watch.at("replaying")
        walked, first = walk(logs, fast=self._speed.compiled), self._sitting - len(logs)
        return [Replayed(first + position, log, walked, position) for position, log in enumerate(logs)]

    def _sessions(self, path: str) -> Iterator[Session]:
        source: SourceResult | None = None
        try:
            stdin = self.standard_input(path)
            sessions = read_log(path, self._rules, input_format=self._format, encoding=self._encoding, stdin=stdin)
            for session in self._share.of(sessions):
                if source is None:
                    source = SourceResult(path, session.source.sha256, session.source.shape)
                    self.sources.append(source)
                source.sessions += 1
                source.events += len(session.events)
                self._source_of[self._sitting] = len(self.sources) - 1
                yield session
        except Unreadable as error:
            self._unreadable.append(error)

    def standard_input(self, path: str) -> io.BytesIO | None:
        """Standard input from its beginning; it is kept, since the lines of findings are looked up in it."""
        if path != "-":
            return None
        if self._stdin is None:
            self._stdin = sys.stdin.buffer.read()
        return io.BytesIO(self._stdin)

    def judged(self, batch: list[Replayed]) -> Audit:
        """Judges a batch and publishes its tables."""
        frames = state_frames(batch)
        sessions = {replayed.sitting: replayed.session for replayed in batch}
        gaps = pl.DataFrame(
            [(r.sitting, unchecked(r)) for r in batch],
            schema={"sitting": pl.Int64, "unchecked": pl.String},
            orient="row",
        )
        judgement = judge(frames, gaps, CATALOGUE)
        unreadable, self._unreadable = self._unreadable, []
        found = coded(frames, batch, self._source_of)
        for sitting, count in found.deals.group_by("sitting").len().iter_rows():
            self.sources[self._source_of[sitting]].deals += count
        open_again = self._open_again
        return Audit(
            sources=self.sources,
            coded=found,
            findings=with_lines(findings_frame(judgement.standing, sessions), sessions, open_again),
            rejected=with_lines(rejected_table(frames, batch, self._source_of), sessions, open_again),
            rule_counts=_rule_counts(judgement, found.sessions),
            coverage=judgement.coverage(CATALOGUE),
            unreadable=unreadable,
            rule_errors=judgement.rule_errors,
        )

    def _open_again(self, path: str) -> tuple[io.BytesIO | None, str | None]:
        return self.standard_input(path), self._encoding


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
