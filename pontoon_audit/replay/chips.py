"""Chips: what a player bought, won and lost against what that player cashed out (`chips/do-not-balance`).

Settlements that do not count, such as a second one, moved no chips. A sale of the bank that binds nobody was
still paid.
"""

from __future__ import annotations

from pontoon_audit.game import BANKER, BUY_IN, CUT, DEAL, LEAVE, NOBODY, SEAT, SELL_BANK, SHUFFLE
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def exchange_chips(table: Table, i: int) -> None:
    """Money turned into chips, chips turned back into money."""
    player, amount = table.events.player[i], table.events.amount[i]
    if table.events.action[i] == BUY_IN:
        table.bought_in[player] = 1
        table.chips_in[player] += amount
    else:
        table.last_cash_out[player] = i
        table.chips_out[player] += amount


def pay_for_bank(table: Table, i: int) -> None:
    """The price of the bank, as recorded, from the buyer to the seller."""
    seller, buyer, price = table.events.player[i], table.events.to[i], table.events.amount[i]
    table.result[seller] += price
    if buyer != NOBODY:
        table.result[buyer] -= price


def pay_hand(table: Table, deal: Deal, i: int, by_kitty: bool) -> None:
    """A settlement that counts: the kitty pays shoot bets, the banker all else."""
    amount = table.events.amount[i]
    table.result[table.events.player[i]] += amount
    if not by_kitty and deal.banker != NOBODY:
        table.result[deal.banker] -= amount


def doubt_chips_of_record(table: Table, deal: Deal, i: int) -> None:
    """A record was set aside: whose chips it could have moved. A name that nobody has may be anybody's."""
    action, player = table.events.action[i], table.events.player[i]
    if action in (SEAT, LEAVE, SHUFFLE, CUT):
        return
    _doubt_chips(table, player)
    if action == SELL_BANK:
        _doubt_chips(table, table.events.to[i])
    elif (action >= DEAL or action == BANKER) and deal.banker != NOBODY:
        table.chips_known[deal.banker] = 0


def _doubt_chips(table: Table, player: int) -> None:
    if player != NOBODY and table.has_sound_record[player] == 1:
        table.chips_known[player] = 0
    else:
        doubt_all_chips(table)


def doubt_all_chips(table: Table) -> None:
    for player in range(table.people):
        table.chips_known[player] = 0


def doubt_chips_of_deal(table: Table, deal: Deal, slots: list[int]) -> None:
    """The deal is over: whose results the log does not hold, since a stake, a settlement or the banker is missing."""
    if deal.void_event != NEVER:
        return
    if deal.banker == NOBODY:
        doubt_all_chips(table)
    for slot in slots:
        if deal.first_stake_of[slot] == UNKNOWN or deal.settle_event[slot] == NEVER:
            table.chips_known[deal.owner[slot]] = 0
            if deal.banker != NOBODY:
                table.chips_known[deal.banker] = 0
        if deal.bet[slot] > 0 and deal.settle_shoot_event[slot] == NEVER:
            table.chips_known[deal.owner[slot]] = 0


def write_chips(table: Table) -> None:
    """Chips against results, for who both bought in and cashed out."""
    for player in range(table.people):
        if table.bought_in[player] == 0 or table.last_cash_out[player] == NEVER:
            continue
        row = table.chips.add()
        table.chips.player[row] = player
        table.chips.last_cash_out[row] = table.last_cash_out[player]
        table.chips.cashed_out[row] = table.chips_out[player]
        if table.chips_known[player] == 1:
            table.chips.expected[row] = table.chips_in[player] + table.result[player]
