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
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.pack import forget_order, go_blind
from pontoon_audit.replay.state import NEVER
from pontoon_audit.replay.table import Table, find_slot


@compiled
def set_aside_here(table: Table, deal: Deal, i: int) -> None:
    """A settlement record makes that settlement unknown; one of a deal that names a player with a hand in it, that
    player's hands; any other of a deal, all hands. What happens between deals changes no hand: it makes the bank, the
    kitty or the pack unknown. Order, pack and kitty are unknown from there on where it may have been a play."""
    record, now = table.events[i], table.now
    action = record.action
    record.counted = record.judged = 0
    doubt_chips_of_record(table, deal, i)
    if action >= DEAL or action == BANKER:
        deal.any_aside = 1
    if action in (BUY_IN, CASH_OUT, SEAT, LEAVE):
        return
    if action in (SETTLE, SETTLE_SHOOT):
        _doubt_settlement(table, deal, i)
    elif action >= DEAL or action == BANKER:
        _doubt_hands(table, deal, action, record.player)
    if action in (SELL_BANK, UNREADABLE):
        now.bank_known = 0
        now.holder = NOBODY
        deal.bank_doubtful = 1
    if action in (KITTY_IN, KITTY_OUT):
        now.kitty_known = 0
    elif action in (SHUFFLE, CUT, UNREADABLE):
        forget_order(table)
        deal.pack_doubtful = 1


@compiled
def _doubt_settlement(table: Table, deal: Deal, i: int) -> None:
    """That settlement; where the record does not say whose, any may be meant."""
    record = table.events[i]
    player = record.player
    deal.lost_record = 1
    if record.action == SETTLE_SHOOT:
        table.now.kitty_known = 0
    nobodys = player == NOBODY or player == deal.banker
    slot = NEVER if nobodys else find_slot(table, player, record.hand)
    no_hand = player == NOBODY or table.players[player].hand_count == 0
    for other in range(deal.slots):
        hand = table.hands[other]
        theirs = nobodys or player == hand.owner or no_hand
        if other == slot or (theirs and (slot == NEVER or table.hands[slot].exists == 0)):
            if record.action == SETTLE:
                hand.settlement_unknown = 1
            else:
                hand.shoot_settlement_unknown = 1


@compiled
def _doubt_hands(table: Table, deal: Deal, action: int, player: int) -> None:
    deal.upset = deal.lost_record = 1
    table.now.kitty_known = 0
    go_blind(table)
    known = action != BANKER and player != NOBODY and (player == deal.banker or table.players[player].named == 1)
    if not known:
        deal.all_unknown = 1
        return
    table.players[player].unknown = 1
    for slot in range(deal.slots):
        if table.hands[slot].owner == player:
            table.hands[slot].doubtful = 1
