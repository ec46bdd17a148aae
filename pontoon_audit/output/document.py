"""The public shape of an audit, apart from the inner tables, which may change without anybody noticing.

Every format of this folder is written from a `Report` and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from pontoon_audit import __version__

if TYPE_CHECKING:
    import polars as pl

    from pontoon_audit.auditing import Audit
    from pontoon_audit.output.deal_lines import Lines

FORMAT: Final = "pontoon-findings/1"
TOOL: Final = "pontoon-audit"
SEVERITIES: Final = ("error", "warning", "info")
"""From the gravest down."""

FINDING_KEYS: Final = (
    "finding", "severity", "clause", "session", "deal", "event", "player", "hand",
    "message", "recorded", "allowed", "money", "path", "line", "pointer",
)  # fmt: skip
"""What a finding holds, in this order, in every format that has keys or columns."""

SOURCE_KEYS: Final = ("path", "sha256", "sessions", "deals", "events")
UNREADABLE_KEYS: Final = ("path", "line", "what", "hint")
OUTCOMES: Final = ("kept", "broken", "not_decidable", "held_back")
"""What may come of asking a rule."""

Finding = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session that was read, with the numbers of its deals in the order they were played."""

    session: str | None
    path: str | None
    played: str | None = None
    currency: str | None = None
    players: int | None = None
    deals: tuple[int, ...] = ()
    lines: Mapping[int, str] = field(default_factory=dict)
    """Deals with findings on one line each, by number, where they were asked for."""


@dataclass(frozen=True)
class Report:
    """What an audit found, for readers outside. Money is text with two decimals throughout."""

    sources: list[dict[str, Any]]
    summary: dict[str, Any]
    coverage: dict[str, dict[str, int]]
    unreadable: list[dict[str, Any]]
    """Files that could not be read at all: path, line (or None), what, hint."""
    rule_errors: list[str]
    rejected: list[dict[str, Any]]
    """Records set aside: session, path, line, pointer, reason, record."""
    settled: dict[str | None, dict[str, str]]
    """The sums of money of the summary for each currency."""
    _sessions: dict[int | None, PlayedSession]
    _findings: pl.DataFrame

    def head(self) -> dict[str, Any]:
        """All of the document but its findings, which may be many."""
        return {
            "format": FORMAT,
            "tool": {"name": TOOL, "version": __version__},
            "sources": self.sources,
            "summary": self.summary,
            "coverage": self.coverage,
        }

    def document(self) -> dict[str, Any]:
        """The whole document, as `--format json` writes it."""
        return self.head() | {"findings": list(self.findings())}

    def findings(self) -> Iterator[Finding]:
        """Every finding, in the order of session as read, event, name, player and hand."""
        return _public(self._findings)

    def by_session(self) -> Iterator[tuple[PlayedSession, list[Finding]]]:
        """Every session in the order they were read, with its findings; last, findings that belong to none."""
        parts = self._findings.partition_by("sitting", as_dict=True, maintain_order=True)
        found = {key[0]: part for key, part in parts.items()}
        for sitting, session in self._sessions.items():
            part = found.pop(sitting, None)
            yield session, [] if part is None else list(_public(part))
        for rest in found.values():
            findings = list(_public(rest))
            yield PlayedSession(findings[0]["session"], findings[0]["path"]), findings


def report(pieces: Iterable[Audit], wanted: Collection[str] | None = None, *, deal_lines: bool = False) -> Report:
    """The public shape of an audit that comes in pieces of whole sessions; of each, no more is kept than is shown.

    With `wanted`, as if only the findings of these names existed: sums of money, deals and events in the summary are
    those of the whole log, only findings and coverage are fewer. `deal_lines` keeps each deal with findings as a line.
    Raises ValueError where there is no piece.
    """
    import polars as pl

    gathered = _Gathered(deal_lines)
    for piece in pieces:
        gathered.add(piece, piece.findings if wanted is None else piece.findings.filter(_is_in(wanted)))
    return Report(
        sources=gathered.sources,
        summary=gathered.summary,
        coverage={
            name: counted for name, counted in sorted(gathered.coverage.items()) if wanted is None or name in wanted
        },
        unreadable=gathered.unreadable,
        rule_errors=sorted(gathered.rule_errors),
        rejected=gathered.rejected,
        settled=gathered.settled,
        _sessions=gathered.sessions,
        _findings=pl.concat(gathered.findings).rechunk(),
    )


