"""Between deals: seats, the bank and the shuffle (clauses 5.1 to 5.4). One moment, whatever the order in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from pontoon_audit.house_rules import HouseRules
from tests.judge.kitty import Kitty
from tests.judge.pack import Pack
from tests.judge.reading import CARDS, KITTY, PACK, DealLog, Event
from tests.judge.seats import Table
from tests.judge.state import Deal, Hand
from tests.judge.verdict import Book


@dataclass
class Previous:
    """What of a deal matters to the next. `holder`: who has the bank now; None where nobody can tell."""

    banker: str | None
    holder: str | None
    pontoon: bool | None
    void: bool
    complete: bool
    left: set[str] = field(default_factory=set)
    wrong_buyers: set[str] = field(default_factory=set)

    @property
    def passed_on(self) -> bool:
        """Whether a pontoon gave the bank to another."""
        return self.holder is not None and self.holder != self.banker


@dataclass
class Start:
    """What a deal starts with."""

    kitty: Decimal | None
    kitty_missing: bool


class Between:
    """The moments between deals, one after the other."""

    def __init__(self, rules: HouseRules, book: Book, table: Table) -> None:
        self.rules = rules
        self.book = book
        self.table = table
        self.pack = Pack(rules.packs)
        self.kitty = Kitty(rules, book)
        self.previous: Previous | None = None
        self.present: set[str] = set()  # seated at any time of this moment
        self.left: set[str] = set()
        self.seats_changed = False  # since the deal before began
        self.doubts: set[str] = set()  # what records set aside make unknown: "bank", "kitty", "pack"

    def gap(self) -> None:
        """Deals are missing: bank, kitty, shuffle and pack start afresh."""
        self.previous = None
        self.pack.forget_order()
        self.kitty.gap()

    def sit_down(self, events: list[Event]) -> None:
        """Who sits down and gets up in this moment."""
        self.present = set(self.table.seated)
        self.left = set()
        for event in events:
            player = event.player or ""
            self.table.note_bad(event)
            if event.sound and event.action == "seat":
                self.table.sit(event)
                self.present.add(player)
            elif event.sound and event.action == "leave":
                self.left.add(player)
                if self.table.recorded and player not in self.table.seated:
                    self.table.not_there(event)
                self.table.get_up(player)
        self.seats_changed, self.table.changed = self.table.changed, False

    def note_aside(self, event: Event) -> None:
        """What a record set aside between deals could have changed."""
        if event.sound:
            return
        if event.action in (None, "sell_bank"):
            self.doubts.add("bank")
        if event.action in KITTY | {None}:
            self.doubts.add("kitty")
        if event.action in PACK | {None}:
            self.doubts.add("pack")

    def open(self, log: DealLog, banker: Event | None, events: list[Event]) -> Start:
        """The moment is over: what it says about bank, shuffle and kitty."""
        sound = [e for e in events if e.sound]
        holders = self.sales(sound)
        if banker is not None:
            self.judge_banker(banker, holders[-1][1], log)
        self.shuffle(banker, sound, log)
        moves = [e for e in sound if e.action in KITTY]
        if self.previous is None and len(holders) == 1 and "bank" not in self.doubts:
            holders = [(0, banker.player if banker else None)]  # nobody else has had the bank so far
        self.kitty.moment(moves, banker, holders, "kitty" in self.doubts)
        missing = self.kitty.missing(self.first_card(log))
        self.doubts.clear()
        return Start(self.kitty.amount, missing)

    @staticmethod
    def first_card(log: DealLog) -> int | None:
        """The deal's first card; None where a misdeal was called before."""
        for event in log.events:
            if event.sound and event.action in ("deal", "void"):
                return event.number if event.action == "deal" else None
        return None

    def end(self, events: list[Event]) -> None:
        """After the last deal."""
        sound = [e for e in events if e.sound]
        holders = self.sales(sound)
        self.kitty.end([e for e in sound if e.action in KITTY], holders, "kitty" in self.doubts)

    # The bank

    def sales(self, events: list[Event]) -> list[tuple[int, str | None]]:
        """Who holds the bank from which event on. A sale by somebody else binds nobody."""
        holder = self.previous.holder if self.previous and "bank" not in self.doubts else None
        self.wrong_buyers = set(self.previous.wrong_buyers) if self.previous else set()
        holders: list[tuple[int, str | None]] = [(0, holder)]
        for event in events:
            if event.action != "sell_bank":
                continue
            wrong = event.to == event.player or (self.table.sure and event.to not in self.present)
            if wrong or (holder is not None and event.player != holder):
                self.book.add("bank/sold-by-other", event.number, event.player)
                self.wrong_buyers.add(event.to or "")
                continue
            holder = event.to if holder is not None else None
            holders.append((event.number, holder))
        return holders

    def judge_banker(self, banker: Event, holder: str | None, log: DealLog) -> None:
        """bank/wrong-successor and bank/changed, at the `banker` event."""
        before, name = self.previous, banker.player or ""
        if before is None or holder is None or name == holder or name in self.wrong_buyers:
            return
        gone = before.left | self.left
        if not self.table.recorded:  # who is dealt no card may have left
            dealt = {e.player for e in log.events if e.sound and e.action == "deal"}
            gone = {holder, before.banker or ""} - dealt
        if holder in gone:
            return
        if before.passed_on and name != before.holder:
            self.book.add("bank/wrong-successor", banker.number, name)
        elif before.banker not in gone:
            self.book.add("bank/changed", banker.number, name)

    # The shuffle

    def shuffle(self, banker: Event | None, events: list[Event], log: DealLog) -> None:
        """pack/not-shuffled and pack/shuffled; a shuffle or a cut makes the order unknown."""
        before = self.previous
        shuffles = [e for e in events if e.action == "shuffle"]
        every = self.rules.shuffle == "every-deal"
        needed = before is not None and not before.void and (every or before.pontoon is True)
        if "pack" in self.doubts or any(e.action in PACK for e in events) or needed:
            self.pack.forget_order()
        if "pack" in self.doubts or before is None:
            return
        if needed and not shuffles and banker is not None:
            self.book.add("pack/not-shuffled", banker.number)
        plain = before.pontoon is False and before.complete and not before.void and not self.seats_changed
        if shuffles and not every and plain:
            self.book.add("pack/shuffled", shuffles[0].number)

    # During and after a deal

    def close(self, deal: Deal) -> None:
        """The deal is over: cards go under the pack, and the next moment begins."""
        self.pack.all_under()
        dealt_after = deal.void_at is not None and any(
            e.action in CARDS and e.number > deal.void_at for e in deal.events
        )
        if dealt_after or (deal.unplayed and deal.void_at is None):
            self.pack.forget_order()
        left = set(self.table.leaving)
        for player in left:
            self.table.get_up(player)
        self.table.leaving.clear()
        holder = None if deal.bank_doubt else next_holder(deal)
        self.previous = Previous(
            deal.banker, holder, had_pontoon(deal), deal.void_at is not None, deal.complete(),
            left, deal.wrong_buyers,
        )  # fmt: skip
        self.kitty.after(deal)


