"""The kitty of Shoot Pontoon (clauses 6.1, 6.8 and 6.9): what is in it, and whose it is."""

from __future__ import annotations

from pontoon_audit.game import KITTY_IN, KITTY_OUT, NOBODY, SELL_BANK, UNREADABLE
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


class Pot:
    """A kitty while money goes in and out of it: who put it up, what it holds by the log, whether that is known; and
    what of it is the owner's by the rules, UNKNOWN where nobody can say."""

    __slots__ = ("due", "holds", "known", "owner")

    def __init__(self, owner: int, holds: int, known: int, due: int) -> None:
        self.owner = owner
        self.holds = holds
        self.known = known
        self.due = due


def move_kitty(table: Table, deal: Deal, moment: list[int], holders: list[int], gap: bool) -> None:
    """The kitty in the moment before a deal: the old banker takes what is in it, the new one puts up another."""
    if table.rules.shoot == 0:
        return
    events, facts = table.events, table.facts
    old = Pot(table.old_banker, table.kitty, table.kitty_known, table.kitty_due)
    comes_next = deal.row != NEVER
    changed = comes_next and NOBODY not in (old.owner, deal.banker) and old.owner != deal.banker
    new = Pot(deal.banker, 0, 1 - table.orderless, 0) if changed else old
    bankers = [*holders, deal.banker]
    lost = table.before.exists == 1 and table.bank_known == 0
    nameless = comes_next and deal.banker == NOBODY
    unclear = (
        gap
        or lost
        or nameless
        or deal.bank_doubtful == 1
        or (not comes_next and not holders)
        or _sold_by_unknown(table, moment)
    )
    if table.moment_doubtful == 1 or _record_lost(table, moment):
        old.known = new.known = 0  # either kitty may have been meant
    for i in moment:
        if facts.set_aside[i] != COUNTED:
            continue
        player = events.player[i]
        if events.action[i] == KITTY_IN:
            pot = old if player == old.owner and changed else new
            facts.not_theirs[i] = 0 if player in bankers and not lost else (UNKNOWN if unclear else 1)
            put_in(table, i, pot)
        elif events.action[i] == KITTY_OUT:
            pot = new if player == deal.banker and (new.holds > 0 or new.known == 0) else old
            mine = player == pot.owner or (pot.owner == NOBODY and player in bankers)
            unknown_owner = nameless or (pot.owner == NOBODY and unclear)
            facts.not_theirs[i] = 0 if mine else (UNKNOWN if unknown_owner else 1)
            leaves = (changed and pot is old) or not comes_next
            if mine and not nameless:
                facts.due[i] = _due_out(table, i, pot, leaves, gap or lost)
            facts.kitty_due[i] = 0
            if mine and leaves:  # all that is the owner's by the rules goes along with the first money taken
                facts.kitty_due[i] = pot.due if pot.known == 1 else UNKNOWN
                pot.due = 0
            take_out(table, i, pot)
    if comes_next:
        _write_left_behind(table, deal, old, changed)
    table.kitty, table.kitty_known = new.holds, 0 if nameless else new.known
    table.kitty_due = new.due if table.kitty_known == 1 else UNKNOWN


def _record_lost(table: Table, moment: list[int]) -> bool:
    """Whether a record set aside may have moved kitty money."""
    lost = False
    for i in moment:
        moves = table.events.action[i] in (KITTY_IN, KITTY_OUT, UNREADABLE)
        lost = lost or (moves and table.facts.set_aside[i] != COUNTED)
    return lost


def _sold_by_unknown(table: Table, moment: list[int]) -> bool:
    """Whether the bank was sold by somebody of whom nobody can say whether the bank was theirs."""
    found = False
    for i in moment:
        found = found or (table.events.action[i] == SELL_BANK and table.facts.not_theirs[i] == UNKNOWN)
    return found


def put_in(table: Table, i: int, pot: Pot) -> None:
    """The banker puts money into the kitty; into an empty one within the limits (clause 6.1)."""
    facts, amount = table.facts, table.events.amount[i]
    facts.into_empty[i] = int(pot.holds <= 0) if pot.known == 1 else UNKNOWN
    facts.low[i], facts.high[i] = table.rules.kitty_min, table.rules.kitty_max
    pot.holds += amount
    if pot.due != UNKNOWN:
        pot.due += amount
    table.result[table.events.player[i]] -= amount


def take_out(table: Table, i: int, pot: Pot) -> None:
    """Money leaves the kitty, as recorded. Where it is more than there was, the rest came from elsewhere."""
    amount = table.events.amount[i]
    pot.holds = max(0, pot.holds - amount)
    table.result[table.events.player[i]] += amount


def _due_out(table: Table, i: int, pot: Pot, leaves: bool, lost: bool) -> int:
    """What may be taken out: all that is in it when the bank changes or nothing follows, else nothing (clause 6.9).
    `lost`: nobody can say whether the bank ought to have changed."""
    holds = pot.holds if pot.known == 1 else UNKNOWN
    if leaves:
        return holds
    ought_to_leave = table.holder not in (NOBODY, pot.owner)
    if lost or (ought_to_leave and holds in (UNKNOWN, table.events.amount[i])):
        return UNKNOWN if lost else holds  # that the bank did not change is a finding of its own
    return 0


def _write_left_behind(table: Table, deal: Deal, old: Pot, changed: bool) -> None:
    deals, row = table.deals, deal.row
    deals.left_by[row] = old.owner
    deals.left_behind[row] = deals.left_due[row] = 0
    if changed:
        deals.left_behind[row] = old.holds if old.known == 1 else UNKNOWN
        deals.left_due[row] = old.due if old.known == 1 else UNKNOWN
