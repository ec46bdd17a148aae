"""Shoot bets: when one may be made, and what the kitty could still pay (clauses 6.2, 6.4 to 6.6)."""

from __future__ import annotations

from pontoon_audit.game import BUY, DEAL, NOBODY, SETTLE, SETTLE_SHOOT, SHOOT, TWIST, VOID
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Hand
from pontoon_audit.replay.handling import hand_of
from pontoon_audit.replay.holding import bank_over, card_count, is_unknown
from pontoon_audit.replay.order import judge_bet_order
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Table, find_slot

NO_MOMENT, BEFORE_SECONDS, BEFORE_FOURTH, AFTER_SPLIT = range(4)


@compiled
def place_bet(table: Table, deal: Deal, place: int) -> None:
    """A bet against the kitty on one hand, the event walked at this place; both of a repeated one count."""
    i, now = table.events[place].walked, table.now
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    event, hand = table.events[i], table.hands[slot]
    if table.rules.shoot == 0 or event.player == deal.banker:
        event.counted = 0
        return
    if now.kitty_known == 1 and deal.bets_doubtful == 0 and now.orderless == 0 and deal.upset == 0:
        event.room = max(0, now.kitty - deal.standing_bets)
    event.no_kitty = int(table.deal_facts[now.deal_rows].kitty_empty == 1)
    moment = _moment(table, deal, slot, place)
    event.moment = moment
    event.wrong_time = UNKNOWN if moment == UNKNOWN else int(moment == NO_MOMENT)
    _note_repeated(table, deal, hand, moment, i)
    hand.bet += event.amount
    if hand.gone == 1:
        now.kitty += event.amount
        deal.bets_moved += event.amount
        hand.bet_in_kitty += event.amount
    else:
        deal.standing_bets += event.amount


@compiled
def _moment(table: Table, deal: Deal, slot: int, place: int) -> int:
    """Which of the three moments for a bet this is."""
    i, hand = table.events[place].walked, table.hands[slot]
    if table.now.orderless == 1 or is_unknown(deal, hand):
        return UNKNOWN
    before_seconds = deal.first_bets_until == NEVER or i < deal.first_bets_until
    if before_seconds and hand.number == 1 and i > deal.last_stake_before_seconds:
        return BEFORE_SECONDS
    moment = NO_MOMENT
    if card_count(hand) == 3 and hand.settle_event == NEVER:
        moment = _before_fourth(table, deal, slot, place)
    if moment == NO_MOMENT and hand.split == 1 and hand.number != 1 and hand.played == 0:
        return AFTER_SPLIT
    return moment


@compiled
def _before_fourth(table: Table, deal: Deal, slot: int, place: int) -> int:
    """Whether what the player does next, but for bets, takes the hand's fourth card."""
    owner = table.hands[slot].owner
    went_on = False
    for later in range(place + 1, deal.play_to):
        event = table.events[table.events[later].walked]
        action, player = event.action, event.player
        if action == VOID:
            return UNKNOWN
        went_on = went_on or action > SHOOT
        if action <= SHOOT and action != DEAL:
            continue
        theirs = player in (NOBODY, owner)
        if event.set_aside != COUNTED and (theirs or table.players[player].hand_count == 0):
            return UNKNOWN
        if player != owner or action in (SETTLE, SETTLE_SHOOT):
            continue
        named = find_slot(table, player, event.hand)
        if table.hands[named].exists == 0:
            return UNKNOWN  # a hand that is none: the record will be set aside
        return BEFORE_FOURTH if action in (BUY, TWIST) and named == slot else NO_MOMENT
    return NO_MOMENT if went_on or bank_over(table, deal) == 1 else UNKNOWN


@compiled
def _note_repeated(table: Table, deal: Deal, hand: Hand, moment: int, i: int) -> None:
    """Counts bets a moment, and in the first of them whom a bet passes over that comes too soon."""
    event, owner = table.events[i], table.players[hand.owner]
    if moment == BEFORE_SECONDS:
        event.repeated = int(owner.bets_at_first > 0)
        owner.bets_at_first += 1
        if deal.order_known == 1 and deal.upset == 0:
            judge_bet_order(table, deal, hand.owner, i)
    elif moment == BEFORE_FOURTH:
        event.repeated = int(hand.bets_at_fourth > 0)
        hand.bets_at_fourth += 1
    elif moment == AFTER_SPLIT:
        event.repeated = int(hand.bets_at_split > 0)
        hand.bets_at_split += 1
    else:
        event.repeated = UNKNOWN if moment == UNKNOWN else 0
