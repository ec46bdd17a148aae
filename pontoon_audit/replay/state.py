"""The state table: what the replay writes, one row an event, a hand, a deal, and one field a fact.

Rows of whole numbers. `UNKNOWN` stands where the log does not hold what a fact needs; it becomes null, and a rule
over null is *not decidable*. Facts that are yes or no are 1 or 0. Players are positions in the session's list
(`game.NOBODY` for none), events are positions in the session from 0 (`NEVER` for none), money is in minor units.

Interpreted, a row is an object of its class; compiled, it is a record of an array with the same fields (`compiling`).
"""

from __future__ import annotations

from functools import cache
from inspect import get_annotations
from typing import Final

UNKNOWN: Final = -(1 << 62)
COUNTABLE: Final = 10**18
"""Sums of absurd amounts from here on are not known: columns of money hold 18 digits."""
NEVER: Final = -1

COUNTED: Final = 0
BAD_RECORD, SECOND_SEAT, SPLIT_BY_BANKER, UNKNOWN_PLAYER, UNKNOWN_HAND = 1, 2, 3, 4, 5
"""Values of `set_aside`: why a record takes no part in the replay."""

PLAYED_ON, OUT_OF_CARDS, OVER, SETTLED = 0, 1, 2, 3
"""Values of `finished`: the hand may be played on; only clause 3.11 finished it; it is over; it is settled."""


NO_MOVE, MOVE_SETTLED, MOVE_UNSETTLED, MOVE_MISSING, MOVE_PERHAPS_MISSING = range(5)
"""Values of `stake_moves` and `shoot_moves`: what row of the ledger a hand itself tells. None; its settlement; that
nothing is recorded where nothing is expected, where a settlement is missing, where a record set aside may be it."""

PACKED_CARDS: Final = 10
"""How many cards of a hand one number holds, six bits a card, the first lowest: the card's code and 1, 0 for none."""


class Row:
    """A row of whole numbers: one class attribute a field, with the value that stands there at first."""

    @classmethod
    @cache
    def fields(cls) -> dict[str, int]:
        """Names of the fields, in order, with the values that stand there at first."""
        classes = [one for one in reversed(cls.__mro__) if issubclass(one, Row)]
        return {name: getattr(cls, name) for one in classes for name in get_annotations(one)}


