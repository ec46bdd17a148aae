"""The table during one deal: hands, the bank's hand, who can no longer be judged."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from decimal import Decimal

from pontoon_audit.house_rules import HouseRules
from tests.judge.cards import best, full, is_ace_and_ten, lowest, surely
from tests.judge.pack import Pack
from tests.judge.reading import BANK_PLAYS, CARDS, IN_DEAL, PLAYS, SETTLEMENTS, DealLog, Event
from tests.judge.verdict import Book

ZERO = Decimal(0)


@dataclass
class Hand:
    """A hand of a player, or the bank's. `sightings` are the cards as the pack knows them (None: forgotten)."""

    player: str
    number: int
    rules: HouseRules
    cards: list[str] = field(default_factory=list)
    sightings: list[str | None] = field(default_factory=list)
    prices: list[Decimal | None] = field(default_factory=list)  # what each card was bought for; None: not bought
    initial: Decimal | None = None
    stake: Decimal = ZERO
    split: bool = False
    dealt: int = 0  # cards of the opening
    awaits_card: bool = False  # just split: one `deal` event is to come
    padded: int = 0  # cards that were missing when the hand was played, counted as unknown ones
    bought: bool = False
    twisted: bool = False
    played: bool = False
    stuck: bool = False
    declared: bool | None = False  # True: truly, None: nobody can tell
    false_word: bool = False  # the hand's last word was a declaration that ended nothing
    undeclared_said: bool = False
    gone_under: bool = False
    settled: Event | None = None
    shoot_settled: Event | None = None
    bets: Decimal = ZERO
    bets_in_kitty: Decimal = ZERO  # what of them went there when the hand went bust
    last: int = 0  # its last card or play

    def is_(self, question: str) -> bool | None:
        """bust, pontoon, full (3.11): True, False, or None where unknown cards leave it open."""
        if question == "bust":
            return surely(self.cards, lambda ranks: lowest(ranks) > 21)
        if question == "full":
            return surely(self.cards, lambda ranks: full(ranks, self.rules))
        if question == "pontoon":
            plain = self.split and self.rules.split_pontoon == "21"
            return surely(self.cards, lambda ranks: is_ace_and_ten(ranks) and not plain)
        return surely(self.cards, is_ace_and_ten)

    def is_below(self, count: int) -> bool | None:
        return surely(self.cards, lambda ranks: best(ranks) < count)

    def over(self) -> bool | None:
        """Whether a word, a fifth card or a bust ended it; 3.11 apart."""
        if self.stuck or self.declared is True or len(self.cards) >= 5:
            return True
        bust = self.is_("bust")
        return None if self.declared is None and not bust else bust

    def finished(self) -> bool | None:
        """Whether it is finished, 3.11 included."""
        over, is_full = self.over(), self.is_("full")
        if over or is_full:
            return True
        return None if over is None or is_full is None else False


