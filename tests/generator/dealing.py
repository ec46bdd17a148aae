"""One legal deal, played with real cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.generator.house import House, text
from tests.generator.table import Held, RealPack, ace_and_ten, best, count

Record = dict[str, Any]


class Misdeal(Exception):
    """Somebody called a misdeal."""


@dataclass
class Outcome:
    """What of a deal matters afterwards. `won` is in pence, the banker's against the stakes included."""

    events: list[Record]
    void: bool = False
    pontoon: bool = False
    successor: str | None = None
    kitty: int = 0
    won: dict[str, int] = field(default_factory=dict)


class Dealing:
    """Plays a deal: `order` are the people dealt in, from the banker's left, the banker last."""

    def __init__(
        self, random: Random, house: House, pack: RealPack, order: list[str], kitty: int | None, style: Style
    ) -> None:
        self.random = random
        self.house = house
        self.pack = pack
        self.players, self.banker = order[:-1], order[-1]
        self.kitty = kitty
        self.style = style
        self.events: list[Record] = []
        self.hands: dict[str, list[Held]] = {p: [Held(p, 1)] for p in self.players}
        self.bank = Held(self.banker, 1)
        self.steps_to_misdeal = random.randint(2, 40) if style.misdeal else 10**9
        self.kitty_before = kitty

    def all_hands(self) -> list[Held]:
        return [hand for player in self.players for hand in self.hands[player]]

    def run(self) -> Outcome:
        """Play to the end, or to the misdeal."""
        try:
            self.opening()
            if ace_and_ten(self.bank.cards):
                self.say("pontoon", self.banker)
            else:
                for player in self.players:
                    self.turn(player)
                self.bankers_turn()
        except Misdeal:
            return self.misdealt()
        return self.settled()

    def say(self, action: str, player: str, hand: Held | None = None, **more: Any) -> None:
        """Write an event down."""
        self.steps_to_misdeal -= 1
        if self.steps_to_misdeal == 0:
            raise Misdeal
        record: Record = {"action": action, "player": player}
        if hand is not None and hand is not self.bank and (hand.number > 1 or self.random.random() < 0.2):
            record["hand"] = hand.number
        self.events.append(record | more)

    def card(self, action: str, hand: Held, **more: Any) -> None:
        """A card comes to a hand."""
        card = self.pack.draw()
        hand.cards.append(card)
        face = {"face": "up" if action in ("twist", "draw") else "down"} if self.style.faces else {}
        try:
            self.say(action, hand.player, hand, **more, card=self.spelled(card), **face)
        except Misdeal:
            # The card never left the pack.
            self.pack.cards.insert(0, hand.cards.pop())
            raise

    def spelled(self, card: str) -> str:
        """Cards as different people write them."""
        if self.random.random() > 0.02:
            return card
        return self.random.choice([card.lower(), card.replace("T", "10"), card[0] + "♠♥♦♣"["SHDC".index(card[1])]])

    # The opening

    def opening(self) -> None:
        everybody = [self.hands[p][0] for p in self.players] + [self.bank]
        for hand in everybody:
            self.card("deal", hand)
        for player in self.players:
            self.stake(self.hands[player][0])
        if self.kitty is not None:
            for player in self.players:
                self.bet(self.hands[player][0], 0.4)
        for hand in everybody:
            self.card("deal", hand)

    def stake(self, hand: Held) -> None:
        low, high = self.house.min_stake, self.house.max_stake
        hand.initial = hand.stake = self.random.choice([low, high, self.random.randint(low, high), low + low // 2])
        self.say("stake", hand.player, hand, amount=text(hand.initial))

    def bet(self, hand: Held, chance: float) -> None:
        """Perhaps a shoot bet, within the kitty."""
        if self.kitty is None or self.random.random() > chance:
            return
        room = self.kitty - sum(h.bets for h in self.all_hands() if not h.bust)
        if room > 0:
            amount = self.random.choice([room, self.random.randint(1, room), max(1, room // 3)])
            self.say("shoot", hand.player, hand, amount=text(amount))
            hand.bets += amount

    # A player's turn

    def turn(self, player: str) -> None:
        """Every hand to its end, one at a time; after a split the hands in any order."""
        while True:
            open_hands = [h for h in self.hands[player] if not self.is_over(h)]
            if not open_hands:
                return
            # Whoever has taken a card to a hand finishes it before another one (3.9).
            hand = self.random.choice([h for h in open_hands if h.twisted or h.prices] or open_hands)
            if hand.number > 1 and not hand.started and hand.bets == 0:
                self.bet(hand, 0.2)
            self.play(hand)

    def is_over(self, hand: Held) -> bool:
        return hand.stuck or hand.declared or hand.bust or len(hand.cards) >= 5 or self.is_full(hand)

    def is_full(self, hand: Held) -> bool:
        """Clause 3.11."""
        return count(hand.cards) == 21 or (
            not self.house["soft_draw"] and len(hand.cards) >= 3 and best(hand.cards) == 21
        )

    def play(self, hand: Held) -> None:
        """One hand until it is over, or until it is split."""
        while not self.is_over(hand):
            action = self.choose(hand)
            hand.started = True
            if action == "split":
                self.split(hand)
                return
            if action in ("buy", "twist"):
                self.take(hand, action)
            else:
                self.say(action, hand.player, hand)
                hand.stuck, hand.declared = action == "stick", action == "pontoon"
        if hand.bust:
            self.went_bust(hand)
            if self.random.random() < 0.3:
                self.say("bust", hand.player, hand)
            self.perhaps_settle_at_once(hand)
        elif len(hand.cards) < 5 and self.is_full(hand) and not hand.stuck and self.random.random() < 0.3:
            self.say("stick", hand.player, hand)
            hand.stuck = True

    def choose(self, hand: Held) -> str:
        """Any legal play, sensible ones more often."""
        cards, house = hand.cards, self.house
        if ace_and_ten(cards):
            only_21 = hand.split and house["split_pontoon"] == "21"
            return self.random.choice(["pontoon", "stick"]) if only_21 else "pontoon"
        if self.may_split(hand) and self.random.random() < 0.8:
            return "split"
        total = best(cards)
        may_stick = total >= house["stick_at"]
        if may_stick and (len(self.pack.cards) < 8 or self.random.random() < (total - 11) / 10):
            return "stick"
        may_buy = not hand.twisted and (len(cards) < 4 or house["buy_fifth"])
        return "buy" if may_buy and self.random.random() < 0.55 else "twist"

    def may_split(self, hand: Held) -> bool:
        cards, kind = hand.cards, self.house["split"]
        return (
            len(cards) == 2
            and cards[0][0] == cards[1][0]
            and (kind == "pairs" or (kind == "aces" and cards[0][0] == "A"))
            and len(self.hands[hand.player]) < self.house["max_hands"]
            and len(self.pack.cards) > 14
        )

    def split(self, hand: Held) -> None:
        player = hand.player
        initial = self.hands[player][0].initial
        self.say("split", player, hand, amount=text(initial))
        new = Held(player, max(h.number for h in self.hands[player]) + 1, [hand.cards.pop(1)], initial, initial)
        self.hands[player].append(new)
        hand.split = new.split = True
        self.bet(new, 0.15)
        for half in (hand, new) if self.random.random() < 0.9 else (new, hand):
            self.card("deal", half)

    def take(self, hand: Held, action: str) -> None:
        if len(hand.cards) == 3:
            self.bet(hand, 0.3)
        if action == "buy":
            low, high = hand.initial, self.most(hand)
            price = self.random.choice([low, high, self.random.randint(low, high)])
            self.card("buy", hand, amount=text(price))
            hand.prices[len(hand.cards)] = price
            hand.stake += price
        else:
            self.card("twist", hand)
            hand.twisted = True

    def most(self, hand: Held) -> int:
        """The most a card may cost (3.3)."""
        initial, cap = hand.initial, self.house["buy_cap"]
        dearest: int = self.house["buy_limit"] * initial
        nth = len(hand.cards) + 1
        if nth == 3:
            return dearest
        third = hand.prices.get(3, dearest)
        by_cap = {"previous": hand.prices.get(nth - 1, third), "third": third, "twice": 2 * initial}
        return max(initial, by_cap[cap])

    def went_bust(self, hand: Held) -> None:
        """Cards under the pack, bets to the kitty."""
        self.pack.under(hand.cards)
        if self.kitty is not None:
            self.kitty += hand.bets

    def perhaps_settle_at_once(self, hand: Held) -> None:
        """Some tables write down a lost stake as soon as it is lost."""
        if self.style.settle_busts_at_once and self.style.settlements and not self.style.misdeal:
            self.write_settlement(hand)

    # The banker's turn and the end

    def bankers_turn(self) -> None:
        live = [h for h in self.all_hands() if not h.bust]
        if not live:
            if self.random.random() < 0.2:
                self.say("stay", self.banker)
            return
        while not (self.bank.bust or len(self.bank.cards) >= 5 or self.is_full(self.bank)):
            if self.random.random() < (best(self.bank.cards) - 12) / 7 or len(self.pack.cards) < 2:
                self.say("stay", self.banker)
                return
            self.card("draw", self.bank)
        if not self.bank.bust and len(self.bank.cards) < 5 and self.random.random() < 0.3:
            self.say("stay", self.banker)

    def misdealt(self) -> Outcome:
        """Everything goes back, the cards together under the pack."""
        self.events.append({"action": "void"})
        self.pack.under([c for h in [*self.all_hands(), self.bank] if not h.bust or h is self.bank for c in h.cards])
        return Outcome(self.events, void=True, kitty=self.kitty_before or 0)

    def settled(self) -> Outcome:
        self.steps_to_misdeal = 10**9
        won: dict[str, int] = dict.fromkeys([*self.players, self.banker], 0)
        kitty = self.kitty or 0
        hands = self.all_hands()
        for hand in hands:
            stake, shoot = self.due(hand)
            won[hand.player] += stake + shoot
            won[self.banker] -= stake
            if not hand.bust:
                kitty -= shoot
        if self.style.settlements:
            at_once = self.style.settle_busts_at_once and not self.style.misdeal
            written = [h for h in hands if not (h.bust and at_once)]
            if self.random.random() < 0.3:
                self.random.shuffle(written)
            for hand in written:
                self.write_settlement(hand)
        made = [h for h in hands if self.is_pontoon(h)]
        bank_made = ace_and_ten(self.bank.cards)
        self.pack.under([c for h in [*hands, self.bank] if not h.bust or h is self.bank for c in h.cards])
        takes = next((h.player for h in made if not h.split), None)
        return Outcome(
            self.events,
            pontoon=bool(made) or bank_made,
            successor=takes if self.house["bank_passes"] and not bank_made else None,
            kitty=kitty,
            won=won,
        )

    def is_pontoon(self, hand: Held) -> bool:
        return ace_and_ten(hand.cards) and not (hand.split and self.house["split_pontoon"] == "21")

    def due(self, hand: Held) -> tuple[int, int]:
        """What the hand wins in stakes and in shoot bets (4.2, 6.7)."""
        house, bank = self.house, self.bank
        if hand.bust:
            return -hand.stake, -hand.bets
        if ace_and_ten(bank.cards):
            return -house["banker_pontoon_multiple"] * hand.stake, -hand.bets
        if self.is_pontoon(hand):
            return house["pontoon_multiple"] * hand.stake, hand.bets
        push = house["tie"] == "push"
        bank_trick = len(bank.cards) == 5 and not bank.bust
        trick = len(hand.cards) == 5
        if bank_trick:
            if trick and push:
                return 0, 0
            return -house["banker_five_card_multiple"] * hand.stake, -hand.bets
        if trick:
            return house["five_card_multiple"] * hand.stake, hand.bets
        mine, theirs = best(hand.cards), best(bank.cards)
        if bank.bust or mine > theirs:
            return hand.stake, hand.bets
        return (0, 0) if push and mine == theirs else (-hand.stake, -hand.bets)

    def write_settlement(self, hand: Held) -> None:
        stake, shoot = self.due(hand)
        record: Record = {"player": hand.player} | ({"hand": hand.number} if hand.number > 1 else {})
        self.events.append({"action": "settle", **record, "amount": text(stake)})
        if hand.bets:
            self.events.append({"action": "settle_shoot", **record, "amount": text(shoot)})


@dataclass
class Style:
    """How a table keeps its log."""

    faces: bool = True
    settlements: bool = True
    settle_busts_at_once: bool = False
    misdeal: bool = False
