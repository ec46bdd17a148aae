"""Where the cards may be: what lies on the table, and what went under the pack and cannot have come back yet.

Clause 5.5: cards that go under the pack together come back in an order unknown among themselves, but not before as
many cards have been dealt as then lay above them. So each copy of a card has one number, the count of dealt cards from
which on it may come again (0: it may come at once), or it lies on the table.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import UNKNOWN_CARD
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.state import NEVER
from pontoon_audit.replay.table import Table

ON_TABLE: Final = 1 << 60
MISREAD: Final = -2
"""The sighting of a card that cannot be what it is said to be."""
UNDER: Final = -3
"""The sighting of a card that lies under the pack again."""

FINE, DUPLICATE, IMPOSSIBLE, UNSEEN = range(4)


@compiled
def forget_order(table: Table) -> None:
    """As after a shuffle: every card that is not on the table may come at any time."""
    for copy in range(52 * table.rules.packs):
        if table.copies[copy] != ON_TABLE:
            table.copies[copy] = 0


@compiled
def go_blind(table: Table) -> None:
    """Something moved unseen: the order is unknown from here to the end of the deal."""
    forget_order(table)
    table.now.blind = 1


@compiled
def copies_on_table(table: Table, card: int) -> int:
    """How many copies of a card lie on the table."""
    found, packs = 0, table.rules.packs
    for copy in range(card * packs, (card + 1) * packs):
        if table.copies[copy] == ON_TABLE:
            found += 1
    return found


@compiled
def may_come(table: Table, card: int) -> int:
    """The copy of a card that can be dealt next, or -1 where each is on the table or too deep in the pack."""
    packs = table.rules.packs
    for copy in range(card * packs, (card + 1) * packs):
        if table.copies[copy] <= table.now.dealt:
            return copy
    return -1


@compiled
def comes_back_from(table: Table) -> int:
    """From which count of dealt cards on cards may come again that go under the pack now, below all that lies in it
    (clauses 3.7 and 5.1)."""
    now = table.now
    return 0 if now.blind == 1 else now.dealt + 52 * table.rules.packs - now.out


@compiled
def return_cards(table: Table, node: int, back: int) -> None:
    """Cards of the deal, from this one on, go under the pack; `back` is what `comes_back_from` says."""
    packs = table.rules.packs
    while node != NEVER:
        seen = table.cards[node]
        card, node = seen.sighting, seen.next_card
        if card == UNDER:
            continue
        seen.sighting = UNDER
        table.now.out -= 1
        if card in (UNKNOWN_CARD, MISREAD):
            continue
        for copy in range(card * packs, (card + 1) * packs):
            if table.copies[copy] == ON_TABLE:
                table.copies[copy] = back
                break


@compiled
def clear_table(table: Table) -> None:
    """Everything is back in the pack in an order that nobody knows."""
    for copy in range(52 * table.rules.packs):
        table.copies[copy] = 0
    table.now.out = 0
    table.now.blind = 0


@compiled
def take_from_pack(table: Table, card: int) -> int:
    """A card leaves the pack for the table. FINE where it is where it is said to be; else what is wrong with it.

    After DUPLICATE and IMPOSSIBLE the sighting is not believed; after IMPOSSIBLE the order is forgotten too.
    """
    now = table.now
    verdict = FINE
    if card == UNKNOWN_CARD:
        verdict = UNSEEN
    elif copies_on_table(table, card) == table.rules.packs:
        verdict = DUPLICATE
    else:
        copy = may_come(table, card)
        if copy >= 0:
            table.copies[copy] = ON_TABLE
        else:
            verdict = IMPOSSIBLE
            forget_order(table)
    now.dealt += 1
    now.out += 1
    return verdict
