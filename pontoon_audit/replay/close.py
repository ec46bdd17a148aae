"""When the deal is over: the facts about it and its hands are written down."""

from __future__ import annotations

from pontoon_audit.replay.aftermath import close_kitty, leave_to_next, take_cards_back
from pontoon_audit.replay.chips import doubt_chips_of_deal
from pontoon_audit.replay.compiling import compiled, fresh, fresh_in_turn
from pontoon_audit.replay.deal_rows import Deal, Ending, Hand
from pontoon_audit.replay.ending import find_turns, look_back, note_missing_cards, only, rank, strengths
from pontoon_audit.replay.holding import best_of, is_unknown
from pontoon_audit.replay.results import write_moves, write_settlement, write_unfinished, write_unsettled
from pontoon_audit.replay.state import NEVER, PACKED_CARDS, UNKNOWN, DealFacts, HandFacts
from pontoon_audit.replay.table import Table


@compiled
def close_deal(table: Table, deal: Deal) -> None:
    """Writes the facts of the deal and its hands, moves what is due for the kitty, and takes the cards back."""
    if deal.last_event == NEVER:
        deal.last_event = deal.banker_event if deal.banker_event != NEVER else deal.first_event
    fresh(table.endings, 0, table.blank.ending)
    end, facts = table.endings[0], table.deal_facts[table.now.deal_rows]
    find_turns(table, deal)
    look_back(table, deal, end)
    note_missing_cards(table, deal, end)
    look_back(table, deal, end)
    _write_deal(table, deal, facts, end)
    deal.first_hand_row = table.now.hand_rows
    for place in range(deal.people):
        slot = table.players[table.players[place].at_place].first_slot
        while slot != NEVER:
            hand = table.hands[slot]
            if hand.exists == 1:
                if slot == deal.bank_slot:
                    facts.bank_row = table.now.hand_rows
                _write_hand(table, deal, hand, facts, end)
            slot = hand.next_slot
    _write_results_of_bank(table, deal, facts)
    doubt_chips_of_deal(table, deal)
    close_kitty(table, deal, facts)
    leave_to_next(table, deal, end)
    take_cards_back(table, deal, end)
    table.now.deal_rows += 1


@compiled
def _write_deal(table: Table, deal: Deal, facts: DealFacts, end: Ending) -> None:
    void = deal.void_event != NEVER
    facts.banker = deal.banker
    facts.banker_event = deal.banker_event
    facts.first_event = deal.first_event
    facts.first_card = deal.first_card
    facts.last_card_or_play = deal.last_card_or_play
    facts.last_event = deal.last_event
    facts.void = int(void)
    facts.incomplete = end.incomplete
    facts.unpaid = int(end.incomplete == 1 and end.unplayed == 0)
    facts.complete = int(end.incomplete != 1 and deal.lost_record == 0)
    if deal.upset == 0 and not void and (deal.past_opening == 1 or end.incomplete == 0):
        facts.people = deal.people
    facts.first_play = deal.first_play
    facts.hidden_at = deal.hidden_at
    facts.bank_unfinished = _bank_unfinished(table, deal, end)
    if deal.bank_slot != NEVER and table.hands[deal.bank_slot].count > 0:
        facts.bank_total = best_of(deal, table.hands[deal.bank_slot])
        facts.bank_strength, facts.bank_rank = only(end.bank_bits), rank(end.bank_bits)


@compiled
def _bank_unfinished(table: Table, deal: Deal, end: Ending) -> int:
    """Clause 4.1: live hands settled though the banker's hand is not over."""
    if deal.void_event != NEVER or end.live_settled == 0 or deal.last_bank_word > end.last_settled:
        return 0
    if deal.bank_slot != NEVER and table.hands[deal.bank_slot].false_word != NEVER:
        return 0  # the banker's last word was a false declaration: that is the finding
    if table.now.orderless == 1 or end.bank_over == UNKNOWN:
        return UNKNOWN
    return 1 - end.bank_over


@compiled
def _write_results_of_bank(table: Table, deal: Deal, facts: DealFacts) -> None:
    settled, unknown, hands = 0, 0, 0
    recorded = due = 0
    for row in range(deal.first_hand_row, table.now.hand_rows):
        hand = table.hand_facts[row]
        if hand.is_bank == 1:
            continue
        hands += 1
        if hand.recorded != UNKNOWN:
            settled += 1
            recorded -= hand.recorded
        if hand.due == UNKNOWN:
            unknown += 1
        else:
            due -= hand.due
    if settled > 0:
        facts.banker_recorded = recorded
    if hands > 0 and unknown == 0:
        facts.banker_due = due


@compiled
def _write_hand(table: Table, deal: Deal, hand: Hand, of_deal: DealFacts, end: Ending) -> None:
    now = table.now
    fresh_in_turn(table.hand_facts, now.hand_rows, table.blank.hand_facts)
    facts = table.hand_facts[now.hand_rows]
    now.hand_rows += 1
    unknown = is_unknown(deal, hand)
    facts.sitting, facts.deal_index, facts.deal = now.sitting, deal.row, of_deal.deal
    facts.void, facts.banker = of_deal.void, of_deal.banker
    facts.bank_total, facts.bank_strength = of_deal.bank_total, of_deal.bank_strength
    facts.player = hand.owner
    facts.hand = hand.number
    facts.is_bank = int(hand.owner == deal.banker)
    facts.split = hand.split
    facts.cards_held = hand.count
    _show_cards(table, hand, facts)
    if hand.count > 0:
        facts.total = best_of(deal, hand)
    hand.may_be = strengths(deal, hand, table.rules)
    if not unknown:
        facts.strength, facts.rank = only(hand.may_be), rank(hand.may_be)
    facts.last_event = hand.last_of_hand
    facts.deal_last_event = deal.last_event
    facts.settle_event = hand.settle_event
    facts.settle_shoot_event = hand.settle_shoot_event
    facts.bust_event = hand.bust_event
    facts.bet_in_kitty = hand.bet_in_kitty
    facts.missing_at = UNKNOWN if hand.short_at == NEVER and unknown else hand.short_at
    if facts.is_bank == 0:
        _write_players_hand(table, deal, hand, facts, end)


@compiled
def _write_players_hand(table: Table, deal: Deal, hand: Hand, facts: HandFacts, end: Ending) -> None:
    unknown = is_unknown(deal, hand)
    unstaked = hand.first_stake_of == UNKNOWN
    facts.initial = hand.first_stake_of
    facts.stake = UNKNOWN if unknown or unstaked else hand.stake
    facts.shoot = UNKNOWN if unknown else hand.bet
    facts.second_card = table.players[hand.owner].second_card if hand.number == 1 else NEVER
    facts.unstaked = UNKNOWN if unknown else int(unstaked)
    facts.undeclared_at = hand.undeclared_at
    write_settlement(table, deal, hand, facts, end)
    write_unsettled(table, deal, hand, facts, end)
    if deal.void_event == NEVER:
        write_unfinished(table, deal, hand, facts, end)
    write_moves(table, deal, facts)


@compiled
def _show_cards(table: Table, hand: Hand, facts: HandFacts) -> None:
    """Lists the hand's cards after those of the hands before."""
    facts.shown_from = table.now.shown
    node, bits = hand.first_card, 0
    while node != NEVER:
        card = table.cards[node].card
        table.shown[table.now.shown] = card
        table.now.shown += 1
        if bits < 6 * PACKED_CARDS:
            facts.packed |= (card + 1) << bits
            bits += 6
        node = table.cards[node].next_card
