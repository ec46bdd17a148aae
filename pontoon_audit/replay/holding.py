"""What a hand is at a moment of the deal: facts on one slot, `UNKNOWN` where the log does not let one say."""

from __future__ import annotations

from pontoon_audit.game import UNKNOWN_CARD
from pontoon_audit.replay.hands import best_count, card_value
from pontoon_audit.replay.state import NEVER, OUT_OF_CARDS, OVER, PLAYED_ON, SETTLED, UNKNOWN
from pontoon_audit.replay.table import Deal, Rules

TEN = 10


def is_unknown(deal: Deal, slot: int) -> bool:
    """Whether a record that was set aside could have changed this hand."""
    return deal.upset == 1 and (deal.all_unknown == 1 or deal.unknown[deal.owner[slot]] == 1)


def card_count(deal: Deal, slot: int) -> int:
    """How many cards the hand holds, those too that were dealt and that nobody recorded."""
    return len(deal.cards[slot]) + deal.padded[slot]


def unseen_cards(deal: Deal, slot: int) -> int:
    """How many of them nobody recorded."""
    return deal.unseen[slot] + deal.padded[slot]


def cards_held(deal: Deal, slot: int) -> int:
    """How many cards the hand holds; unknown where a record set aside could have added one."""
    return UNKNOWN if is_unknown(deal, slot) else card_count(deal, slot)


def is_bust(deal: Deal, slot: int) -> int:
    """Whether the hand is over 21, whatever the cards are that nobody recorded."""
    if is_unknown(deal, slot):
        return UNKNOWN
    low, unseen = deal.low[slot], unseen_cards(deal, slot)
    if low + unseen > 21:
        return 1
    return UNKNOWN if low + TEN * unseen > 21 else 0


def best_of(deal: Deal, slot: int) -> int:
    """Best count of the hand (its lowest where it is over 21)."""
    if unseen_cards(deal, slot) > 0 or is_unknown(deal, slot):
        return UNKNOWN
    return best_count(deal.low[slot], deal.aces[slot])


def is_natural(deal: Deal, slot: int) -> int:
    """Whether the hand is an ace and a ten-point card in two cards."""
    if is_unknown(deal, slot):
        return UNKNOWN
    if card_count(deal, slot) != 2:
        return 0
    if unseen_cards(deal, slot) == 0:
        return int(deal.aces[slot] == 1 and deal.low[slot] == 11)
    known = deal.low[slot]
    return UNKNOWN if known in (0, 1, TEN) else 0


def bank_dealt_natural(deal: Deal) -> int:
    """Whether the first two cards that the banker was dealt are an ace and a ten-point card."""
    doubtful = is_unknown(deal, deal.bank_slot)
    if len(deal.bank_dealt) < 2:
        return UNKNOWN if doubtful else 0
    low = aces = unseen = 0
    for card in deal.bank_dealt:
        if card == UNKNOWN_CARD:
            unseen += 1
        else:
            low += card_value(card)
            aces += int(card < 4)
    perhaps = low in (0, 1, TEN) if unseen > 0 else aces == 1 and low == 11
    return UNKNOWN if perhaps and (unseen > 0 or doubtful) else int(perhaps)


def natural_counts(deal: Deal, slot: int, rules: Rules) -> bool:
    """Whether ace and ten on this hand are a pontoon: on a split hand house rules may make them only 21."""
    return deal.split[slot] == 0 or rules.split_naturals == 1


def finished(deal: Deal, slot: int, rules: Rules) -> int:
    """How far the hand is finished: one of the values of the fact `finished`."""
    if deal.settle_event[slot] != NEVER:
        return SETTLED
    if is_unknown(deal, slot):
        return UNKNOWN
    if deal.stuck[slot] == 1 or deal.declared[slot] == 1:
        return OVER
    cards, low, unseen = card_count(deal, slot), deal.low[slot], unseen_cards(deal, slot)
    if low + unseen > 21 or cards >= 5:
        return OVER
    if deal.declared[slot] == UNKNOWN:
        return UNKNOWN
    if unseen > 0:
        return _with_unseen(deal, slot, rules)
    return out_of_cards(cards, low, deal.aces[slot], rules)


def _with_unseen(deal: Deal, slot: int, rules: Rules) -> int:
    """Whether a hand that is not full may be played on, whatever the cards are that nobody recorded."""
    most = deal.low[slot] + TEN * unseen_cards(deal, slot)
    if rules.soft_draw == 0 and card_count(deal, slot) >= 3:
        most = max(most, best_at_most(deal, slot))
    return PLAYED_ON if most < 21 else UNKNOWN


def best_at_most(deal: Deal, slot: int) -> int:
    """The best count the hand can have, whatever the cards are that nobody recorded; over 21 where it may be bust."""
    if is_unknown(deal, slot):
        return UNKNOWN
    low, unseen, aces = deal.low[slot], unseen_cards(deal, slot), deal.aces[slot]
    most = 0
    for more_aces in range(unseen + 1):
        others = unseen - more_aces
        for count in range(low + more_aces + 2 * others, low + more_aces + TEN * others + 1):
            most = max(most, best_count(count, aces + more_aces))
    return most


def out_of_cards(cards: int, low: int, aces: int, rules: Rules) -> int:
    """Clause 3.11: whether the hand can take no more cards."""
    if low == 21:
        return OUT_OF_CARDS
    if rules.soft_draw == 0 and cards >= 3 and best_count(low, aces) == 21:
        return OUT_OF_CARDS
    return PLAYED_ON


def bank_over(deal: Deal, rules: Rules) -> int:
    """Whether the banker's hand is over: pontoon shown or found hidden, stayed, bust, five cards, or out of cards."""
    if deal.shown == 1 or deal.hidden == 1 or deal.stayed == 1:
        return 1
    slot = deal.bank_slot
    if slot == NEVER or is_unknown(deal, slot):
        return UNKNOWN
    cards, low, unseen = card_count(deal, slot), deal.low[slot], unseen_cards(deal, slot)
    if low + unseen > 21 or cards >= 5:
        return 1
    if deal.shown == UNKNOWN:
        return UNKNOWN
    if unseen > 0:
        return 0 if _with_unseen(deal, slot, rules) == PLAYED_ON else UNKNOWN
    return int(out_of_cards(cards, low, deal.aces[slot], rules) == OUT_OF_CARDS)


def hold_card(deal: Deal, slot: int, card: int) -> None:
    """A card comes to the hand."""
    deal.cards[slot].append(card)
    if card == UNKNOWN_CARD:
        deal.unseen[slot] += 1
        return
    deal.low[slot] += card_value(card)
    if card < 4:
        deal.aces[slot] += 1


def move_second_card(deal: Deal, old: int, new: int) -> None:
    """A split moves the second card, whatever the hand holds; a hand without one moves nothing."""
    if deal.padded[old] > 0:  # the second card was dealt, and nobody recorded it
        deal.padded[old] -= 1
        hold_card(deal, new, UNKNOWN_CARD)
        deal.sightings[new].append(UNKNOWN_CARD)
    if len(deal.cards[old]) < 2 or deal.cards[new]:
        return
    card = deal.cards[old].pop(1)
    deal.sightings[new].append(deal.sightings[old].pop(1))
    if card == UNKNOWN_CARD:
        deal.unseen[old] -= 1
    else:
        deal.low[old] -= card_value(card)
        if card < 4:
            deal.aces[old] -= 1
    hold_card(deal, new, card)
