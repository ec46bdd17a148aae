"""Where cards may lie: on the table, or under so many others that they cannot have come yet (clause 5.5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.judge.cards import UNKNOWN


@dataclass
class Block:
    """Cards that went under the pack together: none of them comes before `start` cards have been dealt in all."""

    start: int
    cards: Counter[str]


class Pack:
    """The pack, as far as a log tells. Cards whose place nobody knows are in no block."""

    def __init__(self, packs: int) -> None:
        self.packs = packs
        self.size = 52 * packs
        self.dealt = 0
        self.out = 0
        self.table: Counter[str] = Counter()
        self.blocks: list[Block] = []
        self.doubts: set[str] = set()  # why the order is not judged in this deal

    def take(self, card: str) -> str | None:
        """A card is dealt. Returns what is wrong with it: "duplicate", "impossible", or None."""
        wrong = self._wrong(card)
        if wrong == "impossible":
            self.forget_order()
        if wrong is None and card != UNKNOWN:
            self._leave_block(card)
            self.table[card] += 1
        self.dealt += 1
        self.out += 1
        if self.out > self.size:
            self.forget_order()
        return wrong

    def _wrong(self, card: str) -> str | None:
        if card == UNKNOWN:
            return None
        if self.table[card] >= self.packs:
            return "duplicate"
        too_deep = sum(block.cards[card] for block in self.blocks if block.start > self.dealt)
        if not self.doubts and self.table[card] + too_deep >= self.packs:
            return "impossible"
        return None

    def _leave_block(self, card: str) -> None:
        for block in self.blocks:
            if block.start <= self.dealt and block.cards[card] > 0:
                block.cards[card] -= 1
                return

    def under(self, cards: list[str | None], count: int) -> None:
        """`count` cards go under the pack together; `cards` are those of them that are known (None: forgotten)."""
        known = Counter(card for card in cards if card is not None and card != UNKNOWN)
        self.table -= known
        self.blocks.append(Block(self.dealt + max(0, self.size - self.out), known))
        self.out -= count

    def all_under(self) -> None:
        """The deal is over: every card on the table goes under the pack."""
        known: list[str | None] = list(self.table.elements())
        self.under(known, self.out)
        self.table.clear()
        if self.doubts:
            self.forget_order()
        self.doubts.clear()

    def forget_order(self) -> None:
        """From here on any card that is not on the table may come, as after a shuffle."""
        self.blocks.clear()
