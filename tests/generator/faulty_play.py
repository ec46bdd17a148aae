"""Deals in which one thing goes wrong, and everything else follows from the cards as they then lie."""

from __future__ import annotations

from typing import Any

from tests.generator.dealing import Dealing, Outcome
from tests.generator.house import text
from tests.generator.mischief import CARDS, PLAYS, Mischief
from tests.generator.table import Held, ace_and_ten, best


class FaultyPlay(Dealing):
    """Plays of players and the banker with one fault."""

    mischief: Mischief

    def mark(self, hand: Held, name: str | None = None) -> None:
        """The finding stands at the event just written down."""
        fault = name or self.mischief.name
        self.mischief.mark(self.events[-1], hand.player, None if fault.startswith("banker/") else hand.number, name)

    def wants(self, *names: str) -> bool:
        return self.mischief.wants(*names)

    def card(self, action: str, hand: Held, **more: Any) -> None:
        super().card(action, hand, **more)
        if self.wants("deal/face") and self.random.random() < 0.1:
            record = self.events[-1]
            record["face"] = "up" if record["face"] == "down" else "down"
            self.mark(hand)

    # Whose turn it is

    def run(self) -> Outcome:
        if self.wants("turn/out-of-order") and len(self.players) > 1:
            self.out_of_order = self.random.randrange(len(self.players) - 1)
        return super().run()

    def opening(self) -> None:
        super().opening()
        self.opened = len(self.events)
        if ace_and_ten(self.bank.cards):
            self.before_show()

    def before_show(self) -> None:
        """The banker holds a pontoon, and should show it at once."""
        if self.wants("pontoon/banker-hidden"):
            at = len(self.events)
            super().turn(self.players[0])
            first = next(e for e in self.events[at:] if e["action"] in PLAYS)
            self.mischief.mark(first, None, None)
        elif self.wants("turn/after-banker-pontoon"):
            self.say("pontoon", self.banker)
            self.say("stick", self.players[0], self.hands[self.players[0]][0])
            self.mark(self.hands[self.players[0]][0])

    def say(self, action: str, player: str, hand: Held | None = None, **more: Any) -> None:
        shown = any(e["action"] == "pontoon" and e["player"] == self.banker for e in self.events)
        if action == "pontoon" and player == self.banker and shown:
            return
        super().say(action, player, hand, **more)
        if action == "stick" and hand is not None:
            low = self.wants("stick/below-minimum") and best(hand.cards) < self.house["stick_at"]
            if low or (self.wants("pontoon/undeclared") and self.is_pontoon(hand)):
                self.mark(hand)

    def turn(self, player: str) -> None:
        if self.wants("turn/out-of-order") and player == self.players[self.out_of_order]:
            following = self.players[self.out_of_order + 1]
            at = len(self.events)
            super().turn(following)
            first = next(e for e in self.events[at:] if e["action"] in PLAYS)
            self.mischief.mark(first, following, first.get("hand", 1))
        if self.wants("banker/too-early") and not self.is_full(self.bank) and self.random.random() < 0.4:
            self.card("draw", self.bank)
            self.mark(self.bank)
        if self.wants("pack/wrong-time") and self.random.random() < 0.3:
            self.pack.shuffle()
            self.events.append({"action": self.random.choice(["shuffle", "cut"])})
            self.mischief.mark(self.events[-1], None, None)
        if self.wants("banker/by-player") and self.random.random() < 0.3:
            self.bank_in_other_hands(self.hands[player][0])
        super().turn(player)

    def bank_in_other_hands(self, hand: Held) -> None:
        if self.random.random() < 0.5 or self.is_full(self.bank):
            self.say("stay", hand.player)
        else:
            self.bank.player = hand.player
            self.card("draw", self.bank)
            self.bank.player = self.banker
        self.mischief.mark(self.events[-1], hand.player, None)

    # A hand

    def play(self, hand: Held) -> None:
        """One hand, with a fault perhaps before it, in it, or after it."""
        if self.wants("turn/unfinished") and self.random.random() < 0.3 and not ace_and_ten(hand.cards):
            self.leave(hand)
            return
        if self.wants("pontoon/undeclared") and self.is_pontoon(hand) and self.random.random() < 0.3:
            self.leave(hand)
            return
        super().play(hand)
        if self.is_full(hand) and len(hand.cards) < 5 and not hand.stuck and self.wants("draw/at-21"):
            self.go_on(hand, "twist" if hand.twisted or len(hand.cards) == 4 else self.random.choice(["twist", "buy"]))
        elif hand.stuck and self.wants("turn/hand-over") and self.random.random() < 0.5:
            self.go_on(hand, self.random.choice(["twist", "stick"]))
        if self.wants("turn/hand-over") and hand.declared:
            self.go_on(hand, "stick")

    def leave(self, hand: Held) -> None:
        """Nobody plays the hand any more."""
        hand.stuck = True
        last = next(
            e
            for e in reversed(self.events)
            if e["action"] in CARDS + PLAYS and e["player"] == hand.player and e.get("hand", 1) == hand.number
        )
        self.mischief.mark(last, hand.player, hand.number)

    def go_on(self, hand: Held, action: str) -> None:
        """Play on a hand that is over."""
        if action == "stick":
            self.say("stick", hand.player, hand)
            self.mark(hand)
            return
        self.take(hand, action)
        self.mischief.mark(self.events[-1], hand.player, hand.number)
        if hand.bust:
            self.went_bust(hand)
            self.perhaps_settle_at_once(hand)

    def choose(self, hand: Held) -> str:
        action = self.wrong_choice(hand)
        if action is None:
            return super().choose(hand)
        return action

    def wrong_choice(self, hand: Held) -> str | None:
        """A play that is not allowed, where this is the moment for it. It is marked once it was made."""
        cards, house, mine = hand.cards, self.house, self.hands[hand.player]
        may_buy = not hand.twisted and not ace_and_ten(cards) and (len(cards) < 4 or house["buy_fifth"])
        pair = len(cards) == 2 and cards[0][0] == cards[1][0]
        if self.wants("pontoon/false", "bust/false") and not ace_and_ten(cards):
            self.say(self.mischief.name.split("/")[0], hand.player, hand)
            self.mark(hand)
            return None
        fits = {
            "stick/below-minimum": best(cards) < house["stick_at"],
            "pontoon/undeclared": self.is_pontoon(hand),
            "split/unequal": len(cards) == 2 and not pair and not ace_and_ten(cards) and len(mine) < house["max_hands"],
            "split/not-two-cards": len(cards) == 3 and hand.twisted and len(mine) < house["max_hands"],
            "split/not-aces": pair and not self.may_split(hand) and len(mine) < house["max_hands"],
            "split/too-many": pair and len(mine) == house["max_hands"] and house["split"] == "pairs",
            "split/wrong-stake": self.may_split(hand),
            "buy/after-twist": hand.twisted and len(cards) == 3,
            "buy/fifth-card": len(cards) == 4 and not hand.twisted and not house["buy_fifth"],
            "buy/below-limit": may_buy,
            "buy/above-limit": may_buy,
        }
        if not self.wants(*fits) or not fits[self.mischief.name]:
            return None
        group = self.mischief.name.split("/")[0]
        if group in ("split", "buy", "stick"):
            return group
        return self.random.choice(["stick", "twist"])

    def split(self, hand: Held) -> None:
        wrong = self.mischief.name.startswith("split/") and self.wants(self.mischief.name) and self.is_wrong(hand)
        if not wrong:
            super().split(hand)
            return
        first = self.hands[hand.player][0]
        right = first.initial
        if self.wants("split/wrong-stake"):
            first.initial += self.random.choice([-1, 1, 50])
        at = len(self.events)
        try:
            super().split(hand)
        finally:
            first.initial = right
        self.mischief.mark(self.events[at], hand.player, hand.number)
        if hand.bust:  # a hand of three cards, one of which moved, with the new one
            self.went_bust(hand)
            self.perhaps_settle_at_once(hand)

    def is_wrong(self, hand: Held) -> bool:
        """Whether the split that comes is the fault."""
        return self.wants("split/wrong-stake") or not self.may_split(hand)

    def take(self, hand: Held, action: str) -> None:
        undeclared = self.wants("pontoon/undeclared") and self.is_pontoon(hand)
        twisted, nth = hand.twisted, len(hand.cards)
        super().take(hand, action)
        after = self.wants("buy/after-twist") and action == "buy" and twisted
        fifth = self.wants("buy/fifth-card") and action == "buy" and nth == 4
        priced = self.wants("buy/below-limit", "buy/above-limit") and action == "buy"
        if undeclared or after or fifth:
            self.mark(hand)
        elif priced:
            self.wrong_price(hand)
        elif self.wants("turn/interleaved-hands"):
            self.interleave(hand)

    def wrong_price(self, hand: Held) -> None:
        """The price just paid was a penny too low or too high."""
        record, nth = self.events[-1], len(hand.cards)
        card = hand.cards.pop()
        most = self.most(hand)
        hand.cards.append(card)
        price = hand.initial - 1 if self.mischief.name == "buy/below-limit" else most + 1
        hand.stake += price - hand.prices[nth]
        hand.prices[nth] = price
        record["amount"] = text(price)
        self.mark(hand)

    def interleave(self, hand: Held) -> None:
        """In the middle of one split hand something is played on another."""
        others = [h for h in self.hands[hand.player] if h is not hand and not self.is_over(h)]
        if self.is_over(hand) or not others:
            return
        other = others[0]
        action = super().choose(other)
        if action == "split":
            return
        other.started = True
        self.mischief.done = True  # so that what follows is played as it should be
        if action in ("buy", "twist"):
            super().take(other, action)
            if other.bust:
                self.went_bust(other)
                self.perhaps_settle_at_once(other)
        else:
            self.say(action, other.player, other)
            other.stuck, other.declared = action == "stick", action == "pontoon"
        played = next(e for e in reversed(self.events) if e["action"] in PLAYS)
        self.mischief.mark(played, other.player, other.number)

    # The banker

    def bankers_turn(self) -> None:
        at = len(self.events)
        super().bankers_turn()
        live = any(not h.bust for h in self.all_hands())
        if not live:
            return
        stayed = self.events[-1]["action"] == "stay" and len(self.events) > at
        full = self.bank.bust or len(self.bank.cards) >= 5 or self.is_full(self.bank)
        if self.wants("banker/unfinished") and stayed and not full:
            self.events.pop()
            last = next(e for e in reversed(self.events) if e["action"] in CARDS + PLAYS)
            self.mischief.mark(last, None, None)
        elif self.wants("banker/hand-over") and (stayed or full):
            self.card("draw", self.bank)
            self.mark(self.bank)
        elif self.wants("pontoon/false") and self.random.random() < 0.5 and stayed and not ace_and_ten(self.bank.cards):
            stay = self.events.pop()
            self.say("pontoon", self.banker)
            self.mark(self.bank)
            self.events.append(stay)
        elif self.wants("banker/by-player") and any(e["action"] == "draw" for e in self.events[at:]):
            draw = next(e for e in self.events[at:] if e["action"] == "draw")
            draw["action"] = "twist"
            self.mischief.mark(draw, self.banker, None)
