"""Where a finding about the kitty goes by what the log says is in it, and what is due there is another amount.

The finding holds what was taken against what the kitty held by the log. Where bets on it, or payments out of it, were
settled otherwise than due before, part of that is due to others, or money of others is missing: then the ledger, which
counts each penny once, says that another amount is due here.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pontoon_audit.reporting.amounts import in_words, number


def told(finding: Mapping[str, Any], currency: str | None) -> str:
    """A finding's message, its amounts as the currency is written, with why another amount is due by the ledger, where one is (`ledger_due`).

    >>> finding = {"message": "eve takes 2.00 out of the kitty; 6.50 is due", "allowed": "6.50",
    ...     "ledger_due": Decimal("3.50"), "ledger_difference": Decimal("1.50")}
    >>> told(finding, "GBP").partition(". ")[2]
    'By the log the kitty holds 6.50; 3.00 of it is due to others, whose bets were settled otherwise, so 3.50 is due here: +1.50'
    >>> told(finding | {"ledger_due": Decimal("8.00"), "ledger_difference": Decimal("6.00")}, "GBP").partition("; ")[2]
    '6.50 is due. By the log the kitty holds 6.50; 1.50 more belongs in it, since bets were settled otherwise, so 8.00 is due here: +6.00'
    """  # noqa: E501
    if finding["ledger_due"] is None:
        return in_words(finding["message"], currency)
    held, due = Decimal(finding["allowed"]), finding["ledger_due"]
    others = (
        f"{number(held - due, currency)} of it is due to others, whose bets were settled otherwise"
        if due < held
        else f"{number(due - held, currency)} more belongs in it, since bets were settled otherwise"
    )
    change = number(finding["ledger_difference"], currency, sign=True)
    reckoned = f"{others}, so {number(due, currency)} is due here: {change}"
    return f"{in_words(finding['message'], currency)}. By the log the kitty holds {number(held, currency)}; {reckoned}"


def to_pay(finding: Mapping[str, Any]) -> Decimal | None:
    """What setting a finding right changes in that player's favour: by the ledger, where it says another amount.

    >>> to_pay({"money": Decimal("4.50"), "ledger_difference": Decimal("1.50")})
    Decimal('1.50')
    """
    found: Decimal | None = finding["money"] if finding["ledger_difference"] is None else finding["ledger_difference"]
    return found
