"""When the deal is over: the facts about it and its hands are written down."""

from __future__ import annotations

from pontoon_audit.replay.aftermath import close_kitty, leave_to_next, take_cards_back
from pontoon_audit.replay.chips import doubt_chips_of_deal
from pontoon_audit.replay.ending import Ending, look_back, note_missing_cards, only, player_slots, rank, strengths
from pontoon_audit.replay.holding import best_of, is_unknown
from pontoon_audit.replay.results import write_settlement, write_unfinished, write_unsettled
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def close_deal(table: Table, deal: Deal) -> None:
    """Writes the facts of the deal and its hands, moves what is due for the kitty, and takes the cards back."""
    if deal.last_event == NEVER:
        deal.last_event = deal.banker_event if deal.banker_event != NEVER else deal.first_event
    end = Ending()
    look_back(table, deal, end)
    note_missing_cards(table, deal, end)
    look_back(table, deal, end)
    _write_deal(table, deal, end)
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            if deal.exists[slot] == 1:
                _write_hand(table, deal, slot, end)
            slot = deal.next_slot[slot]
    doubt_chips_of_deal(table, deal, player_slots(deal))
    close_kitty(table, deal)
    leave_to_next(table, deal, end)
    take_cards_back(table, deal, end)


def _write_deal(table: Table, deal: Deal, end: Ending) -> None:
    facts, row = table.deals, deal.row
    void = deal.void_event != NEVER
    facts.banker[row] = deal.banker
    facts.banker_event[row] = deal.banker_event
    facts.first_event[row] = deal.first_event
    facts.first_card[row] = deal.first_card
    facts.last_card_or_play[row] = deal.last_card_or_play
    facts.last_event[row] = deal.last_event
    facts.void[row] = int(void)
    facts.incomplete[row] = end.incomplete
    facts.complete[row] = int(end.incomplete != 1 and deal.lost_record == 0)
    if deal.upset == 0 and not void and (deal.past_opening == 1 or end.incomplete == 0):
        facts.people[row] = len(deal.order)
    facts.first_play[row] = deal.first_play
    facts.hidden_at[row] = deal.hidden_at
    facts.bank_unfinished[row] = _bank_unfinished(table, deal, end)
    if deal.bank_slot != NEVER and deal.cards[deal.bank_slot]:
        facts.bank_total[row] = best_of(deal, deal.bank_slot)
        facts.bank_strength[row], facts.bank_rank[row] = only(end.bank_bits), rank(end.bank_bits)


def _bank_unfinished(table: Table, deal: Deal, end: Ending) -> int:
    """Clause 4.1: live hands settled though the banker's hand is not over."""
    if deal.void_event != NEVER or end.live_settled == 0 or deal.last_bank_word > end.last_settled:
        return 0
    slot = deal.bank_slot
    if deal.false_word[slot] != NEVER:
        return 0  # the banker's last word was a false declaration: that is the finding
    if table.orderless == 1 or end.bank_over == UNKNOWN:
        return UNKNOWN
    return 1 - end.bank_over


def _write_hand(table: Table, deal: Deal, slot: int, end: Ending) -> None:
    facts = table.hands
    row = facts.add()
    player, is_bank = deal.owner[slot], deal.owner[slot] == deal.banker
    unknown, void = is_unknown(deal, slot), deal.void_event != NEVER
    table.hand_cards.append(deal.cards[slot])
    facts.deal_index[row] = deal.row
    facts.player[row] = player
    facts.hand[row] = deal.number[slot]
    facts.is_bank[row] = int(is_bank)
    facts.split[row] = deal.split[slot]
    facts.cards_held[row] = len(deal.cards[slot])
    if deal.cards[slot]:
        facts.total[row] = best_of(deal, slot)
    if not unknown:
        bits = strengths(table, deal, slot)
        facts.strength[row], facts.rank[row] = only(bits), rank(bits)
    facts.last_event[row] = deal.last_of_hand[slot]
    facts.deal_last_event[row] = deal.last_event
    facts.settle_event[row] = deal.settle_event[slot]
    facts.settle_shoot_event[row] = deal.settle_shoot_event[slot]
    facts.bust_event[row] = deal.bust_event[slot]
    facts.bet_in_kitty[row] = deal.bet_in_kitty[slot]
    short = deal.short_at[slot]
    facts.missing_at[row] = UNKNOWN if short == NEVER and unknown else short
    if is_bank:
        return
    facts.initial[row] = deal.first_stake_of[slot]
    facts.stake[row] = UNKNOWN if unknown or deal.first_stake_of[slot] == UNKNOWN else deal.stake[slot]
    facts.shoot[row] = UNKNOWN if unknown else deal.bet[slot]
    facts.second_card[row] = deal.second_card[player] if deal.number[slot] == 1 else NEVER
    facts.unstaked[row] = UNKNOWN if unknown else int(deal.first_stake_of[slot] == UNKNOWN)
    facts.undeclared_at[row] = deal.undeclared_at[slot]
    write_settlement(table, deal, slot, row, end)
    write_unsettled(table, deal, slot, row, end)
    if not void:
        write_unfinished(table, deal, slot, row, end)
