"""The banker's turn, and plays in the banker's name (clauses 2.4 and 4.1)."""

from __future__ import annotations

from pontoon_audit.game import BUST, BUY, DRAW, PONTOON, SPLIT, STICK, TWIST
from pontoon_audit.replay.handling import facts_after, facts_before, no_such_hand, note_short_hand, sight, take_card
from pontoon_audit.replay.holding import bank_over
from pontoon_audit.replay.order import judge_turn
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import NEVER, SPLIT_BY_BANKER
from pontoon_audit.replay.table import Deal, Table


def play_of_banker(table: Table, deal: Deal, i: int) -> None:
    """A player's play in the banker's name: the pontoon that ends the deal, or what only players do."""
    facts, action, slot = table.facts, table.events.action[i], deal.bank_slot
    if action == SPLIT:
        facts.set_aside[i] = SPLIT_BY_BANKER
        set_aside_here(table, deal, i)
        return
    if table.events.hand[i] != 1:
        no_such_hand(table, deal, i)
        return
    note_short_hand(table, deal, slot, i)
    facts_before(table, deal, slot, i)
    facts.bank_player[i] = deal.banker
    facts.bank_over[i] = bank_over(deal, table.rules)
    deal.false_word[slot] = NEVER
    if action == PONTOON:
        if facts.natural[i] == 0:
            deal.false_word[slot] = i
        elif deal.shown != 1:
            deal.shown = facts.natural[i]
    elif action in (BUY, TWIST):
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        take_card(table, deal, slot, i)
    elif action == STICK:
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        deal.stayed = 1
    elif action == BUST:
        deal.false_word[slot] = i if facts.bust_before[i] == 0 else NEVER
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
    deal.last_of_hand[slot] = i
    facts_after(table, deal, slot, i)


def bank_play(table: Table, deal: Deal, i: int) -> None:
    """A card of the bank's hand, whoever takes it; a stay, which only the banker can say."""
    facts, action, slot = table.facts, table.events.action[i], deal.bank_slot
    if slot == NEVER:
        if action == DRAW:
            sight(table, deal, deal.loose, i)
        return
    by_banker = table.events.player[i] == deal.banker
    facts.bank_player[i] = deal.banker
    facts_before(table, deal, slot, i)
    facts.bank_over[i] = bank_over(deal, table.rules)
    if by_banker:
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        note_short_hand(table, deal, slot, i)
    if action == DRAW:
        take_card(table, deal, slot, i)
    elif by_banker:
        deal.stayed = 1
    else:
        facts.counted[i] = 0
        return
    deal.false_word[slot] = NEVER
    deal.last_of_hand[slot] = i
    facts_after(table, deal, slot, i)
