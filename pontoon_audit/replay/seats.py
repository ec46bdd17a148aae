"""Who sits where, and who is named that does not sit at the table."""

from __future__ import annotations

from pontoon_audit.game import BANKER, BUY_IN, CASH_OUT, LEAVE, NOBODY, SEAT, VOID
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.rows import ABSENT, LEAVING, SEATED, Event
from pontoon_audit.replay.state import BAD_RECORD, COUNTED, NEVER, SECOND_SEAT, UNKNOWN_PLAYER
from pontoon_audit.replay.table import Table


@compiled
def take_seats(table: Table, first: int, end: int, between_deals: bool) -> None:
    """Walks a group of events: people sit down and leave, and records that cannot stand are set aside.

    Writes the fact `set_aside` of each. Seats are taken and given up first, since a moment has no order within. Who
    leaves holds the seat until the deal, or the moment between deals, is over.
    """
    now = table.now
    for place in range(first, end):
        event = table.events[table.events[place].walked]
        event.set_aside = COUNTED
        if event.faulty == 1:
            event.set_aside = BAD_RECORD
            if event.action in (SEAT, LEAVE):
                now.seats_doubtful = 1
        elif event.action == SEAT:
            event.set_aside = COUNTED if _sit_down(table, event.player) else SECOND_SEAT
        elif event.action == LEAVE:
            _get_up(table, event, between_deals)
    if now.seats_known == 0 or now.seats_doubtful == 1:
        return
    for place in range(first, end):
        event = table.events[table.events[place].walked]
        named = event.set_aside == COUNTED and event.action not in (SEAT, LEAVE, VOID) and event.player != NOBODY
        if named and not _belongs(table, event, between_deals):
            event.set_aside = UNKNOWN_PLAYER


@compiled
def _get_up(table: Table, event: Event, between_deals: bool) -> None:
    person = table.people[event.player]
    if person.seat_of == SEATED or table.now.seats_known == 0:
        person.seat_of = LEAVING
        person.has_left = max(person.has_left, int(between_deals))
        table.now.seats_changed = 1
    elif table.now.seats_doubtful == 0 and (between_deals or person.seat_of == ABSENT):
        event.set_aside = UNKNOWN_PLAYER


@compiled
def _belongs(table: Table, event: Event, between_deals: bool) -> bool:
    """Whether the player may be named here. Chips change hands at any time of a session in which the player sat; who
    leaves in this very moment may still sell the bank or take a kitty along, but not bank the deal that follows."""
    person = table.people[event.player]
    if event.action in (BUY_IN, CASH_OUT):
        return person.ever_sat == 1
    if event.action == BANKER and between_deals:
        return person.seat_of == SEATED
    return person.seat_of != ABSENT


@compiled
def _sit_down(table: Table, player: int) -> bool:
    """Takes the old place where it is free, else the next to the left of whoever sat down last; where somebody sits
    there, the others move up."""
    now, person = table.now, table.people[player]
    if person.seat_of == SEATED:
        return False
    place = person.place_of
    if place == NEVER or _taken(table, place, player):
        place = 0 if now.last_to_sit == NOBODY else table.people[now.last_to_sit].place_of + 1
        if _taken(table, place, player):
            for other in range(now.people):
                table.people[other].place_of += int(table.people[other].place_of >= place)
                now.highest_place = max(now.highest_place, table.people[other].place_of)
    person.place_of = place
    now.highest_place = max(now.highest_place, place)
    now.last_to_sit = player
    person.seat_of = SEATED
    now.seats_changed = 1
    return True


@compiled
def _taken(table: Table, place: int, by_other_than: int) -> bool:
    if place > table.now.highest_place:
        return False
    for player in range(table.now.people):
        other = table.people[player]
        if player != by_other_than and other.place_of == place and other.seat_of != ABSENT:
            return True
    return False


@compiled
def clear_seats(table: Table) -> None:
    """The deal, or the moment, in which people left is over: their seats are free."""
    for player in range(table.now.people):
        if table.people[player].seat_of == LEAVING:
            table.people[player].seat_of = ABSENT
