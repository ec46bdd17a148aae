"""The opening of a deal: cards and initial stakes (clauses 2.1 to 2.3), and the new cards of split hands."""

from __future__ import annotations

from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Hand
from pontoon_audit.replay.handling import facts_after, facts_before, hand_of, sight_loose, take_card
from pontoon_audit.replay.holding import is_banks, is_unknown
from pontoon_audit.replay.order import judge_card_order, judge_stake_order
from pontoon_audit.replay.pack import go_blind
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def warn_of_missing_cards(table: Table, deal: Deal) -> None:
    """Where an opening card is not in the log, one more was dealt than it shows, nobody knows when."""
    for place in range(deal.people):
        if deal.past_opening == 1 and table.players[table.players[place].at_place].opening < 2:
            go_blind(table)


@compiled
def deal_card(table: Table, deal: Deal, i: int) -> None:
    """An opening card, or the new card of a hand just split."""
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    event, hand = table.events[i], table.hands[slot]
    facts_before(deal, hand, event)
    extra = 0
    event.round = 0
    if hand.waiting == 1:
        hand.waiting = 0
    elif hand.split == 0 and hand.dealt < 2:
        _opening_card(table, deal, hand, i)
    else:
        extra = 1
    event.extra = UNKNOWN if is_unknown(deal, hand) else extra
    if hand.settle_event != NEVER:
        event.counted = 0
        sight_loose(table, deal, i)
        return
    if hand.padded > 0:
        hand.padded -= 1
        hand.third_price = hand.last_price = UNKNOWN  # what was bought before was not the third card
    take_card(table, deal, hand, i)
    facts_after(deal, hand, event)


@compiled
def _opening_card(table: Table, deal: Deal, hand: Hand, i: int) -> None:
    hand.dealt += 1
    if is_banks(deal, hand):
        deal.bank_dealt += 1
        if deal.bank_dealt == 1:
            deal.bank_first = table.events[i].card
        else:
            deal.bank_second = table.events[i].card
    judge_card_order(table, deal, hand.owner, i)
    owner = table.players[hand.owner]
    owner.got += 1
    if owner.got == 2:
        owner.second_card = i


@compiled
def stake(table: Table, deal: Deal, i: int) -> None:
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    event, hand = table.events[i], table.hands[slot]
    if event.player == deal.banker:
        event.counted = 0
        return
    event.low, event.high = table.rules.min_stake, table.rules.max_stake
    if hand.first_stake_of != UNKNOWN:
        event.repeated = 1
        event.counted = 0
        return
    event.repeated = UNKNOWN if is_unknown(deal, hand) else 0
    if deal.order_known == 1 and deal.upset == 0:
        judge_stake_order(table, deal, event.player, i)
    hand.first_stake_of = event.amount
    hand.stake += event.amount
    if hand.number == 1:
        table.players[event.player].initial = event.amount
    facts_after(deal, hand, event)
