"""How a deal ended: what the facts about its hands, and the next deal, need to know of it as a whole."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Ending, Hand
from pontoon_audit.replay.hands import ANY_STRENGTH, POINTS, possible_strengths
from pontoon_audit.replay.holding import bank_over, card_count, is_bust, is_unknown, natural_counts, unseen_cards
from pontoon_audit.replay.rows import Rules
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def find_turns(table: Table, deal: Deal) -> None:
    """Lists the slots of the players' hands in turn order, the banker's apart."""
    deal.turns = 0
    for place in range(deal.people):
        player = table.players[place].at_place
        slot = table.players[player].first_slot
        while slot != NEVER:
            if table.hands[slot].exists == 1 and player != deal.banker:
                table.hands[deal.turns].at_turn = slot
                deal.turns += 1
            slot = table.hands[slot].next_slot


@compiled
def strengths(deal: Deal, hand: Hand, rules: Rules) -> int:
    """What the hand may be, as a set of bits; everything where it has no cards, or where a record set aside could have
    changed it."""
    if is_unknown(deal, hand) or card_count(hand) == 0:
        return ANY_STRENGTH
    return possible_strengths(card_count(hand), hand.low, hand.aces, unseen_cards(hand), natural_counts(hand, rules))


@compiled
def look_back(table: Table, deal: Deal, end: Ending) -> None:
    """Writes what the deal came to. Needs its hands in turn order (`find_turns`)."""
    if deal.bank_slot != NEVER:
        end.bank_bits = strengths(deal, table.hands[deal.bank_slot], table.rules)
    end.bank_over = bank_over(table, deal)
    live, unclear, staked_live = 0, 0, 0
    end.live_settled = end.perhaps_settled = end.bets_settled = 0
    for turn in range(deal.turns):
        hand = table.hands[table.hands[turn].at_turn]
        bust = is_bust(deal, hand)
        if hand.settle_shoot_event != NEVER:
            end.bets_settled = 1
        if bust == 1:
            continue
        live += int(bust == 0)
        unclear += int(bust == UNKNOWN)
        staked_live += int(hand.first_stake_of != UNKNOWN and bust == 0)
        if hand.settle_event != NEVER:
            end.perhaps_settled = 1
            if bust == 0:
                end.live_settled = 1
                end.last_settled = max(end.last_settled, hand.settle_event)
    end.all_bust = int(deal.turns > 0 and live + unclear == 0)
    if deal.shown == 1 or end.bank_over == 1 or end.all_bust == 1:
        end.play_over = 1
    elif table.now.orderless == 1 or (unclear > 0 and live == 0) or end.bank_over == UNKNOWN:
        end.play_over = UNKNOWN
    else:
        end.play_over = 0
    end.incomplete = _incomplete(table, deal, end, staked_live)
    unplayed = (end.play_over == 0 and end.perhaps_settled == 0) or deal.turns == 0
    end.unplayed = int(deal.void_event == NEVER and (deal.banker == NOBODY or unplayed))


@compiled
def _incomplete(table: Table, deal: Deal, end: Ending, staked_live: int) -> int:
    """Whether the deal stops short: the catalogue's `log/incomplete-deal`."""
    if deal.void_event != NEVER:
        return 0
    if deal.any_aside == 1:
        return UNKNOWN
    if deal.banker == NOBODY or deal.turns == 0:
        return 1
    if end.perhaps_settled == 1:
        return 0
    if end.play_over == 1:
        return int(table.now.records_settlements == 1 and staked_live > 0)
    return 1 if end.play_over == 0 else UNKNOWN


@compiled
def only(bits: int) -> int:
    """The one strength of a set, or UNKNOWN where there are more.

    >>> only(1 << 20), only(1 << 20 | 1) == UNKNOWN
    (20, True)
    """
    if bits & (bits - 1) != 0:
        return UNKNOWN
    one = 0
    for half in (16, 8, 4, 2, 1):  # there are fewer than 32 strengths
        if bits >> half > 0:
            bits >>= half
            one += half
    return one


@compiled
def rank(bits: int) -> int:
    """Class of every strength in a set: 0 bust, 1 points, 2 a five-card trick, 3 a pontoon; UNKNOWN where mixed."""
    if bits & ~POINTS == 0:
        return 1
    one = only(bits)
    return one if one in (UNKNOWN, 0) else one - 20


@compiled
def note_missing_cards(table: Table, deal: Deal, end: Ending) -> None:
    """Hands that never got their second card, where no play made it plain before (clauses 2.1, 2.3, 3.2). A deal that
    breaks off in its opening, or at a split, only breaks off."""
    if deal.void_event != NEVER or deal.past_opening == 0 or deal.banker == NOBODY:
        return
    for place in range(deal.people):
        player = table.players[table.players[place].at_place]
        slot = player.first_slot
        while slot != NEVER:
            hand = table.hands[slot]
            broken_off = hand.split == 1 and end.unplayed == 1
            no_row = table.now.orderless == 1 and hand.count == 0  # a sheet may not have the banker's
            short = hand.exists == 1 and card_count(hand) < 2 and not is_unknown(deal, hand) and not no_row
            if short and not broken_off:
                if player.missing_at == NEVER:
                    player.missing_at = hand.short_at = deal.last_event
                hand.padded = 2 - hand.count
            slot = hand.next_slot
