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
from pontoon_audit.replay.handling import hand_of
from pontoon_audit.replay.holding import bank_over, is_bust
from pontoon_audit.replay.kitty import Pot, put_in, take_out
from pontoon_audit.replay.opening import deal_card, stake
from pontoon_audit.replay.pack import forget_order
from pontoon_audit.replay.plays import play_hand
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN, UNKNOWN_PLAYER
from pontoon_audit.replay.survey import is_play
from pontoon_audit.replay.table import Deal, Table


def play_deal(table: Table, deal: Deal, positions: list[int]) -> None:
    """Walks the events of one deal in order."""
    events, facts = table.events, table.facts
    for place in range(len(positions)):
        i = positions[place]
        action = events.action[i]
        facts.deal_index[i] = deal.row
        facts.in_void[i] = int(deal.void_event != NEVER)
        facts.judged[i] = 0
        after_void = deal.void_event != NEVER and i > deal.void_event
        if after_void and facts.set_aside[i] == UNKNOWN_PLAYER:
            facts.set_aside[i] = COUNTED  # what stands after a void is not judged
        if facts.set_aside[i] != COUNTED:
            _leave_out(table, deal, i, after_void)
            continue
        facts.by_banker[i] = UNKNOWN if deal.banker == NOBODY else int(events.player[i] == deal.banker)
        if after_void:
            if action in (DEAL, BUY, TWIST, DRAW):
                deal.cards_after_void = 1
            facts.counted[i] = 0
            continue
        facts.counted[i] = facts.judged[i] = 1
        if action >= DEAL and action not in (STAKE, SHOOT, VOID):
            table.moment_doubtful = 0
        if action < DEAL:
            _between_actions_during_play(table, deal, i)
        elif action == DEAL:
            deal_card(table, deal, i)
        elif action == STAKE:
            stake(table, deal, i)
        elif action == SHOOT:
            place_bet(table, deal, positions, place)
        elif is_play(action):
            play_hand(table, deal, i)
        elif action in (DRAW, STAY):
            bank_play(table, deal, i)
        elif action in (SETTLE, SETTLE_SHOOT):
            _settle(table, deal, i)
        if facts.judged[i] == 1 and action >= DEAL and action != VOID:
            deal.last_event = i
            if action not in (STAKE, SHOOT, SETTLE, SETTLE_SHOOT):
                deal.last_card_or_play = i


def _leave_out(table: Table, deal: Deal, i: int, after_void: bool) -> None:
    """A record set aside; one whose action cannot be read may also have stood between deals."""
    if not after_void:
        set_aside_here(table, deal, i)
        deal.any_aside = 1
    if table.events.action[i] == UNREADABLE:
        table.moment_doubtful = deal.bank_doubtful = 1
        doubt_chips_of_record(table, deal, i)


def _between_actions_during_play(table: Table, deal: Deal, i: int) -> None:
    """What belongs between deals and stands within one."""
    action, facts = table.events.action[i], table.facts
    facts.during_play[i] = 1
    if action in (SHUFFLE, CUT):
        forget_order(table.pack)
    elif action == SELL_BANK:
        facts.not_theirs[i] = 1
        table.bad_sale_to = table.events.to[i]
        pay_for_bank(table, i)
    elif action in (BUY_IN, CASH_OUT):
        exchange_chips(table, i)
    elif action == BANKER:
        facts.repeated[i] = int(i != deal.banker_event)
    elif action in (KITTY_IN, KITTY_OUT) and table.rules.shoot == 1:
        pot = Pot(deal.banker, table.kitty, table.kitty_known, table.kitty_due)
        facts.not_theirs[i] = UNKNOWN if deal.banker == NOBODY else int(table.events.player[i] != deal.banker)
        if action == KITTY_IN:
            put_in(table, i, pot)
        else:
            take_out(table, i, pot)
            facts.kitty_due[i] = table.events.amount[i] if facts.not_theirs[i] != 1 else 0
            if pot.due != UNKNOWN:
                pot.due -= facts.kitty_due[i]
        table.kitty, table.kitty_due = pot.holds, pot.due


def _settle(table: Table, deal: Deal, i: int) -> None:
    """What a hand won or lost, as recorded; the first settlement of a hand counts."""
    facts, player = table.facts, table.events.player[i]
    bets = table.events.action[i] == SETTLE_SHOOT
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    if player == deal.banker or (bets and table.rules.shoot == 0):
        facts.counted[i] = 0
        return
    column = deal.settle_shoot_event if bets else deal.settle_event
    lost = deal.shoot_settlement_unknown[slot] if bets else deal.settlement_unknown[slot]
    facts.repeated[i] = UNKNOWN if column[slot] == NEVER and lost == 1 else int(column[slot] != NEVER)
    bust = is_bust(deal, slot)
    facts.live[i] = UNKNOWN if bust == UNKNOWN else 1 - bust
    facts.bank_over[i] = bank_over(deal, table.rules)
    facts.banker_later[i] = UNKNOWN if table.orderless == 1 else int(deal.last_bank_word > i)
    if column[slot] != NEVER:
        facts.counted[i] = 0
        return
    column[slot] = i
    pay_hand(table, deal, i, bets)
