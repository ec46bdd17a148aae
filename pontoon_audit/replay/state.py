"""The state table: what the replay writes, one column a fact.

Tables of whole numbers. `UNKNOWN` stands where the log does not hold what a fact needs; it becomes null, and a rule
over null is *not decidable*. Facts that are yes or no are 1 or 0. Players are positions in the session's list
(`game.NOBODY` for none), events are positions in the session from 0 (`NEVER` for none), money is in minor units.
"""

from __future__ import annotations

from typing import Final

UNKNOWN: Final = -(1 << 62)
NEVER: Final = -1

COUNTED: Final = 0
BAD_RECORD, SECOND_SEAT, SPLIT_BY_BANKER, UNKNOWN_PLAYER, UNKNOWN_HAND = 1, 2, 3, 4, 5
"""Values of `set_aside`: why a record takes no part in the replay."""

PLAYED_ON, OUT_OF_CARDS, OVER, SETTLED = 0, 1, 2, 3
"""Values of `finished`: the hand may be played on; only clause 3.11 finished it; it is over; it is settled."""

EVENT_FACTS: Final = {
    "set_aside": "why the record takes no part: 0 it does, else one of the reasons above",
    "judged": "whether rules speak about it: a sound record, and none after a void",
    "counted": "whether the event changes a hand, the bank or the kitty (an event after a void does not)",
    "deal_index": "position of the deal in the session, from 0; between deals that of the coming one",
    "expected_deal": "the deal number that was expected, where another stands; unknown where the number is right",
    "seq_repeats": "whether the event's seq stood before",
    "by_banker": "whether the banker of the deal did it",
    "during_play": "whether it stands between a deal's first card and its last card, play or settlement",
    "round": "opening cards: 1 or 2, the round of cards being dealt; 0 for other cards",
    "passed_over": "the player whose turn it was, where it was not this one's; nobody where it was",
    "passed_again": "whether all who were passed over here had been passed over before",
    "bank_player": "cards and stays of the bank's hand: who banks the deal",
    "extra": "whether an opening card, or a new card of a split hand, is one too many",
    "on_table": "whether as many copies of the card as there are lie on the table already",
    "too_soon": "whether the card cannot have come back from under the pack yet",
    "shuffle_needed": "shuffles: whether the deal before asked for one (unknown where it cannot be said)",
    "cards_before": "cards of the hand before the event",
    "best": "best count of the hand before the event (over 21: its lowest)",
    "best_at_most": "the best count that cards nobody recorded leave possible",
    "natural": "whether the hand is an ace and a ten-point card in two cards before the event",
    "bust_before": "whether the hand was over 21 before the event",
    "finished": "how far the hand was finished before the event: one of the values above",
    "twisted": "whether a card was twisted to the hand before",
    "interleaved": "whether another hand of the player was begun and waits to be played on",
    "after_pontoon": "whether the banker had shown a pontoon",
    "low": "lowest amount allowed here",
    "high": "highest amount allowed here",
    "repeated": "whether the same was said or paid before, where once is allowed",
    "pair": "splits: whether the first two cards are of one rank",
    "aces": "splits: whether both are aces",
    "hands_after": "splits: how many hands the player then has",
    "due": "settlements and kitty_out: what is due, in minor units, in the player's favour",
    "kitty_due": "kitty_out: what is the owner's by the rules, where the bank changes or nothing follows",
    "live": "settlements: whether the hand was not bust",
    "bank_over": "whether the banker's hand was over",
    "banker_later": "whether the banker plays later in the deal",
    "in_void": "whether the deal is void",
    "not_theirs": "sales and kitty money: whether the bank or the kitty was not that player's",
    "room": "shoot bets: what the kitty could still pay",
    "no_kitty": "shoot bets: whether there was no kitty at all at the deal's first card",
    "wrong_time": "shoot bets: whether at none of the moments for one",
    "moment": "shoot bets: 1 before the second cards, 2 before a fourth card, 3 after a split, 0 none",
    "into_empty": "kitty_in: whether the kitty was empty",
    "total": "best count of the hand after the event",
    "cards_held": "cards of the hand after the event",
    "stake": "stake of the hand after the event",
}
"""Columns of the state table for events, in the order of the session's events."""

