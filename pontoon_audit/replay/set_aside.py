"""A record that takes no part makes unknown what it could have changed."""

from __future__ import annotations

from pontoon_audit.game import (
    BANKER,
    BUY_IN,
    CASH_OUT,
    CUT,
    DEAL,
    KITTY_IN,
    KITTY_OUT,
    LEAVE,
    NOBODY,
    SEAT,
    SELL_BANK,
    SETTLE,
    SETTLE_SHOOT,
    SHUFFLE,
    UNREADABLE,
)  # fmt: skip
from pontoon_audit.replay.chips import doubt_chips_of_record
from pontoon_audit.replay.pack import forget_order, go_blind
from pontoon_audit.replay.state import NEVER
from pontoon_audit.replay.table import Deal, Table, find_slot


def set_aside_here(table: Table, deal: Deal, i: int) -> None:
    """A settlement record makes that settlement unknown; one of a deal that names a player with a hand in it, that
    player's hands; any other of a deal, all hands. What happens between deals changes no hand: it makes the bank, the
    kitty or the pack unknown. Order, pack and kitty are unknown from there on where it may have been a play."""
    action, player = table.events.action[i], table.events.player[i]
    table.facts.counted[i] = table.facts.judged[i] = 0
    doubt_chips_of_record(table, deal, i)
    if action >= DEAL or action == BANKER:
        deal.any_aside = 1
    if action in (BUY_IN, CASH_OUT, SEAT, LEAVE):
        return
    if action in (SETTLE, SETTLE_SHOOT):
        _doubt_settlement(table, deal, i)
    elif action in (DEAL, BANKER) or action > DEAL:
        _doubt_hands(table, deal, action, player)
    if action in (SELL_BANK, UNREADABLE):
        table.bank_known = 0
        table.holder = NOBODY
        deal.bank_doubtful = 1
    if action in (KITTY_IN, KITTY_OUT):
        table.kitty_known = 0
    elif action in (SHUFFLE, CUT, UNREADABLE):
        forget_order(table.pack)
        deal.pack_doubtful = 1


def _doubt_settlement(table: Table, deal: Deal, i: int) -> None:
    """That settlement; where the record does not say whose, any may be meant."""
    action, player = table.events.action[i], table.events.player[i]
    deal.lost_record = 1
    if action == SETTLE_SHOOT:
        table.kitty_known = 0
    column = deal.settlement_unknown if action == SETTLE else deal.shoot_settlement_unknown
    slot = NEVER if player in (NOBODY, deal.banker) else find_slot(deal, player, table.events.hand[i])
    for other in range(len(deal.owner)):
        theirs = player in (NOBODY, deal.banker, deal.owner[other]) or deal.hand_count[player] == 0
        if other == slot or (theirs and (slot == NEVER or deal.exists[slot] == 0)):
            column[other] = 1


def _doubt_hands(table: Table, deal: Deal, action: int, player: int) -> None:
    deal.upset = deal.lost_record = 1
    table.kitty_known = 0
    go_blind(table.pack)
    known = action != BANKER and player != NOBODY and (player == deal.banker or deal.named[player] == 1)
    if known:
        deal.unknown[player] = 1
    else:
        deal.all_unknown = 1
