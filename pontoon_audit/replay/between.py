"""Between deals: one moment, whatever the order of its events. Sales, the shuffle and the bank (clauses 5.1 to 5.4)."""

from __future__ import annotations

from pontoon_audit.game import BUY_IN, CASH_OUT, CUT, NOBODY, SELL_BANK, SHUFFLE
from pontoon_audit.replay.chips import doubt_all_chips, exchange_chips, pay_for_bank
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.pack import clear_table, forget_order
from pontoon_audit.replay.rows import ABSENT
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def start_afresh(table: Table) -> None:
    """After a gap nothing is known of the bank, the kitty, the shuffle and the pack."""
    now = table.now
    now.old_banker = now.holder = now.successor = NOBODY
    now.bank_known = 0
    now.before_exists = 0
    now.kitty_known = 0
    now.kitty_due = UNKNOWN
    clear_table(table)
    doubt_all_chips(table)


@compiled
def pass_moment(table: Table, deal: Deal) -> None:
    """The moment before a deal (before nothing, after the last one). Notes everybody who held the bank in it."""
    now = table.now
    now.holders = 0
    if now.holder != NOBODY:
        _hold_bank(table, now.holder)
    _shuffles(table, deal)
    for place in range(deal.moment_from, deal.moment_to):
        i = table.events[place].walked
        event = table.events[i]
        event.deal_index = deal.row if deal.row != NEVER else now.deals
        event.judged = int(event.set_aside == COUNTED)
        if event.set_aside != COUNTED:
            continue
        event.counted = 1
        event.during_play = 0
        if event.action == SELL_BANK:
            _sell(table, i)
        elif event.action in (BUY_IN, CASH_OUT):
            exchange_chips(table, i)
    if deal.row != NEVER:
        _judge_bank(table, deal)


@compiled
def _hold_bank(table: Table, player: int) -> None:
    table.now.holders += 1
    table.players[player].held_bank = 1


@compiled
def _sell(table: Table, i: int) -> None:
    """Clause 5.3: the bank is sold by who holds it, to another player at the table; any other sale binds nobody."""
    now, sale = table.now, table.events[i]
    unsure = now.seats_known == 0 or now.seats_doubtful == 1
    at_table = unsure or (sale.to != NOBODY and table.people[sale.to].was_here == 1)
    if sale.to == NOBODY or sale.to == sale.player or not at_table:
        wrong = 1
    elif now.holder == NOBODY:
        wrong = UNKNOWN
    else:
        wrong = int(now.holder != sale.player)
    sale.not_theirs = wrong
    pay_for_bank(table, i)
    if wrong == 1:
        now.bad_sale_to = sale.to
    elif wrong == 0:
        now.holder = sale.to
        _hold_bank(table, sale.to)


@compiled
def _shuffles(table: Table, deal: Deal) -> None:
    """Clause 5.1. A cut alone leaves the order unknown too."""
    now = table.now
    changed = deal.seats_changed == 1
    if now.seats_known == 0 and deal.row != NEVER and now.before_exists == 1:
        changed = _other_people(table, deal)
    free = now.before_exists == 0 or now.before_sound == 0 or changed or table.rules.shuffle_every_deal == 1
    shuffled = 0
    for place in range(deal.moment_from, deal.moment_to):
        event = table.events[table.events[place].walked]
        if event.set_aside != COUNTED or event.action not in (SHUFFLE, CUT):
            continue
        forget_order(table)
        if event.action == SHUFFLE and deal.row != NEVER:  # after the last deal no card follows
            shuffled = 1
            event.shuffle_needed = 1 if free else now.before_natural
            if deal.pack_doubtful == 1:  # what cannot be read may have been somebody who sat down or left
                event.shuffle_needed = UNKNOWN
    if deal.row == NEVER:
        return
    facts = table.deal_facts[now.deal_rows]
    facts.shuffled = shuffled
    facts.shuffle_missing = _shuffle_missing(table, deal, shuffled)
    if facts.shuffle_missing == 1:
        forget_order(table)


@compiled
def _other_people(table: Table, deal: Deal) -> bool:
    """Whether others are dealt in than in the deal before."""
    if table.now.before_people != deal.people:
        return True
    for place in range(deal.people):  # noqa: SIM110  (the compiled loop has no generators)
        if table.people[table.players[place].at_place].dealt_before == 0:
            return True
    return False


@compiled
def _shuffle_missing(table: Table, deal: Deal, shuffled: int) -> int:
    now = table.now
    if shuffled == 1 or now.before_exists == 0 or now.before_void == 1:
        return 0
    missing = 1 if table.rules.shuffle_every_deal == 1 else now.before_natural
    return UNKNOWN if missing != 0 and (now.orderless == 1 or deal.pack_doubtful == 1) else missing


@compiled
def _judge_bank(table: Table, deal: Deal) -> None:
    """Who ought to bank, and who does (clauses 5.2 and 5.4)."""
    now, facts = table.now, table.deal_facts[table.now.deal_rows]
    facts.holder = now.holder
    facts.passed = int(now.successor != NOBODY and now.successor != deal.banker)
    facts.follows_bad_sale = int(now.bad_sale_to != NOBODY and now.bad_sale_to == deal.banker)
    wrong = UNKNOWN
    if now.orderless == 0 and now.bank_known == 1 and now.holder != NOBODY and deal.banker != NOBODY:
        old_left = now.successor == NOBODY and not _is_here(table, now.old_banker)
        if now.holder == deal.banker:
            wrong = 0
        elif _is_here(table, now.holder) and not old_left:
            wrong = 1
    facts.bank_wrong = wrong


@compiled
def _is_here(table: Table, player: int) -> bool:
    """Whether the player is still at the table, and did not leave for a moment; without recorded seats, whether the
    player is dealt in."""
    if table.now.seats_known == 1:
        return table.people[player].seat_of != ABSENT and table.people[player].has_left == 0
    return table.players[player].rank != NEVER
