"""What a deal leaves to the next: the kitty, the bank, the pack (clauses 5.1, 5.2, 5.5 and 6.7)."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.ending import Ending, player_slots, strengths
from pontoon_audit.replay.hands import NATURAL
from pontoon_audit.replay.holding import finished
from pontoon_audit.replay.pack import clear_table, return_cards
from pontoon_audit.replay.state import NEVER, OVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def close_kitty(table: Table, deal: Deal) -> None:
    """Bets are moved when the deal is over; a misdeal gives all back."""
    if table.rules.shoot == 0:
        return
    if deal.void_event != NEVER:
        table.kitty -= deal.bets_moved
    else:
        for row in range(len(table.hands.deal_index) - 1, -1, -1):
            if table.hands.deal_index[row] != deal.row:
                break
            _move_bets(table, row)
            _move_due_bets(table, row)
    table.deals.kitty_after[deal.row] = table.kitty if table.kitty_known == 1 else UNKNOWN
    table.kitty = max(0, table.kitty)  # what it could not pay came from elsewhere
    if table.kitty_due != UNKNOWN:
        table.kitty_due = max(0, table.kitty_due)


def _move_due_bets(table: Table, row: int) -> None:
    """What the kitty pays or takes for a hand by the rules."""
    hands = table.hands
    if hands.is_bank[row] == 1 or table.kitty_due == UNKNOWN or hands.shoot[row] == 0:
        return
    if hands.shoot_due[row] == UNKNOWN:
        table.kitty_due = UNKNOWN
    else:
        table.kitty_due -= hands.shoot_due[row]


def _move_bets(table: Table, row: int) -> None:
    """What the kitty pays or takes for a hand, as recorded, else as due; what a bust hand lost lies in it already."""
    hands = table.hands
    recorded = hands.settle_shoot_event[row] != NEVER
    if hands.is_bank[row] == 1 or (hands.shoot[row] == 0 and not recorded):
        return
    moves = hands.shoot_recorded[row] if recorded else hands.shoot_due[row]
    if moves == UNKNOWN:
        table.kitty_known = 0
    else:
        table.kitty -= moves + hands.bet_in_kitty[row]


def leave_to_next(table: Table, deal: Deal, end: Ending) -> None:
    """What the next deal must know: a pontoon or none, who banks next (clauses 5.1 and 5.2)."""
    before = table.before
    before.exists = 1
    before.void = int(deal.void_event != NEVER)
    sound = end.incomplete != 1 and deal.lost_record == 0
    before.sound = int(sound and before.void == 0)
    before.people = list(deal.order)
    before.natural = _any_natural(table, deal, end)
    table.old_banker = deal.banker
    table.holder = deal.banker
    table.successor = NOBODY
    table.bank_known = int(deal.banker != NOBODY and deal.bank_doubtful == 0)
    if table.bank_known == 0:
        table.holder = NOBODY
    if deal.banker == NOBODY:
        table.kitty_known = 0
    if before.void == 1 or table.rules.bank_passes == 0 or deal.banker == NOBODY:
        return
    successor = UNKNOWN if end.unplayed == 1 else _successor(table, deal, end)
    if successor == UNKNOWN:
        table.holder = NOBODY
        table.bank_known = 0
    elif successor != NOBODY:
        table.holder = table.successor = successor


def _any_natural(table: Table, deal: Deal, end: Ending) -> int:
    """Whether any hand of the deal, split or the banker's too, stands as a pontoon."""
    natural = 1 << NATURAL
    answer = 0
    for slot in player_slots(deal):
        bits = strengths(table, deal, slot)
        if bits == natural and (end.unplayed == 0 or finished(deal, slot, table.rules) >= OVER):
            return 1
        if bits & natural:
            answer = UNKNOWN
    if end.bank_bits == natural and end.unplayed == 0:
        return 1
    return UNKNOWN if end.bank_bits & natural or end.unplayed == 1 else answer


def _successor(table: Table, deal: Deal, end: Ending) -> int:
    """Who takes the bank by an unsplit pontoon, the nearest to the banker's left; UNKNOWN where it may be somebody."""
    natural = 1 << NATURAL
    if end.bank_bits == natural:
        return NOBODY
    successor = NOBODY
    for slot in player_slots(deal):
        bits = strengths(table, deal, slot)
        if deal.split[slot] == 1 or bits & natural == 0:
            continue
        if successor == NOBODY:
            sure = bits == natural and end.bank_bits & natural == 0
            successor = deal.owner[slot] if sure else UNKNOWN
        elif deal.order_known == 0 and table.orderless == 0:
            return UNKNOWN  # of two, nobody knows who sits nearer
    return successor


def take_cards_back(table: Table, deal: Deal, end: Ending) -> None:
    """All cards on the table go under the pack together; where one moved unseen, nothing of the order is known."""
    pack = table.pack
    together: list[int] = list(deal.loose)
    for slot in range(len(deal.owner)):
        together.extend(deal.sightings[slot])
    return_cards(pack, together)
    if pack.blind == 1 or deal.upset == 1 or end.unplayed == 1 or deal.cards_after_void == 1:
        clear_table(pack)
    short = False
    for player in deal.order:
        short = short or deal.missing_at[player] != NEVER
    if short:
        clear_table(pack)
