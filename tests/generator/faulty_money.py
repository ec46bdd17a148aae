"""Deals in which one card of the opening, one stake, bet or settlement is not as it should be."""

from __future__ import annotations

from typing import Any

from tests.generator.dealing import Outcome, Record
from tests.generator.faulty_play import FaultyPlay
from tests.generator.house import text
from tests.generator.mischief import last_event, mark
from tests.generator.table import Held, ace_and_ten, count


class FaultyDealing(FaultyPlay):
    """A deal with one fault of any kind that is made while it is played."""

    # The opening

    def opening(self) -> None:
        everybody = [self.hands[p][0] for p in self.players] + [self.bank]
        self.round(everybody, 1)
        self.stakes()
        if self.kitty is not None:
            self.first_bets()
        elif self.wants("shoot/not-played"):
            self.say("shoot", self.players[0], self.hands[self.players[0]][0], amount="1")
            self.mark(self.hands[self.players[0]][0])
        self.round(everybody, 2)
        if self.wants("deal/card-extra") and not ace_and_ten(self.bank.cards):
            hand = self.random.choice(everybody)
            if count([*hand.cards, self.pack.cards[0]]) <= 21:
                self.card("deal", hand)
                self.mark(hand)
        if ace_and_ten(self.bank.cards):
            self.before_show()

    def round(self, everybody: list[Held], nth: int) -> None:
        """The first or the second cards."""
        order = list(everybody)
        swapped = None
        if self.wants("deal/card-order") and self.random.random() < 0.3:
            place = self.random.randrange(len(order) - 1)
            order[place], order[place + 1] = order[place + 1], order[place]
            swapped = order[place]
        late = None
        if nth == 1 and self.wants("stake/out-of-order") and self.random.random() < 0.3:
            late = order.pop()
        for hand in order:
            self.card("deal", hand)
            if hand is swapped:
                self.mark(hand)
        if late is not None:
            first = self.hands[self.players[0]][0]
            self.stake(first)
            self.mark(first)
            self.card("deal", late)
        if self.late_staker is not None and nth == 2:
            self.stake(self.late_staker)
            self.mark(self.late_staker)

    late_staker: Held | None = None

    def stakes(self) -> None:
        players = [p for p in self.players if self.hands[p][0].initial == 0]
        if self.wants("stake/out-of-order") and len(players) > 1:
            place = self.random.randrange(len(players) - 1)
            if self.random.random() < 0.5:
                self.late_staker = self.hands[players.pop(place)][0]
                self.late_staker.initial = 0
            else:
                players[place], players[place + 1] = players[place + 1], players[place]
                early = players[place]
                for player in players:
                    self.stake(self.hands[player][0])
                    if player == early:
                        self.mark(self.hands[player][0])
                return
        for player in players:
            self.stake(self.hands[player][0])
        if self.wants("stake/by-banker"):
            self.say("stake", self.banker, amount=text(self.house.min_stake))
            self.mark(self.bank)

    def stake(self, hand: Held) -> None:
        super().stake(hand)
        wrong = {"stake/below-minimum": self.house.min_stake - 1, "stake/above-maximum": self.house.max_stake + 1}
        if self.wants(*wrong) and self.random.random() < 0.3:
            hand.initial = hand.stake = wrong[self.mischief.name]
            self.events[-1]["amount"] = text(hand.stake)
            self.mark(hand)
        if self.wants("stake/repeated") and self.random.random() < 0.3:
            self.say("stake", hand.player, hand, amount=text(self.house.min_stake))
            self.mark(hand)

    # Shoot bets

    def first_bets(self) -> None:
        if self.wants("shoot/out-of-order") and len(self.players) > 1:
            early, late = self.players[1], self.players[0]
            at = len(self.events)
            self.bet(self.hands[early][0], 1)
            self.bet(self.hands[late][0], 1)
            if len(self.events) == at + 2:
                self.mischief.mark(self.events[at], early, 1)
            return
        for player in self.players:
            self.bet(self.hands[player][0], 0.4)
        if self.wants("shoot/by-banker"):
            self.say("shoot", self.banker, amount="0.01")
            self.mark(self.bank)
        if self.wants("kitty/wrong-time") and self.kitty:
            self.say("kitty_in", self.banker, amount="1")
            self.kitty += 100
            self.kitty_before = self.kitty
            self.mischief.mark(self.events[-1], self.banker, None)

    def room(self) -> int:
        return (self.kitty or 0) - sum(h.bets for h in self.all_hands() if not h.bust)

    def bet(self, hand: Held, chance: float) -> None:
        at = len(self.events)
        super().bet(hand, chance)
        if len(self.events) == at:
            return
        if self.wants("shoot/repeated") and self.room() > 0:
            self.say("shoot", hand.player, hand, amount="0.01")
            hand.bets += 1
            self.mark(hand)
        elif self.wants("shoot/over-kitty"):
            more = self.room() + 1
            record = self.events[-1]
            bet = hand.bets + more
            if self.hands[hand.player] == [hand] and text(hand.bets) == record["amount"]:
                record["amount"] = text(bet)
                hand.bets = bet
                self.mark(hand)

    def turn(self, player: str) -> None:
        hand = self.hands[player][0]
        if self.wants("shoot/wrong-time") and self.room() > 0 and self.random.random() < 0.5:
            self.say("shoot", player, hand, amount="0.01")
            hand.bets += 1
            self.mark(hand)
        super().turn(player)

    # Settlements

    def write_settlement(self, hand: Held) -> None:
        at = len(self.events)
        super().write_settlement(hand)
        for record in self.events[at:]:
            self.wrong_settlement(hand, record)
        if self.wants("settlement/by-banker") and self.random.random() < 0.3:
            self.events.append({"action": "settle", "player": self.banker, "amount": "1"})
            self.mark(self.bank)

    def wrong_settlement(self, hand: Held, record: Record) -> None:
        wrong = {"settle": "settlement/wrong-amount", "settle_shoot": "settlement/shoot-wrong-amount"}[record["action"]]
        if self.random.random() > 0.4:
            return
        if self.wants(wrong) and not (hand.bust and record["action"] == "settle_shoot"):
            due = self.due(hand)[record["action"] == "settle_shoot"]
            paid = self.random.choice([due + 1, due - 1, -due or 5, 0 if due else 100])
            record["amount"] = text(paid)
            if record["action"] == "settle_shoot":
                self.paid_otherwise += paid - due
            self.mischief.mark(record, hand.player, hand.number)
        elif self.wants("settlement/repeated"):
            again = dict(record)
            self.events.insert(self.events.index(record) + 1, again)
            self.mischief.mark(again, hand.player, hand.number)

    paid_otherwise: int = 0

    def settled(self) -> Outcome:
        outcome = super().settled()
        outcome.kitty -= self.paid_otherwise
        live = [h for h in self.all_hands() if not h.bust]
        if self.wants("settlement/missing") and (len(live) > 1 or not live):
            self.leave_out("settle", "settlement/missing", lambda h: True)
        if self.wants("settlement/shoot-missing") and sum(1 for h in self.all_hands() if h.bets) > 1:
            self.leave_out("settle_shoot", "settlement/shoot-missing", lambda h: h.bets > 0)
        if self.wants("settlement/too-early") and live:
            self.too_early(self.random.choice(live))
        return outcome

    def leave_out(self, action: str, name: str, fits: Any) -> None:
        """One settlement never gets into the log."""
        hand = self.random.choice([h for h in self.all_hands() if fits(h)])
        self.events.remove(self.settlement(hand, action))
        self.mischief.done = True
        mark(last_event(self.events), name, hand.player, hand.number)

    def settlement(self, hand: Held, action: str) -> Record:
        return next(
            e
            for e in self.events
            if e["action"] == action and e["player"] == hand.player and e.get("hand", 1) == hand.number
        )

    def too_early(self, hand: Held) -> None:
        """A live hand is settled before the banker's last card or word."""
        plays = [i for i, e in enumerate(self.events) if e["action"] in ("draw", "stay") and e["player"] == self.banker]
        if not plays or (self.events[plays[-1]]["action"] == "stay" and self.is_full(self.bank)):
            return
        record = self.settlement(hand, "settle")
        self.events.remove(record)
        self.events.insert(plays[-1], record)
        self.mischief.mark(record, hand.player, hand.number)

    def misdealt(self) -> Outcome:
        outcome = super().misdealt()
        dealt = [e["player"] for e in self.events if e["action"] == "deal" and e["player"] != self.banker]
        if self.wants("settlement/of-void") and dealt:
            record: Record = {"action": "settle", "player": dealt[0], "amount": "-1"}
            self.events.append(record)
            self.mischief.mark(record, dealt[0], 1)
        return outcome
