"""What a deal leaves to the next: the kitty, the bank, the pack (clauses 5.1, 5.2, 5.5 and 6.7)."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Ending
from pontoon_audit.replay.hands import NATURAL
from pontoon_audit.replay.holding import finished
from pontoon_audit.replay.pack import clear_table, comes_back_from, return_cards
from pontoon_audit.replay.rows import Session
from pontoon_audit.replay.state import NEVER, OVER, UNKNOWN, DealFacts, HandFacts
from pontoon_audit.replay.table import Table


@compiled
def close_kitty(table: Table, deal: Deal, facts: DealFacts) -> None:
    """Bets are moved when the deal is over; a misdeal gives all back."""
    now = table.now
    if table.rules.shoot == 0:
        return
    if deal.void_event != NEVER:
        now.kitty -= deal.bets_moved
    else:
        for row in range(deal.first_hand_row, now.hand_rows):
            _move_bets(now, table.hand_facts[row])
            _move_due_bets(now, table.hand_facts[row])
    facts.kitty_after = now.kitty if now.kitty_known == 1 else UNKNOWN
    now.kitty = max(0, now.kitty)  # what it could not pay came from elsewhere
    if now.kitty_due != UNKNOWN:
        now.kitty_due = max(0, now.kitty_due)


@compiled
def _move_due_bets(now: Session, hand: HandFacts) -> None:
    """What the kitty pays or takes for a hand by the rules."""
    if hand.is_bank == 1 or now.kitty_due == UNKNOWN or hand.shoot == 0:
        return
    if hand.shoot_due == UNKNOWN:
        now.kitty_due = UNKNOWN
    else:
        now.kitty_due -= hand.shoot_due


@compiled
def _move_bets(now: Session, hand: HandFacts) -> None:
    """What the kitty pays or takes for a hand, as recorded, else as due; what a bust hand lost lies in it already."""
    recorded = hand.settle_shoot_event != NEVER
    if hand.is_bank == 1 or (hand.shoot == 0 and not recorded):
        return
    moves = hand.shoot_recorded if recorded else hand.shoot_due
    if moves == UNKNOWN:
        now.kitty_known = 0
    else:
        now.kitty -= moves + hand.bet_in_kitty


@compiled
def leave_to_next(table: Table, deal: Deal, end: Ending) -> None:
    """What the next deal must know: a pontoon or none, who banks next (clauses 5.1 and 5.2)."""
    now = table.now
    now.before_exists = 1
    now.before_void = int(deal.void_event != NEVER)
    sound = end.incomplete != 1 and deal.lost_record == 0
    now.before_sound = int(sound and now.before_void == 0)
    now.before_people = deal.people
    for player in range(now.people):
        table.people[player].dealt_before = int(table.players[player].rank != NEVER)
    now.before_natural = _any_natural(table, deal, end)
    now.old_banker = now.holder = deal.banker
    now.successor = NOBODY
    now.bank_known = int(deal.banker != NOBODY and deal.bank_doubtful == 0)
    if now.bank_known == 0:
        now.holder = NOBODY
    if deal.banker == NOBODY:
        now.kitty_known = 0
    if now.before_void == 1 or table.rules.bank_passes == 0 or deal.banker == NOBODY:
        return
    successor = UNKNOWN if end.unplayed == 1 else _successor(table, deal, end)
    if successor == UNKNOWN:
        now.holder = NOBODY
        now.bank_known = 0
    elif successor != NOBODY:
        now.holder = now.successor = successor


@compiled
def _any_natural(table: Table, deal: Deal, end: Ending) -> int:
    """Whether any hand of the deal, split or the banker's too, stands as a pontoon."""
    natural = 1 << NATURAL
    answer = 0
    for turn in range(deal.turns):
        hand = table.hands[table.hands[turn].at_turn]
        bits = hand.may_be
        if bits == natural and (end.unplayed == 0 or finished(deal, hand, table.rules) >= OVER):
            return 1
        if bits & natural != 0:
            answer = UNKNOWN
    if end.bank_bits == natural and end.unplayed == 0:
        return 1
    return UNKNOWN if end.bank_bits & natural != 0 or end.unplayed == 1 else answer


@compiled
def _successor(table: Table, deal: Deal, end: Ending) -> int:
    """Who takes the bank by an unsplit pontoon, the nearest to the banker's left; UNKNOWN where it may be somebody."""
    natural = 1 << NATURAL
    if end.bank_bits == natural:
        return NOBODY
    successor = NOBODY
    for turn in range(deal.turns):
        hand = table.hands[table.hands[turn].at_turn]
        bits = hand.may_be
        if hand.split == 1 or bits & natural == 0:
            continue
        if successor == NOBODY:
            sure = bits == natural and end.bank_bits & natural == 0
            successor = hand.owner if sure else UNKNOWN
        elif deal.order_known == 0 and table.now.orderless == 0:
            return UNKNOWN  # of two, nobody knows who sits nearer
    return successor


@compiled
def take_cards_back(table: Table, deal: Deal, end: Ending) -> None:
    """All cards on the table go under the pack together; where one moved unseen, nothing of the order is known."""
    back = comes_back_from(table)
    return_cards(table, deal.first_loose, back)
    for slot in range(deal.slots):
        return_cards(table, table.hands[slot].first_card, back)
    short = False
    for place in range(deal.people):
        short = short or table.players[table.players[place].at_place].missing_at != NEVER
    unsure = deal.upset == 1 or end.unplayed == 1 or deal.cards_after_void == 1
    if table.now.blind == 1 or unsure or short:
        clear_table(table)
