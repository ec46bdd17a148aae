"""Chips: what a player bought, won and lost against what that player cashed out (`chips/do-not-balance`).

Settlements that do not count, such as a second one, moved no chips. A sale of the bank that binds nobody was
still paid.
"""

from __future__ import annotations

from pontoon_audit.game import BANKER, BUY_IN, CUT, DEAL, LEAVE, NOBODY, SEAT, SELL_BANK, SHUFFLE
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def exchange_chips(table: Table, i: int) -> None:
    """Money turned into chips, chips turned back into money."""
    event = table.events[i]
    person = table.people[event.player]
    if event.action == BUY_IN:
        person.bought_in = 1
        person.chips_in += event.amount
    else:
        person.last_cash_out = i
        person.chips_out += event.amount


@compiled
def pay_for_bank(table: Table, i: int) -> None:
    """The price of the bank, as recorded, from the buyer to the seller."""
    sale = table.events[i]
    table.people[sale.player].result += sale.amount
    if sale.to != NOBODY:
        table.people[sale.to].result -= sale.amount


@compiled
def pay_hand(table: Table, deal: Deal, i: int, by_kitty: bool) -> None:
    """A settlement that counts: the kitty pays shoot bets, the banker all else."""
    settlement = table.events[i]
    table.people[settlement.player].result += settlement.amount
    if not by_kitty and deal.banker != NOBODY:
        table.people[deal.banker].result -= settlement.amount


@compiled
def doubt_chips_of_record(table: Table, deal: Deal, i: int) -> None:
    """A record was set aside: whose chips it could have moved. A name that nobody has may be anybody's."""
    record = table.events[i]
    if record.action in (SEAT, LEAVE, SHUFFLE, CUT):
        return
    _doubt_chips(table, record.player)
    if record.action == SELL_BANK:
        _doubt_chips(table, record.to)
    elif (record.action >= DEAL or record.action == BANKER) and deal.banker != NOBODY:
        table.people[deal.banker].chips_known = 0


@compiled
def _doubt_chips(table: Table, player: int) -> None:
    if player != NOBODY and table.people[player].has_sound_record == 1:
        table.people[player].chips_known = 0
    else:
        doubt_all_chips(table)


@compiled
def doubt_all_chips(table: Table) -> None:
    for player in range(table.now.people):
        table.people[player].chips_known = 0


@compiled
def doubt_chips_of_deal(table: Table, deal: Deal) -> None:
    """The deal is over: whose results the log does not hold, since a stake, a settlement or the banker is missing."""
    if deal.void_event != NEVER:
        return
    if deal.banker == NOBODY:
        doubt_all_chips(table)
    for turn in range(deal.turns):
        hand = table.hands[table.hands[turn].at_turn]
        if hand.first_stake_of == UNKNOWN or hand.settle_event == NEVER:
            table.people[hand.owner].chips_known = 0
            if deal.banker != NOBODY:
                table.people[deal.banker].chips_known = 0
        if hand.bet > 0 and hand.settle_shoot_event == NEVER:
            table.people[hand.owner].chips_known = 0
