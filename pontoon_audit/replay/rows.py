"""The rows of the replay's mutable state, one class a kind of thing at the table, one field a number.

Everything is a whole number, and a hand is a *slot*, a position among the hands of the deal, so that the loop can be
compiled as it stands. Only `replay/` touches these; `table.Table` holds them together.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import FACE_UNKNOWN, NO_CARD, NOBODY
from pontoon_audit.replay.hands import ANY_STRENGTH
from pontoon_audit.replay.state import NEVER, UNKNOWN, EventFacts, Row

ABSENT, SEATED, LEAVING = 0, 1, 2
"""A player's seat: none; taken; given up, but held until the deal, or the moment between deals, is over."""

CAP_PREVIOUS, CAP_THIRD, CAP_TWICE = 0, 1, 2

AT_STAKES, AT_PLAYS, AT_BETS, BY_BANK = 1, 2, 4, 8
"""Bits of `Player.passed`: where the player was passed over in this deal."""

OLD, NEW, DURING = 0, 1, 2
"""The kitties of a moment: the old banker's, the new one's; during a deal there is one."""
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


class Player(Row):
    """A player in the deal that is being played."""

    at_place: int = NOBODY
    """Not of this player: who is dealt in at this place, from the banker's left, the banker last."""
    rank: int = NEVER
    """Place in that order."""
    opening: int = 0
    """Cards dealt to the player before the first split, in the whole deal."""
    first_card_of: int = NEVER
    second_card_of: int = NEVER
    got: int = 0
    """Opening cards received so far."""
    first_stake: int = NEVER
    first_bet: int = NEVER
    first_slot: int = NEVER
    hand_count: int = 0
    unknown: int = 0
    initial: int = UNKNOWN
    second_card: int = NEVER
    missing_at: int = NEVER
    bets_at_first: int = 0
    named: int = 0
    """Whether the player was dealt a card, readable or not."""
    passed: int = 0
    """Where the player was passed over: bits."""
    held_bank: int = 0
    """Whether the player held the bank in the moment before the deal."""
    has_split: int = 0
    has_hand: int = 0
    """Of the survey: whether the player has split, whether a hand 1 was named."""


class Deal(Row):
    """The deal being played."""

    row: int = NEVER
    moment_from: int = 0
    moment_to: int = 0
    play_from: int = 0
    play_to: int = 0
    """Where its moment and its own events begin and end among those that are walked."""
    banker: int = NOBODY
    banker_event: int = NEVER
    void_event: int = NEVER
    cards_after_void: int = 0
    first_event: int = NEVER
    first_card: int = NEVER
    past_opening: int = 0
    """Whether the deal has plays or settlements: an opening card not in it by then is missing."""
    second_cards_from: int = NEVER
    first_bets_until: int = NEVER
    """The first second card; where none is in the log, the first play."""
    last_stake_before_seconds: int = NEVER
    last_bank_play: int = NEVER
    last_bank_word: int = NEVER
    """The banker's last play, showing a pontoon counted."""
    last_event: int = NEVER
    last_card_or_play: int = NEVER
    first_play: int = NEVER
    hidden_at: int = NEVER

    bank_doubtful: int = 0
    pack_doubtful: int = 0
    any_aside: int = 0
    lost_record: int = 0
    """1 where a record of the deal itself was set aside: it is not complete."""
    upset: int = 0
    """1 from the first record set aside that may have been a card, a stake or a play: order is not judged then."""
    all_unknown: int = 0
    shown: int = 0
    hidden: int = 0
    stayed: int = 0
    seats_changed: int = 0
    """Whether somebody sat down or left since the deal before began."""
    standing_bets: int = 0
    bets_doubtful: int = 0
    """Whether a hand with bets on it may be bust without anybody knowing."""
    bets_moved: int = 0
    """What bust hands' bets have added to the kitty in this deal."""
    bank_slot: int = NEVER
    bank_dealt: int = 0
    bank_first: int = NO_CARD
    bank_second: int = NO_CARD
    """How many of the banker's first two cards were dealt, and which."""
    people: int = 0
    """How many are dealt in."""
    order_known: int = 0
    slots: int = 0
    """Hands that the log names, whether they exist or not."""
    turns: int = 0
    """Players' hands in turn order, once the deal is over."""
    cards: int = 0
    """Cards seen in the deal."""
    first_loose: int = NEVER
    """The first of the cards that came to a hand when it was settled, or to nobody: they lie on the table."""
    first_hand_row: int = 0


