"""A record that takes no part makes unknown what it could have changed."""

from __future__ import annotations

from pontoon_audit.game import BUY_IN, CASH_OUT, NOBODY, SETTLE, SETTLE_SHOOT
from pontoon_audit.replay.pack import forget_sightings, go_blind
from pontoon_audit.replay.state import NEVER
from pontoon_audit.replay.table import Deal, Table, find_slot


def set_aside_here(table: Table, deal: Deal, i: int) -> None:
    """A settlement record makes that settlement unknown; one that names a player with a hand in the deal, that player's
    hands; any other, all hands of the deal. Order, pack and kitty are unknown from there on."""
    action, player = table.events.action[i], table.events.player[i]
    table.facts.counted[i] = 0
    _doubt_chips(table, deal, player)
    if action in (BUY_IN, CASH_OUT):
        return
    deal.upset = 1
    table.kitty_known = 0
    go_blind(table.pack)
    if action in (SETTLE, SETTLE_SHOOT) and player != NOBODY:
        slot = find_slot(deal, player, table.events.hand[i])
        if slot != NEVER:
            column = deal.settlement_unknown if action == SETTLE else deal.shoot_settlement_unknown
            column[slot] = 1
        return
    known = player != NOBODY and deal.rank[player] != NEVER
    if known:
        deal.unknown[player] = 1
    else:
        deal.all_unknown = 1
    for slot in range(len(deal.owner)):
        if not known or deal.owner[slot] == player:
            forget_sightings(table.pack, deal.sightings[slot])


def _doubt_chips(table: Table, deal: Deal, player: int) -> None:
    for other in range(table.people):
        if player in (NOBODY, other) or other == deal.banker:
            table.chips_known[other] = 0
