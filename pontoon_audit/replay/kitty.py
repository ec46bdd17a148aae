"""The kitty of Shoot Pontoon (clauses 6.1, 6.8 and 6.9): what is in it, and whose it is."""

from __future__ import annotations

from pontoon_audit.game import KITTY_IN, KITTY_OUT, NOBODY
from pontoon_audit.replay.state import COUNTED, NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


class Pot:
    """A kitty while money goes in and out of it: who put it up, what it holds, whether that is known."""

    __slots__ = ("holds", "known", "owner")

    def __init__(self, owner: int, holds: int, known: int) -> None:
        self.owner = owner
        self.holds = holds
        self.known = known


def move_kitty(table: Table, deal: Deal, moment: list[int], holders: list[int], gap: bool) -> None:
    """The kitty in the moment before a deal: the old banker takes what is in it, the new one puts up another."""
    if table.rules.shoot == 0:
        return
    events, facts = table.events, table.facts
    old = Pot(table.old_banker, table.kitty, table.kitty_known)
    comes_next = deal.row != NEVER
    changed = comes_next and NOBODY not in (old.owner, deal.banker) and old.owner != deal.banker
    new = Pot(deal.banker, 0, 1) if changed else old
    bankers = [*holders, deal.banker]
    lost = table.before.exists == 1 and table.bank_known == 0
    unclear = gap or lost or (deal.banker == NOBODY if comes_next else not holders)
    other = UNKNOWN if unclear else 1
    for i in moment:
        if facts.set_aside[i] != COUNTED:
            if table.kitty_known == 0:  # a record set aside in this moment: either kitty may have been meant
                old.known = new.known = 0
            continue
        player = events.player[i]
        if events.action[i] == KITTY_IN:
            pot = old if player == old.owner and changed else new
            facts.not_theirs[i] = 0 if player in bankers and not lost else other
            put_in(table, i, pot)
        elif events.action[i] == KITTY_OUT:
            pot = new if player == deal.banker and new.holds > 0 else old
            mine = player == pot.owner or (pot.owner == NOBODY and player in bankers)
            facts.not_theirs[i] = 0 if mine else other
            if mine:
                facts.due[i] = _due_out(table, i, pot, changed and pot is old, comes_next)
            take_out(table, i, pot)
    if comes_next:
        _write_left_behind(table, deal, old, changed)
    table.kitty, table.kitty_known = new.holds, new.known


def put_in(table: Table, i: int, pot: Pot) -> None:
    """The banker puts money into the kitty; into an empty one within the limits (clause 6.1)."""
    facts, amount = table.facts, table.events.amount[i]
    facts.into_empty[i] = int(pot.holds <= 0) if pot.known == 1 else UNKNOWN
    facts.low[i], facts.high[i] = table.rules.kitty_min, table.rules.kitty_max
    pot.holds += amount
    table.result[table.events.player[i]] -= amount


def take_out(table: Table, i: int, pot: Pot) -> None:
    """Money leaves the kitty, as recorded; it may be more than there is."""
    amount = table.events.amount[i]
    pot.holds -= amount
    table.result[table.events.player[i]] += amount


def _due_out(table: Table, i: int, pot: Pot, leaves: bool, comes_next: bool) -> int:
    """What may be taken out: all that is in it when the bank changes or nothing follows, else nothing (clause 6.9)."""
    if pot.known == 0:
        return UNKNOWN
    if leaves or not comes_next:
        return pot.holds
    passed_by_rule = table.bank_known == 1 and table.holder not in (NOBODY, pot.owner)
    if passed_by_rule and table.events.amount[i] == pot.holds:
        return pot.holds  # the bank ought to have changed: that fault is its own finding
    return 0


def _write_left_behind(table: Table, deal: Deal, old: Pot, changed: bool) -> None:
    deals, row = table.deals, deal.row
    deals.left_by[row] = old.owner
    deals.left_behind[row] = 0
    if changed:
        deals.left_behind[row] = max(old.holds, 0) if old.known == 1 else UNKNOWN
