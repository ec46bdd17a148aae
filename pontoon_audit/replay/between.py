"""Between deals: one moment, whatever the order of its events. Sales, the shuffle and the bank (clauses 5.1 to 5.4)."""

from __future__ import annotations

from pontoon_audit.game import BUY_IN, CASH_OUT, CUT, NOBODY, SELL_BANK, SHUFFLE
from pontoon_audit.replay.chips import doubt_all_chips, exchange_chips, pay_for_bank
from pontoon_audit.replay.pack import clear_table, forget_order
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import ABSENT, Deal, Table


def start_afresh(table: Table) -> None:
    """After a gap nothing is known of the bank, the kitty, the shuffle and the pack."""
    table.old_banker = table.holder = NOBODY
    table.successor = NOBODY
    table.bank_known = 0
    table.before.exists = 0
    table.kitty_known = 0
    table.kitty_due = UNKNOWN
    clear_table(table.pack)
    doubt_all_chips(table)


def pass_moment(table: Table, deal: Deal, moment: list[int]) -> list[int]:
    """The moment before a deal (before nothing, after the last one). Gives everybody who held the bank in it."""
    holders = [table.holder] if table.holder != NOBODY else []
    _shuffles(table, deal, moment)
    events, facts = table.events, table.facts
    for i in moment:
        facts.deal_index[i] = deal.row if deal.row != NEVER else len(table.deals.deal)
        facts.judged[i] = int(facts.set_aside[i] == COUNTED)
        if facts.set_aside[i] != COUNTED:
            continue
        facts.counted[i] = 1
        facts.during_play[i] = 0
        action = events.action[i]
        if action == SELL_BANK:
            _sell(table, i, holders)
        elif action in (BUY_IN, CASH_OUT):
            exchange_chips(table, i)
    if deal.row != NEVER:
        _judge_bank(table, deal)
    return holders


def _sell(table: Table, i: int, holders: list[int]) -> None:
    """Clause 5.3: the bank is sold by who holds it, to another player at the table; any other sale binds nobody."""
    seller, buyer = table.events.player[i], table.events.to[i]
    unsure = table.seats_known == 0 or table.seats_doubtful == 1
    at_table = unsure or (buyer != NOBODY and table.was_here[buyer] == 1)
    if buyer in (NOBODY, seller) or not at_table:
        wrong = 1
    elif table.holder == NOBODY:
        wrong = UNKNOWN
    else:
        wrong = int(table.holder != seller)
    table.facts.not_theirs[i] = wrong
    pay_for_bank(table, i)
    if wrong == 1:
        table.bad_sale_to = buyer
    elif wrong == 0:
        table.holder = buyer
        holders.append(buyer)


def _shuffles(table: Table, deal: Deal, moment: list[int]) -> None:
    """Clause 5.1. A cut alone leaves the order unknown too."""
    events, facts, before = table.events, table.facts, table.before
    changed = deal.seats_changed == 1
    if table.seats_known == 0 and deal.row != NEVER and before.exists == 1:
        changed = sorted(before.people) != sorted(deal.order)
    free = before.exists == 0 or before.sound == 0 or changed or table.rules.shuffle_every_deal == 1
    shuffled = 0
    for i in moment:
        if facts.set_aside[i] != COUNTED or events.action[i] not in (SHUFFLE, CUT):
            continue
        forget_order(table.pack)
        if events.action[i] == SHUFFLE and deal.row != NEVER:  # after the last deal no card follows
            shuffled = 1
            facts.shuffle_needed[i] = 1 if free else before.natural
            if deal.pack_doubtful == 1:  # what cannot be read may have been somebody who sat down or left
                facts.shuffle_needed[i] = UNKNOWN
    if deal.row == NEVER:
        return
    deals = table.deals
    deals.shuffled[deal.row] = shuffled
    deals.shuffle_missing[deal.row] = _shuffle_missing(table, deal, shuffled)
    if deals.shuffle_missing[deal.row] == 1:
        forget_order(table.pack)


def _shuffle_missing(table: Table, deal: Deal, shuffled: int) -> int:
    before = table.before
    if shuffled == 1 or before.exists == 0 or before.void == 1:
        return 0
    missing = 1 if table.rules.shuffle_every_deal == 1 else before.natural
    return UNKNOWN if missing != 0 and (table.orderless == 1 or deal.pack_doubtful == 1) else missing


def _judge_bank(table: Table, deal: Deal) -> None:
    """Who ought to bank, and who does (clauses 5.2 and 5.4)."""
    deals, row = table.deals, deal.row
    deals.holder[row] = table.holder
    deals.passed[row] = int(table.successor not in (NOBODY, deal.banker))
    deals.follows_bad_sale[row] = int(table.bad_sale_to != NOBODY and table.bad_sale_to == deal.banker)
    wrong = UNKNOWN
    if table.orderless == 0 and table.bank_known == 1 and table.holder != NOBODY and deal.banker != NOBODY:
        old_left = table.successor == NOBODY and not _is_here(table, deal, table.old_banker)
        if table.holder == deal.banker:
            wrong = 0
        elif _is_here(table, deal, table.holder) and not old_left:
            wrong = 1
    deals.bank_wrong[row] = wrong


def _is_here(table: Table, deal: Deal, player: int) -> bool:
    """Whether the player is still at the table; without recorded seats, whether the player is dealt in."""
    if table.seats_known == 1:
        return table.seat_of[player] != ABSENT
    return deal.rank[player] != NEVER
