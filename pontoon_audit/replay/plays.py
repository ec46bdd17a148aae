"""What a player does with a hand in turn (clauses 3.1 to 3.8)."""

from __future__ import annotations

from pontoon_audit.game import BUST, BUY, PONTOON, SPLIT, STICK, TWIST, UNKNOWN_CARD
from pontoon_audit.replay.banking import play_of_banker
from pontoon_audit.replay.handling import (
    facts_after,
    facts_before,
    hand_of,
    no_such_hand,
    note_short_hand,
    sight,
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
from pontoon_audit.replay.state import NEVER, OVER, SETTLED, UNKNOWN
from pontoon_audit.replay.table import CAP_PREVIOUS, CAP_THIRD, Deal, Table, add_slot, find_slot


def _note_hidden(table: Table, deal: Deal, i: int) -> None:
    """A play of a player: had the banker a pontoon that was not shown (clause 2.4)?"""
    if deal.first_play == NEVER:
        deal.first_play = i
    if deal.hidden == 1 or deal.shown != 0:
        return
    if deal.bank_slot == NEVER or table.orderless == 1:
        deal.hidden_at = UNKNOWN
        return
    natural = bank_dealt_natural(deal)
    if natural == 1:
        deal.hidden_at = i
        deal.hidden = 1
    elif natural == UNKNOWN:
        deal.hidden_at = UNKNOWN


def play_hand(table: Table, deal: Deal, i: int) -> None:
    """A player's play: declare, split, buy, twist, stick, say bust."""
    facts, action, player = table.facts, table.events.action[i], table.events.player[i]
    if player == deal.banker:
        play_of_banker(table, deal, i)
        return
    slot = hand_of(table, deal, i)
    if slot == NEVER:
        return
    if deal.made[slot] == 0:
        no_such_hand(table, deal, i)
        return
    if deal.settle_event[slot] == NEVER:
        _note_hidden(table, deal, i)
        note_short_hand(table, deal, slot, i)
    facts_before(table, deal, slot, i)
    state = finished(deal, slot, table.rules)
    facts.finished[i] = UNKNOWN if is_unknown(deal, slot) else state
    facts.after_pontoon[i] = UNKNOWN if table.orderless == 1 else deal.shown
    if state != SETTLED:
        judge_turn(table, deal, max(deal.rank[player], 0), deal.passed_at_plays, i)
        facts.interleaved[i] = interleaved(table, deal, slot, i)
    else:
        facts.counted[i] = 0
        if action in (BUY, TWIST):
            sight(table, deal, deal.loose, i)
        return
    undeclared = facts.natural[i] != 0 and state != OVER and natural_counts(deal, slot, table.rules)
    if undeclared and action in (STICK, BUY, TWIST) and deal.undeclared_at[slot] in (NEVER, UNKNOWN):
        deal.undeclared_at[slot] = i if facts.natural[i] == 1 and deal.declared[slot] == 0 else UNKNOWN
    deal.played[slot] = 1
    deal.false_word[slot] = NEVER
    deal.last_of_hand[slot] = i
    if action == PONTOON:
        _declare(table, deal, slot, i)
    elif action == SPLIT:
        _split(table, deal, slot, i)
    elif action == BUY:
        _buy(table, deal, slot, i)
    elif action == TWIST:
        deal.twisted[slot] = 1
        take_card(table, deal, slot, i)
    elif action == STICK:
        deal.stuck[slot] = 1
    elif action == BUST and facts.bust_before[i] != 1:
        deal.false_word[slot] = i
    facts_after(table, deal, slot, i)


def _declare(table: Table, deal: Deal, slot: int, i: int) -> None:
    if table.facts.natural[i] == 0:
        deal.false_word[slot] = i
    else:
        deal.declared[slot] = table.facts.natural[i]  # UNKNOWN where nobody can say whether it is one


def _split(table: Table, deal: Deal, slot: int, i: int) -> None:
    """Clause 3.2. The second card moves to a new hand, whatever the hand holds."""
    facts, player, amount = table.facts, deal.owner[slot], table.events.amount[i]
    cards = deal.cards[slot]
    if len(cards) >= 2 and cards[0] != UNKNOWN_CARD and cards[1] != UNKNOWN_CARD and not is_unknown(deal, slot):
        facts.pair[i] = int(cards[0] // 4 == cards[1] // 4)
        facts.aces[i] = int(cards[0] < 4 and cards[1] < 4)
    number = deal.hand_count[player] + 1
    facts.hands_after[i] = UNKNOWN if is_unknown(deal, slot) else number
    facts.low[i] = facts.high[i] = UNKNOWN if is_unknown(deal, slot) else deal.initial[player]
    new = find_slot(deal, player, number)
    if new == NEVER:
        new = add_slot(deal, player, number)
    deal.hand_count[player] = number
    deal.exists[new] = deal.made[new] = 1
    deal.split[slot] = deal.split[new] = 1
    deal.waiting[slot] = deal.waiting[new] = 1
    deal.first_stake_of[new] = deal.stake[new] = amount
    move_second_card(deal, slot, new)
    deal.last_of_hand[new] = i


def _buy(table: Table, deal: Deal, slot: int, i: int) -> None:
    """Clause 3.3: a card for money."""
    facts, amount = table.facts, table.events.amount[i]
    cards, initial = card_count(deal, slot), deal.first_stake_of[slot]
    if cards >= 2 and initial != UNKNOWN and not is_unknown(deal, slot):
        facts.low[i] = initial
        facts.high[i] = _most_for_a_card(table, deal, slot, cards, initial)
    if cards == 2:
        deal.third_price[slot] = amount
    deal.last_price[slot] = amount
    deal.bought[slot] = 1
    deal.stake[slot] += amount
    take_card(table, deal, slot, i)


def _most_for_a_card(table: Table, deal: Deal, slot: int, cards: int, initial: int) -> int:
    """The third card costs at most so many initial stakes; a later one what house rules cap it by, at least the initial
    stake. A card that was not bought counts as bought for the most."""
    rules = table.rules
    most = rules.buy_limit * initial
    if cards == 2:
        return most
    cap = 2 * initial
    if rules.buy_cap == CAP_PREVIOUS:
        cap = most if deal.last_price[slot] == UNKNOWN else deal.last_price[slot]
    elif rules.buy_cap == CAP_THIRD:
        cap = most if deal.third_price[slot] == UNKNOWN else deal.third_price[slot]
    return max(initial, cap)
