"""Records that are set aside, and cards as they come to hands."""

from __future__ import annotations

from tests.judge.reading import BANK_PLAYS, SETTLEMENTS, Event
from tests.judge.state import Deal, Hand

UNDER = "under the pack"
"""The sighting of a card that went under the pack again."""


def note_set_aside(deal: Deal, event: Event) -> None:
    """A record set aside makes unknown what it could have changed."""
    if event.action in SETTLEMENTS:
        there_is = event.hand == 1 or deal.find(event.player or "", event.hand) is not None
        deal.lost_settlements.append((event, there_is))
        if event.action == "settle_shoot":
            deal.kitty = None
        return
    if event.action is not None and event.action not in BANK_PLAYS | {"deal", "stake", "shoot", "void", "banker"}:
        return  # what it could have changed is no hand: see moment.py
    deal.bank_doubt = deal.bank_doubt or event.action is None
    player = event.player
    if player is not None and event.action != "banker" and (player == deal.banker or deal.dealt_in(player)):
        deal.fog.setdefault(player, event.number)
    elif deal.fog_all is None:
        deal.fog_all = event.number
    if deal.order_fog is None:
        deal.order_fog = event.number
    deal.pack.doubts.add("set aside")
    deal.kitty = None


def set_aside(deal: Deal, event: Event, finding: str) -> None:
    """The judge itself sets a record aside."""
    event.aside = True
    if finding == "log/unknown-hand":
        if deal.fogged(event.player or ""):
            return  # a record set aside before may have made that hand
        deal.book.add(finding, event.number, event.player, event.hand, once=(event.block, event.player))
    else:
        deal.book.add(finding, event.number)
    note_set_aside(deal, event)


def take_card(deal: Deal, event: Event, hand: Hand, counts: bool = True) -> None:
    """A card comes from the pack to a hand. `counts` is False for a card that the hand does not get any more."""
    receiver = event.player
    wrong = deal.pack.take(event.card)
    if wrong:
        deal.book.add(f"pack/{wrong}-card", event.number, receiver, hand.number)
    wanted = "up" if event.action in ("twist", "draw") else "down"
    if event.face is not None and event.face != wanted:
        deal.book.add("deal/face", event.number, receiver, hand.number)
    if not counts:
        return
    hand.cards.append(event.card)
    hand.sightings.append(None if wrong else event.card)
    hand.prices.append(event.amount if event.action == "buy" else None)
    hand.last = event.number
    if hand is not deal.bank:
        go_under_if_bust(deal, hand)


def go_under_if_bust(deal: Deal, hand: Hand) -> None:
    """A bust hand's cards go under the pack at once, its shoot bets to the kitty (3.7, 6.6)."""
    if hand.gone_under or deal.fogged(hand.player):
        return
    bust = hand.is_("bust")
    if bust:
        hand.gone_under = True
        on_table = [card for card in hand.sightings if card != UNDER]
        if None in on_table:
            deal.pack.doubts.add("bust by a misread card")
        deal.pack.under(on_table, len(on_table))
        hand.sightings = [UNDER] * len(hand.sightings)
        if deal.kitty is not None:
            deal.kitty += hand.bets
        hand.bets_in_kitty = hand.bets
    elif bust is None:
        deal.pack.doubts.add("perhaps bust")
        if hand.bets:
            deal.bets_doubt = True
