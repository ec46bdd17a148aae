"""Movements of money that cannot be compared, in words: without them columns of recorded, due and difference would not
add up before a reader's eyes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pontoon_audit.reporting.amounts import number
from pontoon_audit.reporting.pages import counted

SETTLED: Final = frozenset({"hand", "bank", "shoot"})
"""Kinds of lines, and parts of a statement, that are made of settlements."""

_OPEN: Final = ("open_paid", "open_recorded", "open_owed", "open_due", "open_lost")


def uncompared(row: Mapping[str, Any], currency: str | None, noun: str = "settlement") -> str:
    """What of a line or a total cannot be compared, with its amounts; empty where all can.

    >>> from decimal import Decimal
    >>> nothing = {"open_paid": 0, "open_recorded": 0, "open_owed": 0, "open_due": 0, "open_lost": 0}
    >>> uncompared(nothing | {"open_paid": 1, "open_recorded": Decimal(15)}, "GBP")
    '1 settlement of 15.00 recorded cannot be compared'
    >>> uncompared(nothing | {"open_lost": 2}, "GBP")
    '2 settlements cannot be compared: neither what is due nor what was moved is known'
    """
    said = []
    if row["open_paid"]:
        said.append(
            f"{_of(row['open_paid'], noun, number(row['open_recorded'], currency))} recorded cannot be compared"
        )
    if row["open_owed"]:
        said.append(f"{_of(row['open_owed'], noun, number(row['open_due'], currency))} due cannot be compared")
    if row["open_lost"]:
        said.append(
            f"{counted(row['open_lost'], noun)} cannot be compared: neither what is due nor what was moved is known"
        )
    return "; ".join(said)


def uncompared_of_line(line: Mapping[str, Any], currency: str | None) -> str:
    """The same for a line of a statement."""
    if line["kind"] == "kitty-out" and line["open_lost"]:
        return "what is due of it is not known"
    return uncompared(line, currency, _noun([line["kind"]]))


def uncompared_of_all(parts: Iterable[Mapping[str, Any]], currency: str | None) -> str:
    """The same for a player's total, which is made of these parts."""
    open_parts = [row for row in parts if is_open(row)]
    total = {name: sum(row[name] for row in open_parts) for name in _OPEN}
    return uncompared(total, currency, _noun(row["part"] for row in open_parts))


def is_open(row: Mapping[str, Any]) -> bool:
    """Whether there is something in it that cannot be compared."""
    return bool(row["open_paid"] or row["open_owed"] or row["open_lost"])


def reckoning(row: Mapping[str, Any], currency: str | None) -> str:
    """How a player's total due comes from the total recorded, for whoever checks it with a pencil; empty where it does
    without more ado.

    >>> from decimal import Decimal
    >>> print(reckoning({"open_paid": 1, "open_owed": 0, "total_recorded": Decimal(17), "open_recorded": Decimal(15),
    ...     "difference": Decimal(1), "open_due": Decimal(0), "total_due": Decimal(3)}, "GBP"))
    17.00 recorded, less 15.00 that cannot be compared, and a difference of 1.00 make 3.00 due
    """
    known = None not in (row["total_recorded"], row["difference"], row["total_due"])
    if not known or not (row["open_paid"] or row["open_owed"]):
        return ""
    return (
        ", ".join(_steps(row, currency))
        + f", and a difference of {number(row['difference'], currency)} make {number(row['total_due'], currency)} due"
    )


def _steps(row: Mapping[str, Any], currency: str | None) -> Iterator[str]:
    yield f"{number(row['total_recorded'], currency)} recorded"
    if row["open_paid"]:
        yield f"less {number(row['open_recorded'], currency)} that cannot be compared"
    if row["open_owed"]:
        yield f"with {number(row['open_due'], currency)} due that cannot be compared"


def _noun(kinds: Iterable[str]) -> str:
    return "settlement" if SETTLED.issuperset(kinds) else "movement"


def _of(count: int, noun: str, amount: str) -> str:
    return f"{counted(count, noun)} of {amount}{'' if count == 1 else ' together'}"
