"""What a statement is, whatever it is written as: of one player, about one session or about all in a period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal

from pontoon_audit.output.words import harmless
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.owing import Owing
from pontoon_audit.reporting.pages import filename
from pontoon_audit.reporting.period import Period

Row = dict[str, Any]
NOTHING: Final = Decimal("0.00")
LONG: Final = 1000
"""Lines of a period up to which its page lists them. Of more it tells what each session brought: a session's own
statement lists its lines, as many as there are, and so do the files for programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a session says of a player: `session`, `player` and `balance` are rows of the queries of these names."""

    session: Row
    player: Row
    balance: Row
    names: Names
    lines: list[Row]
    sums: list[Row]
    corrections: list[Row]
    remarks: list[Row]
    unchecked: list[Row]
    page: str
    """The statement of this session alone, as a page, from the folder of all statements."""
    left_behind: bool
    """Whether money is left in a kitty that is the player's, by the log or by the rules, or may be."""

    absent: bool = False
    """Whether the player was not in the session."""

    @property
    def settles(self) -> bool:
        """Whether the session records its settlements."""
        return self.player["total_recorded"] is not None


def absent(session: Row, player: str, name: str | None, names: Names, page: str) -> Part:
    """The part of somebody who was not in the session: no money and no lines."""
    money = dict.fromkeys(("total_recorded", "total_due", "difference"), NOTHING)
    row = {"player": player, "name": name, "deals": 0, "undecided": 0, **money}
    row |= {"open_paid": 0, "open_recorded": NOTHING, "open_owed": 0, "open_due": NOTHING, "open_lost": 0}
    return Part(
        session=session, player=row, names=names, lines=[], sums=[], corrections=[], remarks=[], unchecked=[],
        balance=dict.fromkeys(("counted", "adjusted", "before", "after", "open", "apart"), NOTHING), page=page,
        left_behind=False, absent=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """How somebody stands: by the log, by the rules, and `counted`, which is by the log or, where it is silent, due.

    None is what nothing is known of, though there were sessions.
    """

    recorded: Decimal | None
    due: Decimal | None
    difference: Decimal | None
    counted: Decimal
    open: Decimal
    """What of `recorded` less what of `due` cannot be compared, and so is in no difference."""
    apart: Decimal
    """What of `due` belongs to sessions that record no settlements. Recorded, less `open`, and `difference` and this
    are due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement, before it is written."""

    kind: Literal["session", "account"]
    player: str
    name: str | None
    currency: str | None
    period: Period
    generated_at: datetime
    parts: list[Part]
    opening: Balance
    moved: Balance
    """What the sessions of the statement bring: opening and this are closing."""
    closing: Balance
    adjusted: Decimal
    """The closing balance once every adjustment is made."""
    sums: list[Row]
    """What the lines add up to, by kind."""
    owing: Owing
    left_out: list[str]
    """Sessions of the player that name no day, and so are in no period."""
    before: list[Row]
    """The sessions that the opening balance is made of, and their files: rows of `statement_before`, the last ones."""

    @property
    def shown_name(self) -> str:
        """The player's name, as harmless text."""
        return harmless(self.name or self.player)

    @property
    def title(self) -> str:
        """What it is about, beside the player."""
        return harmless(self.parts[0].session["session"]) if self.kind == "session" else self.period.in_words

    @property
    def has_lines(self) -> bool:
        """Whether anything happened."""
        return any(part.lines for part in self.parts)

    @property
    def line_count(self) -> int:
        """How many lines it has."""
        return sum(len(part.lines) for part in self.parts)

    @property
    def is_brief(self) -> bool:
        """Whether its page tells of sessions and not of lines."""
        return self.kind == "account" and self.line_count > LONG

    def lines(self) -> Iterator[Row]:
        """All lines, session after session."""
        for part in self.parts:
            yield from part.lines

    def adjustments(self) -> Iterator[tuple[Part, Row]]:
        """Everything that must be set right, with its session."""
        for part in self.parts:
            for correction in part.corrections:
                yield part, correction

    @property
    def before_left(self) -> tuple[int, Decimal]:
        """How many sessions behind the opening balance are not listed in `before`, and what they brought together."""
        if not self.before:
            return 0, NOTHING
        listed = sum((row["counted"] for row in self.before), NOTHING)
        return self.before[0]["of_all"] - len(self.before), self.opening.counted - listed

    def sources(self) -> list[Row]:
        """The files that it rests on, each once, in order: path, sha256, tool_version and the names of `sessions`."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for part in self.parts:
            session = part.session
            key = (filename(session["path"]), session["sha256"], session["tool_version"])
            found.setdefault(key, []).append(session["session"])
        return [
            {"path": path, "sha256": sha256, "tool_version": version, "sessions": sessions}
            for (path, sha256, version), sessions in found.items()
        ]


def opening_of(row: Mapping[str, Any]) -> Balance:
    """How an account stood before the period; a row of `statement_accounts`."""
    return Balance(
        recorded=row["opening_recorded"], due=row["opening_due"], difference=row["opening_difference"],
        counted=row["opening"], open=row["opening_open"], apart=row["opening_apart"],
    )  # fmt: skip


def moved_of(row: Mapping[str, Any]) -> Balance:
    """What the period brought."""
    return Balance(
        recorded=row["recorded"], due=row["due"], difference=row["difference"], counted=row["counted"],
        open=row["open"], apart=row["apart"],
    )  # fmt: skip


def closing_of(row: Mapping[str, Any]) -> Balance:
    """How the account stands after it."""
    return Balance(
        recorded=row["closing_recorded"], due=row["closing_due"], difference=row["closing_difference"],
        counted=row["closing"], open=row["closing_open"], apart=row["closing_apart"],
    )  # fmt: skip


def of_session(part: Part) -> Balance:
    """What a session brought, alone."""
    player, balance = part.player, part.balance
    return Balance(
        recorded=player["total_recorded"], due=player["total_due"], difference=player["difference"],
        counted=balance["counted"], open=balance["open"], apart=balance["apart"],
    )  # fmt: skip


EVEN: Final = Balance(
    recorded=NOTHING, due=NOTHING, difference=NOTHING, counted=NOTHING, open=NOTHING, apart=NOTHING
)  # fmt: skip
"""Where a session begins that is looked at alone."""
