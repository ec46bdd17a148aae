"""The deal itself, event by event, as the table would see it."""

from __future__ import annotations

from pontoon_audit.game import (
    BANKER,
    BUY,
    BUY_IN,
    CASH_OUT,
    CUT,
    DEAL,
    DRAW,
    KITTY_IN,
    KITTY_OUT,
    NOBODY,
    SELL_BANK,
    SETTLE,
    SETTLE_SHOOT,
    SHOOT,
    SHUFFLE,
    STAKE,
    STAY,
    TWIST,
    UNREADABLE,
    VOID,
)
from pontoon_audit.replay.banking import bank_play
from pontoon_audit.replay.bets import place_bet
from pontoon_audit.replay.chips import doubt_chips_of_record, exchange_chips, pay_for_bank, pay_hand
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.handling import hand_of
from pontoon_audit.replay.holding import bank_over, is_bust
from pontoon_audit.replay.kitty import move_during_play
from pontoon_audit.replay.opening import deal_card, stake
from pontoon_audit.replay.pack import forget_order
from pontoon_audit.replay.plays import play_hand
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN, UNKNOWN_PLAYER
from pontoon_audit.replay.survey import is_play
from pontoon_audit.replay.table import Table


@compiled
def play_deal(table: Table, deal: Deal) -> None:
    """Walks the events of one deal in order."""
    for place in range(deal.play_from, deal.play_to):
        i = table.events[place].walked
        event = table.events[i]
        event.deal_index = deal.row
        event.in_void = int(deal.void_event != NEVER)
        event.judged = 0
        after_void = deal.void_event != NEVER and i > deal.void_event
        if after_void and event.set_aside == UNKNOWN_PLAYER:
            event.set_aside = COUNTED  # what stands after a void is not judged
        if event.set_aside != COUNTED:
            _leave_out(table, deal, i, after_void)
            continue
        event.by_banker = UNKNOWN if deal.banker == NOBODY else int(event.player == deal.banker)
        if after_void:
            if event.action in (DEAL, BUY, TWIST, DRAW):
                deal.cards_after_void = 1
            event.counted = 0
            continue
        event.counted = event.judged = 1
        if event.action >= DEAL and event.action not in (STAKE, SHOOT, VOID):
            table.now.moment_doubtful = 0
        _take_event(table, deal, place)
        if event.judged == 1 and event.action >= DEAL and event.action != VOID:
            deal.last_event = i
            if event.action not in (STAKE, SHOOT, SETTLE, SETTLE_SHOOT):
                deal.last_card_or_play = i


@compiled
def _take_event(table: Table, deal: Deal, place: int) -> None:
    i = table.events[place].walked
    action = table.events[i].action
    if action < DEAL:
        _between_actions_during_play(table, deal, i)
    elif action == DEAL:
        deal_card(table, deal, i)
    elif action == STAKE:
        stake(table, deal, i)
    elif action == SHOOT:
        place_bet(table, deal, place)
    elif is_play(action):
        play_hand(table, deal, i)
    elif action in (DRAW, STAY):
        bank_play(table, deal, i)
    elif action in (SETTLE, SETTLE_SHOOT):
        _settle(table, deal, i)


@compiled
def _leave_out(table: Table, deal: Deal, i: int, after_void: bool) -> None:
    """A record set aside; one whose action cannot be read may also have stood between deals."""
    if not after_void:
        set_aside_here(table, deal, i)
        deal.any_aside = 1
    if table.events[i].action == UNREADABLE:
        table.now.moment_doubtful = deal.bank_doubtful = 1
        doubt_chips_of_record(table, deal, i)


@compiled
def _between_actions_during_play(table: Table, deal: Deal, i: int) -> None:
    """What belongs between deals and stands within one."""
    event = table.events[i]
    action = event.action
    event.during_play = 1
    if action in (SHUFFLE, CUT):
        forget_order(table)
    elif action == SELL_BANK:
        event.not_theirs = 1
        table.now.bad_sale_to = event.to
        pay_for_bank(table, i)
    elif action in (BUY_IN, CASH_OUT):
        exchange_chips(table, i)
    elif action == BANKER:
        event.repeated = int(i != deal.banker_event)
    elif action in (KITTY_IN, KITTY_OUT) and table.rules.shoot == 1:
        move_during_play(table, deal, i)


@compiled
def _settle(table: Table, deal: Deal, i: int) -> None:
    """What a hand won or lost, as recorded; the first settlement of a hand counts."""
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    event, hand = table.events[i], table.hands[slot]
    bets = event.action == SETTLE_SHOOT
    if event.player == deal.banker or (bets and table.rules.shoot == 0):
        event.counted = 0
        return
    settled = hand.settle_shoot_event if bets else hand.settle_event
    lost = hand.shoot_settlement_unknown if bets else hand.settlement_unknown
    event.repeated = UNKNOWN if settled == NEVER and lost == 1 else int(settled != NEVER)
    bust = is_bust(deal, hand)
    event.live = UNKNOWN if bust == UNKNOWN else 1 - bust
    event.bank_over = bank_over(table, deal)
    event.banker_later = UNKNOWN if table.now.orderless == 1 else int(deal.last_bank_word > i)
    if settled != NEVER:
        event.counted = 0
        return
    if bets:
        hand.settle_shoot_event = i
    else:
        hand.settle_event = i
    pay_hand(table, deal, i, bets)
