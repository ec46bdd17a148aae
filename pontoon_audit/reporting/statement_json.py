"""A statement as JSON, described by `pontoon-audit schema statement`. Amounts are text, exact; names as they are."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final

from pontoon_audit import __version__
from pontoon_audit.reporting.amounts import plain
from pontoon_audit.reporting.owing import Owing
from pontoon_audit.reporting.pages import filename
from pontoon_audit.reporting.statement import Balance, Part, Statement
from pontoon_audit.reporting.statement_lines import MOVES, not_comparable

FORMAT: Final = "pontoon-statement/1"
_LINE: Final = (
    "line", "kind", "deal", "event", "hand", "cards", "total", "hand_class", "banker_cards", "banker_total",
    "banker_class", "stake", "recorded", "due", "difference", "chips", "other_kind", "other",
)  # fmt: skip


def as_json(statement: Statement) -> str:
    """The document, with a line feed at its end."""
    return json.dumps(_document(statement), indent=1, ensure_ascii=False, default=_money) + "\n"


def _document(statement: Statement) -> dict[str, Any]:
    first, last = statement.period.first, statement.period.last
    as_due = statement.owing.due
    return {
        "format": FORMAT,
        "tool": {"name": "pontoon-audit", "version": __version__},
        "generated_at": statement.generated_at.isoformat(),
        "of": statement.kind,
        "player": {"id": statement.player, "name": statement.name},
        "currency": statement.currency,
        "period": {"from": first and first.isoformat(), "to": last and last.isoformat()},
        "left_out": statement.left_out,
        "sources": statement.sources(),
        "opening": _balance(statement.opening),
        "opening_sessions": [
            {name: row[name] for name in ("session", "played")}
            | {"balance": row["counted"], "path": filename(row["path"])}
            | {name: row[name] for name in ("sha256", "tool_version")}
            | {"rules": json.loads(row["rules"] or "{}")}
            for row in statement.before
        ],
        "opening_sessions_left_out": statement.before_left[0],
        "moved": _balance(statement.moved),
        "closing": _balance(statement.closing),
        "adjusted": statement.adjusted,
        "totals": [
            {name: row[name] for name in ("part", "recorded", "due", "difference")}
            for row in statement.sums
            if row["part"] != "chips"
        ],
        "sessions": [_session(part, statement) for part in statement.parts],
        "adjustments": [_adjustment(part, row) for part, row in statement.adjustments()],
        "payments": _payments(statement.owing),
        "payments_undecided": statement.owing.undecided or None,
        "payments_due": None if as_due is None or as_due.undecided else _payments(as_due),
        "payments_due_undecided": as_due.undecided or None if as_due is not None else None,
        "notes": statement.owing.notes,
        "notes_due": [] if as_due is None else as_due.notes,
    }


def _payments(owing: Owing) -> list[dict[str, Any]]:
    return [{"from": one.payer, "to": one.payee, "amount": one.amount, "why": one.why} for one in owing.payments]


def _session(part: Part, statement: Statement) -> dict[str, Any]:
    session = part.session
    return {
        "session": session["session"],
        "played": session["played"],
        "rules": json.loads(session["rules"] or "{}"),
        "settles": part.settles,
        "recorded": part.player["total_recorded"],
        "due": part.player["total_due"],
        "difference": part.player["difference"],
        "lines": [
            {_NAMES.get(name, name): line[name] for name in _LINE}
            | {"running_total": line["running"] if statement.kind == "session" else line["balance"]}
            | {"not_comparable": not_comparable(line), "banked": line["banked"] or []}
            | {"moved": line["moved"] if line["kind"] in MOVES else None}
            for line in part.lines
        ],
        "not_checked": [row["message"] for row in part.unchecked],
    }


_NAMES: Final = {
    "hand_class": "class", "banker_cards": "bank_cards", "banker_total": "bank_total", "banker_class": "bank_class",
}  # fmt: skip


def _adjustment(part: Part, row: dict[str, Any]) -> dict[str, Any]:
    pays, gets = ("player", part.player["player"]), (row["other_kind"], row["other"])
    if row["difference"] > 0:
        pays, gets = gets, pays
    return {
        "session": part.session["session"],
        "deal": row["deal"],
        "event": row["event"],
        "line": row["line"],
        "kind": row["kind"],
        "hand": row["hand"],
        "hand_of": row["other"]
        if row["side"] == "debit" and row["kind"] in ("stake", "shoot")
        else part.player["player"],
        "clause": row["clause"],
        "finding": row["finding"],
        "message": row["message"],
        "before": row["recorded"],
        "after": row["due"],
        "adjustment": row["difference"],
        "owed_by": {"kind": pays[0], "id": pays[1]},
        "owed_to": {"kind": gets[0], "id": gets[1]},
    }


def _balance(balance: Balance) -> dict[str, Any]:
    return {
        "recorded": balance.recorded, "due": balance.due, "difference": balance.difference, "balance": balance.counted,
        "not_comparable": balance.open, "due_where_nothing_is_recorded": balance.apart,
    }  # fmt: skip


def _money(value: object) -> str:
    if isinstance(value, Decimal):
        return plain(value)
    raise TypeError(f"{value!r} has no place in a statement")
