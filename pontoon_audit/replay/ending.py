"""How a deal ended: what the facts about its hands, and the next deal, need to know of it as a whole."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.hands import ANY_STRENGTH, POINTS, possible_strengths
from pontoon_audit.replay.holding import bank_over, card_count, is_bust, is_unknown, natural_counts, unseen_cards
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


class Ending:
    """How a deal ended: facts about it as a whole that the facts about its hands need. 1, 0 or UNKNOWN each."""

    __slots__ = (
        "all_bust", "bank_bits", "bank_over", "bets_settled", "incomplete", "last_settled", "live_settled",
        "perhaps_settled", "play_over", "unplayed",
    )  # fmt: skip

    def __init__(self) -> None:
        self.bank_bits = ANY_STRENGTH
        self.bank_over = UNKNOWN
        self.live_settled = 0
        self.perhaps_settled = 0
        """Whether a hand that is live, or may be, has a settlement."""
        self.last_settled = NEVER
        """The last settlement of a live hand."""
        self.bets_settled = 0
        self.all_bust = 0
        self.play_over = UNKNOWN
        self.incomplete = UNKNOWN
        self.unplayed = 0
        """Whether the deal breaks off before its play is over: what its hands would have become is not known."""


def player_slots(deal: Deal) -> list[int]:
    """Slots of the players' hands in turn order, the banker's apart."""
    found = []
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            if deal.exists[slot] == 1 and player != deal.banker:
                found.append(slot)
            slot = deal.next_slot[slot]
    return found


def strengths(table: Table, deal: Deal, slot: int) -> int:
    """What the hand may be, as a set of bits; everything where it has no cards, or where a record set aside could have
    changed it."""
    if is_unknown(deal, slot) or card_count(deal, slot) == 0:
        return ANY_STRENGTH
    counts = natural_counts(deal, slot, table.rules)
    return possible_strengths(card_count(deal, slot), deal.low[slot], deal.aces[slot], unseen_cards(deal, slot), counts)


def look_back(table: Table, deal: Deal, end: Ending) -> None:
    if deal.bank_slot != NEVER:
        end.bank_bits = strengths(table, deal, deal.bank_slot)
    end.bank_over = bank_over(deal, table.rules)
    slots = player_slots(deal)
    live, unclear, staked_live = 0, 0, 0
    end.live_settled = end.perhaps_settled = end.bets_settled = 0
    for slot in slots:
        settled = deal.settle_event[slot] != NEVER
        bust = is_bust(deal, slot)
        if deal.settle_shoot_event[slot] != NEVER:
            end.bets_settled = 1
        if bust == 1:
            continue
        live += int(bust == 0)
        unclear += int(bust == UNKNOWN)
        staked_live += int(deal.first_stake_of[slot] != UNKNOWN and bust == 0)
        if settled:
            end.perhaps_settled = 1
        if settled and bust == 0:
            end.live_settled = 1
            end.last_settled = max(end.last_settled, deal.settle_event[slot])
    end.all_bust = int(len(slots) > 0 and live + unclear == 0)
    if deal.shown == 1 or end.bank_over == 1 or end.all_bust == 1:
        end.play_over = 1
    elif table.orderless == 1 or (unclear > 0 and live == 0) or end.bank_over == UNKNOWN:
        end.play_over = UNKNOWN
    else:
        end.play_over = 0
    end.incomplete = _incomplete(table, deal, end, len(slots), staked_live)
    unplayed = (end.play_over == 0 and end.perhaps_settled == 0) or len(slots) == 0
    end.unplayed = int(deal.void_event == NEVER and (deal.banker == NOBODY or unplayed))


def _incomplete(table: Table, deal: Deal, end: Ending, hands: int, staked_live: int) -> int:
    """Whether the deal stops short: the catalogue's `log/incomplete-deal`."""
    if deal.void_event != NEVER:
        return 0
    if deal.any_aside == 1:
        return UNKNOWN
    if deal.banker == NOBODY or hands == 0:
        return 1
    if end.perhaps_settled == 1:
        return 0
    if end.play_over == 1:
        return int(table.records_settlements == 1 and staked_live > 0)
    return 1 if end.play_over == 0 else UNKNOWN


def only(bits: int) -> int:
    """The one strength of a set, or UNKNOWN where there are more."""
    return bits.bit_length() - 1 if bits & (bits - 1) == 0 else UNKNOWN


def rank(bits: int) -> int:
    """Class of every strength in a set: 0 bust, 1 points, 2 a five-card trick, 3 a pontoon; UNKNOWN where mixed."""
    if bits & ~POINTS == 0:
        return 1
    one = only(bits)
    return one if one in (UNKNOWN, 0) else one - 20


def note_missing_cards(table: Table, deal: Deal, end: Ending) -> None:
    """Hands that never got their second card, where no play made it plain before (clauses 2.1, 2.3, 3.2). A deal that
    breaks off in its opening, or at a split, only breaks off."""
    if deal.void_event != NEVER or deal.past_opening == 0 or deal.banker == NOBODY:
        return
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            broken_off = deal.split[slot] == 1 and end.unplayed == 1
            no_row = table.orderless == 1 and len(deal.cards[slot]) == 0  # a sheet may not have the banker's
            short = deal.exists[slot] == 1 and card_count(deal, slot) < 2 and not is_unknown(deal, slot) and not no_row
            if short and not broken_off:
                if deal.missing_at[player] == NEVER:
                    deal.missing_at[player] = deal.short_at[slot] = deal.last_event
                deal.padded[slot] = 2 - len(deal.cards[slot])
            slot = deal.next_slot[slot]
