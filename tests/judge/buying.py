"""What a stake, a split and a buy may cost (clauses 1.4, 3.2, 3.3)."""

from __future__ import annotations

from decimal import Decimal

from pontoon_audit.house_rules import HouseRules
from tests.judge.reading import Event
from tests.judge.state import Deal, Hand


def stake_limits(rules: HouseRules) -> tuple[Decimal | None, Decimal | None]:
    """Lowest and highest initial stake; None where none is agreed."""
    return minor(rules.min_stake), minor(rules.max_stake)


def minor(amount: int | None) -> Decimal | None:
    """House rules hold pence."""
    return None if amount is None else Decimal(amount) / 100


def most_for(hand: Hand) -> Decimal:
    """The most that the hand's next card may be bought for (3.3)."""
    rules, initial = hand.rules, hand.initial
    assert initial is not None
    dearest = rules.buy_limit * initial
    if len(hand.cards) == 2:
        return dearest
    third = hand.prices[2] if hand.prices[2] is not None else dearest
    if rules.buy_cap == "twice":
        return 2 * initial
    if rules.buy_cap == "third":
        return max(initial, third)
    before = next((price for price in reversed(hand.prices[3:]) if price is not None), third)
    return max(initial, before)


def buy(deal: Deal, event: Event, hand: Hand) -> None:
    """The rules of a buy; its card comes afterwards."""
    player, number = hand.player, hand.number
    if hand.twisted:
        deal.book.add("buy/after-twist", event.number, player, number)
    if len(hand.cards) == 4 and not deal.rules.buy_fifth:
        deal.book.add("buy/fifth-card", event.number, player, number)
    if hand.initial is None or event.amount is None or not 2 <= len(hand.cards) <= 4:
        return
    if event.amount < hand.initial:
        deal.book.add("buy/below-limit", event.number, player, number)
    if event.amount > most_for(hand):
        deal.book.add("buy/above-limit", event.number, player, number)


def split(deal: Deal, event: Event, hand: Hand) -> None:
    """The rules of a split; the cards move afterwards."""
    player, number, rules = hand.player, hand.number, deal.rules
    if len(hand.cards) != 2:
        deal.book.add("split/not-two-cards", event.number, player, number)
    elif "??" not in hand.cards:
        first, second = (card[0] for card in hand.cards)
        if first != second:
            deal.book.add("split/unequal", event.number, player, number)
        elif rules.split == "none" or (rules.split == "aces" and first != "A"):
            deal.book.add("split/not-aces", event.number, player, number)
    if len(deal.hands[player]) + 1 > rules.max_hands:
        deal.book.add("split/too-many", event.number, player, number)
    initial = deal.hands[player][0].initial
    if initial is not None and event.amount != initial:
        deal.book.add("split/wrong-stake", event.number, player, number)
