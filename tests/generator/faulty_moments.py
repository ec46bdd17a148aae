"""Sessions in which one thing goes wrong between two deals."""

from __future__ import annotations

from typing import Any

from tests.generator.dealing import Outcome, Record
from tests.generator.faulty_money import FaultyDealing
from tests.generator.house import text
from tests.generator.legal import Maker
from tests.generator.mischief import CARDS, MARKS, Mischief, mark


class NotThisTime(Exception):
    """The session gave no opportunity for the fault, or the fault would bring others along."""


class FaultyMaker(Maker):
    """Makes one session with one fault, in play or between deals."""

    mischief: Mischief
    banker_marks: list[tuple[str, str | None, int | None]]
    mark_first_card: bool = False

    def wants(self, *names: str) -> bool:
        return self.mischief.wants(*names) and self.random.random() < 0.5

    def one_deal(self, number: int) -> None:
        self.banker_marks = []
        self.needless = False
        super().one_deal(number)
        deal = self.deals[-1]
        if self.needless:
            self.mark_shuffle(deal)
        if self.banker_marks:
            deal[f"{MARKS} of banker"] = self.banker_marks
        if self.mark_first_card:
            first = next(e for e in deal["events"] if e["action"] in CARDS)
            mark(first, "kitty/missing", None, None)
            self.mark_first_card = False
        if self.kitty < 0:
            raise NotThisTime

    def deal_out(self, order: list[str]) -> Outcome:
        kitty = self.kitty if self.shoot else None
        if self.mischief.wants("settlement/of-void"):
            self.style.misdeal = True
        dealing = FaultyDealing(self.random, self.house, self.pack, order, kitty, self.style)
        dealing.mischief = self.mischief
        return dealing.run()

    def at_banker(self, name: str, player: str | None) -> None:
        """The finding will stand at the coming `banker` event."""
        self.mischief.done = True
        self.banker_marks.append((name, player, None))

    def between(self) -> list[Record]:
        old, last = self.holder, self.last
        if last is not None and self.mischief.wants("bank/wrong-successor", "bank/changed"):
            return self.wrong_banker(old, last)
        events = super().between()
        if last is not None and self.wants("bank/sold-by-other"):
            self.sold_by_other(events)
        if last is not None and self.shoot and self.holder == old:
            self.staying_kitty(events)
        if self.shoot and self.wants("kitty/by-other"):
            held = {self.holder, old} | ({last.successor} if last and last.successor else set())
            others = sorted(self.ring.seated - held)
            if others and self.kitty > 0:
                payer = self.random.choice(others)
                self.kitty += 100
                events.append({"action": "kitty_in", "player": payer, "amount": "1"})
                self.mischief.mark(events[-1], payer, None)
        return events

    def wrong_banker(self, old: str, last: Outcome) -> list[Record]:
        """Somebody banks whose turn it is not."""
        passes = last.successor is not None
        if passes != (self.mischief.name == "bank/wrong-successor") or self.random.random() < 0.3:
            return super().between()
        rightful = last.successor or old
        self.holder = self.random.choice(sorted(self.ring.seated - {rightful}))
        self.at_banker(self.mischief.name, self.holder)
        if not self.shoot:
            return []
        return (self.kitty_out(old) if self.holder != old else []) + self.kitty_up(new=self.holder != old)

    def sold_by_other(self, events: list[Record]) -> None:
        """A sale by somebody who has nothing to sell, or to oneself, or to nobody at the table."""
        held = {self.holder} | {e["player"] for e in events if e["action"] == "sell_bank"}
        held |= {self.last.successor} if self.last and self.last.successor else set()
        others = sorted(self.ring.seated - held)
        seller, buyer = self.random.choice(
            [(player, self.holder) for player in others[:1]] + [(self.holder, self.holder), (self.holder, "nobody")]
        )
        events.append({"action": "sell_bank", "player": seller, "to": buyer, "amount": "1"})
        self.mischief.mark(events[-1], seller, None)

    def staying_kitty(self, events: list[Record]) -> None:
        """The bank stays, and money is taken out of its kitty."""
        if self.wants("kitty/wrong-amount") and self.kitty > 1 and not any(e["action"] == "kitty_in" for e in events):
            self.kitty -= 1
            events.append({"action": "kitty_out", "player": self.holder, "amount": "0.01"})
            self.mischief.mark(events[-1], self.holder, None)

    def kitty_out(self, old: str) -> list[Record]:
        had = self.kitty
        events = super().kitty_out(old)
        if not events:
            return events
        if self.holder != old and self.mischief.wants("kitty/left-behind"):
            self.at_banker("kitty/left-behind", None)
            return []
        if self.mischief.wants("kitty/wrong-amount"):
            paid = had + self.random.choice([-1, 1, 50])
            events[0]["amount"] = text(paid)
            self.mischief.mark(events[0], old, None)
            if paid < had and self.holder != old:
                self.banker_marks.append(("kitty/left-behind", None, None))
        return events

    def kitty_up(self, new: bool) -> list[Record]:
        empty = new or self.kitty == 0
        if self.shoot and empty and self.mischief.wants("kitty/missing") and self.random.random() < 0.5:
            self.mark_first_card = self.mischief.done = True
            return []
        events = super().kitty_up(new)
        wrong = {"kitty/below-minimum": self.house.kitty_min - 1, "kitty/above-maximum": self.house.kitty_max + 1}
        if events and empty and self.wants(*wrong):
            self.kitty = wrong[self.mischief.name]
            events[0]["amount"] = text(self.kitty)
            self.mischief.mark(events[0], self.holder, None)
        return events

    # The shuffle

    def shuffle_due(self) -> bool:
        due = super().shuffle_due()
        last = self.last
        if last is None or last.void:
            return due
        every = self.house["shuffle"] == "every-deal"
        if (last.pontoon or every) and self.wants("pack/not-shuffled"):
            self.at_banker("pack/not-shuffled", None)
            return False
        if not last.pontoon and not every and not self.seats_changed and self.wants("pack/shuffled"):
            self.mischief.done = True
            self.needless = True
            return True
        return due

    needless: bool = False

    def mark_shuffle(self, deal: dict[str, Any]) -> None:
        """pack/shuffled stands at the shuffle before this deal, wherever it was written down."""
        if deal.get("shuffled"):
            deal[f"{MARKS} of shuffled"] = [("pack/shuffled", None, None)]
            return
        first = next(i for i, e in enumerate(deal["events"]) if e["action"] in CARDS)
        here = [e for e in deal["events"][:first] if e["action"] == "shuffle"]
        before = [e for e in self.deals[-2]["events"] if e["action"] == "shuffle"]
        mark((here or before[-1:])[0], "pack/shuffled", None, None)

    def finish(self, chips: bool) -> None:
        super().finish(chips)
        if not self.mischief.done:
            raise NotThisTime
