"""The banker's turn, and plays in the banker's name (clauses 2.4 and 4.1)."""

from __future__ import annotations

from pontoon_audit.game import BUST, BUY, DRAW, NOBODY, PONTOON, SPLIT, STICK, TWIST
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import BY_BANK, Deal
from pontoon_audit.replay.handling import (
    facts_after,
    facts_before,
    no_such_hand,
    note_short_hand,
    sight_loose,
    take_card,
)
from pontoon_audit.replay.holding import bank_over
from pontoon_audit.replay.order import judge_turn
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import NEVER, SPLIT_BY_BANKER
from pontoon_audit.replay.table import Table


@compiled
def play_of_banker(table: Table, deal: Deal, i: int) -> None:
    """A player's play in the banker's name: the pontoon that ends the deal, or what only players do."""
    event = table.events[i]
    action = event.action
    if action == SPLIT:
        event.set_aside = SPLIT_BY_BANKER
        set_aside_here(table, deal, i)
        return
    if event.hand != 1:
        no_such_hand(table, deal, i)
        return
    hand = table.hands[deal.bank_slot]
    note_short_hand(table, deal, hand, i)
    facts_before(deal, hand, event)
    event.bank_player = deal.banker
    event.bank_over = bank_over(table, deal)
    hand.false_word = NEVER
    if action == PONTOON:
        if event.natural == 0:
            hand.false_word = i
        elif deal.shown != 1:
            deal.shown = event.natural
    else:
        _judge_bank_turn(table, deal, i)
    if action in (BUY, TWIST):
        take_card(table, deal, hand, i)
    elif action == STICK:
        deal.stayed = 1
    elif action == BUST:
        hand.false_word = i if event.bust_before == 0 else NEVER
    hand.last_of_hand = i
    facts_after(deal, hand, event)


@compiled
def _judge_bank_turn(table: Table, deal: Deal, i: int) -> None:
    """Clause 4.1: whom the bank's play passes over; nobody once it has shown a pontoon, when nobody plays any more."""
    if deal.shown == 1:
        table.events[i].passed_over = NOBODY
        table.events[i].passed_again = 1
    else:
        judge_turn(table, deal, deal.people, BY_BANK, i)


@compiled
def bank_play(table: Table, deal: Deal, i: int) -> None:
    """A card of the bank's hand, whoever takes it; a stay, which only the banker can say."""
    event = table.events[i]
    if deal.bank_slot == NEVER:
        if event.action == DRAW:
            sight_loose(table, deal, i)
        return
    hand = table.hands[deal.bank_slot]
    by_banker = event.player == deal.banker
    event.bank_player = deal.banker
    facts_before(deal, hand, event)
    event.bank_over = bank_over(table, deal)
    if by_banker:
        _judge_bank_turn(table, deal, i)
        note_short_hand(table, deal, hand, i)
    if event.action == DRAW:
        take_card(table, deal, hand, i)
    elif by_banker:
        deal.stayed = 1
    else:
        event.counted = 0
        return
    hand.false_word = NEVER
    hand.last_of_hand = i
    facts_after(deal, hand, event)
