"""The replay of one session: a plain loop over its deals, and within each over its events."""

from __future__ import annotations

from pontoon_audit.game import BANKER, BUY_IN, CASH_OUT, DEAL, NOBODY, SEAT, SETTLE, SETTLE_SHOOT
from pontoon_audit.replay.arrange import Arrangement, arrange
from pontoon_audit.replay.between import pass_moment, start_afresh
from pontoon_audit.replay.chips import write_chips
from pontoon_audit.replay.close import close_deal
from pontoon_audit.replay.kitty import move_kitty
from pontoon_audit.replay.opening import warn_of_missing_cards
from pontoon_audit.replay.play import play_deal
from pontoon_audit.replay.seats import clear_seats, take_seats
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import COUNTED, NEVER
from pontoon_audit.replay.survey import survey
from pontoon_audit.replay.table import ABSENT, Deal, Table
from pontoon_audit.session import Session


def replay(session: Session) -> Table:
    """Walks a session's events in order, as recorded, and gives the table with all facts written.

    Nothing is repaired and nothing stops it; what the log does not hold is `state.UNKNOWN` in the facts.
    """
    events = session.events
    arrangement = arrange(events)
    table = _lay_table(session)
    _write_order(table, arrangement)
    deals = len(arrangement.numbers)
    for d in range(deals + 1):
        deal = Deal(table.people)
        moment = arrangement.groups[2 * d]
        positions = arrangement.groups[2 * d + 1] if d < deals else []
        gap = d < deals and arrangement.gap[d]
        if d < deals:
            deal.row = table.deals.add()
            table.deals.deal[deal.row] = arrangement.numbers[d]
            deal.first_event = _first_event(deal, moment, positions)
        _moment_and_seats(table, deal, moment, positions, gap)
        if d < deals:
            warn_of_missing_cards(table, deal)
            play_deal(table, deal, positions)
            close_deal(table, deal)
    write_chips(table)
    return table


def _lay_table(session: Session) -> Table:
    table, events = Table(session), session.events
    for i in range(len(events)):
        introduces = events.action[i] in (SEAT, BUY_IN, CASH_OUT, BANKER, DEAL)
        if introduces and i not in events.fault and events.player[i] != NOBODY:
            table.has_sound_record[events.player[i]] = 1
        if events.action[i] == SEAT and i not in events.fault:
            table.seats_known = table.ever_sat[events.player[i]] = 1
        elif events.action[i] == SETTLE:  # also one that is set aside: the session does record settlements
            table.records_settlements = 1
        elif events.action[i] == SETTLE_SHOOT:
            table.records_bets = 1
    if table.seats_known == 1:
        table.has_sound_record = list(table.ever_sat)
    return table


def _write_order(table: Table, arrangement: Arrangement) -> None:
    for i in range(len(table.events)):
        table.facts.expected_deal[i] = arrangement.expected_deal[i]
        table.facts.seq_repeats[i] = arrangement.seq_repeats[i]


def _first_event(deal: Deal, moment: list[int], positions: list[int]) -> int:
    return positions[0] if positions else (moment[0] if moment else NEVER)


def _moment_and_seats(table: Table, deal: Deal, moment: list[int], positions: list[int], gap: bool) -> None:
    """The moment before a deal, in the order in which its questions can be answered."""
    facts, events = table.facts, table.events
    clear_seats(table)
    take_seats(table, moment, True)
    table.was_here = [int(seat != ABSENT) for seat in table.seat_of]
    clear_seats(table)
    deal.seats_changed = table.seats_changed
    table.seats_changed = 0
    if gap:
        start_afresh(table)
    if deal.row != NEVER:
        take_seats(table, positions, False)
        survey(table, deal, moment, positions)
    for i in moment:
        if facts.set_aside[i] != COUNTED:
            set_aside_here(table, deal, i)
        elif events.action[i] == BANKER:
            facts.repeated[i] = int(i != deal.banker_event)
    deal.pack_doubtful = max(deal.pack_doubtful, table.moment_doubtful)
    holders = pass_moment(table, deal, moment)
    move_kitty(table, deal, moment, holders, gap)
    table.bad_sale_to = NOBODY
    table.moment_doubtful = deal.bank_doubtful = 0  # the deal's own banker is known again
    if deal.row != NEVER and table.rules.shoot == 1 and table.kitty_known == 1:
        table.deals.kitty_empty[deal.row] = int(table.kitty <= 0)
        table.deals.kitty_before[deal.row] = table.kitty
