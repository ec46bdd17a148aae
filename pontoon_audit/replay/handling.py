"""A card comes to a hand, and the facts about a hand before and after an event: what all plays share."""

from __future__ import annotations

from pontoon_audit.game import UNKNOWN_CARD
from pontoon_audit.replay.chips import doubt_chips_of_record
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Hand
from pontoon_audit.replay.hands import best_count
from pontoon_audit.replay.holding import (
    best_at_most,
    best_of,
    card_count,
    cards_held,
    hold_card,
    is_banks,
    is_bust,
    is_natural,
    is_unknown,
    see_card,
)
from pontoon_audit.replay.pack import (
    DUPLICATE,
    FINE,
    IMPOSSIBLE,
    MISREAD,
    UNSEEN,
    comes_back_from,
    go_blind,
    return_cards,
    take_from_pack,
)
from pontoon_audit.replay.rows import Event
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import NEVER, UNKNOWN, UNKNOWN_HAND
from pontoon_audit.replay.survey import is_play
from pontoon_audit.replay.table import Table, find_slot


@compiled
def hand_of(table: Table, deal: Deal, i: int) -> int:
    """The slot of the event's hand; a hand that the player does not have sets the record aside."""
    event = table.events[i]
    slot = find_slot(table, event.player, event.hand)
    if slot == NEVER or table.hands[slot].exists == 0:
        no_such_hand(table, deal, i)
        return NEVER
    if not is_play(event.action):
        table.hands[slot].made = 1
    return slot


@compiled
def no_such_hand(table: Table, deal: Deal, i: int) -> None:
    record = table.events[i]
    record.counted = record.judged = 0
    if deal.all_unknown == 1 or table.players[record.player].unknown == 1:
        doubt_chips_of_record(table, deal, i)  # a record set aside may have made the hand that is named
    else:
        record.set_aside = UNKNOWN_HAND
        set_aside_here(table, deal, i)


@compiled
def facts_before(deal: Deal, hand: Hand, event: Event) -> None:
    if deal.upset == 0 and hand.unseen == 0 and hand.padded == 0:  # all is known: the short way to the same
        event.cards_before = hand.count
        event.best = event.best_at_most = best_count(hand.low, hand.aces)
        event.natural = int(hand.count == 2 and hand.aces == 1 and hand.low == 11)
        event.bust_before = int(hand.low > 21)
        event.twisted = hand.twisted
        return
    event.cards_before = cards_held(deal, hand)
    event.best = best_of(deal, hand)
    event.best_at_most = best_at_most(deal, hand)
    event.natural = is_natural(deal, hand)
    event.bust_before = is_bust(deal, hand)
    event.twisted = UNKNOWN if is_unknown(deal, hand) else hand.twisted


@compiled
def facts_after(deal: Deal, hand: Hand, event: Event) -> None:
    event.total = best_of(deal, hand)
    event.cards_held = cards_held(deal, hand)
    if not is_banks(deal, hand) and not is_unknown(deal, hand):
        event.stake = hand.stake


@compiled
def take_card(table: Table, deal: Deal, hand: Hand, i: int) -> None:
    """A card comes from the pack to a hand; over 21 the hand is thrown in at once (clause 3.7)."""
    hold_card(table, hand, sight(table, deal, i))
    hand.last_of_hand = i
    if is_banks(deal, hand) or hand.gone == 1 or is_unknown(deal, hand):
        return
    bust = is_bust(deal, hand)
    if bust == 1:
        hand.gone = 1
        hand.bust_event = i
        if hand.misread > 0:
            go_blind(table)  # whether it was bust at all nobody can say
        return_cards(table, hand.first_card, comes_back_from(table))
        table.now.kitty += hand.bet
        deal.bets_moved += hand.bet
        hand.bet_in_kitty = hand.bet
        deal.standing_bets -= hand.bet
    elif bust == UNKNOWN:
        if hand.bet > 0:
            deal.bets_doubtful = 1
        go_blind(table)


@compiled
def sight(table: Table, deal: Deal, i: int) -> int:
    """The pack loses a card, and what is believed of it lies on the table. Gives its place among the deal's cards."""
    event, now = table.events[i], table.now
    verdict = take_from_pack(table, event.card)
    if verdict != UNSEEN:
        event.on_table = int(verdict == DUPLICATE)
        if verdict != DUPLICATE and now.blind == 0 and now.orderless == 0:
            event.too_soon = int(verdict == IMPOSSIBLE)
    sighting = event.card
    if verdict != FINE:
        sighting = UNKNOWN_CARD if verdict == UNSEEN else MISREAD
    return see_card(table, deal, event.card, sighting)


@compiled
def sight_loose(table: Table, deal: Deal, i: int) -> None:
    """A card comes to no hand that is played: it lies on the table."""
    node = sight(table, deal, i)
    table.cards[node].next_card = deal.first_loose
    deal.first_loose = node


@compiled
def note_short_hand(table: Table, deal: Deal, hand: Hand, i: int) -> None:
    """A play on fewer than two cards: one was dealt that nobody recorded, so the pack's order is unknown."""
    if is_unknown(deal, hand) or card_count(hand) >= 2:
        return
    player = table.players[hand.owner]
    if player.missing_at == NEVER:
        player.missing_at = i
        hand.short_at = i
    hand.padded = 2 - hand.count
    go_blind(table)