class EventFacts(Row):
    """What the replay says of an event."""

    set_aside: int = UNKNOWN
    """Why the record takes no part: 0 it does, else one of the reasons above."""
    judged: int = UNKNOWN
    """Whether rules speak about it: a sound record, and none after a void."""
    counted: int = UNKNOWN
    """Whether the event changes a hand, the bank or the kitty (an event after a void does not)."""
    deal_index: int = UNKNOWN
    """Position of the deal in the session, from 0; between deals that of the coming one."""
    expected_deal: int = UNKNOWN
    """The deal number that was expected, where another stands; unknown where the number is right."""
    seq_repeats: int = 0
    """Whether the event's seq stood before."""
    by_banker: int = UNKNOWN
    """Whether the banker of the deal did it."""
    during_play: int = UNKNOWN
    """Whether it stands between a deal's first card and its last card, play or settlement."""
    round: int = UNKNOWN
    """Opening cards: 1 or 2, the round of cards being dealt; 0 for other cards."""
    passed_over: int = UNKNOWN
    """The player whose turn it was, where it was not this one's; nobody where it was."""
    passed_again: int = UNKNOWN
    """Whether all who were passed over here had been passed over before."""
    bank_player: int = UNKNOWN
    """Cards and stays of the bank's hand: who banks the deal."""
    extra: int = UNKNOWN
    """Whether an opening card, or a new card of a split hand, is one too many."""
    on_table: int = UNKNOWN
    """Whether as many copies of the card as there are lie on the table already."""
    too_soon: int = UNKNOWN
    """Whether the card cannot have come back from under the pack yet."""
    shuffle_needed: int = UNKNOWN
    """Shuffles: whether the deal before asked for one (unknown where it cannot be said)."""
    cards_before: int = UNKNOWN
    """Cards of the hand before the event."""
    best: int = UNKNOWN
    """Best count of the hand before the event (over 21: its lowest)."""
    best_at_most: int = UNKNOWN
    """The best count that cards nobody recorded leave possible."""
    natural: int = UNKNOWN
    """Whether the hand is an ace and a ten-point card in two cards before the event."""
    bust_before: int = UNKNOWN
    """Whether the hand was over 21 before the event."""
    finished: int = UNKNOWN
    """How far the hand was finished before the event: one of the values above."""
    twisted: int = UNKNOWN
    """Whether a card was twisted to the hand before."""
    interleaved: int = UNKNOWN
    """Whether another hand of the player was begun and waits to be played on."""
    after_pontoon: int = UNKNOWN
    """Whether the banker had shown a pontoon."""
    low: int = UNKNOWN
    """Lowest amount allowed here."""
    high: int = UNKNOWN
    """Highest amount allowed here."""
    repeated: int = UNKNOWN
    """Whether the same was said or paid before, where once is allowed."""
    pair: int = UNKNOWN
    """Splits: whether the first two cards are of one rank."""
    aces: int = UNKNOWN
    """Splits: whether both are aces."""
    hands_after: int = UNKNOWN
    """Splits: how many hands the player then has."""
    due: int = UNKNOWN
    """Settlements and kitty_out: what is due, in minor units, in the player's favour."""
    kitty_due: int = UNKNOWN
    """Kitty_out: what is the owner's by the rules, where the bank changes or nothing follows."""
    live: int = UNKNOWN
    """Settlements: whether the hand was not bust."""
    bank_over: int = UNKNOWN
    """Whether the banker's hand was over."""
    banker_later: int = UNKNOWN
    """Whether the banker plays later in the deal."""
    in_void: int = UNKNOWN
    """Whether the deal is void."""
    not_theirs: int = UNKNOWN
    """Sales and kitty money: whether the bank or the kitty was not that player's."""
    room: int = UNKNOWN
    """Shoot bets: what the kitty could still pay."""
    no_kitty: int = UNKNOWN
    """Shoot bets: whether there was no kitty at all at the deal's first card."""
    wrong_time: int = UNKNOWN
    """Shoot bets: whether at none of the moments for one."""
    moment: int = UNKNOWN
    """Shoot bets: 1 before the second cards, 2 before a fourth card, 3 after a split, 0 none."""
    into_empty: int = UNKNOWN
    """Kitty_in: whether the kitty was empty."""
    total: int = UNKNOWN
    """Best count of the hand after the event."""
    cards_held: int = UNKNOWN
    """Cards of the hand after the event."""
    stake: int = UNKNOWN
    """Stake of the hand after the event."""
    told: int = 0
    """Settlements: whether its hand tells the row of the ledger."""


class HandFacts(Row):
    """What the replay says of a hand, the banker's too, when its deal is over."""

    sitting: int = 0
    """Position of the session among those replayed together."""
    deal: int = 0
    """The deal's number as recorded."""
    void: int = 0
    """Whether the deal is a misdeal."""
    banker: int = NEVER
    """Who banks the deal."""
    bank_total: int = UNKNOWN
    """The banker's best count at the end."""
    bank_strength: int = UNKNOWN
    """The strength of the banker's hand."""
    shown_from: int = 0
    """Where its cards begin in the list of all cards of hands, in the order received."""
    packed: int = 0
    """Its first cards as one number (`PACKED_CARDS`)."""
    stake_moves: int = NO_MOVE
    stake_event: int = UNKNOWN
    shoot_moves: int = NO_MOVE
    shoot_event: int = UNKNOWN
    """What row of the ledger the hand tells for its stake and its bets, and the event where it stands, from 1."""
    deal_index: int = UNKNOWN
    """Position of the deal in the session."""
    player: int = UNKNOWN
    """Whose hand it is."""
    hand: int = UNKNOWN
    """Its number."""
    is_bank: int = UNKNOWN
    """Whether it is the banker's."""
    split: int = UNKNOWN
    """Whether it came of a split, on either side."""
    cards_held: int = UNKNOWN
    """Cards at the end."""
    total: int = UNKNOWN
    """Best count at the end."""
    strength: int = UNKNOWN
    """0 bust, 2 to 21 points, 22 five-card trick, 23 pontoon."""
    rank: int = UNKNOWN
    """Its class: 0 bust, 1 points, 2 five-card trick, 3 pontoon."""
    initial: int = UNKNOWN
    """Initial stake."""
    stake: int = UNKNOWN
    """All that was staked."""
    shoot: int = UNKNOWN
    """Shoot bets."""
    outcome: int = UNKNOWN
    """1 won, 0 push, -1 lost."""
    multiple: int = UNKNOWN
    """What the stake won or lost, in stakes."""
    due: int = UNKNOWN
    """What is due for the stake, in the player's favour."""
    recorded: int = UNKNOWN
    """What the settlement says."""
    shoot_due: int = UNKNOWN
    """What is due for the shoot bets."""
    shoot_recorded: int = UNKNOWN
    """What the settlement of the shoot bets says."""
    settle_event: int = UNKNOWN
    """Its settlement."""
    settle_shoot_event: int = UNKNOWN
    """The settlement of its shoot bets."""
    bust_event: int = UNKNOWN
    """The card that made it bust."""
    bet_in_kitty: int = UNKNOWN
    """What of its shoot bets went to the kitty then."""
    last_event: int = UNKNOWN
    """Its last card or play."""
    second_card: int = UNKNOWN
    """Hand 1: the player's second card."""
    deal_last_event: int = UNKNOWN
    """The deal's last card, stake, bet, play or settlement."""
    unstaked: int = UNKNOWN
    """Whether the hand was dealt in and never staked."""
    unfinished: int = UNKNOWN
    """Whether it was left unfinished."""
    undeclared_at: int = UNKNOWN
    """Where a pontoon went without a word; never where it did not."""
    missing_at: int = UNKNOWN
    """Where fewer than two cards became plain; never where they did not."""
    unsettled: int = UNKNOWN
    """Whether a settlement is missing."""
    shoot_unsettled: int = UNKNOWN
    """Whether the settlement of its shoot bets is missing."""


