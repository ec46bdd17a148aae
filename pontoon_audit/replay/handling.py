"""A card comes to a hand, and the facts about a hand before and after an event: what all plays share."""

from __future__ import annotations

from pontoon_audit.game import UNKNOWN_CARD
from pontoon_audit.replay.chips import doubt_chips_of_record
from pontoon_audit.replay.hands import best_count
from pontoon_audit.replay.holding import (
    best_at_most,
    best_of,
    card_count,
    cards_held,
    hold_card,
    is_bust,
    is_natural,
    is_unknown,
)
from pontoon_audit.replay.pack import (
    DUPLICATE,
    FINE,
    IMPOSSIBLE,
    MISREAD,
    UNSEEN,
    go_blind,
    return_cards,
    take_from_pack,
)
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import NEVER, UNKNOWN, UNKNOWN_HAND
from pontoon_audit.replay.survey import is_play
from pontoon_audit.replay.table import Deal, Table, find_slot


def hand_of(table: Table, deal: Deal, i: int) -> int:
    """The slot of the event's hand; a hand that the player does not have sets the record aside."""
    slot = find_slot(deal, table.events.player[i], table.events.hand[i])
    if slot == NEVER or deal.exists[slot] == 0:
        no_such_hand(table, deal, i)
        return NEVER
    if not is_play(table.events.action[i]):
        deal.made[slot] = 1
    return slot


def no_such_hand(table: Table, deal: Deal, i: int) -> None:
    table.facts.counted[i] = table.facts.judged[i] = 0
    if not is_lost_hand(deal, table.events.player[i]):
        table.facts.set_aside[i] = UNKNOWN_HAND
        set_aside_here(table, deal, i)
    else:
        doubt_chips_of_record(table, deal, i)


def is_lost_hand(deal: Deal, player: int) -> bool:
    """Whether a record set aside may have made the hand that is named."""
    return deal.all_unknown == 1 or deal.unknown[player] == 1


def facts_before(table: Table, deal: Deal, slot: int, i: int) -> None:
    facts = table.facts
    if deal.upset == 0 and deal.unseen[slot] == 0 and deal.padded[slot] == 0:  # all is known: the short way to the same
        low, aces, cards = deal.low[slot], deal.aces[slot], len(deal.cards[slot])
        facts.cards_before[i] = cards
        facts.best[i] = facts.best_at_most[i] = best_count(low, aces)
        facts.natural[i] = int(cards == 2 and aces == 1 and low == 11)
        facts.bust_before[i] = int(low > 21)
        facts.twisted[i] = deal.twisted[slot]
        return
    facts.cards_before[i] = cards_held(deal, slot)
    facts.best[i] = best_of(deal, slot)
    facts.best_at_most[i] = best_at_most(deal, slot)
    facts.natural[i] = is_natural(deal, slot)
    facts.bust_before[i] = is_bust(deal, slot)
    facts.twisted[i] = UNKNOWN if is_unknown(deal, slot) else deal.twisted[slot]


def facts_after(table: Table, deal: Deal, slot: int, i: int) -> None:
    facts = table.facts
    facts.total[i] = best_of(deal, slot)
    facts.cards_held[i] = cards_held(deal, slot)
    if slot != deal.bank_slot and not is_unknown(deal, slot):
        facts.stake[i] = deal.stake[slot]


def take_card(table: Table, deal: Deal, slot: int, i: int) -> None:
    """A card comes from the pack to a hand; over 21 the hand is thrown in at once (clause 3.7)."""
    pack = table.pack
    hold_card(deal, slot, table.events.card[i])
    sight(table, deal, deal.sightings[slot], i)
    deal.last_of_hand[slot] = i
    if slot == deal.bank_slot or deal.gone[slot] == 1 or is_unknown(deal, slot):
        return
    bust = is_bust(deal, slot)
    if bust == 1:
        deal.gone[slot] = 1
        deal.bust_event[slot] = i
        if MISREAD in deal.sightings[slot]:
            go_blind(pack)  # whether it was bust at all nobody can say
        return_cards(pack, deal.sightings[slot])
        table.kitty += deal.bet[slot]
        deal.bets_moved += deal.bet[slot]
        deal.bet_in_kitty[slot] = deal.bet[slot]
        deal.standing_bets -= deal.bet[slot]
    elif bust == UNKNOWN:
        if deal.bet[slot] > 0:
            deal.bets_doubtful = 1
        go_blind(pack)


def sight(table: Table, deal: Deal, sightings: list[int], i: int) -> None:
    """The pack loses a card, and what is believed of it lies on the table."""
    card, facts, pack = table.events.card[i], table.facts, table.pack
    verdict = take_from_pack(pack, card)
    if verdict != UNSEEN:
        facts.on_table[i] = int(verdict == DUPLICATE)
        if verdict != DUPLICATE and pack.blind == 0 and table.orderless == 0:
            facts.too_soon[i] = int(verdict == IMPOSSIBLE)
    seen = UNKNOWN_CARD if verdict == UNSEEN else MISREAD
    sightings.append(card if verdict == FINE else seen)


def note_short_hand(table: Table, deal: Deal, slot: int, i: int) -> None:
    """A play on fewer than two cards: one was dealt that nobody recorded, so the pack's order is unknown."""
    player = deal.owner[slot]
    if is_unknown(deal, slot) or card_count(deal, slot) >= 2:
        return
    if deal.missing_at[player] == NEVER:
        deal.missing_at[player] = i
        deal.short_at[slot] = i
    deal.padded[slot] = 2 - len(deal.cards[slot])
    go_blind(table.pack)
