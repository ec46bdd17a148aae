"""The rows that live as long as a session: house rules, an event, the table itself, a person.

One class a kind of thing, one field a whole number, so that the loop can be compiled as it stands. Only `replay/`
touches these; `table.Table` holds them together with those of the deal (`deal_rows`).
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import FACE_UNKNOWN, NO_CARD, NOBODY
from pontoon_audit.replay.state import NEVER, UNKNOWN, EventFacts, Row

ABSENT, SEATED, LEAVING = 0, 1, 2
"""A player's seat: none; taken; given up, but held until the deal, or the moment between deals, is over."""

CAP_PREVIOUS, CAP_THIRD, CAP_TWICE = 0, 1, 2

CAPS: Final = {"previous": CAP_PREVIOUS, "third": CAP_THIRD, "twice": CAP_TWICE}


class Rules(Row):
    """House rules as whole numbers; a limit that was not agreed is `UNKNOWN`."""

    shoot: int = 0
    min_stake: int = UNKNOWN
    max_stake: int = UNKNOWN
    kitty_min: int = UNKNOWN
    kitty_max: int = UNKNOWN
    packs: int = 1
    buy_limit: int = 0
    buy_cap: int = CAP_PREVIOUS
    soft_draw: int = 0
    split_naturals: int = 0
    push: int = 0
    pontoon_wins: int = 0
    trick_wins: int = 0
    to_pontoon: int = 0
    to_trick: int = 0
    """What a pontoon and a five-card trick win, and what is paid to the banker's, in stakes."""
    shuffle_every_deal: int = 0
    bank_passes: int = 0


class Event(EventFacts):
    """An event as it was read, what its group is, and the facts about it."""

    sitting: int = 0
    """Position of the session among those replayed together."""
    event: int = 0
    """Its number in the session, from 1."""
    action: int = 0
    deal: int = 0
    block: int = NEVER
    seq: int = UNKNOWN
    player: int = NOBODY
    hand: int = 1
    card: int = NO_CARD
    face: int = FACE_UNKNOWN
    amount: int = UNKNOWN
    to: int = NOBODY
    faulty: int = 0
    """1 for a record that was set aside in reading."""
    at_deal: int = NEVER
    """The deal it is part of, by its number or its list."""
    came_back: int = 0
    """Whether its deal's number comes back out of order."""
    group: int = 0
    row: int = 0
    """Of the compiled replay: its place in the order of blocks (`layouts`)."""
    walked: int = 0
    """Not of this event: the event that stands at this place when a session is walked group by group."""


class Session(Row):
    """A session's table: seats, bank, kitty, and what of it the session records at all."""

    first_event: int = 0
    events: int = 0
    first_person: int = 0
    people: int = 0
    sitting: int = 0
    orderless: int = 0
    """1 where the order of events is not known: a hand sheet."""
    deals: int = 0
    deal_rows: int = 0
    hand_rows: int = 0
    shown: int = 0
    """How many deals the session has; rows of deals, of hands, and cards of hands that are written so far."""
    labels: int = 0
    unnumbered: int = 0
    seq_falls: int = 0
    """How many times a deal's number or list is another than before, which is not less than there are such; whether
    part of a deal has no number; whether a seq is not higher than all before."""

    rejected: int = 0
    cards: int = 0
    faceless: int = 0
    unseen: int = 0
    gaps: int = 0
    """Records set aside; cards that count, those of which no face is recorded, those that nobody recorded; deal numbers
    that were not the next."""

    seats_known: int = 0
    records_settlements: int = 0
    records_bets: int = 0
    """Whether the session records seats, any settlement of a stake, of a shoot bet."""
    last_to_sit: int = NOBODY
    highest_place: int = NEVER
    seats_changed: int = 0

    old_banker: int = NOBODY
    holder: int = NOBODY
    """Who holds the bank; nobody where that is not known."""
    holders: int = 0
    """How many held the bank in this moment."""
    successor: int = NOBODY
    """Whom a pontoon in the deal before gave the bank; nobody where it stayed."""
    bad_sale_to: int = NOBODY
    bank_known: int = 0
    seats_doubtful: int = 0
    """1 once a record about seats was set aside: who sits where is no longer known."""
    moment_doubtful: int = 0
    """1 after a record without an action between two deals: it may have been anything."""

    before_exists: int = 0
    """What the deal before leaves to this one: whether there was one,"""
    before_natural: int = 0
    """whether there was a pontoon in it, or UNKNOWN,"""
    before_void: int = 0
    before_sound: int = 0
    """whether it is complete and not void,"""
    before_people: int = 0
    """and how many were dealt in."""

    kitty: int = 0
    kitty_known: int = 1
    kitty_due: int = 0
    """What is in it by the rules; UNKNOWN where nobody can say."""

    dealt: int = 0
    out: int = 0
    """Cards dealt from the pack so far, and those that lie on the table."""
    blind: int = 0
    """1 where cards moved that nobody recorded: nothing is concluded about the order until the deal is over."""


class Person(Row):
    """A player over the session: the seat, and money."""

    sitting: int = 0
    player: int = 0
    """Position of the session among those replayed together, and of the player in the session."""
    seat_of: int = ABSENT
    place_of: int = NEVER
    ever_sat: int = 0
    has_sound_record: int = 0
    """Whether the name is that of somebody who was there, as far as the log tells."""
    was_here: int = 0
    """Whether the player sat at the table at any time of the moment between two deals."""
    has_left: int = 0
    """Whether the player left in the deal before, or in the moment after it, come back or not."""
    dealt_before: int = 0
    """Whether the player was dealt in in the deal before."""
    chips_in: int = 0
    chips_out: int = 0
    result: int = 0
    bought_in: int = 0
    last_cash_out: int = NEVER
    chips_known: int = 1
    expected: int = UNKNOWN
    """What ought to have been cashed out, by buy-ins and results; unknown where something is missing."""
