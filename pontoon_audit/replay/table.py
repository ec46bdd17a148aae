"""The table a session is played at: all that the replay of one session reads and writes, and the slots of its hands."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from pontoon_audit.replay.compiling import compiled, fresh
from pontoon_audit.replay.deal_rows import Card, Deal, Ending, Hand, Opened, Player, Pot
from pontoon_audit.replay.rows import Event, Person, Rules, Session
from pontoon_audit.replay.state import NEVER, DealFacts, HandFacts


class Blank(NamedTuple):
    """Rows as they are at first."""

    hand_facts: HandFacts
    deal_facts: DealFacts
    player: Player
    deal: Deal
    hand: Hand
    card: Card
    ending: Ending
    opened: Opened


class Table(NamedTuple):
    """All that the replay of one session writes on.

    Its own rows: `events`, `people`. Scratch that is used again: `players` and `hands` of the deal, its `cards`,
    `pots`, `opened`, one row each in `deals` and `endings`, `copies[card * packs + copy]`, the pack (see `pack`), and
    `numbers` (see there).
    Written for all sessions one after the other: `hand_facts`, `deal_facts`, `shown`.
    """

    now: Session
    rules: Rules
    events: MutableSequence[Event]
    people: MutableSequence[Person]
    players: MutableSequence[Player]
    hands: MutableSequence[Hand]
    cards: MutableSequence[Card]
    copies: MutableSequence[int]
    numbers: MutableSequence[int]
    pots: MutableSequence[Pot]
    opened: MutableSequence[Opened]
    deals: MutableSequence[Deal]
    endings: MutableSequence[Ending]
    hand_facts: MutableSequence[HandFacts]
    deal_facts: MutableSequence[DealFacts]
    shown: MutableSequence[int]
    blank: Blank


@compiled
def add_slot(table: Table, deal: Deal, player: int, number: int) -> int:
    """A place for a hand that the log names; it does not exist until a card, a stake or a split makes it."""
    slot = deal.slots
    deal.slots += 1
    fresh(table.hands, slot, table.blank.hand)
    hand, owner = table.hands[slot], table.players[player]
    hand.owner, hand.number, hand.doubtful = player, number, owner.unknown
    if owner.first_slot == NEVER:
        owner.first_slot = slot
    else:
        previous = table.hands[owner.first_slot]
        while previous.next_slot != NEVER:
            previous = table.hands[previous.next_slot]
        previous.next_slot = slot
    return slot


@compiled
def find_slot(table: Table, player: int, number: int) -> int:
    """The slot of a player's hand, whether it exists yet or not; NEVER where the log never names it."""
    slot = table.players[player].first_slot
    while slot != NEVER and table.hands[slot].number != number:
        slot = table.hands[slot].next_slot
    return slot
