"""Who sits where, and who is named that does not sit at the table."""

from __future__ import annotations

from pontoon_audit.game import BANKER, BUY_IN, CASH_OUT, LEAVE, NOBODY, SEAT, VOID
from pontoon_audit.replay.state import BAD_RECORD, COUNTED, NEVER, SECOND_SEAT, UNKNOWN_PLAYER
from pontoon_audit.replay.table import ABSENT, LEAVING, SEATED, Table


def take_seats(table: Table, positions: list[int], between_deals: bool) -> None:
    """Walks a group of events: people sit down and leave, and records that cannot stand are set aside.

    Writes the fact `set_aside` of each. Seats are taken and given up first, since a moment has no order within. Who
    leaves holds the seat until the deal, or the moment between deals, is over.
    """
    events, facts = table.events, table.facts
    for i in positions:
        action, player = events.action[i], events.player[i]
        facts.set_aside[i] = COUNTED
        if i in events.fault:
            facts.set_aside[i] = BAD_RECORD
            if action in (SEAT, LEAVE):
                table.seats_doubtful = 1
        elif action == SEAT:
            facts.set_aside[i] = COUNTED if _sit_down(table, player) else SECOND_SEAT
        elif action == LEAVE:
            _get_up(table, i, player, between_deals)
    for i in positions:
        action, player = events.action[i], events.player[i]
        named = facts.set_aside[i] == COUNTED and action not in (SEAT, LEAVE, VOID) and player != NOBODY
        if (
            named
            and table.seats_known == 1
            and table.seats_doubtful == 0
            and not _belongs(table, action, player, between_deals)
        ):
            facts.set_aside[i] = UNKNOWN_PLAYER


def _get_up(table: Table, i: int, player: int, between_deals: bool) -> None:
    if table.seat_of[player] == SEATED or table.seats_known == 0:
        table.seat_of[player] = LEAVING
        table.seats_changed = 1
    elif table.seats_doubtful == 0 and (between_deals or table.seat_of[player] == ABSENT):
        table.facts.set_aside[i] = UNKNOWN_PLAYER


def _belongs(table: Table, action: int, player: int, between_deals: bool) -> bool:
    """Whether the player may be named here. Chips change hands at any time of a session in which the player sat; who
    leaves in this very moment may still sell the bank or take a kitty along, but not bank the deal that follows."""
    if action in (BUY_IN, CASH_OUT):
        return table.ever_sat[player] == 1
    if action == BANKER and between_deals:
        return table.seat_of[player] == SEATED
    return table.seat_of[player] != ABSENT


def _sit_down(table: Table, player: int) -> bool:
    """Takes the old place where it is free, else the next to the left of whoever sat down last; where somebody sits
    there, the others move up."""
    if table.seat_of[player] == SEATED:
        return False
    place = table.place_of[player]
    if place == NEVER or _taken(table, place, player):
        last = table.last_to_sit
        place = 0 if last == NOBODY else table.place_of[last] + 1
        if _taken(table, place, player):
            for other in range(table.people):
                table.place_of[other] += int(table.place_of[other] >= place)
                table.highest_place = max(table.highest_place, table.place_of[other])
    table.place_of[player] = place
    table.highest_place = max(table.highest_place, place)
    table.last_to_sit = player
    table.seat_of[player] = SEATED
    table.seats_changed = 1
    return True


def _taken(table: Table, place: int, by_other_than: int) -> bool:
    if place > table.highest_place:
        return False
    for player in range(table.people):
        if player != by_other_than and table.place_of[player] == place and table.seat_of[player] != ABSENT:
            return True
    return False


def clear_seats(table: Table) -> None:
    """The deal, or the moment, in which people left is over: their seats are free."""
    for player in range(table.people):
        if table.seat_of[player] == LEAVING:
            table.seat_of[player] = ABSENT
