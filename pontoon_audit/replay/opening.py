"""The opening of a deal: cards and initial stakes (clauses 2.1 to 2.3), and the new cards of split hands."""

from __future__ import annotations

from pontoon_audit.replay.handling import facts_after, facts_before, hand_of, sight, take_card
from pontoon_audit.replay.holding import is_unknown
from pontoon_audit.replay.order import judge_card_order, judge_stake_order
from pontoon_audit.replay.pack import go_blind
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def warn_of_missing_cards(table: Table, deal: Deal) -> None:
    """Where an opening card is not in the log, one more was dealt than it shows, nobody knows when."""
    for player in deal.order:
        if deal.past_opening == 1 and deal.opening[player] < 2:
            go_blind(table.pack)


def deal_card(table: Table, deal: Deal, i: int) -> None:
    """An opening card, or the new card of a hand just split."""
    facts, player = table.facts, table.events.player[i]
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    facts_before(table, deal, slot, i)
    extra = 0
    facts.round[i] = 0
    if deal.waiting[slot] == 1:
        deal.waiting[slot] = 0
    elif deal.split[slot] == 0 and deal.dealt[slot] < 2:
        deal.dealt[slot] += 1
        if slot == deal.bank_slot:
            deal.bank_dealt.append(table.events.card[i])
        judge_card_order(table, deal, player, i)
        deal.got[player] += 1
        if deal.got[player] == 2:
            deal.second_card[player] = i
    else:
        extra = 1
    facts.extra[i] = UNKNOWN if is_unknown(deal, slot) else extra
    if deal.settle_event[slot] != NEVER:
        facts.counted[i] = 0
        sight(table, deal, deal.loose, i)
        return
    if deal.padded[slot] > 0:
        deal.padded[slot] -= 1
        deal.third_price[slot] = deal.last_price[slot] = UNKNOWN  # what was bought before was not the third card
    take_card(table, deal, slot, i)
    facts_after(table, deal, slot, i)


def stake(table: Table, deal: Deal, i: int) -> None:
    facts, player, amount = table.facts, table.events.player[i], table.events.amount[i]
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    if player == deal.banker:
        facts.counted[i] = 0
        return
    facts.low[i], facts.high[i] = table.rules.min_stake, table.rules.max_stake
    if deal.first_stake_of[slot] != UNKNOWN:
        facts.repeated[i] = 1
        facts.counted[i] = 0
        return
    facts.repeated[i] = UNKNOWN if is_unknown(deal, slot) else 0
    if deal.order_known == 1 and deal.upset == 0:
        judge_stake_order(table, deal, player, i)
    deal.first_stake_of[slot] = amount
    deal.stake[slot] += amount
    if deal.number[slot] == 1:
        deal.initial[player] = amount
    facts_after(table, deal, slot, i)
