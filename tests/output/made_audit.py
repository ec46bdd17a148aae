"""An audit made by hand, with everything in it that a format may stumble over. Not itself a test."""

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import polars as pl

MONEY = pl.Decimal(18, 2)
HOSTILE = '=cmd|"/c calc"!A1,\x1b[31m\r\n::error::made up ]]> <b>&[/nope] \u202e\x00'
"""A player's name that tries a spreadsheet, a terminal, a workflow, XML, markup and the reader's eyes."""

FINDING_TYPES: dict[str, Any] = {
    "sitting": pl.Int64, "finding": pl.String, "severity": pl.String, "clause": pl.String, "session": pl.String,
    "deal": pl.Int64, "event": pl.Int64, "player": pl.String, "hand": pl.Int64, "message": pl.String,
    "recorded": pl.String, "allowed": pl.String, "money": MONEY, "path": pl.String, "line": pl.Int64,
    "pointer": pl.String,
}  # fmt: skip

WRONG_AMOUNT = {
    "sitting": 0, "finding": "settlement/wrong-amount", "severity": "error", "clause": "4.2", "session": "thursday",
    "deal": 17, "event": 603, "player": "ann", "hand": 1,
    "message": "ann's pontoon beat the bank's 19: 2 × 2.50 is due, 2.50 was paid", "recorded": "2.50",
    "allowed": "5.00", "money": Decimal("2.50"), "path": "thursday.json", "line": 812,
    "pointer": "/deals/16/events/41",
}  # fmt: skip
UNDECLARED = WRONG_AMOUNT | {
    "finding": "pontoon/undeclared", "severity": "warning", "clause": "3.1", "event": 640, "player": HOSTILE,
    "message": f"{HOSTILE} stuck on a pontoon", "recorded": "stick", "allowed": "pontoon", "money": None, "line": 850,
    "pointer": "/deals/16/events/78",
}  # fmt: skip
NOT_CHECKED = WRONG_AMOUNT | {
    "finding": "log/not-checked", "severity": "info", "clause": None, "deal": None, "event": None, "player": None,
    "hand": None, "message": "stakes: no limits are given", "recorded": None, "allowed": None, "money": None,
    "line": None, "pointer": None,
}  # fmt: skip
FINDINGS = (WRONG_AMOUNT, UNDECLARED, NOT_CHECKED)


def made_audit(findings: tuple[dict[str, Any], ...] = FINDINGS, **changes: Any) -> Any:
    """An audit of two sessions, `thursday` with deals 17 and 18 and a clean `friday` with deal 1."""
    counted = {name: sum(one["severity"] == name for one in findings) for name in ("error", "warning", "info")}
    fields: dict[str, Any] = {
        "findings": pl.DataFrame(list(findings), schema=FINDING_TYPES, orient="row"),
        "sessions": pl.DataFrame(
            {
                "sitting": [0, 1], "session": ["thursday", "friday"], "source": [0, 1],
                "played": ["2026-11-26T19:30:00+00:00", None], "currency": ["GBP", None], "players": [5, 6],
            }
        ),
        "deals": pl.DataFrame({"sitting": [0, 0, 1], "session": ["thursday"] * 2 + ["friday"], "deal": [17, 18, 1]}),
        "rejected": pl.DataFrame(
            {
                "sitting": [0], "session": ["thursday"], "source": [0], "event": [700], "line": [901],
                "pointer": ["/deals/17/events/3"], "reason": ["the card is 1X"], "record": ['{"card": "1X"}'],
            }
        ),
        "sources": [
            SimpleNamespace(path="thursday.json", sha256="a" * 64, shape="document", sessions=1, deals=2, events=80),
            SimpleNamespace(path="logs/friday evening.csv", sha256="b" * 64, shape="lines", sessions=1, deals=1,
                            events=40),
        ],
        "unreadable": [],
        "coverage": {
            "settlement/wrong-amount": coverage(kept=11, broken=1),
            "log/not-checked": coverage(broken=1),
            "pontoon/undeclared": coverage(kept=2, broken=1, not_decidable=1),
            "split/too-many": coverage(),
        },
        "rule_errors": [],
        "settled": {"GBP": {"settled": Decimal("1250.00"), "due": Decimal("1255.00"), "difference": Decimal("5.00")}},
        "summary": {
            "sessions": 2, "deals": 3, "hands": 12, "events": 120, "rejected": 1, **counted,
            "settled": Decimal("1250.00"), "due": Decimal("1255.00"), "difference": Decimal("5.00"),
        },
    }  # fmt: skip
    fields |= changes
    return SimpleNamespace(coded=SimpleNamespace(deals=fields["deals"]), **fields)


def coverage(kept: int = 0, broken: int = 0, not_decidable: int = 0, held_back: int = 0) -> SimpleNamespace:
    return SimpleNamespace(kept=kept, broken=broken, not_decidable=not_decidable, held_back=held_back)


def unreadable(path: str = "torn.json", line: int | None = 7) -> SimpleNamespace:
    return SimpleNamespace(path=path, line=line, what="the text ends inside a string", hint="is the file complete?")
