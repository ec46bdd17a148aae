"""The JSON Schema of a statement as `statement --format json` writes it."""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.output.rules_schema import DIALECT

Schema = dict[str, Any]

_MONEY: Final[Schema] = {"type": "string", "pattern": r"^-?[0-9]+\.[0-9]{2}$"}
_MAYBE_MONEY: Final[Schema] = {"type": ["string", "null"], "pattern": r"^-?[0-9]+\.[0-9]{2}$"}
_TEXT: Final[Schema] = {"type": "string"}
_MAYBE_TEXT: Final[Schema] = {"type": ["string", "null"]}
_NUMBER: Final[Schema] = {"type": "integer"}
_MAYBE_NUMBER: Final[Schema] = {"type": ["integer", "null"]}
_DAY: Final[Schema] = {"type": ["string", "null"], "format": "date"}
_CLASS: Final[Schema] = {"enum": ["pontoon", "five-card-trick", "points", "bust", None]}


def statement_schema() -> Schema:
    """One statement: of a player, about a session or about all sessions of a period."""
    return {
        "$schema": DIALECT,
        "title": "Settlement statement",
        "description": "What a player won (above 0) or lost in Pontoon, line by line. Recorded is what the log says, "
        "due what the rules say; null is not known. Amounts are exact text in `currency`.",
        **_object(
            {
                "format": {"const": "pontoon-statement/1"},
                "tool": _object({"name": {"const": "pontoon-audit"}, "version": _TEXT}),
                "generated_at": {"type": "string", "format": "date-time"},
                "of": {"enum": ["session", "account"], "description": "One session, or all of a period."},
                "player": _object({"id": _TEXT, "name": _MAYBE_TEXT}),
                "currency": _MAYBE_TEXT,
                "period": _said(
                    _object({"from": _DAY, "to": _DAY}), "Both days are included; null where there is no limit."
                ),
                "left_out": _list(_TEXT, "Sessions that name no day, and so are in no period."),
                "sources": _list(
                    _object({"path": _TEXT, "sha256": _TEXT, "tool_version": _TEXT, "sessions": _list(_TEXT)}),
                    "The files that were audited, by which version.",
                ),
                "opening": _said(_balance(), "Before the first line; nought for a session alone."),
                "opening_sessions": _list(
                    _object(
                        {
                            "session": _TEXT, "played": _MAYBE_TEXT,
                            "balance": _said(_MONEY, "What it brought; with those left out they are the opening."),
                            "path": _TEXT, "sha256": _TEXT, "tool_version": _TEXT, "rules": {"type": "object"},
                        }
                    ),
                    "What the opening balance rests on: the last sessions before the period.",
                ),
                "opening_sessions_left_out": _said(_NUMBER, "Sessions before these that are not listed."),
                "moved": _said(_balance(), "What the lines add up to; opening and this are closing."),
                "closing": _balance(),
                "adjusted": _said(_MONEY, "The closing balance once every adjustment is made."),
                "totals": _list(
                    _object(
                        {
                            "part": {"enum": ["hand", "bank", "shoot", "kitty", "bank-sale"]},
                            "recorded": _MAYBE_MONEY, "due": _MAYBE_MONEY, "difference": _MAYBE_MONEY,
                        }
                    ),
                    "The lines added up by kind.",
                ),
                "sessions": _list(_session(), "In the order of play."),
                "adjustments": _list(_adjustment(), "Money that was moved otherwise than due."),
                "payments": _list(
                    _payment(),
                    "What the player pays or gets, so that what the sessions shown brought is settled: as `settle-up` "
                    "says it of the same sessions. The opening balance is not in it.",
                ),
                "payments_undecided": _said(_MAYBE_TEXT, "Why nobody can be told to pay; null where they can."),
                "payments_due": {
                    "type": ["array", "null"],
                    "description": "The payments by what is due, as `settle-up --due` gives them; null where all "
                    "balances as due are those recorded, or payments_due_undecided says why there are none.",
                    "items": _payment(),
                },
                "payments_due_undecided": _said(_MAYBE_TEXT, "Why nobody can be told to pay what is due; else null."),
                "notes": _list(_TEXT, "What nobody who pays by these payments should overlook."),
                "notes_due": _list(_TEXT, "The same of payments_due; empty where there are none."),
            }
        ),
    }  # fmt: skip