def had_pontoon(deal: Deal) -> bool | None:
    """Whether a pontoon was made in the deal; None where nobody can tell."""
    if deal.void_at is not None:
        return False
    answers = [certain_pontoon(deal, hand) for hand in deal.all_hands()]
    bank = None if deal.bank_fogged else deal.bank.is_("pontoon")
    answers.append(None if bank and deal.unplayed else bank)
    if True in answers:
        return True
    return None if None in answers or deal.unplayed or deal.banker is None else False


def certain_pontoon(deal: Deal, hand: Hand) -> bool | None:
    """Whether the hand stands as a pontoon; in a deal that broke off only one that was finished does."""
    if deal.fogged(hand.player):
        return None
    pontoon = hand.is_("pontoon")
    return None if pontoon and deal.unplayed and not hand.finished() else pontoon


def next_holder(deal: Deal) -> str | None:
    """Who has the bank after the deal (5.2, 5.4), before anybody sells it."""
    if deal.void_at is not None or not deal.rules.bank_passes or deal.banker is None:
        return deal.banker
    if deal.unplayed:
        return None
    made = {
        player: [certain_pontoon(deal, h) for h in deal.hands.get(player, []) if not h.split]
        for player in deal.order
        if player != deal.banker
    }
    fogged = [p for p in made if deal.fogged(p) and not all(h.split for h in deal.hands.get(p, []))]
    perhaps = [p for p, answers in made.items() if True in answers or None in answers or p in fogged]
    bank = None if deal.bank_fogged else deal.bank.is_("pontoon")
    if bank or not perhaps:
        return deal.banker
    if bank is None or True not in made[perhaps[0]] or (len(perhaps) > 1 and not deal.order_known):
        return None
    return perhaps[0]
