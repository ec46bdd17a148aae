"""Shoot bets: when one may be made, and what the kitty could still pay (clauses 6.2, 6.4 to 6.6)."""

from __future__ import annotations

from pontoon_audit.game import BUY, DEAL, NOBODY, SETTLE, SETTLE_SHOOT, SHOOT, TWIST, VOID
from pontoon_audit.replay.handling import hand_of
from pontoon_audit.replay.holding import bank_over, card_count, is_unknown
from pontoon_audit.replay.order import judge_bet_order
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table, find_slot

NO_MOMENT, BEFORE_SECONDS, BEFORE_FOURTH, AFTER_SPLIT = range(4)


def place_bet(table: Table, deal: Deal, positions: list[int], place: int) -> None:
    """A bet against the kitty on one hand; both of a repeated one count."""
    i = positions[place]
    facts, player, amount = table.facts, table.events.player[i], table.events.amount[i]
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    if table.rules.shoot == 0 or player == deal.banker:
        facts.counted[i] = 0
        return
    if table.kitty_known == 1 and deal.bets_doubtful == 0 and table.orderless == 0 and deal.upset == 0:
        facts.room[i] = max(0, table.kitty - deal.standing_bets)
    facts.no_kitty[i] = int(table.deals.kitty_empty[deal.row] == 1)
    moment = _moment(table, deal, slot, positions, place)
    facts.moment[i] = moment
    facts.wrong_time[i] = UNKNOWN if moment == UNKNOWN else int(moment == NO_MOMENT)
    _note_repeated(table, deal, slot, moment, i)
    deal.bet[slot] += amount
    if deal.gone[slot] == 1:
        table.kitty += amount
        deal.bets_moved += amount
        deal.bet_in_kitty[slot] += amount
    else:
        deal.standing_bets += amount


def _moment(table: Table, deal: Deal, slot: int, positions: list[int], place: int) -> int:
    """Which of the three moments for a bet this is."""
    i = positions[place]
    if table.orderless == 1 or is_unknown(deal, slot):
        return UNKNOWN
    before_seconds = deal.first_bets_until == NEVER or i < deal.first_bets_until
    if before_seconds and deal.number[slot] == 1:
        return BEFORE_SECONDS if i > deal.last_stake_before_seconds else NO_MOMENT
    moment = NO_MOMENT
    if card_count(deal, slot) == 3 and deal.settle_event[slot] == NEVER:
        moment = _before_fourth(table, deal, slot, positions, place)
    if moment == NO_MOMENT and deal.split[slot] == 1 and deal.number[slot] != 1 and deal.played[slot] == 0:
        return AFTER_SPLIT
    return moment


def _before_fourth(table: Table, deal: Deal, slot: int, positions: list[int], place: int) -> int:
    """Whether what the player does next, but for bets, takes the hand's fourth card."""
    events = table.events
    went_on = False
    for later in range(place + 1, len(positions)):
        i = positions[later]
        action, player = events.action[i], events.player[i]
        if action == VOID:
            return UNKNOWN
        went_on = went_on or action > SHOOT
        if action <= SHOOT and action != DEAL:
            continue
        aside = table.facts.set_aside[i] != COUNTED
        if aside and (player in (NOBODY, deal.owner[slot]) or deal.hand_count[player] == 0):
            return UNKNOWN
        if player not in (NOBODY, deal.owner[slot]):
            continue
        if player == NOBODY or action in (SETTLE, SETTLE_SHOOT):
            continue
        named = find_slot(deal, player, events.hand[i])
        if deal.exists[named] == 0:
            return UNKNOWN  # a hand that is none: the record will be set aside
        return BEFORE_FOURTH if action in (BUY, TWIST) and named == slot else NO_MOMENT
    return NO_MOMENT if went_on or bank_over(deal, table.rules) == 1 else UNKNOWN


def _note_repeated(table: Table, deal: Deal, slot: int, moment: int, i: int) -> None:
    """Counts bets a moment, and in the first of them whom a bet passes over that comes too soon."""
    facts, player = table.facts, deal.owner[slot]
    if moment == BEFORE_SECONDS:
        facts.repeated[i] = int(deal.bets_at_first[player] > 0)
        deal.bets_at_first[player] += 1
        if deal.order_known == 1 and deal.upset == 0:
            judge_bet_order(table, deal, player, i)
    elif moment == BEFORE_FOURTH:
        facts.repeated[i] = int(deal.bets_at_fourth[slot] > 0)
        deal.bets_at_fourth[slot] += 1
    elif moment == AFTER_SPLIT:
        facts.repeated[i] = int(deal.bets_at_split[slot] > 0)
        deal.bets_at_split[slot] += 1
    else:
        facts.repeated[i] = UNKNOWN if moment == UNKNOWN else 0