def _payment() -> Schema:
    return _object({"from": _TEXT, "to": _TEXT, "amount": _MONEY, "why": _TEXT})


def _session() -> Schema:
    return _object(
        {
            "session": _TEXT,
            "played": _said(_MAYBE_TEXT, "As the log says it."),
            "rules": {"type": "object", "description": "The house rules it was audited by."},
            "settles": {"type": "boolean", "description": "Whether it records its settlements."},
            "recorded": _MAYBE_MONEY,
            "due": _MAYBE_MONEY,
            "difference": _MAYBE_MONEY,
            "lines": _list(_line()),
            "not_checked": _list(_TEXT, "What could not be checked, and why."),
        }
    )


def _line() -> Schema:
    kinds = [
        "hand", "shoot", "bank", "kitty-in", "kitty-out", "bank-sold", "bank-bought", "chips-in", "chips-out",
    ]  # fmt: skip
    return _object(
        {
            "line": _NUMBER, "kind": {"enum": kinds}, "deal": _MAYBE_NUMBER, "event": _MAYBE_NUMBER,
            "hand": _MAYBE_NUMBER, "cards": _said(_MAYBE_TEXT, "In the order received."), "total": _MAYBE_NUMBER,
            "class": _CLASS, "bank_cards": _MAYBE_TEXT, "bank_total": _MAYBE_NUMBER, "bank_class": _CLASS,
            "stake": _MAYBE_MONEY, "recorded": _MAYBE_MONEY, "due": _MAYBE_MONEY, "difference": _MAYBE_MONEY,
            "chips": _said(_MAYBE_MONEY, "Money for chips, or chips for money: no part of the result."),
            "other_kind": {"enum": ["player", "kitty", "cash", None]}, "other": _MAYBE_TEXT,
            "running_total": _said(_MONEY, "The balance after the line."),
            "not_comparable": _said(_MAYBE_MONEY, "What of recorded less due is in no difference; null where nothing."),
            "banked": _list(
                _hand_banked(), "Of a bank line every hand that was played against the bank; they add up to the line."
            ),
            "moved": _said(
                _MAYBE_MONEY,
                "What the log says of kitty money and prices of the bank, also where nothing counts as recorded.",
            ),
        }
    )  # fmt: skip


def _hand_banked() -> Schema:
    return _object(
        {
            "player": _said(_TEXT, "Whose hand it is."), "hand": _MAYBE_NUMBER, "cards": _MAYBE_TEXT,
            "total": _MAYBE_NUMBER, "class": _CLASS, "stake": _MAYBE_MONEY,
            "recorded": _said(_MAYBE_MONEY, "What the bank won on it (above 0) or lost."), "due": _MAYBE_MONEY,
            "repeated": {"type": "boolean", "description": "Whether it had been settled before."},
        }
    )  # fmt: skip


def _adjustment() -> Schema:
    account = _object({"kind": {"enum": ["player", "kitty", "cash"]}, "id": _TEXT})
    return _object(
        {
            "session": _TEXT, "deal": _MAYBE_NUMBER, "event": _MAYBE_NUMBER,
            "line": _said(_MAYBE_NUMBER, "The line of that session which it is about."),
            "kind": {"enum": ["stake", "shoot", "kitty", "bank-sale"]}, "hand": _MAYBE_NUMBER, "hand_of": _TEXT,
            "clause": _MAYBE_TEXT, "finding": _MAYBE_TEXT, "message": _MAYBE_TEXT,
            "before": _said(_MAYBE_MONEY, "What was recorded; null where nothing was."), "after": _MAYBE_MONEY,
            "adjustment": _said(_MONEY, "What is due less what was recorded."),
            "owed_by": account, "owed_to": account,
        }
    )  # fmt: skip


def _balance() -> Schema:
    return _object(
        {
            "recorded": _MAYBE_MONEY,
            "due": _MAYBE_MONEY,
            "difference": _MAYBE_MONEY,
            "balance": _said(_MONEY, "As recorded, or as due where no settlements are recorded."),
            "not_comparable": _said(_MONEY, "What of recorded less due cannot be compared, and is in no difference."),
            "due_where_nothing_is_recorded": _MONEY,
        }
    )


def _object(properties: dict[str, Schema]) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}


def _list(items: Schema, said: str | None = None) -> Schema:
    return {"type": "array", **({"description": said} if said else {}), "items": items}


def _said(schema: Schema, said: str) -> Schema:
    return {**schema, "description": said}
