"""Findings about what a kitty held, where statements say that another amount is due.

Such a finding holds what was taken, or left, against what the kitty held as it was played with. Statements tell each
penny once, where it went astray. So both may be right and differ, and then a page says what either is reckoned with.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from pontoon_audit.reporting.amounts import in_words, number

HELD: Final = "reckoned with all put in and taken out, and each shoot bet once, as settled or else as due"

_ONCE: Final = "Statements tell each penny once, where it went astray"
_AS_DUE: Final = "Where no settlements are recorded, what is due counts"


def told(finding: Mapping[str, Any], currency: str | None) -> str:
    """A finding's message, its amounts as the currency is written, and what is due by the statements, if they differ.

    `ledger_due` is that, None where they do not; `ledger_difference` is what setting it right changes by them.

    >>> finding = {"finding": "kitty/wrong-amount", "message": "eve takes 2.00 out of the kitty; 6.50 is due",
    ...     "allowed": "6.50", "settles": True, "ledger_due": Decimal("3.50"), "ledger_difference": Decimal("1.50")}
    >>> told(finding, "GBP").partition(". ")[2]
    'Statements tell each penny once, where it went astray: 3.50 is due here, 1.50 more than was taken'
    >>> told(finding | {"ledger_due": Decimal("2.00"), "ledger_difference": Decimal(0)}, "GBP").partition(": 2.00")[2]
    ' is due here, and nothing is to be set right'
    >>> told(finding | {"ledger_due": None}, "GBP")
    'eve takes 2.00 out of the kitty; 6.50 is due'
    """
    message = in_words(finding["message"], currency)
    due, change = finding["ledger_due"], finding["ledger_difference"]
    if due is None:
        return message
    if Decimal(finding["allowed"]) != due:
        message += f", {HELD}"
    counts = _ONCE if finding["settles"] else _AS_DUE
    return f"{message}. {counts}: {_here(finding, due, change, currency)}"


def _here(finding: Mapping[str, Any], due: Decimal, change: Decimal, currency: str | None) -> str:
    amount = f"{number(due, currency)} is due here" if due else "nothing is due here"
    if not change:
        return f"{amount}, and nothing is to be set right" if due else "nothing is to be set right here"
    if finding["finding"] == "kitty/left-behind":
        return amount
    return f"{amount}, {number(abs(change), currency)} {'more' if change > 0 else 'less'} than was taken"


def unknown(session: Mapping[str, Any], currency: str | None) -> str:
    """Why it is not known what is left in the kitty of a session, or what should be; empty where both are.

    >>> session = {"kitty_seen": False, "kitty_decided": False, "kitty_lost_in": 3, "kitty_held": Decimal("6.00")}
    >>> unknown(session, "GBP")
    'From deal 3 on the log loses sight of it, so what was moved does not tell what is left. At the end it held 6.00.'
    >>> unknown(session | {"kitty_held": None}, "GBP")
    'From deal 3 on the log loses sight of it: what is left is not known.'
    >>> unknown(session | {"kitty_seen": True}, "GBP")
    'What should be left cannot be decided.'
    """
    if session["kitty_decided"]:
        return ""
    if session["kitty_seen"]:
        return "What should be left cannot be decided."
    held = session["kitty_held"]
    if held is None:
        return f"{lost(session)}: what is left is not known."
    amount = number(abs(held), currency)
    end = f"{amount} more had gone out than was in it" if held < 0 else f"it held {amount}"
    return f"{lost(session)}, so what was moved does not tell what is left. At the end {end}."


def lost(session: Mapping[str, Any], what: str = "it") -> str:
    """That the log of a session loses sight of its kitty, and where."""
    deal = session["kitty_lost_in"]
    return f"The log loses sight of {what}" if deal is None else f"From deal {deal} on the log loses sight of {what}"


def to_pay(finding: Mapping[str, Any]) -> Decimal | None:
    """What setting a finding right changes in that player's favour: by the statements, where these say another amount.

    >>> to_pay({"money": Decimal("4.50"), "ledger_difference": Decimal("1.50")})
    Decimal('1.50')
    """
    found: Decimal | None = finding["money"] if finding["ledger_difference"] is None else finding["ledger_difference"]
    return found
