"""What a history file says of each session's accounts: its players and its kitty, whose balances sum to nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

from pontoon_audit.history import run_query
from pontoon_audit.settling.kitties import kitty_ends


@dataclass(slots=True)
class SessionAccounts:
    """A session's balances by player, recorded and due, in minor units, and what an accountant must know of them.

    `kitty_recorded` and `kitty_due` are what is left in the kitty; it belongs to `last_banker`, the last there was.
    Where the log loses sight of the kitty they are only what the known movements leave: what it held at the end, where
    that is known, is `kitty_held`.
    """

    session: str
    day: date | None
    """The day it was played, where the log says so."""
    currency: str | None
    settles: bool
    """Whether it records its settlements; if not, `recorded` is empty."""
    differs: bool
    """Whether some of it was recorded otherwise than due."""
    undecided: int
    """Movements of which it could not be decided what is due: they are not in `due`."""
    set_aside: int
    """Records that were set aside, and whose money nobody knows."""
    unknown: int
    """Settlements that are not recorded, and of which it is not known what they were: they are not in `recorded`."""
    unknown_bets: int
    """Those of them that are settlements of shoot bets."""
    paid_out: bool
    """Whether chips were turned into money again, so that something has been paid already."""
    recorded: dict[str, int] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    kitty_recorded: int = 0
    kitty_due: int = 0
    kitty_seen: bool = True
    """Whether the log never loses sight of the kitty."""
    kitty_lost_in: int | None = None
    """The first deal that hides it."""
    kitty_held: int | None = None
    kitty_short: int = 0
    """What was paid out of the kitty beyond what was in it, though play went on; and in which deals."""
    kitty_short_in: list[int | None] = field(default_factory=list)
    last_banker: str | None = None


def session_accounts(database: Path) -> list[SessionAccounts]:
    """Every session of a history file, in the order of play. HistoryError where the file cannot be read."""
    sql = (files("pontoon_audit.settling") / "queries" / "accounts.sql").read_text("utf-8")
    sessions: dict[str, SessionAccounts] = {}
    for row in _rows(database, sql):
        known = sessions.get(row["session"])
        if known is None:
            known = sessions[row["session"]] = _session(row)
        _add(known, row)
    for row in _rows(database, kitty_ends()):
        if (known := sessions.get(row["session"])) is None:
            continue
        if not row["seen"]:
            known.kitty_seen, known.kitty_lost_in = False, row["lost_in"]
            known.kitty_held = None if row["held"] is None else _minor(row["held"])
        if row["short"]:
            known.kitty_short, known.kitty_short_in = _minor(row["short"]), row["short_in"]
    return list(sessions.values())


def _rows(database: Path, sql: str) -> list[dict[str, Any]]:
    answer = run_query(database, sql)
    return [dict(zip(answer.columns, values, strict=True)) for values in answer.rows]


def _session(row: dict[str, Any]) -> SessionAccounts:
    return SessionAccounts(
        row["session"], row["day"], row["currency"], row["settles"], row["differs"],
        row["undecided"], row["rejected"], row["unknown"], row["unknown_bets"], row["paid_out"],
    )  # fmt: skip


def _add(session: SessionAccounts, row: dict[str, Any]) -> None:
    recorded, due = row["recorded"], _minor(row["due"])
    if row["is_kitty"]:
        session.last_banker = row["account"]
        session.kitty_recorded, session.kitty_due = _minor(recorded), due
        return
    session.due[row["account"]] = due
    if session.settles:
        session.recorded[row["account"]] = _minor(recorded)


def _minor(amount: Decimal | None) -> int:
    """Minor units of an amount with two decimals; exact, for a sum of money stays far below 28 digits. Nothing where
    none is known: `undecided` counts what is not in it."""
    return 0 if amount is None else int(amount * 100)
