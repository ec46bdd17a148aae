"""What a hand is at a moment of the deal: facts on one slot, `UNKNOWN` where the log does not let one say."""

from __future__ import annotations

from pontoon_audit.game import UNKNOWN_CARD
from pontoon_audit.replay.compiling import compiled, fresh
from pontoon_audit.replay.deal_rows import Deal, Hand
from pontoon_audit.replay.hands import best_count, card_value
from pontoon_audit.replay.pack import MISREAD
from pontoon_audit.replay.rows import Rules
from pontoon_audit.replay.state import NEVER, OUT_OF_CARDS, OVER, PLAYED_ON, SETTLED, UNKNOWN
from pontoon_audit.replay.table import Table

TEN = 10


@compiled
def is_unknown(deal: Deal, hand: Hand) -> bool:
    """Whether a record that was set aside could have changed this hand."""
    return deal.upset == 1 and (deal.all_unknown == 1 or hand.doubtful == 1)


@compiled
def is_banks(deal: Deal, hand: Hand) -> bool:
    """Whether it is the banker's own hand, the one that the bank plays."""
    return hand.number == 1 and hand.owner == deal.banker


@compiled
def card_count(hand: Hand) -> int:
    """How many cards the hand holds, those too that were dealt and that nobody recorded."""
    return hand.count + hand.padded


@compiled
def unseen_cards(hand: Hand) -> int:
    """How many of them nobody recorded."""
    return hand.unseen + hand.padded


@compiled
def cards_held(deal: Deal, hand: Hand) -> int:
    """How many cards the hand holds; unknown where a record set aside could have added one."""
    return UNKNOWN if is_unknown(deal, hand) else card_count(hand)


@compiled
def is_bust(deal: Deal, hand: Hand) -> int:
    """Whether the hand is over 21, whatever the cards are that nobody recorded."""
    if is_unknown(deal, hand):
        return UNKNOWN
    low, unseen = hand.low, unseen_cards(hand)
    if low + unseen > 21:
        return 1
    return UNKNOWN if low + TEN * unseen > 21 else 0


@compiled
def best_of(deal: Deal, hand: Hand) -> int:
    """Best count of the hand (its lowest where it is over 21)."""
    if unseen_cards(hand) > 0 or is_unknown(deal, hand):
        return UNKNOWN
    return best_count(hand.low, hand.aces)


@compiled
def is_natural(deal: Deal, hand: Hand) -> int:
    """Whether the hand is an ace and a ten-point card in two cards."""
    if is_unknown(deal, hand):
        return UNKNOWN
    if card_count(hand) != 2:
        return 0
    if unseen_cards(hand) == 0:
        return int(hand.aces == 1 and hand.low == 11)
    known = hand.low
    return UNKNOWN if known in (0, 1, TEN) else 0


@compiled
def bank_dealt_natural(table: Table, deal: Deal) -> int:
    """Whether the first two cards that the banker was dealt are an ace and a ten-point card."""
    doubtful = is_unknown(deal, table.hands[deal.bank_slot])
    if deal.bank_dealt < 2:
        return UNKNOWN if doubtful else 0
    low = aces = unseen = 0
    for card in (deal.bank_first, deal.bank_second):
        if card == UNKNOWN_CARD:
            unseen += 1
        else:
            low += card_value(card)
            aces += int(card < 4)
    perhaps = low in (0, 1, TEN) if unseen > 0 else aces == 1 and low == 11
    return UNKNOWN if perhaps and (unseen > 0 or doubtful) else int(perhaps)


@compiled
def natural_counts(hand: Hand, rules: Rules) -> bool:
    """Whether ace and ten on this hand are a pontoon: on a split hand house rules may make them only 21."""
    return hand.split == 0 or rules.split_naturals == 1


@compiled
def finished(deal: Deal, hand: Hand, rules: Rules) -> int:
    """How far the hand is finished: one of the values of the fact `finished`."""
    if hand.settle_event != NEVER:
        return SETTLED
    if is_unknown(deal, hand):
        return UNKNOWN
    if hand.stuck == 1 or hand.declared == 1:
        return OVER
    cards, low, unseen = card_count(hand), hand.low, unseen_cards(hand)
    if low + unseen > 21 or cards >= 5:
        return OVER
    if hand.declared == UNKNOWN:
        return UNKNOWN
    if unseen > 0:
        return _with_unseen(deal, hand, rules)
    return out_of_cards(cards, low, hand.aces, rules)


