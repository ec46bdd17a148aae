"""The order of first and second cards, stakes and first shoot bets (2.1, 2.2, 2.3, 6.2).

These look at the whole deal: who is passed over shows only when that one's card, stake or bet comes later.
"""

from __future__ import annotations

from tests.judge.reading import BANK_PLAYS, SETTLEMENTS, Event
from tests.judge.state import Deal


class Schedule:
    """When everybody's first cards, second cards and stakes stand in the log."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        counted = deal.counted()
        past_opening = any(e.action in BANK_PLAYS | SETTLEMENTS for e in counted)
        cards = {player: deal.opening(player) for player in deal.order}
        self.last_first_card = max((numbers[0] for numbers in cards.values() if numbers), default=0)
        if past_opening:
            # Of one card alone nobody knows whether it is a first or a second; that it is missing is said elsewhere.
            cards = {player: numbers for player, numbers in cards.items() if len(numbers) == 2}
        self.first = {player: numbers[0] for player, numbers in cards.items() if numbers}
        self.second = {player: numbers[1] for player, numbers in cards.items() if len(numbers) == 2}
        self.stakes: dict[str, int] = {}
        for e in counted:
            if e.action == "stake" and e.hand == 1 and e.player in deal.order and e.player != deal.banker:
                self.stakes.setdefault(e.player, e.number)
        # A second card in the first round is a fault of the dealing; the stake after it is not late for that.
        in_round = {p: number for p, number in self.second.items() if number > self.last_first_card}
        self.late = {p for p, number in self.stakes.items() if p in in_round and number > in_round[p]}
        seconds = min(in_round.values(), default=None)
        self.last_stake = max((n for n in self.stakes.values() if seconds is None or n < seconds), default=0)
        plays = (e.number for e in counted if e.action in BANK_PLAYS and e.number > self.last_stake)
        self.second_round = seconds or next(plays, None)

    def before(self, player: str) -> list[str]:
        """Who comes before, from the banker's left."""
        return self.deal.order[: self.deal.order.index(player)]

    def first_bet(self, event: Event) -> bool:
        """Whether a shoot bet stands between the last initial stake and the second cards."""
        in_time = self.second_round is None or event.number < self.second_round
        return event.hand == 1 and event.number > self.last_stake and in_time


def cards(deal: Deal, schedule: Schedule) -> None:
    """deal/card-order: the first card of each round that went to the wrong place."""
    if deal.banker is None or not deal.order_known:
        return
    due = [(1, p) for p in deal.order if p in schedule.first] + [(2, p) for p in deal.order if p in schedule.second]
    came = [(n, (1, p)) for p, n in schedule.first.items()] + [(n, (2, p)) for p, n in schedule.second.items()]
    for number, card in sorted(came):
        if card != due[0] and not deal.in_order_fog(number):
            player = card[1]
            deal.book.add("deal/card-order", number, player, 1, once=(deal.log.events[0].block, due[0][0]))
        due.remove(card)


def stakes(deal: Deal, schedule: Schedule) -> None:
    """stake/out-of-order: too soon for somebody's first card or stake, or after the player's own second card."""
    if deal.banker is None or not deal.order_known:
        return
    seen: set[str] = set()
    for player, number in sorted(schedule.stakes.items(), key=lambda item: item[1]):
        if deal.in_order_fog(number):
            return
        passed = {other for other, first in schedule.first.items() if first > number}
        passed |= {
            other
            for other in schedule.before(player)
            if other in schedule.stakes and other not in schedule.late and schedule.stakes[other] > number
        }
        if player in schedule.late or passed - seen:
            deal.book.add("stake/out-of-order", number, player, 1)
        seen |= passed


def first_bets(deal: Deal, schedule: Schedule) -> None:
    """shoot/out-of-order: a first shoot bet ahead of someone who bets later."""
    if deal.banker is None or not deal.order_known or deal.rules.base != "shoot-pontoon":
        return
    bets: dict[str, int] = {}
    for e in deal.counted():
        if e.action == "shoot" and e.player in deal.hands and schedule.first_bet(e):
            bets.setdefault(e.player, e.number)
    seen: set[str] = set()
    for player, number in sorted(bets.items(), key=lambda item: item[1]):
        if deal.in_order_fog(number):
            return
        passed = {other for other in schedule.before(player) if bets.get(other, 0) > number}
        if passed - seen:
            deal.book.add("shoot/out-of-order", number, player, 1)
        seen |= passed
