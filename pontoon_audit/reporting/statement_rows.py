"""A line of a statement as a row of its table. A long history has many: a template would take ten times as long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup, escape

from pontoon_audit.reporting.amounts import UNKNOWN, money, number
from pontoon_audit.reporting.cards import cards, worth
from pontoon_audit.reporting.cells import cell, difference
from pontoon_audit.reporting.links import to


def line_row(row: Mapping[str, Any], currency: str | None, up: str | None = None) -> Markup:
    """The row of a line: deal, what, the hand, the bank's hand, stake, recorded, due, difference, balance.

    The deal leads to its page in a report, if it has one: `up` is the way from the page to the folder of statements,
    None on paper.
    """
    flag = ' class="flagged"' if row["difference"] else ""
    href = None if up is None or row["href"] is None else up + row["href"]
    deal = UNKNOWN if row["deal"] is None else to(str(row["deal"]), href)
    return Markup(
        f'<tr id="{row["anchor"]}"{flag}><td class="no">{deal}</td><th scope="row" class="what">{_what(row)}</th>'
        f"<td>{_hand(row, currency)}</td><td>{_bank(row)}</td>{_stake(row, currency)}{_amounts(row, currency)}</tr>"
    )


def _what(row: Mapping[str, Any]) -> str:
    void = ' <span class="tag info">void</span>' if row["void"] and row["chips"] is None else ""
    apart = f'<br><span class="note">{escape(row["uncompared"])}</span>' if row["uncompared"] else ""
    return f"{escape(row['what'])}{void}{apart}"


def _hand(row: Mapping[str, Any], currency: str | None) -> str:
    """The hand; of a banker's line the hands that it is made of, with what the bank won (above 0) or lost on each."""
    if row["banked"]:
        return f'<ul class="banked">{"".join(_banked(hand, currency) for hand in row["banked"])}</ul>'
    if not row["cards"] or row["kind"] == "shoot":
        return ""
    return f'{cards(row["cards"])} <span class="nil nowrap">{worth(row["total"], row["hand_class"])}</span>'


def _banked(hand: Mapping[str, Any], currency: str | None) -> str:
    count = worth(hand["total"], hand["class"])
    return (
        f'<li>{hand["who"]} {cards(hand["cards"])} <span class="nil nowrap">{count}</span> '
        f'<span class="nowrap">· {_brought(hand, currency)}</span></li>'
    )


def _brought(hand: Mapping[str, Any], currency: str | None) -> str:
    """What the bank won on a hand: one amount, or what is recorded and what is due where they differ."""
    recorded, due = (None if hand[name] is None else number(hand[name], currency, sign=True) for name in _BOTH)
    if hand["times"] > 1:
        often = "twice" if hand["times"] == 2 else f"{hand['times']} times"
        return f"settled {often}: {recorded} recorded, {due or UNKNOWN} due"
    if recorded is None:
        return UNKNOWN if due is None else f"{due} due"
    return recorded if due in (recorded, None) else f"{recorded} recorded, {due} due"


_BOTH: Final = ("recorded", "due")


def _bank(row: Mapping[str, Any]) -> str:
    if row["kind"] not in ("hand", "bank"):
        return ""
    if not row["banker_cards"]:
        return UNKNOWN
    count = worth(row["banker_total"], row["banker_class"])
    return f'{cards(row["banker_cards"])} <span class="nil nowrap">{count}</span>'


def _stake(row: Mapping[str, Any], currency: str | None) -> str:
    return "<td></td>" if row["stake"] is None else cell(row["stake"], currency)


def _amounts(row: Mapping[str, Any], currency: str | None) -> str:
    if row["chips"] is not None:
        chips = escape(money(abs(row["chips"]), currency))
        return f'<td colspan="4" class="nil">chips for {chips}, not part of the result</td>'
    return (
        f"{cell(row['recorded'], currency)}{cell(row['due'], currency)}"
        f"{difference(row['difference'], currency, bare=True)}"
        f'<td class="num">{number(row["running"], currency)}</td>'
    )
