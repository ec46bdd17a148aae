"""Settling through one person: everybody pays, or is paid by, that one."""

from __future__ import annotations

from collections.abc import Mapping

from pontoon_audit.settling.fewest import Payment


def payments_through(balances: Mapping[str, int], banker: str) -> list[Payment]:
    """A payment for everybody else whose balance is not nothing: first to the banker, then from the banker.

    `balances` sum to nothing, else ValueError; the banker's own need not be among them.

    >>> [(p.payer, p.payee, p.amount) for p in payments_through({"ann": -800, "cat": 200, "dev": 600}, "cat")]
    [('ann', 'cat', 800), ('cat', 'dev', 600)]
    """
    if sum(balances.values()) != 0:
        raise ValueError("balances must sum to nothing")
    others = sorted((name for name in balances if balances[name] and name != banker), key=lambda name: balances[name])
    return [
        Payment(name, banker, -balance, -balance, 0) if balance < 0 else Payment(banker, name, balance, 0, balance)
        for name in others
        for balance in (balances[name],)
    ]
