"""Where the cards may be: what lies on the table, and what went under the pack and cannot have come back yet.

Clause 5.5: cards that go under the pack together come back in an order unknown among themselves, but not before as
many cards have been dealt as then lay above them. So each copy of a card has one number, the count of dealt cards from
which on it may come again (0: it may come at once), or it lies on the table.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import UNKNOWN_CARD

ON_TABLE: Final = 1 << 60
MISREAD: Final = -2
"""The sighting of a card that cannot be what it is said to be."""
UNDER: Final = -3
"""The sighting of a card that lies under the pack again."""


class Pack:
    """The pack of a session: `free_from[card * packs + copy]`, cards dealt so far, cards out on the table."""

    __slots__ = ("blind", "dealt", "free_from", "out", "packs")

    def __init__(self, packs: int) -> None:
        self.packs = packs
        self.free_from = [0] * (52 * packs)
        self.dealt = 0
        self.out = 0
        self.blind = 0
        """1 where cards moved that nobody recorded: nothing is concluded about the order until the deal is over."""


def forget_order(pack: Pack) -> None:
    """As after a shuffle: every card that is not on the table may come at any time."""
    for copy in range(len(pack.free_from)):
        if pack.free_from[copy] != ON_TABLE:
            pack.free_from[copy] = 0


def go_blind(pack: Pack) -> None:
    """Something moved unseen: the order is unknown from here to the end of the deal."""
    forget_order(pack)
    pack.blind = 1


def copies_on_table(pack: Pack, card: int) -> int:
    """How many copies of a card lie on the table."""
    found = 0
    for copy in range(card * pack.packs, (card + 1) * pack.packs):
        if pack.free_from[copy] == ON_TABLE:
            found += 1
    return found


def may_come(pack: Pack, card: int) -> int:
    """The copy of a card that can be dealt next, or -1 where each is on the table or too deep in the pack."""
    for copy in range(card * pack.packs, (card + 1) * pack.packs):
        if pack.free_from[copy] <= pack.dealt:
            return copy
    return -1


def deal_unseen(pack: Pack) -> None:
    """A card leaves the pack whose identity is unknown, or whose sighting is not believed."""
    pack.dealt += 1
    pack.out += 1


def return_cards(pack: Pack, sightings: list[int]) -> None:
    """Cards go under the pack together, below all that lies in it now (clauses 3.7 and 5.1)."""
    above = len(pack.free_from) - pack.out
    back = 0 if pack.blind == 1 else pack.dealt + above
    for place in range(len(sightings)):
        card = sightings[place]
        if card == UNDER:
            continue
        sightings[place] = UNDER
        pack.out -= 1
        if card in (UNKNOWN_CARD, MISREAD):
            continue
        for copy in range(card * pack.packs, (card + 1) * pack.packs):
            if pack.free_from[copy] == ON_TABLE:
                pack.free_from[copy] = back
                break


def clear_table(pack: Pack) -> None:
    """Everything is back in the pack in an order that nobody knows."""
    for copy in range(len(pack.free_from)):
        pack.free_from[copy] = 0
    pack.out = 0
    pack.blind = 0


FINE, DUPLICATE, IMPOSSIBLE, UNSEEN = range(4)


def take_from_pack(pack: Pack, card: int) -> int:
    """A card leaves the pack for the table. FINE where it is where it is said to be; else what is wrong with it.

    After DUPLICATE and IMPOSSIBLE the sighting is not believed; after IMPOSSIBLE the order is forgotten too.
    """
    verdict = FINE
    if card == UNKNOWN_CARD:
        verdict = UNSEEN
    elif copies_on_table(pack, card) == pack.packs:
        verdict = DUPLICATE
    else:
        copy = may_come(pack, card)
        if copy >= 0:
            pack.free_from[copy] = ON_TABLE
        else:
            verdict = IMPOSSIBLE
            forget_order(pack)
    deal_unseen(pack)
    return verdict