@compiled
def _with_unseen(deal: Deal, hand: Hand, rules: Rules) -> int:
    """Whether a hand that is not full may be played on, whatever the cards are that nobody recorded."""
    most = hand.low + TEN * unseen_cards(hand)
    if rules.soft_draw == 0 and card_count(hand) >= 3:
        most = max(most, best_at_most(deal, hand))
    return PLAYED_ON if most < 21 else UNKNOWN


@compiled
def best_at_most(deal: Deal, hand: Hand) -> int:
    """The best count the hand can have, whatever the cards are that nobody recorded; over 21 where it may be bust."""
    if is_unknown(deal, hand):
        return UNKNOWN
    low, unseen, aces = hand.low, unseen_cards(hand), hand.aces
    most = 0
    for more_aces in range(unseen + 1):
        others = unseen - more_aces
        for count in range(low + more_aces + 2 * others, low + more_aces + TEN * others + 1):
            most = max(most, best_count(count, aces + more_aces))
    return most


@compiled
def out_of_cards(cards: int, low: int, aces: int, rules: Rules) -> int:
    """Clause 3.11: whether the hand can take no more cards."""
    if low == 21:
        return OUT_OF_CARDS
    if rules.soft_draw == 0 and cards >= 3 and best_count(low, aces) == 21:
        return OUT_OF_CARDS
    return PLAYED_ON


@compiled
def bank_over(table: Table, deal: Deal) -> int:
    """Whether the banker's hand is over: pontoon shown or found hidden, stayed, bust, five cards, or out of cards."""
    if deal.shown == 1 or deal.hidden == 1 or deal.stayed == 1:
        return 1
    if deal.bank_slot == NEVER:
        return UNKNOWN
    hand, rules = table.hands[deal.bank_slot], table.rules
    if is_unknown(deal, hand):
        return UNKNOWN
    cards, low, unseen = card_count(hand), hand.low, unseen_cards(hand)
    if low + unseen > 21 or cards >= 5:
        return 1
    if deal.shown == UNKNOWN:
        return UNKNOWN
    if unseen > 0:
        return 0 if _with_unseen(deal, hand, rules) == PLAYED_ON else UNKNOWN
    return int(out_of_cards(cards, low, hand.aces, rules) == OUT_OF_CARDS)


@compiled
def see_card(table: Table, deal: Deal, card: int, sighting: int) -> int:
    """A card comes to the table; gives its place among the cards of the deal."""
    node = deal.cards
    deal.cards += 1
    fresh(table.cards, node, table.blank.card)
    seen = table.cards[node]
    seen.card, seen.sighting = card, sighting
    return node


@compiled
def hold_card(table: Table, hand: Hand, node: int) -> None:
    """A card of the deal comes to the hand."""
    seen = table.cards[node]
    if hand.first_card == NEVER:
        hand.first_card = node
    else:
        table.cards[hand.last_card].next_card = node
    hand.last_card = node
    hand.count += 1
    hand.misread += int(seen.sighting == MISREAD)
    if seen.card == UNKNOWN_CARD:
        hand.unseen += 1
        return
    hand.low += card_value(seen.card)
    hand.aces += int(seen.card < 4)


@compiled
def move_second_card(table: Table, deal: Deal, old: Hand, new: Hand) -> None:
    """A split moves the second card, whatever the hand holds; a hand without one moves nothing."""
    if old.padded > 0:  # the second card was dealt, and nobody recorded it
        old.padded -= 1
        hold_card(table, new, see_card(table, deal, UNKNOWN_CARD, UNKNOWN_CARD))
    if old.count < 2 or new.count > 0:
        return
    first, node = table.cards[old.first_card], table.cards[old.first_card].next_card
    second = table.cards[node]
    first.next_card = second.next_card
    if old.last_card == node:
        old.last_card = old.first_card
    second.next_card = NEVER
    old.count -= 1
    old.misread -= int(second.sighting == MISREAD)
    if second.card == UNKNOWN_CARD:
        old.unseen -= 1
    else:
        old.low -= card_value(second.card)
        old.aces -= int(second.card < 4)
    hold_card(table, new, node)