@dataclass
class Deal:
    """One deal while it is judged."""

    log: DealLog
    rules: HouseRules
    book: Book
    pack: Pack
    banker: str | None
    order: list[str]  # dealt in, from the banker's left, the banker last; see `order_known`
    order_known: bool
    kitty: Decimal | None
    kitty_missing: bool = False
    hands: dict[str, list[Hand]] = field(default_factory=dict)
    bank: Hand = field(init=False)
    stayed: bool = False
    shown: bool | None = False  # the banker showed a pontoon; None: said so, and nobody can tell
    hidden: bool = False  # reported as hidden
    void_at: int | None = None
    fog_all: int | None = None
    fog: dict[str, int] = field(default_factory=dict)
    order_fog: int | None = None
    lost_settlements: list[tuple[Event, bool]] = field(default_factory=list)  # and whether it named a hand there was
    bet_moments: set[Hashable] = field(default_factory=set)
    passed_over: dict[str, set[str]] = field(default_factory=dict)
    incomplete: bool = False
    play_over: bool | None = None
    unplayed: bool = False  # broken off: play is not over, and nobody's live hand was settled
    during: list[Event] = field(default_factory=list)  # what happened between its cards and is no part of it
    bank_doubt: bool = False
    bets_doubt: bool = False  # a hand with bets on it may be bust: what the kitty can still pay is not known
    wrong_buyers: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.bank = Hand(self.banker or "", 1, self.rules)

    @property
    def events(self) -> list[Event]:
        return self.log.events

    def counted(self) -> list[Event]:
        """Sound events up to `void`: the ones that count."""
        return [e for e in self.events if e.sound and (self.void_at is None or e.number < self.void_at)]

    def opening(self, player: str) -> list[int]:
        """Numbers of the player's first two cards; what comes after a split is none of them."""
        numbers = []
        has_hand = False
        for e in self.counted():
            if e.player != player or (player == self.banker and e.action == "split"):
                continue
            if e.action == "split" and e.hand == 1 and has_hand:
                break
            has_hand = has_hand or (e.hand == 1 and e.action in IN_DEAL - BANK_PLAYS)
            if e.action == "deal" and e.hand == 1:
                numbers.append(e.number)
        return numbers[:2]

    def dealt_in(self, player: str) -> bool:
        """Whether the player has a hand in this deal: was dealt a card, readable or not."""
        dealt = (e for e in self.events if e.action == "deal" and not self.after_void(e))
        return any(e.player == player and e.hand == 1 and not e.aside for e in dealt)

    def fogged(self, player: str) -> bool:
        """Whether a record set aside made this player's hands (or the bank's) unknown."""
        return self.fog_all is not None or player in self.fog

    @property
    def bank_fogged(self) -> bool:
        return self.banker is None or self.fogged(self.banker)

    def in_order_fog(self, number: int) -> bool:
        """Whether the order of things is no longer judged at this event."""
        return self.order_fog is not None and number >= self.order_fog

    def all_hands(self) -> list[Hand]:
        return [hand for hands in self.hands.values() for hand in hands]

    def find(self, player: str, number: int) -> Hand | None:
        for hand in self.hands.get(player, []):
            if hand.number == number:
                return hand
        return None

    def played_later(self, hand: Hand, number: int) -> bool:
        return any(
            e.number > number and e.action in PLAYS and e.player == hand.player and e.hand == hand.number
            for e in self.counted()
        )

    def bank_played_later(self, number: int) -> bool:
        return any(
            e.number > number and e.action in BANK_PLAYS - {"bust", "split"} and e.player == self.banker
            for e in self.counted()
        )

    def bank_over(self) -> bool | None:
        """Whether the banker's hand is over."""
        if self.shown or self.hidden or self.stayed:
            return True
        if self.bank_fogged:
            return None
        bust, is_full = self.bank.is_("bust"), self.bank.is_("full")
        if bust or len(self.bank.cards) >= 5:
            return True
        if self.shown is None or is_full:
            return (is_full and self.shown is False) or None
        return None if bust is None or is_full is None else False

    def set_aside(self) -> bool:
        """Whether a record that may be part of the deal was set aside; after `void` none changes anything."""
        parts = IN_DEAL | {"banker", None}
        return any(not e.sound and e.action in parts and not self.after_void(e) for e in self.events)

    def after_void(self, event: Event) -> bool:
        return self.void_at is not None and event.number > self.void_at

    def set_aside_during(self) -> bool:
        """Whether any record was set aside among its cards, of whatever kind."""
        return self.set_aside() or any(not e.sound for e in self.during)

    def complete(self) -> bool:
        """Whether all of the deal is in the log, as far as anybody can tell."""
        return not self.incomplete and not self.set_aside()

    def counts_shoot(self) -> bool:
        return self.rules.base == "shoot-pontoon"

    def live_settled(self, maybe: bool = False) -> bool:
        """Whether a live hand has a settlement; `maybe`: or one that may be live."""
        return any(
            h.settled is not None
            and (maybe or not self.fogged(h.player))
            and (h.is_("bust") is False or (maybe and not h.is_("bust")))
            for h in self.all_hands()
        )

    def first_card(self) -> int | None:
        return next((e.number for e in self.events if e.sound and e.action in CARDS), None)

    def last_event(self) -> int:
        """The deal's last card, stake, bet, play or settlement; where there is none, its last event of its own."""
        things = CARDS | BANK_PLAYS | SETTLEMENTS | {"stake", "shoot"}
        numbers = [e.number for e in self.counted() if e.action in things]
        own = [e.number for e in self.events if e.action == "banker"]
        return (numbers or own or [self.events[-1].number])[-1]

    def last_play(self) -> int:
        """The deal's last card or play."""
        numbers = [e.number for e in self.counted() if e.action in CARDS | BANK_PLAYS]
        return numbers[-1] if numbers else self.last_event()

    def bank_pontoon_dealt(self) -> bool | None:
        """Whether the banker's first two cards are a pontoon."""
        if self.banker is None or self.bank_fogged:
            return None
        cards = [e.card for e in self.counted() if e.number in self.opening(self.banker)]
        return surely(cards, is_ace_and_ten) if len(cards) == 2 else None
