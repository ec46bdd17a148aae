"""Events in words."""

from __future__ import annotations

from collections.abc import Mapping
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
SHOWS_HAND: Final = frozenset({"deal", "pontoon", "split", "buy", "twist", "stick", "bust", "draw", "stay"})
CHANGES_STAKE: Final = frozenset({"stake", "split", "buy"})
NOBODY: Final = {"shuffle": "The pack is shuffled", "cut": "The pack is cut"}


def in_words(event: Mapping[str, Any], names: Names, currency: str | None) -> Markup:
    """What happened, as a sentence without its full stop.

    >>> event = {"action": "buy", "player": "ann", "amount": 5, "card": "7H", "face": None, "to": None, "hand": 1}
    >>> in_words(event, Names([]), "GBP").striptags()
    'ann buys a card for £5.00: 7♥︎'
    """
    action, player, amount = event["action"], event["player"], event["amount"]
    phrase = PHRASES.get(action)
    if player is None:
        phrase = NOBODY.get(action, phrase if action == "void" else None)
    if phrase is None:
        return Markup("A record that was set aside: {}").format(harmless(action or "no readable action"))
    settling = action in ("settle", "settle_shoot")
    return Markup(phrase).format(
        who="" if player is None else names[player],
        to="nobody" if event["to"] is None else names[event["to"]],
        amount="an unknown amount" if amount is None else money(abs(amount) if settling else amount, currency),
        won="loses" if amount is not None and amount < 0 else "is paid",
        card=cards(event["card"]) or "a card",
        face=escape(f", face {event['face']}" if event["face"] else ""),
    )


def state_words(event: Mapping[str, Any]) -> dict[str, Any]:
    """The hand after an event, what it is worth and what is staked on it, where the event could change or show them."""
    action, held = event["action"], event["held"]
    shows = action in SHOWS_HAND
    return {
        "held": held if shows else None,
        "worth": "" if not shows or event["total"] is None else event["total"],
        "stake_shown": "" if action not in CHANGES_STAKE or event["stake"] is None else number(event["stake"]),
    }