class _Gathered:
    """What is kept of the pieces of an audit."""

    def __init__(self, deal_lines: bool) -> None:
        self._deal_lines = deal_lines
        self.sources: list[dict[str, Any]] = []
        self.totals: dict[str, Any] = {}
        self._settled: dict[str | None, dict[str, Decimal]] = {}
        self.coverage: dict[str, dict[str, int]] = {}
        self.unreadable: list[dict[str, Any]] = []
        self.rule_errors: set[str] = set()
        self.rejected: list[dict[str, Any]] = []
        self.sessions: dict[int | None, PlayedSession] = {}
        self.findings: list[pl.DataFrame] = []

    def add(self, piece: Audit, findings: pl.DataFrame) -> None:
        # Each piece knows all files begun so far.
        self.sources = [{key: getattr(source, key) for key in SOURCE_KEYS} for source in piece.sources]
        found = dict(findings.group_by("severity").len().iter_rows())
        for key, value in (piece.summary | {severity: found.get(severity, 0) for severity in SEVERITIES}).items():
            self.totals[key] = self.totals.get(key, 0) + value
        for currency, sums in piece.settled.items():
            so_far = self._settled.setdefault(currency, dict.fromkeys(sums, Decimal(0)))
            for name, amount in sums.items():
                so_far[name] += amount
        for name, one in piece.coverage.items():
            counted = self.coverage.setdefault(name, dict.fromkeys(OUTCOMES, 0))
            for outcome in OUTCOMES:
                counted[outcome] += getattr(one, outcome)
        self.unreadable += [{key: getattr(file, key) for key in UNREADABLE_KEYS} for file in piece.unreadable]
        self.rule_errors |= set(piece.rule_errors)
        self.rejected += _rejected(piece)
        self.sessions |= _played(piece, _lines_of(piece, findings) if self._deal_lines else {})
        self.findings.append(findings)

    @property
    def settled(self) -> dict[str | None, dict[str, str]]:
        ordered = sorted(self._settled.items(), key=lambda one: one[0] or "")
        return {currency: {name: f"{amount:.2f}" for name, amount in sums.items()} for currency, sums in ordered}

    @property
    def summary(self) -> dict[str, Any]:
        return {key: value if isinstance(value, int) else money_text(value) for key, value in self.totals.items()}


def money_text(amount: Any) -> str | None:
    """An exact amount as text with two decimals; None stays None.

    >>> from decimal import Decimal
    >>> money_text(Decimal("-2.5"))
    '-2.50'
    """
    return None if amount is None else f"{amount:.2f}"


def _public(findings: pl.DataFrame) -> Iterator[Finding]:
    for row in findings.iter_rows(named=True):
        finding = {key: row[key] for key in FINDING_KEYS}
        finding["money"] = money_text(row["money"])
        yield finding


def _is_in(names: Collection[str]) -> pl.Expr:
    import polars as pl

    return pl.col("finding").is_in(sorted(names))


def _rejected(audit: Audit) -> list[dict[str, Any]]:
    paths = [source.path for source in audit.sources]
    return [
        {
            "session": row["session"],
            "path": None if row["source"] is None else paths[row["source"]],
            **{key: row[key] for key in ("line", "pointer", "reason", "record")},
        }
        for row in audit.rejected.iter_rows(named=True)
    ]


def _lines_of(piece: Audit, findings: pl.DataFrame) -> dict[int, Lines]:
    from pontoon_audit.output.deal_lines import lines_of  # here, since hardly anybody asks for them

    return lines_of(piece, findings)


def _played(audit: Audit, lines: Mapping[int, Lines]) -> dict[int | None, PlayedSession]:
    """Every session by its sitting, in the order they were read."""
    deals: dict[int, list[int]] = {}
    for sitting, deal in audit.coded.deals.select("sitting", "deal").iter_rows():
        deals.setdefault(sitting, []).append(deal)
    paths = [source.path for source in audit.sources]
    return {
        row["sitting"]: PlayedSession(
            session=row["session"],
            path=paths[row["source"]],
            played=row["played"],
            currency=row["currency"],
            players=row["players"],
            deals=tuple(deals.get(row["sitting"], ())),
            lines=lines.get(row["sitting"], {}),
        )
        for row in audit.sessions.iter_rows(named=True)
    }