HAND_FACTS: Final = {
    "deal_index": "position of the deal in the session",
    "player": "whose hand it is",
    "hand": "its number",
    "is_bank": "whether it is the banker's",
    "split": "whether it came of a split, on either side",
    "cards_held": "cards at the end",
    "total": "best count at the end",
    "strength": "0 bust, 2 to 21 points, 22 five-card trick, 23 pontoon",
    "rank": "its class: 0 bust, 1 points, 2 five-card trick, 3 pontoon",
    "initial": "initial stake",
    "stake": "all that was staked",
    "shoot": "shoot bets",
    "outcome": "1 won, 0 push, -1 lost",
    "multiple": "what the stake won or lost, in stakes",
    "due": "what is due for the stake, in the player's favour",
    "recorded": "what the settlement says",
    "shoot_due": "what is due for the shoot bets",
    "shoot_recorded": "what the settlement of the shoot bets says",
    "settle_event": "its settlement",
    "settle_shoot_event": "the settlement of its shoot bets",
    "bust_event": "the card that made it bust",
    "bet_in_kitty": "what of its shoot bets went to the kitty then",
    "last_event": "its last card or play",
    "second_card": "hand 1: the player's second card",
    "deal_last_event": "the deal's last card, stake, bet, play or settlement",
    "unstaked": "whether the hand was dealt in and never staked",
    "unfinished": "whether it was left unfinished",
    "undeclared_at": "where a pontoon went without a word; never where it did not",
    "missing_at": "where fewer than two cards became plain; never where they did not",
    "unsettled": "whether a settlement is missing",
    "shoot_unsettled": "whether the settlement of its shoot bets is missing",
}
"""Columns of the state table for hands, the banker's too."""

DEAL_FACTS: Final = {
    "deal": "its number as recorded",
    "banker": "who banks it; nobody where none is named",
    "banker_event": "the event that names the banker",
    "first_event": "its first event",
    "first_card": "its first card",
    "last_card_or_play": "its last card or play",
    "last_event": "its last card, stake, bet, play or settlement (the banker event where it has none)",
    "void": "whether it is a misdeal",
    "shuffled": "whether the pack was shuffled before it",
    "complete": "whether it was recorded to its end with nothing set aside",
    "incomplete": "whether it stops short: the fact that a finding reports; unknown where records were set aside",
    "people": "how many were dealt in, the banker counted",
    "shuffle_missing": "whether the pack ought to have been shuffled and was not",
    "holder": "whose the bank was by the rules",
    "passed": "whether a pontoon in the deal before gave the bank to another than who banks",
    "bank_wrong": "whether another than the holder banks",
    "follows_bad_sale": "whether a sale that binds nobody explains it",
    "hidden_at": "the first play of a player, where the banker's pontoon had not been shown; never where none was",
    "first_play": "the first play of a player",
    "bank_unfinished": "whether live hands were settled before the banker's hand was over",
    "bank_total": "the banker's best count at the end",
    "bank_strength": "its strength",
    "bank_rank": "its class",
    "kitty_empty": "whether there was nothing in the kitty at the first card",
    "left_behind": "what the old banker left in the kitty",
    "left_due": "what of the old kitty was still the old banker's by the rules",
    "left_by": "who the old banker was",
    "kitty_before": "kitty at the first card",
    "kitty_after": "kitty when the deal was over",
}
"""Columns of the state table for deals."""

CHIP_FACTS: Final = {
    "player": "who",
    "last_cash_out": "the last time chips were turned back into money",
    "cashed_out": "all that was cashed out",
    "expected": "buy-ins and results, what ought to have been cashed out; unknown where something is missing",
}
"""Columns of the table of chips: one row a player who bought in and cashed out."""


class Facts:
    """One table of facts as lists of whole numbers, filled with `UNKNOWN` until something is written."""

    def __init__(self, names: dict[str, str], rows: int = 0) -> None:
        self.columns: dict[str, list[int]] = {name: [UNKNOWN] * rows for name in names}
        for name, column in self.columns.items():
            setattr(self, name, column)

    def __getattr__(self, name: str) -> list[int]:  # for type checkers: columns are set in __init__
        raise AttributeError(name)

    def add(self) -> int:
        """Appends a row of unknowns; gives its position."""
        row = -1
        for column in self.columns.values():
            column.append(UNKNOWN)
            row = len(column) - 1
        return row
