"""Events in words."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from pontoon_audit.output.words import harmless
from pontoon_audit.reporting.amounts import money, number
from pontoon_audit.reporting.cards import cards
from pontoon_audit.reporting.names import Names

PHRASES: Final = {
    "seat": "{who} takes a seat",
    "leave": "{who} leaves the table",
    "buy_in": "{who} buys chips for {amount}",
    "cash_out": "{who} cashes chips for {amount}",
    "banker": "{who} is banker",
    "sell_bank": "{who} sells the bank to {to} for {amount}",
    "shuffle": "{who} shuffles the pack",
    "cut": "{who} cuts the pack",
    "kitty_in": "{who} puts {amount} into the kitty",
    "kitty_out": "{who} takes {amount} out of the kitty",
    "deal": "{who} is dealt {card}{face}",
    "stake": "{who} stakes {amount}",
    "shoot": "{who} makes a shoot bet of {amount}",
    "pontoon": "{who} declares a pontoon",
    "split": "{who} splits, staking {amount} on the new hand",
    "buy": "{who} buys a card for {amount}: {card}",
    "twist": "{who} twists: {card}",
    "stick": "{who} sticks",
    "bust": "{who} declares the hand bust",
    "draw": "{who} draws {card}",
    "stay": "{who} stays",
    "settle": "{who} {won} {amount}",
    "settle_shoot": "{who} {won} {amount} on shoot bets",
    "void": "The deal is void: stakes and bets go back",
}
FACES: Final = {"up": ", face up", "down": ", face down"}
SHOWS_HAND: Final = frozenset({"deal", "pontoon", "split", "buy", "twist", "stick", "bust", "draw", "stay"})
CHANGES_STAKE: Final = frozenset({"stake", "split", "buy"})
NOBODY: Final = {"shuffle": "The pack is shuffled", "cut": "The pack is cut"}


def in_words(event: Mapping[str, Any], names: Names, currency: str | None) -> Markup:
    """What happened, as a sentence without its full stop.

    >>> event = {"action": "buy", "player": "ann", "amount": Decimal(5), "card": "7H", "face": None, "to": None}
    >>> in_words(event, Names([]), "GBP").striptags()
    'ann buys a card for £5.00: 7♥︎'
    """
    action, player, amount = event["action"], event["player"], event["amount"]
    phrase = PHRASES.get(action)
    if player is None:
        phrase = NOBODY.get(action, phrase if action == "void" else None)
    if phrase is None:
        return Markup("A record that was set aside: {}").format(harmless(action or "no readable action"))
    losing = amount is not None and amount < 0
    # every part is escaped here: a plain format is ten times as quick as Markup's own
    return Markup(
        phrase.format(
            who="" if player is None else names[player],
            to="" if action != "sell_bank" else "nobody" if event["to"] is None else names[event["to"]],
            amount="an unknown amount" if amount is None else _amount(abs(amount) if losing else amount, currency),
            won="loses" if losing else "is paid",
            card=cards(event["card"]) or "a card",
            face=FACES.get(event["face"], ""),
        )
    )


def as_it_stood(record: str) -> Markup:
    """What there is to say of a record that was set aside: its own words."""
    return Markup('Record set aside: <span class="mono hash"><bdi>{}</bdi></span>').format(harmless(record))


@lru_cache(maxsize=4096)
def _amount(amount: Decimal, currency: str | None) -> Markup:
    return escape(money(amount, currency))


ROW: Final = '<tr id="e{0}"{1}><th scope="row" class="no">{0}</th><td class="words">{2}{3}</td>{4}</tr>'


def row_of(
    event: Mapping[str, Any],
    words: Markup,
    currency: str | None,
    *,
    hand: int | None,
    seat: int | None,
    made: int | None,
    kitty: Markup,
    shoots: bool,
    set_aside: bool,
    found: bool,
) -> Markup:
    """The row of an event in the table of a deal. Made here and not in the template, since most of a report is these.

    `hand` is the number of its hand where that needs saying; `seat` the place of its hand in the replay, `made` that of
    the hand that a split makes; `kitty` what is in the kitty where that changes; `found` is whether findings follow in
    rows below. The columns are those of `COLUMNS`, with `SHOOT_COLUMNS` where there is a kitty (`shoots`). Of a hand
    that is settled again the row also says, for the replay, what it was paid in all and what is due.
    """
    more = ""
    if hand is not None:
        more += f' <span class="note nowrap">(hand {hand:d})</span>'
    if event["note"]:
        more += f' <span class="note">“<bdi>{escape(harmless(event["note"]))}</bdi>”</span>'
    if set_aside:
        more += ' <span class="tag info">set aside</span>'
    marks = ' class="parent"' if found else ""
    if seat is not None:
        marks += f' data-seat="{seat:d}"'
        marks += ' data-of="shoot"' if event["action"] == "settle_shoot" else ""
    if made is not None:
        marks += f' data-made="{made:d}" data-staked="{escape(number(event["amount"], currency))}"'
    if (event["times"] or 0) > 1:
        marks += f' data-paid="{escape(number(event["paid_so_far"], currency))} ({_times(event["times"])})"'
        marks += f' data-due="{escape(number(event["due_so_far"], currency))}"'
    return Markup(ROW.format(int(event["event"]), marks, words, more, _state(event, currency, kitty, shoots)))


def _times(times: int) -> str:
    return "settled twice" if times == 2 else f"settled {times:d} times"


COLUMNS: Final = (("held", "Hand after it"), ("count", "Count"), ("stake", "Staked"))
SHOOT_COLUMNS: Final = (("shoot", "Shoot bets"), ("kitty", "Kitty"))
SETTLED_COLUMNS: Final = (("paid", "Paid"), ("due", "Due"))


def columns(shoots: bool) -> list[tuple[str, str]]:
    """What stands in the cells of a row after number and words: a short name for the replay, and one for people."""
    return [*COLUMNS, *(SHOOT_COLUMNS if shoots else ()), *SETTLED_COLUMNS]


def _state(event: Mapping[str, Any], currency: str | None, kitty: Markup, shoots: bool) -> str:
    """The hand after an event, its count, its stake and so on, each where the event changes or shows it."""
    action = event["action"]
    shows = action in SHOWS_HAND
    bets = _cell(event["shoot"], currency) + f'<td class="num">{kitty}</td>' if shoots else ""
    return (
        _hand_cells(
            event["held"] if shows else None,
            event["total"] if shows else None,
            event["stake"] if action in CHANGES_STAKE or (action == "deal" and (event["hand"] or 1) > 1) else None,
            currency,
        )
        + bets
        + _cell(event["paid"], currency)
        + _cell(event["due"], currency, bool(event["difference"]))
    )


@lru_cache(maxsize=16384)
def _hand_cells(held: str | None, count: int | None, stake: Decimal | None, currency: str | None) -> str:
    return f'<td>{cards(held)}</td><td class="num">{"" if count is None else count}</td>{_cell(stake, currency)}'


@lru_cache(maxsize=4096)
def _cell(amount: Decimal | None, currency: str | None, amiss: bool = False) -> str:
    shown = "" if amount is None else escape(number(amount, currency))
    return f'<td class="num{" amiss" if amiss else ""}">{shown}</td>'
