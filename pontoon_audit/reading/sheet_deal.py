"""The rows of one deal of a hand sheet, put into the order that the game prescribes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from pontoon_audit.reading.builder import SessionBuilder
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.records import TEXT_READERS, Cells, RecordReader

_WITHOUT_AMOUNT: Final = frozenset({"twist", "stick", "pontoon", "bust"})
_WITH_AMOUNT: Final = frozenset({"split", "buy"})
_EVENT: Final = RecordReader({name: reader for name, reader in TEXT_READERS.items() if name not in ("session", "deal")})


@dataclass(slots=True)
class SheetRow:
    """One row: whose hand it is (`place`), what stands in its cells, and why it cannot be used at all, if so.

    `cards` is used up from the front while the deal is put in order.
    """

    line: int
    text: str
    place: Cells
    fault: str | None
    banker: str
    cards: deque[str]
    stake: str
    actions: list[str]
    shoot: str
    net: str
    new_hands: deque[int] = field(default_factory=deque)
    """The numbers of the hands that its splits make, in turn."""

    @property
    def is_bankers(self) -> bool:
        """Whether the hand is the bank's own."""
        return self.place.player is not None and self.place.player == self.banker


@dataclass(slots=True)
class SheetDeal:
    """The rows of a deal; `add_to` turns them into events."""

    number: int
    rows: list[SheetRow] = field(default_factory=list)
    _events: SessionBuilder = field(default_factory=SessionBuilder)
    _by_hand: dict[tuple[str | None, int], SheetRow] = field(default_factory=dict)

    def add_to(self, builder: SessionBuilder) -> None:
        """Appends the deal's events: bank, first cards, stakes, shoot bets, second cards, plays, settlements."""
        self._events = builder
        sound = [row for row in self.rows if row.fault is None]
        for row in self.rows:
            if row.fault is not None:
                self._set_aside(row, row.fault)
        self._by_hand = {(row.place.player, row.place.hand): row for row in reversed(sound)}
        self._number_splits(sound)
        self._bankers(sound)
        players = [row for row in sound if not row.is_bankers]
        bankers = [row for row in sound if row.is_bankers]
        opening = [row for row in players if row.place.hand == 1] + bankers
        for row in opening:
            self._card(row)
        for row in opening:
            self._amount(row, "stake", row.stake)
        for row in opening:
            self._amount(row, "shoot", row.shoot)
        for row in opening:
            self._second_card(row)
        for row in bankers:
            if "pontoon" in row.actions:
                self._add(row, {"action": "pontoon"})
        for row in players:
            self._play(row)
        for row in bankers:
            self._play_bank(row)
        for row in players:
            self._amount(row, "settle", row.net)

    def _add(self, row: SheetRow, event: dict[str, object], hand: int | None = None) -> None:
        place = {"player": row.place.player, "hand": str(row.place.hand if hand is None else hand)}
        cells = _EVENT.read({**place, **event})
        cells.deal = row.place.deal
        self._events.add(cells, row.text, line=row.line)

    def _set_aside(self, row: SheetRow, fault: str) -> None:
        place = row.place
        cells = Cells(deal=place.deal, player=place.player, hand=place.hand, fault=fault)
        self._events.add(cells, row.text, line=row.line)

    def _bankers(self, rows: list[SheetRow]) -> None:
        """The bank's event; one for each name, should the rows not agree. It stands at the banker's own row."""
        first = {row.banker: row for row in reversed(rows) if row.banker}
        own = {row.banker: row for row in reversed(rows) if row.is_bankers}
        for name in dict.fromkeys(row.banker for row in rows if row.banker):
            self._add(own.get(name, first[name]), {"action": "banker", "player": name})

    def _number_splits(self, rows: list[SheetRow]) -> None:
        """Gives each split the next free number of its player's hands."""
        hands: dict[str | None, int] = {}
        for row in rows:
            for action in row.actions:
                if action.split()[0] == "split":
                    hands[row.place.player] = hands.get(row.place.player, 1) + 1
                    row.new_hands.append(hands[row.place.player])

    def _row_of(self, player: str | None, hand: int) -> SheetRow | None:
        return self._by_hand.get((player, hand))

    def _card(self, row: SheetRow) -> None:
        """Deals the hand its next card, where the sheet has one."""
        if row.cards:
            self._add(row, {"action": "deal", "card": row.cards.popleft()})

    def _second_card(self, row: SheetRow) -> None:
        """Deals the hand its second card: one that a split moves away next stands first in the new hand's row."""
        moved = self._row_of(row.place.player, row.new_hands[0]) if row.new_hands and not row.is_bankers else None
        if moved is not None and moved.cards:
            self._add(row, {"action": "deal", "card": moved.cards.popleft()})
        elif moved is None and not row.new_hands:
            self._card(row)

    def _amount(self, row: SheetRow, action: str, written: str) -> None:
        if written:
            self._add(row, {"action": action, "amount": written})

    def _play(self, row: SheetRow) -> None:
        """The plays of a player's hand, in the order of its actions."""
        if row.place.hand != 1:
            self._amount(row, "shoot", row.shoot)
        for action in row.actions:
            word, *rest = action.split()
            fault = _wrong_action(word, rest) or self._split_without_row(row, word)
            if fault is None and word in ("buy", "twist") and not row.cards:
                fault = f"{action} takes a card, but the row has no further one"
            if fault is not None:
                self._set_aside(row, fault)
                return
            event: dict[str, object] = {"action": word}
            if word in _WITH_AMOUNT:
                event["amount"] = rest[0] if rest else None
            if word in ("buy", "twist"):
                event["card"] = row.cards.popleft()
            self._add(row, event)
            if word == "split":
                self._after_split(row)
        if row.cards:
            cards = shown(" ".join(islice(row.cards, 5)))
            self._set_aside(row, f"its actions do not explain {len(row.cards)} of its cards: {cards}")

    def _split_without_row(self, row: SheetRow, word: str) -> str | None:
        if word != "split" or self._row_of(row.place.player, row.new_hands[0]) is not None:
            return None
        return f"the split makes hand {row.new_hands[0]} of {shown(row.place.player)}, which has no row"

    def _after_split(self, row: SheetRow) -> None:
        """One more card to each of the two hands."""
        new = self._row_of(row.place.player, row.new_hands.popleft())
        self._second_card(row)
        if new is not None:
            self._second_card(new)

    def _play_bank(self, row: SheetRow) -> None:
        """The banker's further cards, and the banker's last word."""
        for card in row.cards:
            self._add(row, {"action": "draw", "card": card}, hand=1)
        for action in row.actions:
            if action in ("stick", "stay"):
                self._add(row, {"action": "stay"}, hand=1)
            elif action not in ("twist", "draw", "pontoon"):
                self._set_aside(row, f"action {shown(action)} is none of the banker's")


def _wrong_action(word: str, rest: list[str]) -> str | None:
    """What is wrong with an action of a player, as far as its form goes."""
    known = word in _WITH_AMOUNT or word in _WITHOUT_AMOUNT
    if not known or len(rest) > (word in _WITH_AMOUNT):
        action = shown(" ".join([word, *rest]))
        return f"action {action} is none that a hand sheet knows: split 2, buy 3, twist, stick, pontoon, bust"
    return None
