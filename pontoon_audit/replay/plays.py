"""What a player does with a hand in turn (clauses 3.1 to 3.8)."""

from __future__ import annotations

from pontoon_audit.game import BUST, BUY, PONTOON, SPLIT, STICK, TWIST, UNKNOWN_CARD
from pontoon_audit.replay.banking import play_of_banker
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import AT_PLAYS, Deal, Hand
from pontoon_audit.replay.handling import (
    facts_after,
    facts_before,
    hand_of,
    no_such_hand,
    note_short_hand,
    sight_loose,
    take_card,
)
from pontoon_audit.replay.holding import (
    bank_dealt_natural,
    card_count,
    finished,
    is_unknown,
    move_second_card,
    natural_counts,
)
from pontoon_audit.replay.order import interleaved, judge_turn
from pontoon_audit.replay.rows import CAP_PREVIOUS, CAP_THIRD, Event, Rules
from pontoon_audit.replay.state import NEVER, OVER, SETTLED, UNKNOWN
from pontoon_audit.replay.table import Table, add_slot, find_slot


@compiled
def _note_hidden(table: Table, deal: Deal, i: int) -> None:
    """A play of a player: had the banker a pontoon that was not shown (clause 2.4)?"""
    if deal.first_play == NEVER:
        deal.first_play = i
    if deal.hidden == 1 or deal.shown != 0:
        return
    if deal.bank_slot == NEVER or table.now.orderless == 1:
        deal.hidden_at = UNKNOWN
        return
    natural = bank_dealt_natural(table, deal)
    if natural == 1:
        deal.hidden_at = i
        deal.hidden = 1
    elif natural == UNKNOWN:
        deal.hidden_at = UNKNOWN


@compiled
def play_hand(table: Table, deal: Deal, i: int) -> None:
    """A player's play: declare, split, buy, twist, stick, say bust."""
    event = table.events[i]
    if event.player == deal.banker:
        play_of_banker(table, deal, i)
        return
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    hand = table.hands[slot]
    if hand.made == 0:
        no_such_hand(table, deal, i)
        return
    if hand.settle_event == NEVER:
        _note_hidden(table, deal, i)
        note_short_hand(table, deal, hand, i)
    facts_before(deal, hand, event)
    state = finished(deal, hand, table.rules)
    event.finished = UNKNOWN if is_unknown(deal, hand) else state
    event.after_pontoon = UNKNOWN if table.now.orderless == 1 else deal.shown
    if state == SETTLED:
        event.counted = 0
        if event.action in (BUY, TWIST):
            sight_loose(table, deal, i)
        return
    judge_turn(table, deal, max(table.players[event.player].rank, 0), AT_PLAYS, i)
    event.interleaved = interleaved(table, deal, slot, i)
    _note_undeclared(table, hand, event, state, i)
    hand.played = 1
    hand.false_word = NEVER
    hand.last_of_hand = i
    _play(table, deal, slot, i)
    facts_after(deal, hand, event)


@compiled
def _note_undeclared(table: Table, hand: Hand, event: Event, state: int, i: int) -> None:
    """Clause 3.1: a pontoon that is played on without a word."""
    undeclared = event.natural != 0 and state != OVER and natural_counts(hand, table.rules)
    if undeclared and event.action in (STICK, BUY, TWIST) and hand.undeclared_at in (NEVER, UNKNOWN):
        hand.undeclared_at = i if event.natural == 1 and hand.declared == 0 else UNKNOWN


@compiled
def _play(table: Table, deal: Deal, slot: int, i: int) -> None:
    event, hand = table.events[i], table.hands[slot]
    action = event.action
    if action == PONTOON:
        if event.natural == 0:
            hand.false_word = i
        else:
            hand.declared = event.natural  # UNKNOWN where nobody can say whether it is one
    elif action == SPLIT:
        _split(table, deal, slot, i)
    elif action == BUY:
        _buy(table, deal, hand, i)
    elif action == TWIST:
        hand.twisted = 1
        take_card(table, deal, hand, i)
    elif action == STICK:
        hand.stuck = 1
    elif action == BUST and event.bust_before != 1:
        hand.false_word = i


@compiled
def _split(table: Table, deal: Deal, slot: int, i: int) -> None:
    """Clause 3.2. The second card moves to a new hand, whatever the hand holds."""
    event, hand = table.events[i], table.hands[slot]
    owner, unknown = table.players[hand.owner], is_unknown(deal, hand)
    if hand.count >= 2 and not unknown:
        first = table.cards[hand.first_card]
        second = table.cards[first.next_card]
        if first.card != UNKNOWN_CARD and second.card != UNKNOWN_CARD:
            event.pair = int(first.card // 4 == second.card // 4)
            event.aces = int(first.card < 4 and second.card < 4)
    number = owner.hand_count + 1
    event.hands_after = UNKNOWN if unknown else number
    event.low = event.high = UNKNOWN if unknown else owner.initial
    new_slot = find_slot(table, hand.owner, number)
    if new_slot == NEVER:
        new_slot = add_slot(table, deal, hand.owner, number)
    new = table.hands[new_slot]
    owner.hand_count = number
    new.exists = new.made = 1
    hand.split = new.split = 1
    hand.waiting = new.waiting = 1
    new.first_stake_of = new.stake = event.amount
    move_second_card(table, deal, hand, new)
    new.last_of_hand = i


@compiled
def _buy(table: Table, deal: Deal, hand: Hand, i: int) -> None:
    """Clause 3.3: a card for money."""
    event = table.events[i]
    cards, initial = card_count(hand), hand.first_stake_of
    if cards >= 2 and initial != UNKNOWN and not is_unknown(deal, hand):
        event.low = initial
        event.high = _most_for_a_card(table.rules, hand, cards, initial)
    if cards == 2:
        hand.third_price = event.amount
    hand.last_price = event.amount
    hand.bought = 1
    hand.stake += event.amount
    take_card(table, deal, hand, i)


@compiled
def _most_for_a_card(rules: Rules, hand: Hand, cards: int, initial: int) -> int:
    """The third card costs at most so many initial stakes; a later one what house rules cap it by, at least the initial
    stake. A card that was not bought counts as bought for the most."""
    most = rules.buy_limit * initial
    if cards == 2:
        return most
    cap = 2 * initial
    if rules.buy_cap == CAP_PREVIOUS:
        cap = most if hand.last_price == UNKNOWN else hand.last_price
    elif rules.buy_cap == CAP_THIRD:
        cap = most if hand.third_price == UNKNOWN else hand.third_price
    return max(initial, cap)
