"""Shoot bets as they are made (clauses 6.2, 6.4, 6.5)."""

from __future__ import annotations

from collections.abc import Hashable

from tests.judge.order import Schedule
from tests.judge.reading import IN_DEAL, SETTLEMENTS, Event
from tests.judge.state import ZERO, Deal, Hand


def shoot(deal: Deal, event: Event, hand: Hand) -> None:
    """One shoot bet on a hand. It counts whatever is wrong with it."""
    if deal.rules.base != "shoot-pontoon":
        return
    assert event.amount is not None
    player, number = hand.player, hand.number
    if deal.kitty is not None and not deal.kitty_missing and not deal.bets_doubt:
        standing = sum((h.bets for h in deal.all_hands() if not h.gone_under), ZERO)
        if event.amount > max(ZERO, deal.kitty - standing):
            deal.book.add("shoot/over-kitty", event.number, player, number)
    if not deal.fogged(player):
        moment = moment_of(deal, event, hand)
        if moment == "wrong":
            deal.book.add("shoot/wrong-time", event.number, player, number)
        elif moment != "unknown":
            if moment in deal.bet_moments:
                deal.book.add("shoot/repeated", event.number, player, number)
            deal.bet_moments.add(moment)
    hand.bets += event.amount
    if hand.gone_under and deal.kitty is not None:
        deal.kitty += event.amount
        hand.bets_in_kitty += event.amount


def moment_of(deal: Deal, event: Event, hand: Hand) -> Hashable:
    """Which of the three moments the bet belongs to; "wrong" for none, "unknown" where the log does not say."""
    if Schedule(deal).first_bet(event):
        return ("first", hand.player)
    if len(hand.cards) == 3 and hand.settled is None:
        takes = takes_next(deal, event, hand)
        if takes is None:
            return "unknown"
        if takes:
            return ("fourth", hand.player, hand.number)
    if hand.number > 1 and not hand.played:
        return ("new hand", hand.player, hand.number)
    return "wrong"


def takes_next(deal: Deal, event: Event, hand: Hand) -> bool | None:
    """Whether what the player does next, bets and settlements apart, takes a card to this hand."""
    goes_on = False
    for later in deal.events:
        if later.number <= event.number or later.action not in IN_DEAL - {"stake", "shoot"} | {None}:
            continue
        if later.action == "void":
            return None
        goes_on = True
        if not later.sound and not (later.player is not None and later.player != hand.player and knows(deal, later)):
            return None
        if later.player != hand.player or later.action in SETTLEMENTS:
            continue
        if deal.find(hand.player, later.hand) is None:
            return None  # a hand that is none: the record will be set aside
        return later.action in ("buy", "twist") and later.hand == hand.number
    return False if goes_on or deal.bank_over() else None


def knows(deal: Deal, event: Event) -> bool:
    """Whether the one whom the event names is in this deal."""
    return event.player == deal.banker or deal.dealt_in(event.player or "")
