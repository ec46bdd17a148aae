"""The opening of a deal: first and second cards, stakes, the new cards of split hands (clause 2)."""

from __future__ import annotations

from tests.judge import buying
from tests.judge.cards import UNKNOWN
from tests.judge.reading import Event
from tests.judge.state import Deal, Hand
from tests.judge.taking import set_aside, take_card


def at_bank(deal: Deal, event: Event) -> None:
    """A card of the banker's; stakes, bets and settlements in the banker's name are none."""
    if event.hand != 1:
        set_aside(deal, event, "log/unknown-hand")
    elif event.action == "deal":
        deal_card(deal, event, deal.bank)
    elif event.action == "stake":
        deal.book.add("stake/by-banker", event.number, event.player, 1)
    elif event.action == "shoot":
        if deal.rules.base == "shoot-pontoon":
            deal.book.add("shoot/by-banker", event.number, event.player, 1)
    elif event.action == "settle" or deal.counts_shoot():
        money = -event.amount if event.amount is not None else None
        deal.book.add("settlement/by-banker", event.number, event.player, 1, money=money)


def deal_card(deal: Deal, event: Event, hand: Hand) -> None:
    """A card of the opening, or the new card of a split hand; any other is one too many."""
    is_bank = hand is deal.bank
    player = hand.player
    opening = hand.dealt < 2 and not hand.split
    hand.dealt += opening
    if not opening and not hand.awaits_card and not deal.fogged(player):
        deal.book.add("deal/card-extra", event.number, player, hand.number, once=(event.block, player))
    hand.awaits_card = False
    if hand.settled and not is_bank:
        take_card(deal, event, hand, counts=False)
        return
    late = hand.padded > 0
    if late:
        late_card(deal, hand)
    take_card(deal, event, hand)
    if late and hand.padded and len(hand.cards) == 2:  # both were missing: this is the first of them
        hand.cards.reverse()
        hand.sightings.reverse()


def late_card(deal: Deal, hand: Hand) -> None:
    """A card that was missing has come after all: it is one of those counted as unknown."""
    place = hand.cards.index(UNKNOWN)
    del hand.cards[place], hand.sightings[place]
    hand.prices = [None] * len(hand.cards)  # what was bought before was not the third card
    deal.pack.out -= 1
    hand.padded -= 1


def stake(deal: Deal, event: Event, hand: Hand) -> None:
    """The initial stake (1.4, 2.2)."""
    if hand.initial is not None:
        deal.book.add("stake/repeated", event.number, hand.player, hand.number)
        return
    assert event.amount is not None
    hand.initial = event.amount
    hand.stake += event.amount
    low, high = buying.stake_limits(deal.rules)
    if low is not None and event.amount < low:
        deal.book.add("stake/below-minimum", event.number, hand.player, hand.number)
    if high is not None and event.amount > high:
        deal.book.add("stake/above-maximum", event.number, hand.player, hand.number)
