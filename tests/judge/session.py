"""A whole session: deals, and the moments between them."""

from __future__ import annotations

from typing import Any

from tests.judge import chips, ending, order, settling
from tests.judge.moment import Between
from tests.judge.reading import (
    BANK_PLAYS,
    CARDS,
    CHIPS,
    IN_DEAL,
    KITTY,
    SETTLEMENTS,
    DealLog,
    Event,
    Log,
    read,
)
from tests.judge.seats import Table
from tests.judge.state import Deal
from tests.judge.verdict import Book, Verdict
from tests.judge.walk import walk


def judge(document: dict[str, Any]) -> Verdict:
    """Judge a document of log format 1."""
    return Judge(read(document)).run()


class Judge:
    """One session on its way: what is known between deals."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.book = Book()
        self.verdict = Verdict()
        self.rules = log.rules
        self.records_bets = any(e.action == "settle_shoot" for e in log.events)
        self.records_settlements = any(e.action == "settle" for e in log.events)
        self.table = Table(self.book, any(e.sound and e.action == "seat" for e in log.events))
        self.between = Between(self.rules, self.book, self.table)
        self.deals: list[Deal] = []
        self.gap = False

    def run(self) -> Verdict:
        self.look_at_reading()
        waiting = list(self.log.seats)
        highest: int | None = None
        for log in self.log.deals:
            highest = self.number_in_order(log, highest)
            waiting = self.one_deal(log, waiting)
        for event in waiting:
            event.block = len(self.log.deals)
        self.between.sit_down(waiting)
        self.unknown_players([(waiting, self.between.present)])
        for event in waiting:
            self.between.note_aside(event)
        self.between.end(waiting)
        self.not_played()
        chips.balance(self.log, self.deals, self.book, self.gap)
        self.not_checked()
        self.verdict.findings = self.book.closed()
        return self.verdict

    def look_at_reading(self) -> None:
        """Records that reading set aside, and `seq` numbers that repeat."""
        seen: set[int] = set()
        for event in self.log.events:
            if event.bad:
                self.book.add("log/bad-record", event.number)
            elif event.seq is not None:
                if event.seq in seen:
                    self.book.add("log/not-in-order", event.number)
                seen.add(event.seq)

    def number_in_order(self, log: DealLog, highest: int | None) -> int | None:
        """A deal number that is not one more than the highest so far is a gap; the first may be any."""
        if log.number is None or not log.events:
            return highest
        if highest is not None and log.number != highest + 1:
            self.book.add("log/not-in-order", log.events[0].number)
            self.between.gap()
            self.gap = True
        return log.number if highest is None else max(highest, log.number)

    def one_deal(self, log: DealLog, waiting: list[Event]) -> list[Event]:
        """Judge a deal and the moment before it; returns what of its events belongs to the next moment."""
        first, last, void_at = window(log)
        before: list[Event] = []
        during: list[Event] = []
        after: list[Event] = []
        for event in log.events:
            if event.action in IN_DEAL or event.action == "banker":
                continue
            if first is None or event.number < first:
                before.append(event)
            else:
                (during if last is not None and event.number < last else after).append(event)
        waiting = waiting + before
        for event in waiting:
            event.block = self.log.deals.index(log)  # between deals is the coming one's
        self.between.sit_down(waiting)
        judged = [
            e for e in log.events if (void_at is None or e.number <= void_at) and e not in before and e not in after
        ]
        opens = [e for e in judged if e.action == "banker" and (first is None or e.number < first)]
        groups = [(waiting, self.between.present), (opens, set(self.table.seated))]
        self.seats_during(during)
        groups.append(([e for e in judged if e not in opens], self.table.seated))
        self.unknown_players(groups)
        for event in waiting:
            self.between.note_aside(event)
        banker = self.name_banker(log, void_at)
        start = self.between.open(log, banker, waiting)
        name = banker.player if banker else None
        deal = Deal(log, self.rules, self.book, self.between.pack, name, [], True, start.kitty, start.kitty_missing)
        deal.void_at, deal.during = void_at, [e for e in during if e.action is not None]
        self.seat_order(deal)
        self.warn_of_missing_cards(deal)
        self.play(deal)
        self.player_count(deal, banker)
        self.between.close(deal)
        self.finish(deal)
        return after

    def seats_during(self, during: list[Event]) -> None:
        for event in during:
            self.table.note_bad(event)
            seated = event.player in self.table.seated or not self.table.recorded
            if event.sound and event.action == "leave" and seated:
                self.table.leaving.add(event.player or "")
            elif event.sound and event.action == "seat" and event.player in self.table.leaving:
                self.table.leaving.discard(event.player)
                self.table.last, self.table.changed = event.player, True
            elif event.sound and event.action == "seat":
                self.table.sit(event)

    def unknown_players(self, groups: list[tuple[list[Event], set[str]]]) -> None:
        """Events of someone not seated then, by groups of events and who was seated. Who leaves during a deal is seated
        until it ends."""
        if not self.table.sure:
            return
        ever = {e.player or "" for e in self.log.events if e.sound and e.action == "seat"}
        pairs = [(event, seated) for events, seated in groups for event in events]
        for event, seated in sorted(pairs, key=lambda pair: pair[0].number):
            if not event.sound or event.player is None or event.action == "seat":
                continue
            known = ever if event.action in CHIPS else seated
            if event.player in known and event.number not in self.table.left_twice:
                continue
            event.aside = True
            hand = event.hand if event.action in IN_DEAL else None
            scope = (event.block, event.player)
            self.book.add("log/unknown-player", event.number, event.player, hand, once=scope)

    def player_count(self, deal: Deal, banker: Event | None) -> None:
        """deal/player-count: people dealt in, the banker counted."""
        unknown = deal.void_at is not None or deal.order_fog is not None or not self.past_opening(deal)
        if banker is None or unknown:
            return
        number = len({*deal.order, banker.player})
        if not self.rules.min_players <= number <= self.rules.max_players:
            self.book.add("deal/player-count", banker.number, once=number)

    def name_banker(self, log: DealLog, void_at: int | None) -> Event | None:
        """The deal's banker: the first `banker` event counts."""
        named = [e for e in log.events if e.action == "banker" and e.sound]
        for again in named[1:]:
            if void_at is None or again.number < void_at:
                self.book.add("bank/named-twice", again.number, again.player)
        return named[0] if named else None

    def seat_order(self, deal: Deal) -> None:
        """Who is dealt in, from the banker's left, the banker last."""
        firsts = {p: deal.opening(p) for p in {e.player for e in deal.events if e.action == "deal" and e.player}}
        got = [p for p in sorted(firsts, key=lambda p: firsts[p][:1] or [10**12]) if deal.dealt_in(p)]
        if self.table.recorded:
            deal.order = [p for p in self.table.from_left_of(deal.banker) if p in got or p == deal.banker]
            deal.order_known = self.table.sure and set(got) <= set(deal.order)
            deal.order += [p for p in got if p not in deal.order]
        else:
            deal.order = [p for p in got if p != deal.banker] + ([deal.banker] if deal.banker else [])
            short = any(len(numbers) < 2 for numbers in firsts.values())
            deal.order_known = not (short and self.past_opening(deal))
        deal.order_known = deal.order_known and deal.banker is not None  # else nobody knows where it begins

    @staticmethod
    def past_opening(deal: Deal) -> bool:
        return any(e.action in BANK_PLAYS | SETTLEMENTS for e in deal.counted())

    def warn_of_missing_cards(self, deal: Deal) -> None:
        """Where an opening card is missing, one more card was dealt than the log shows."""
        if self.past_opening(deal) and any(len(deal.opening(p)) < 2 for p in deal.order):
            deal.pack.doubts.add("card missing")

    def play(self, deal: Deal) -> None:
        """Walk through the deal, then say what needs the whole of it."""
        spoken = len(self.book.findings)
        walk(deal, self.between.kitty)
        schedule = order.Schedule(deal)
        order.cards(deal, schedule)
        order.stakes(deal, schedule)
        order.first_bets(deal, schedule)
        ending.close(deal, self.records_settlements)
        settling.settlements(deal, self.records_settlements, self.records_bets)
        settling.kitty_after(deal)
        self.book.silence_after(spoken)

    def finish(self, deal: Deal) -> None:
        """Write the deal's facts down."""
        self.deals.append(deal)
        number = deal.log.number
        for hand in deal.all_hands():
            self.verdict.hands[number, hand.player, hand.number] = settling.verdict(deal, hand)
        self.verdict.void[number] = deal.void_at is not None
        self.verdict.complete[number] = deal.complete()
        self.verdict.kitty_after[number] = deal.kitty if deal.counts_shoot() else None

    def not_played(self) -> None:
        """shoot/not-played: bets and kitty events in a game without them."""
        if self.rules.base == "shoot-pontoon":
            return
        late = {e.number for deal in self.deals for e in deal.events if deal.after_void(e) and e.action not in KITTY}
        for event in self.log.events:
            if event.sound and event.action in KITTY | {"shoot", "settle_shoot"} and event.number not in late:
                hand = None if event.action in KITTY else event.hand
                self.book.add("shoot/not-played", event.number, event.player, hand, once=event.block)

    def not_checked(self) -> None:
        """log/not-checked, once a session: something that rules need is not in the log."""
        events = [e for e in self.log.events if e.sound]
        if (
            self.rules.min_stake is None
            or self.rules.max_stake is None
            or not self.table.recorded
            or not self.records_settlements
            or self.gap
            or any(e.action in CARDS and (e.face is None or e.card == "??") for e in events)
        ):
            self.book.add("log/not-checked", None)


def window(log: DealLog) -> tuple[int | None, int | None, int | None]:
    """The deal's first card, its last card, play or settlement, and its `void`; None where there is none."""
    events = [e for e in log.events if not e.bad]
    void = next((e.number for e in events if e.action == "void"), None)
    counted = [e for e in events if void is None or e.number < void]
    cards = [e.number for e in events if e.action in ("deal", "void")]
    cards = cards or [e.number for e in log.events if e.action in IN_DEAL | {"banker", None}]
    ends = [e.number for e in counted if e.action in CARDS | BANK_PLAYS | SETTLEMENTS]
    return (cards[0] if cards else None, ends[-1] if ends else None, void)
