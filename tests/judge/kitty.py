"""The kitty between deals and while one is played (clauses 6.1, 6.8, 6.9)."""

from __future__ import annotations

from decimal import Decimal

from pontoon_audit.house_rules import HouseRules
from tests.judge.buying import minor
from tests.judge.reading import Event
from tests.judge.state import ZERO, Deal
from tests.judge.verdict import Book

Holders = list[tuple[int, str | None]]


class Kitty:
    """What lies in the kitty (None: nobody can tell) and whose it is."""

    def __init__(self, rules: HouseRules, book: Book) -> None:
        self.played = rules.base == "shoot-pontoon"
        self.limits = tuple(minor(limit) for limit in rules.kitty_limits)
        self.book = book
        self.amount: Decimal | None = ZERO
        self.owner: str | None = None
        self.after_gap = False

    def gap(self) -> None:
        """Deals are missing: what lies there and whose it is, nobody can tell until the bank changes."""
        self.amount, self.owner = None, None
        self.after_gap = True

    def put_in(self, event: Event, into: Decimal | None) -> Decimal | None:
        """Money goes in; into an empty kitty only within the limits. Returns what lies there now."""
        assert event.amount is not None
        low, high = self.limits
        if into is None:
            return None
        if into <= 0 and low is not None and event.amount < low:
            self.book.add("kitty/below-minimum", event.number, event.player)
        if into <= 0 and high is not None and event.amount > high:
            self.book.add("kitty/above-maximum", event.number, event.player)
        return into + event.amount

    def moment(self, moves: list[Event], banker: Event | None, holders: Holders, doubt: bool) -> None:
        """All kitty moves between two deals, with the coming deal's banker."""
        if not self.played:
            return
        name = banker.player if banker else None
        if self.after_gap:
            self.owner, self.after_gap = name, False
            return
        changed = self.owner is not None and name is not None and name != self.owner
        old, new = (self.amount, ZERO) if changed else (ZERO, self.amount)
        if doubt:
            old = new = None
        held = {who for _, who in holders}
        for position, event in enumerate(moves):
            by_owner = event.player == self.owner
            if event.action == "kitty_in":
                if name is not None and None not in held and event.player not in held | {name}:
                    self.book.add("kitty/by-other", event.number, event.player)
                if changed and by_owner:
                    old = self.put_in(event, old)
                else:
                    new = self.put_in(event, new)
            elif changed and not (event.player == name and (new is None or new > 0)):
                old = self.take_old(event, old, by_owner, takes_more(moves, position))
            else:
                new = self.take_new(event, new, name, holders)
        if changed and old is not None and old > 0 and banker is not None:
            self.book.add("kitty/left-behind", banker.number, money=old)
        self.amount = new
        self.owner = name
        if name is None:
            self.amount = None

    def take_old(self, event: Event, old: Decimal | None, by_owner: bool, more: bool) -> Decimal | None:
        """Out of the kitty of the banker who goes: all of it, by that one, in one part or `more`."""
        assert event.amount is not None
        if not by_owner:
            self.book.add("kitty/by-other", event.number, event.player)
        elif old is not None and event.amount != old and not (more and event.amount < old):
            self.book.add("kitty/wrong-amount", event.number, event.player, money=old - event.amount)
        return None if old is None else max(ZERO, old - event.amount)

    def take_new(self, event: Event, new: Decimal | None, banker: str | None, holders: Holders) -> Decimal | None:
        """Out of the kitty of the banker who stays, or has only come: nothing may be taken."""
        assert event.amount is not None
        goes_to = holders[-1][1]
        if banker is None or (self.owner is None and None in {who for _, who in holders}):
            pass  # nobody knows whose kitty it is
        elif event.player != banker:
            self.book.add("kitty/by-other", event.number, event.player)
        elif self.owner is not None and (goes_to is None or (goes_to != banker and new in (None, event.amount))):
            pass  # the bank ought to have gone, or may have; that it stayed is said elsewhere
        elif (self.owner is not None or new is not None) and event.amount != 0:
            self.book.add("kitty/wrong-amount", event.number, event.player, money=-event.amount)
        return None if new is None else max(ZERO, new - event.amount)

    def missing(self, first: int | None) -> bool:
        """kitty/missing, at the deal's first card."""
        if not self.played or first is None or self.amount is None or self.amount > 0:
            return False
        self.book.add("kitty/missing", first)
        return True

    def during(self, deal: Deal, event: Event) -> None:
        """Kitty money moved while a deal is played: it counts, and should not have been."""
        if not self.played:
            return
        assert event.amount is not None
        self.book.add("kitty/wrong-time", event.number, event.player)
        if deal.banker is not None and event.player != deal.banker:
            self.book.add("kitty/by-other", event.number, event.player)
        if event.action == "kitty_in":
            deal.kitty = self.put_in(event, deal.kitty)
        elif deal.kitty is not None:
            deal.kitty = max(ZERO, deal.kitty - event.amount)

    def after(self, deal: Deal) -> None:
        """The deal is over."""
        carried = None if deal.kitty is None else max(ZERO, deal.kitty)  # what it could not pay came from elsewhere
        self.amount = carried if deal.banker is not None else None
        self.owner = deal.banker

    def end(self, moves: list[Event], holders: Holders, doubt: bool) -> None:
        """No further deal follows: who takes money out takes all of it."""
        if not self.played:
            return
        amount = None if doubt else self.amount
        held = {who for _, who in holders}
        for position, event in enumerate(moves):
            assert event.amount is not None
            if event.action == "kitty_in":
                if None not in held and event.player not in held:
                    self.book.add("kitty/by-other", event.number, event.player)
                amount = self.put_in(event, amount)
            else:
                if self.owner is not None and event.player != self.owner:
                    self.book.add("kitty/by-other", event.number, event.player)
                elif (
                    amount is not None
                    and event.amount != amount
                    and not (takes_more(moves, position) and event.amount < amount)
                ):
                    self.book.add("kitty/wrong-amount", event.number, event.player, money=amount - event.amount)
                amount = None if amount is None else max(ZERO, amount - event.amount)


def takes_more(moves: list[Event], position: int) -> bool:
    """Whether who takes money out here takes more out later in the same moment."""
    player = moves[position].player
    return any(event.action == "kitty_out" and event.player == player for event in moves[position + 1 :])
