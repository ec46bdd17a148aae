"""The rows that live as long as a deal: a player, the deal, a hand, a card, the kitties, how the deal ended.

A hand is a *slot*, a position among the hands of the deal. Otherwise as `rows`.
"""

from __future__ import annotations

from pontoon_audit.game import NO_CARD, NOBODY
from pontoon_audit.replay.hands import ANY_STRENGTH
from pontoon_audit.replay.state import NEVER, UNKNOWN, Row

AT_STAKES, AT_PLAYS, AT_BETS, BY_BANK = 1, 2, 4, 8
"""Bits of `Player.passed`: where the player was passed over in this deal."""

OLD, NEW, DURING = 0, 1, 2
"""The kitties of a moment: the old banker's, the new one's; during a deal there is one."""


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
    first_waits: int = 0
    second_waits: int = 0
    """The place of who waits for a first card, and for a second one once all have their first."""
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
    may_be: int = ANY_STRENGTH
    """The strengths that it may have when the deal is over, as bits."""
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
