"""One deal, event by event."""

from __future__ import annotations

from tests.judge import banker, bets, opening, turns
from tests.judge.kitty import Kitty
from tests.judge.reading import BANK_PLAYS, KITTY, PACK, SETTLEMENTS, Event
from tests.judge.state import Deal, Hand
from tests.judge.taking import note_set_aside, set_aside, take_card


def walk(deal: Deal, kitty: Kitty) -> None:
    """Replay the deal's events up to `void`. What needs the end of the deal is judged elsewhere."""
    during = {event.number for event in deal.during}
    first = deal.first_card() or 0
    early = [e for e in deal.events if not e.sound and e.action in (None, "banker") and e.number < first]
    for event in early:  # it stood between the deals, where there is no before and after
        note_set_aside(deal, event)
        deal.order_fog, deal.bank_doubt = 0, False
    for event in deal.events:
        if event in early:
            continue
        if deal.void_at is not None and event.number > deal.void_at:
            continue
        if event.number in during:
            between_cards(deal, event, kitty)
        elif not event.sound:
            note_set_aside(deal, event)
        elif event.action in ("deal", "stake", "shoot") or event.action in SETTLEMENTS:
            at_hand(deal, event)
        elif event.action in BANK_PLAYS:
            play(deal, event)


def between_cards(deal: Deal, event: Event, kitty: Kitty) -> None:
    """What belongs between deals, and stands in the middle of one."""
    if event.action in KITTY:
        if event.sound:
            kitty.during(deal, event)
        else:
            deal.kitty = None
    elif event.action == "sell_bank":
        if event.sound:
            deal.book.add("bank/sold-by-other", event.number, event.player)
            deal.wrong_buyers.add(event.to or "")
        else:
            deal.bank_doubt = True
    elif event.action in PACK:
        if event.sound:
            deal.book.add("pack/wrong-time", event.number, once=event.block)
        deal.pack.forget_order()


def at_hand(deal: Deal, event: Event) -> None:
    """Cards of the opening, stakes, bets and settlements."""
    player = event.player or ""
    if player == deal.banker:
        opening.at_bank(deal, event)
        return
    hand = deal.find(player, event.hand)
    if hand is None and event.hand == 1 and deal.dealt_in(player):
        hand = Hand(player, 1, deal.rules)
        deal.hands.setdefault(player, []).append(hand)
    if hand is None:
        set_aside(deal, event, "log/unknown-hand")
    elif event.action == "deal":
        opening.deal_card(deal, event, hand)
    elif event.action == "stake":
        opening.stake(deal, event, hand)
    elif event.action == "shoot":
        bets.shoot(deal, event, hand)
    else:
        settle(deal, event, hand)


def settle(deal: Deal, event: Event, hand: Hand) -> None:
    """A settlement: only noted here (the first one counts), except that it may come too early (4.2)."""
    if event.action == "settle_shoot" and not deal.counts_shoot():
        return
    first = hand.settled if event.action == "settle" else hand.shoot_settled
    if first is not None and deal.void_at is not None:
        return  # settlement/of-void says it all
    if first is not None:
        money = -event.amount if event.amount is not None else None
        deal.book.add("settlement/repeated", event.number, hand.player, hand.number, money=money)
        return
    if event.action == "settle":
        hand.settled = event
    else:
        hand.shoot_settled = event
    early = deal.void_at is None and deal.bank_over() is False and deal.bank_played_later(event.number)
    if early and hand.is_("bust") is False and not deal.fogged(hand.player):
        scope = (event.block, hand.player, hand.number)
        deal.book.add("settlement/too-early", event.number, hand.player, hand.number, once=scope)


def play(deal: Deal, event: Event) -> None:
    """A play of a player or the banker."""
    player = event.player or ""
    if deal.banker is None and event.action in ("draw", "stay"):
        if event.card:
            take_card(deal, event, deal.bank, counts=False)
    elif player == deal.banker:
        banker.play(deal, event)
    elif event.action in ("draw", "stay"):
        banker.by_player(deal, event)
    else:
        hand = deal.find(player, event.hand)
        if hand is None:
            set_aside(deal, event, "log/unknown-hand")
        else:
            turns.play(deal, event, hand)
