"""Whole sessions in which every rule was kept."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.generator.dealing import Dealing, Outcome, Record, Style
from tests.generator.house import House, Rules, house, text
from tests.generator.table import RealPack, Ring

NAMES = ["ann", "ben", "cat", "dev", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "lou"]


def legal_session(seed: int, base: str = "pontoon", **options: Any) -> dict[str, Any]:
    """A document of format 1 in which no rule is broken; the same for the same seed and options (see `Options`)."""
    return made(seed, base, Options(**options), Maker)


@dataclass(frozen=True)
class Options:
    """What a session is to be like. `rules` are house rules agreed beforehand; `variants=False` keeps the other ones
    to their defaults. The switches leave out of the log, or of the game: settlements, faces, seats, people who come
    and go (`moves`), `chips` (None: by chance), misdeals, sales of the bank.
    """

    deals: int = 6
    people: int | None = None
    rules: Rules | None = None
    variants: bool = True
    settlements: bool = True
    faces: bool = True
    seats: bool = True
    moves: bool = True
    chips: bool | None = None
    misdeals: bool = True
    sales: bool = True


def made(seed: int, base: str, options: Options, maker_class: type[Maker]) -> dict[str, Any]:
    """A session as `maker_class` makes it."""
    random = Random(f"{seed}/{base}")
    count = options.people or random.choice([3, 4, 5, 5, 6, 6, 7, 8])
    agreed = house(random, base, count, options.rules, options.variants)
    style = Style(options.faces, options.settlements, settle_busts_at_once=random.random() < 0.4)
    maker = maker_class(random, agreed, style, NAMES[:count])
    maker.options = options
    by_chance = random.random() < 0.5
    first = random.choice([1, 1, 1, 1, 17])
    for number in range(first, first + options.deals):
        maker.one_deal(number)
    maker.finish(options.settlements and (by_chance if options.chips is None else options.chips))
    return {
        "format": "pontoon-log/1", "session": f"made-{base}-{seed}", "currency": "GBP", "rules": agreed.written,
        "players": [{"id": name} for name in NAMES[:count]] if options.seats else [], "deals": maker.deals,
    }  # fmt: skip


class Maker:
    """One session while it is made."""

    def __init__(self, random: Random, house: House, style: Style, names: list[str]) -> None:
        self.random = random
        self.house = house
        self.style = style
        self.pack = RealPack(random, house["packs"])
        self.ring = Ring(list(names), set(names), names[-1])
        self.deals: list[dict[str, Any]] = []
        self.holder = random.choice(names)
        self.kitty = 0
        self.last: Outcome | None = None
        self.seats_changed = False
        self.shoot = house["base"] == "shoot-pontoon"
        self.options = Options()
        self.won: dict[str, int] = {}
        self.newcomers = [name for name in NAMES if name not in names]

    def add(self, player: str, pence: int) -> None:
        self.won[player] = self.won.get(player, 0) + pence

    def may_move(self) -> bool:
        return self.options.moves and self.options.seats

    # Between deals

    def one_deal(self, number: int) -> None:
        before = self.between()
        shuffled = False
        shuffle = self.shuffle_due()
        if shuffle:
            self.pack.shuffle()
            if self.random.random() < 0.5:
                shuffled = True
            else:
                before += [{"action": "shuffle"}] + ([{"action": "cut"}] if self.random.random() < 0.5 else [])
        order = self.order()
        self.style.misdeal = self.options.misdeals and self.random.random() < 0.06
        outcome = self.deal_out(order)
        late = self.some_to_the_deal_before(before)
        events = late + outcome.events
        leaver = self.leaves_during(outcome, order)
        if leaver is not None:
            place = self.random.randint(len(late) + 1, len(events) - 1)
            while events[place - 1]["action"] == "shoot":  # a bet stands straight before its card
                place -= 1
            events.insert(place, {"action": "leave", "player": leaver})
        deal = {"deal": number, "banker": self.holder, "shuffled": shuffled, "events": events}
        if not shuffled and self.random.random() < 0.5:
            del deal["shuffled"]
        self.deals.append(deal)
        for player, pence in outcome.won.items():
            self.add(player, pence)
        self.last = outcome
        self.kitty = outcome.kitty
        self.seats_changed = leaver is not None
        if leaver is not None:
            self.ring.seated.discard(leaver)

    def between(self) -> list[Record]:
        """What happens before a deal: people come and go, the bank passes or is sold, the kitty is put up."""
        if self.last is None:
            return self.kitty_up(new=True)
        events: list[Record] = []
        old = self.holder
        self.holder = self.last.successor or old
        banker_gone = self.go(events, old)
        self.come(events)
        if self.holder not in self.ring.seated:
            self.holder = self.random.choice(sorted(self.ring.seated))
        elif self.options.sales and self.random.random() < 0.12 and not banker_gone:
            self.sell(events)
        if self.shoot:
            changed = self.holder != old
            moved = self.kitty_out(old) if changed else []
            moved += self.kitty_up(new=changed)
            if self.random.random() < 0.3 and changed:
                moved.reverse()
            # Whose money it is does not depend on who sits there still: the old banker leaves after taking it.
            events = moved + events if self.random.random() < 0.5 or banker_gone else events + moved
        return events

    def go(self, events: list[Record], old: str) -> bool:
        """Perhaps somebody gets up. Returns whether it was the banker of the deal before."""
        if not self.may_move() or self.random.random() > 0.15 or len(self.ring.seated) <= max(3, self.fewest()):
            return False
        stays = {self.holder} if self.holder != old else set()
        player = self.random.choice(sorted(self.ring.seated - stays))
        events.append({"action": "leave", "player": player})
        self.ring.seated.discard(player)
        self.seats_changed = True
        return player == old

    def fewest(self) -> int:
        return int(self.house.written.get("min_players", 5))

    def come(self, events: list[Record]) -> None:
        """Perhaps somebody sits down: one who sat here before, or somebody new."""
        most = int(self.house.written.get("max_players", 8))
        if not self.may_move() or self.random.random() > 0.15 or len(self.ring.seated) >= most:
            return
        back = [player for player in self.ring.chairs if player not in self.ring.seated]
        leaving = {e["player"] for e in events}
        back = [player for player in back if player not in leaving]
        if back and self.random.random() < 0.5:
            player = self.random.choice(back)
            self.ring.comes_back(player)
        elif self.newcomers and self.ring.can_seat_newcomer():
            player = self.newcomers.pop(0)
            self.ring.newcomer(player)
        else:
            return
        events.append({"action": "seat", "player": player})
        self.seats_changed = True

    def sell(self, events: list[Record]) -> None:
        buyer = self.random.choice(sorted(self.ring.seated - {self.holder}))
        price = self.random.randint(1, 2000)
        events.append({"action": "sell_bank", "player": self.holder, "to": buyer, "amount": text(price)})
        self.add(self.holder, price)
        self.add(buyer, -price)
        self.holder = buyer

    def kitty_out(self, old: str) -> list[Record]:
        if self.kitty == 0:
            return []
        self.add(old, self.kitty)
        amount, self.kitty = self.kitty, 0
        return [{"action": "kitty_out", "player": old, "amount": text(amount)}]

    def kitty_up(self, new: bool) -> list[Record]:
        """Put a kitty up, or perhaps add to it."""
        if not self.shoot or not (new or self.kitty == 0 or self.random.random() < 0.2):
            return []
        low, high = self.house.kitty_min, self.house.kitty_max
        empty = new or self.kitty == 0
        within = self.random.choice([low, high, self.random.randint(low, high)])
        amount = within if empty else self.random.randint(1, low)
        self.kitty += amount
        self.add(self.holder, -amount)
        return [{"action": "kitty_in", "player": self.holder, "amount": text(amount)}]

    def shuffle_due(self) -> bool:
        """Whether the pack is shuffled: where it must be, and sometimes where nobody minds."""
        if self.last is None or self.last.void:
            return self.random.random() < 0.5
        if self.last.pontoon or self.house["shuffle"] == "every-deal":
            return True
        return self.seats_changed and self.random.random() < 0.5

    def some_to_the_deal_before(self, before: list[Record]) -> list[Record]:
        """What happens between deals may stand at the end of the deal before: the first part of it does, perhaps."""
        if not self.deals or self.random.random() < 0.5:
            return before
        cut = self.random.randint(0, len(before))
        self.deals[-1]["events"] += before[:cut]
        return before[cut:]

    # A deal

    def deal_out(self, order: list[str]) -> Outcome:
        """Play one deal."""
        return Dealing(self.random, self.house, self.pack, order, self.kitty if self.shoot else None, self.style).run()

    def order(self) -> list[str]:
        """Who is dealt in, from the banker's left; sometimes somebody sits out."""
        order = self.ring.from_left_of(self.holder)
        if len(order) > max(3, self.fewest()) and self.options.seats and self.random.random() < 0.1:
            order.remove(self.random.choice(order[:-1]))
        return order

    def leaves_during(self, outcome: Outcome, order: list[str]) -> str | None:
        """Sometimes somebody's train goes before the deal is over; the seat is theirs until then."""
        able = self.may_move() and not outcome.void and len(self.ring.seated) > max(3, self.fewest())
        if not able or self.random.random() > 0.05:
            return None
        return self.random.choice([p for p in order[:-1] if p != outcome.successor])

    def finish(self, chips: bool) -> None:
        """After the last deal the kitty goes home, and chips become money again."""
        tail: list[Record] = self.deals[-1]["events"]
        if self.shoot and self.random.random() < 0.7:
            tail += self.kitty_out(self.holder)
        if chips:
            self.chips(tail)

    def chips(self, tail: list[Record]) -> None:
        """Buy-ins that suffice, and cash-outs that balance."""
        for player in sorted(set(self.ring.chairs) | set(self.won)):
            won = self.won.get(player, 0)
            bought = max(0, -won) + self.random.randint(1, 5000)
            events, place = self.first_place(player)
            events.insert(place, {"action": "buy_in", "player": player, "amount": text(bought)})
            tail.append({"action": "cash_out", "player": player, "amount": text(bought + won)})

    def first_place(self, player: str) -> tuple[list[Record], int]:
        """Where in the log the player's chips are bought: after sitting down, else before everything."""
        for deal in self.deals:
            for place, event in enumerate(deal["events"]):
                if event["action"] == "seat" and event["player"] == player:
                    return deal["events"], place + 1
        return self.deals[0]["events"], 0
