"""The replay of a session: a plain loop over its deals, and within each over its events."""

from __future__ import annotations

from pontoon_audit.game import (
    BANKER,
    BUY,
    BUY_IN,
    CASH_OUT,
    DEAL,
    DRAW,
    FACE_UNKNOWN,
    NOBODY,
    SEAT,
    SETTLE,
    SETTLE_SHOOT,
    TWIST,
    UNKNOWN_CARD,
)
from pontoon_audit.replay.arrange import arrange
from pontoon_audit.replay.between import pass_moment, start_afresh
from pontoon_audit.replay.close import close_deal
from pontoon_audit.replay.compiling import compiled, fresh
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.kitty import move_kitty
from pontoon_audit.replay.opening import warn_of_missing_cards
from pontoon_audit.replay.pack import forget_order
from pontoon_audit.replay.play import play_deal
from pontoon_audit.replay.rows import ABSENT, LEAVING
from pontoon_audit.replay.seats import clear_seats, take_seats
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import COUNTED, NEVER
from pontoon_audit.replay.survey import survey
from pontoon_audit.replay.table import Table


@compiled
def go_on(before: Table, table: Table) -> None:
    """The rows of this session follow those of the session before."""
    table.now.deal_rows = before.now.deal_rows
    table.now.hand_rows = before.now.hand_rows
    table.now.shown = before.now.shown


@compiled
def replay_session(table: Table) -> None:
    """Walks the events of a session in order, as recorded, and writes all facts.

    Nothing is repaired and nothing stops it; what the log does not hold is `state.UNKNOWN` in the facts.
    """
    _lay_table(table)
    arrange(table)
    place = 0
    for d in range(table.now.deals + 1):
        fresh(table.deals, 0, table.blank.deal)
        deal, opened = table.deals[0], table.opened[d]
        deal.moment_from, deal.moment_to = place, opened.moment
        deal.play_from, deal.play_to = opened.moment, opened.play
        place = opened.play
        for player in range(table.now.people):
            fresh(table.players, player, table.blank.player)
        if d < table.now.deals:
            _open_deal(table, deal, d)
        _moment_and_seats(table, deal, opened.gap == 1)
        if d < table.now.deals:
            warn_of_missing_cards(table, deal)
            play_deal(table, deal)
            close_deal(table, deal)
    _write_chips(table)
    _count(table)


@compiled
def _lay_table(table: Table) -> None:
    now = table.now
    for copy in range(52 * table.rules.packs):
        table.copies[copy] = 0
    for i in range(now.events):
        event = table.events[i]
        action = event.action
        if action in (SEAT, BUY_IN, CASH_OUT, BANKER, DEAL) and event.faulty == 0 and event.player != NOBODY:
            table.people[event.player].has_sound_record = 1
        if action == SEAT and event.faulty == 0:
            now.seats_known = table.people[event.player].ever_sat = 1
        elif action == SETTLE:  # also one that is set aside: the session does record settlements
            now.records_settlements = 1
        elif action == SETTLE_SHOOT:
            now.records_bets = 1
    for player in range(now.people):
        person = table.people[player]
        person.sitting, person.player = now.sitting, player
        if now.seats_known == 1:
            person.has_sound_record = person.ever_sat


@compiled
def _open_deal(table: Table, deal: Deal, d: int) -> None:
    row = table.now.deal_rows
    fresh(table.deal_facts, row, table.blank.deal_facts)
    facts = table.deal_facts[row]
    facts.sitting, facts.deal_index, facts.deal = table.now.sitting, d, table.opened[d].number
    deal.row = d
    if deal.play_from < deal.play_to:
        deal.first_event = table.events[deal.play_from].walked
    elif deal.moment_from < deal.moment_to:
        deal.first_event = table.events[deal.moment_from].walked


@compiled
def _moment_and_seats(table: Table, deal: Deal, gap: bool) -> None:
    """The moment before a deal, in the order in which its questions can be answered."""
    now = table.now
    for player in range(now.people):
        table.people[player].has_left = int(table.people[player].seat_of == LEAVING)
    clear_seats(table)
    take_seats(table, deal.moment_from, deal.moment_to, True)
    for player in range(now.people):
        table.people[player].was_here = int(table.people[player].seat_of != ABSENT)
    clear_seats(table)
    deal.seats_changed = now.seats_changed
    now.seats_changed = 0
    if gap:
        start_afresh(table)
    if deal.row != NEVER:
        take_seats(table, deal.play_from, deal.play_to, False)
        survey(table, deal)
    for place in range(deal.moment_from, deal.moment_to):
        i = table.events[place].walked
        event = table.events[i]
        if event.set_aside != COUNTED:
            set_aside_here(table, deal, i)
        elif event.action == BANKER:
            event.repeated = int(i != deal.banker_event)
    deal.pack_doubtful = max(deal.pack_doubtful, now.moment_doubtful)
    if now.moment_doubtful == 1:
        forget_order(table)  # it may have been a shuffle
    pass_moment(table, deal)
    move_kitty(table, deal, gap)
    now.bad_sale_to = NOBODY
    now.moment_doubtful = deal.bank_doubtful = 0  # the deal's own banker is known again
    if deal.row != NEVER and table.rules.shoot == 1 and now.kitty_known == 1:
        facts = table.deal_facts[now.deal_rows]
        facts.kitty_empty = int(now.kitty <= 0)
        facts.kitty_before = now.kitty


@compiled
def _write_chips(table: Table) -> None:
    """What ought to have been cashed out, for who both bought in and cashed out; unknown where something is missing."""
    for player in range(table.now.people):
        person = table.people[player]
        if person.bought_in == 1 and person.last_cash_out != NEVER and person.chips_known == 1:
            person.expected = person.chips_in + person.result


@compiled
def _count(table: Table) -> None:
    """What the session's records come to, once all is said of them."""
    now = table.now
    for i in range(now.events):
        event = table.events[i]
        if event.set_aside != COUNTED:
            now.rejected += 1
        elif event.counted == 0 and event.judged == 0 and event.in_void != 1:
            continue  # of a hand that a record set aside may have made, or not
        elif event.action in (DEAL, BUY, TWIST, DRAW):
            now.cards += 1
            now.faceless += int(event.face == FACE_UNKNOWN)
            now.unseen += int(event.card == UNKNOWN_CARD)