class Hand(Row):
    """A hand of the deal being played; it does not exist until a card, a stake or a split makes it."""

    owner: int = NOBODY
    number: int = 0
    at_turn: int = NEVER
    """Not of this hand: the slot that stands at this place of the turn order when the deal is over."""
    next_slot: int = NEVER
    exists: int = 0
    made: int = 0
    """Whether anything made the hand so far: a card, a stake, a bet; a play alone does not."""
    doubtful: int = 0
    """Whether a record that was set aside could have changed this player's hands."""
    last_play: int = NEVER
    """The hand's last play in the whole deal, known beforehand: "is played on later" looks here."""
    low: int = 0
    aces: int = 0
    unseen: int = 0
    count: int = 0
    first_card: int = NEVER
    last_card: int = NEVER
    """How many cards it holds, and the first and last of them among the cards of the deal."""
    misread: int = 0
    """Cards it holds that cannot be what they are said to be."""
    dealt: int = 0
    split: int = 0
    waiting: int = 0
    first_stake_of: int = UNKNOWN
    stake: int = 0
    third_price: int = UNKNOWN
    last_price: int = UNKNOWN
    twisted: int = 0
    bought: int = 0
    stuck: int = 0
    declared: int = 0
    false_word: int = NEVER
    """Where a false declaration was the hand's last word."""
    undeclared_at: int = NEVER
    last_of_hand: int = NEVER
    short_at: int = NEVER
    padded: int = 0
    """Cards that were dealt and that nobody recorded, as a play on fewer than two cards shows."""
    gone: int = 0
    """1 once its cards went under the pack, bust."""
    bust_event: int = NEVER
    played: int = 0
    bet: int = 0
    bet_in_kitty: int = 0
    """What of the bets went to the kitty when the hand went bust."""
    bets_at_fourth: int = 0
    bets_at_split: int = 0
    settle_event: int = NEVER
    settle_shoot_event: int = NEVER
    settlement_unknown: int = 0
    shoot_settlement_unknown: int = 0


class Card(Row):
    """A card of the deal: what is recorded, what is believed of it, and the next card of the same hand."""

    card: int = NO_CARD
    sighting: int = NO_CARD
    next_card: int = NEVER


class Pot(Row):
    """A kitty while money goes in and out of it: who put it up, what it holds by the log, whether that is known; and
    what of it is the owner's by the rules, UNKNOWN where nobody can say."""

    owner: int = NOBODY
    holds: int = 0
    known: int = 0
    due: int = 0


class Ending(Row):
    """How a deal ended: facts about it as a whole that the facts about its hands need. 1, 0 or UNKNOWN each."""

    bank_bits: int = ANY_STRENGTH
    bank_over: int = UNKNOWN
    live_settled: int = 0
    perhaps_settled: int = 0
    """Whether a hand that is live, or may be, has a settlement."""
    last_settled: int = NEVER
    """The last settlement of a live hand."""
    bets_settled: int = 0
    all_bust: int = 0
    play_over: int = UNKNOWN
    incomplete: int = UNKNOWN
    unplayed: int = 0
    """Whether the deal breaks off before its play is over: what its hands would have become is not known."""


class Opened(Row):
    """A deal of the session as `arrange` finds it."""

    number: int = 0
    gap: int = 0
    """Whether its number is not the one that was due: what came between is not known."""
    start: int = NEVER
    opening: int = NEVER
    last: int = NEVER
    void: int = 0
    moment: int = 0
    play: int = 0
    """How many events its moment has, and the deal itself."""
