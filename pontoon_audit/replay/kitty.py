"""The kitty of Shoot Pontoon (clauses 6.1, 6.8 and 6.9): what is in it, and whose it is."""

from __future__ import annotations

from pontoon_audit.game import KITTY_IN, KITTY_OUT, NOBODY, SELL_BANK, UNREADABLE
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import DURING, NEW, OLD, Deal, Pot
from pontoon_audit.replay.rows import Event, Session
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def move_kitty(table: Table, deal: Deal, gap: bool) -> None:
    """The kitty in the moment before a deal: the old banker takes what is in it, the new one puts up another."""
    if table.rules.shoot == 0:
        return
    now, old = table.now, table.pots[OLD]
    _lay_pot(old, now.old_banker, now.kitty, now.kitty_known, now.kitty_due)
    comes_next = deal.row != NEVER
    changed = comes_next and old.owner != NOBODY and deal.banker != NOBODY and old.owner != deal.banker
    newest = NEW if changed else OLD
    new = table.pots[newest]
    if changed:
        _lay_pot(new, deal.banker, 0, 1 - now.orderless, 0)
    lost = now.before_exists == 1 and now.bank_known == 0
    nameless = comes_next and deal.banker == NOBODY
    unclear = gap or lost or nameless or deal.bank_doubtful == 1 or (not comes_next and now.holders == 0)
    unclear = unclear or _sold_by_unknown(table, deal)
    if now.moment_doubtful == 1 or _record_lost(table, deal):
        old.known = new.known = 0  # either kitty may have been meant
    for place in range(deal.moment_from, deal.moment_to):
        event = table.events[table.events[place].walked]
        if event.set_aside != COUNTED or event.action not in (KITTY_IN, KITTY_OUT):
            continue
        banks = table.players[event.player].held_bank == 1 or event.player == deal.banker
        if event.action == KITTY_IN:
            pot = table.pots[OLD if event.player == old.owner and changed else newest]
            event.not_theirs = 0 if banks and not lost else (UNKNOWN if unclear else 1)
            _put_in(table, event, pot)
        else:
            mine = event.player == deal.banker and (new.holds > 0 or new.known == 0)
            which = newest if mine else OLD
            leaves = (changed and which == OLD) or not comes_next
            doubtful = gap or lost or deal.bank_doubtful == 1
            more = leaves and _takes_more(table, deal, place)
            _take_out_between(table, event, table.pots[which], leaves, more, doubtful, nameless, unclear, banks)
    if comes_next:
        _write_left_behind(table, old, changed)
    now.kitty, now.kitty_known = new.holds, 0 if nameless else new.known
    now.kitty_due = new.due if now.kitty_known == 1 else UNKNOWN


@compiled
def _takes_more(table: Table, deal: Deal, place: int) -> bool:
    """Whether who takes kitty money out here takes more of it later in the same moment: it is taken together."""
    player = table.events[table.events[place].walked].player
    for later in range(place + 1, deal.moment_to):
        event = table.events[table.events[later].walked]
        if event.action == KITTY_OUT and event.set_aside == COUNTED and event.player == player:
            return True
    return False


@compiled
def _take_out_between(
    table: Table, event: Event, pot: Pot, leaves: bool, more: bool, lost: bool, nameless: bool, unclear: bool,
    banks: bool
) -> None:  # fmt: skip
    """Clause 6.9: `leaves` says whether this kitty goes with its owner now, `more` whether in several parts."""
    mine = event.player == pot.owner or (pot.owner == NOBODY and banks)
    unknown_owner = nameless or (pot.owner == NOBODY and unclear)
    event.not_theirs = 0 if mine else (UNKNOWN if unknown_owner else 1)
    if mine and not nameless:
        event.due = _due_out(table.now, event, pot, leaves, more, lost)
    event.kitty_due = UNKNOWN if event.not_theirs == UNKNOWN else 0
    if mine and leaves:  # all that is the owner's by the rules goes along with the last money taken
        event.kitty_due = pot.due if pot.known == 1 else UNKNOWN
        if more and event.kitty_due != UNKNOWN:
            event.kitty_due = min(event.amount, pot.due)
        pot.due = pot.due - event.kitty_due if event.kitty_due != UNKNOWN else 0
    _take_out(table, event, pot)