class DealFacts(Row):
    """What the replay says of a deal when it is over."""

    bank_row: int = NEVER
    """The row of the bank's hand among all hands; never where it has none."""
    banker_recorded: int = UNKNOWN
    banker_due: int = UNKNOWN
    """What the bank won on stakes: the players' results with the other sign, as far as they are recorded; due, unknown
    where one of them is."""
    sitting: int = 0
    """Position of the session among those replayed together."""
    deal_index: int = UNKNOWN
    """Position of the deal in the session, from 0."""
    deal: int = UNKNOWN
    """Its number as recorded."""
    banker: int = UNKNOWN
    """Who banks it; nobody where none is named."""
    banker_event: int = UNKNOWN
    """The event that names the banker."""
    first_event: int = UNKNOWN
    """Its first event."""
    first_card: int = UNKNOWN
    """Its first card."""
    last_card_or_play: int = UNKNOWN
    """Its last card or play."""
    last_event: int = UNKNOWN
    """Its last card, stake, bet, play or settlement (the banker event where it has none)."""
    void: int = UNKNOWN
    """Whether it is a misdeal."""
    shuffled: int = UNKNOWN
    """Whether the pack was shuffled before it."""
    complete: int = UNKNOWN
    """Whether it was recorded to its end with nothing set aside."""
    incomplete: int = UNKNOWN
    """Whether it stops short: the fact that a finding reports; unknown where records were set aside."""
    unpaid: int = UNKNOWN
    """Whether it was played to its end all the same, so that only settlements can be missing."""
    people: int = UNKNOWN
    """How many were dealt in, the banker counted."""
    shuffle_missing: int = UNKNOWN
    """Whether the pack ought to have been shuffled and was not."""
    holder: int = UNKNOWN
    """Whose the bank was by the rules."""
    passed: int = UNKNOWN
    """Whether a pontoon in the deal before gave the bank to another than who banks."""
    bank_wrong: int = UNKNOWN
    """Whether another than the holder banks."""
    follows_bad_sale: int = UNKNOWN
    """Whether a sale that binds nobody explains it."""
    hidden_at: int = UNKNOWN
    """The first play of a player, where the banker's pontoon had not been shown; never where none was."""
    first_play: int = UNKNOWN
    """The first play of a player."""
    bank_unfinished: int = UNKNOWN
    """Whether live hands were settled before the banker's hand was over."""
    bank_total: int = UNKNOWN
    """The banker's best count at the end."""
    bank_strength: int = UNKNOWN
    """Its strength."""
    bank_rank: int = UNKNOWN
    """Its class."""
    kitty_empty: int = UNKNOWN
    """Whether there was nothing in the kitty at the first card."""
    left_behind: int = UNKNOWN
    """What the old banker left in the kitty."""
    left_due: int = UNKNOWN
    """What of the old kitty was still the old banker's by the rules."""
    left_by: int = UNKNOWN
    """Who the old banker was."""
    kitty_before: int = UNKNOWN
    """Kitty at the first card."""
    kitty_after: int = UNKNOWN
    """Kitty when the deal was over."""