@compiled
def move_during_play(table: Table, deal: Deal, i: int) -> None:
    """Kitty money that is moved while a deal is played, which is not its time."""
    now, event, pot = table.now, table.events[i], table.pots[DURING]
    _lay_pot(pot, deal.banker, now.kitty, now.kitty_known, now.kitty_due)
    event.not_theirs = UNKNOWN if deal.banker == NOBODY else int(event.player != deal.banker)
    if event.action == KITTY_IN:
        _put_in(table, event, pot)
    else:
        _take_out(table, event, pot)
        event.kitty_due = event.amount if event.not_theirs != 1 else 0
        if pot.due != UNKNOWN:
            pot.due -= event.kitty_due
    now.kitty, now.kitty_due = pot.holds, pot.due


@compiled
def _lay_pot(pot: Pot, owner: int, holds: int, known: int, due: int) -> None:
    pot.owner, pot.holds, pot.known, pot.due = owner, holds, known, due


@compiled
def _record_lost(table: Table, deal: Deal) -> bool:
    """Whether a record set aside may have moved kitty money."""
    for place in range(deal.moment_from, deal.moment_to):
        event = table.events[table.events[place].walked]
        if event.action in (KITTY_IN, KITTY_OUT, UNREADABLE) and event.set_aside != COUNTED:
            return True
    return False


@compiled
def _sold_by_unknown(table: Table, deal: Deal) -> bool:
    """Whether the bank was sold by somebody of whom nobody can say whether the bank was theirs."""
    for place in range(deal.moment_from, deal.moment_to):
        event = table.events[table.events[place].walked]
        if event.action == SELL_BANK and event.not_theirs == UNKNOWN:
            return True
    return False


@compiled
def _put_in(table: Table, event: Event, pot: Pot) -> None:
    """The banker puts money into the kitty; into an empty one within the limits (clause 6.1)."""
    event.into_empty = int(pot.holds <= 0) if pot.known == 1 else UNKNOWN
    event.low, event.high = table.rules.kitty_min, table.rules.kitty_max
    pot.holds += event.amount
    if pot.due != UNKNOWN:
        pot.due += event.amount
    table.people[event.player].result -= event.amount


@compiled
def _take_out(table: Table, event: Event, pot: Pot) -> None:
    """Money leaves the kitty, as recorded. Where it is more than there was, the rest came from elsewhere."""
    pot.holds = max(0, pot.holds - event.amount)
    table.people[event.player].result += event.amount


@compiled
def _due_out(now: Session, event: Event, pot: Pot, leaves: bool, more: bool, lost: bool) -> int:
    """What may be taken out: all that is in it when the bank changes or nothing follows, else nothing (clause 6.9).
    `lost`: nobody can say whether the bank ought to have changed."""
    holds = pot.holds if pot.known == 1 else UNKNOWN
    if leaves:
        return min(event.amount, holds) if more and holds != UNKNOWN else holds
    ought_to_leave = now.holder != NOBODY and now.holder != pot.owner
    if lost or (ought_to_leave and (holds == UNKNOWN or holds == event.amount)):
        return UNKNOWN if lost else holds  # that the bank did not change is a finding of its own
    return 0


@compiled
def _write_left_behind(table: Table, old: Pot, changed: bool) -> None:
    facts = table.deal_facts[table.now.deal_rows]
    facts.left_by = old.owner
    facts.left_behind = facts.left_due = 0
    if changed:
        facts.left_behind = old.holds if old.known == 1 else UNKNOWN
        facts.left_due = old.due if old.known == 1 else UNKNOWN
