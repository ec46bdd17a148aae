"""What is due to every hand, and what the log says was paid (clauses 4.2, 4.3, 6.3, 6.6, 6.7)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from pontoon_audit.house_rules import HouseRules
from tests.judge.cards import BUST, FIVE, POINTS, PONTOON, Standing, standings
from tests.judge.reading import Event
from tests.judge.state import ZERO, Deal, Hand
from tests.judge.verdict import HandVerdict

T = TypeVar("T")
ANY_BANK: set[Standing] = (
    {(PONTOON, 21), (BUST, 22)} | {(FIVE, n) for n in range(15, 22)} | {(POINTS, n) for n in range(2, 22)}
)


@dataclass(frozen=True)
class Result:
    """How a hand ends against the bank: win, lose or push, and how many stakes change hands."""

    outcome: str
    multiple: int


def result(hand: Standing, bank: Standing, rules: HouseRules) -> Result:
    """The table of clause 4.2, with the house rules that change it."""
    (cls, total), (bank_cls, bank_total) = hand, bank
    if cls == BUST:
        return Result("lose", -1)
    if bank_cls == PONTOON:
        return Result("lose", -rules.banker_pontoon_multiple)
    if cls == PONTOON:
        return Result("win", rules.pontoon_multiple)
    if bank_cls == FIVE:
        if cls == FIVE and rules.tie == "push":
            return Result("push", 0)
        return Result("lose", -rules.banker_five_card_multiple)
    if cls == FIVE:
        return Result("win", rules.five_card_multiple)
    if bank_cls == BUST or total > bank_total:
        return Result("win", 1)
    if total == bank_total and rules.tie == "push":
        return Result("push", 0)
    return Result("lose", -1)


def verdict(deal: Deal, hand: Hand) -> HandVerdict:
    """What the rules say of one hand; None where something unknown leaves it open."""
    fogged = deal.fogged(hand.player)
    mine = standings(hand.cards, hand.split, deal.rules)
    cls, total = only({s[0] for s in mine}), only({s[1] for s in mine})
    if fogged or not hand.cards:
        cls = total = None
    if deal.void_at is not None:
        return HandVerdict(ZERO, ZERO, cls, total, None)
    if fogged or deal.banker is None:
        no_bets = not deal.counts_shoot() or (not hand.bets and not fogged)
        return HandVerdict(None, ZERO if no_bets else None, cls, total, None)
    banks = ANY_BANK if deal.bank_fogged else standings(deal.bank.cards, False, deal.rules)
    results = {result(s, b, deal.rules) for s in mine for b in banks}
    if deal.unplayed and cls != BUST:
        return HandVerdict(None, None if hand.bets else ZERO, cls, total, None)
    multiple, outcome = only({r.multiple for r in results}), only({r.outcome for r in results})
    due = None if multiple is None or hand.initial is None else hand.stake * multiple
    sign = {"win": 1, "push": 0, "lose": -1}
    shoot = ZERO
    if hand.bets:
        shoot = None if outcome is None else hand.bets * sign[outcome]
    return HandVerdict(due, shoot, cls, total, outcome)


def only(values: set[T]) -> T | None:
    """The one value of a set that has one."""
    return next(iter(values)) if len(values) == 1 else None


def settlements(deal: Deal, records_settlements: bool, records_bets: bool) -> None:
    """All findings about settlements, once the deal is over."""
    if deal.void_at is not None:
        of_void(deal)
        return
    for hand in deal.all_hands():
        said = verdict(deal, hand)
        pairs = [("wrong-amount", hand.settled, said.due)]
        if deal.counts_shoot():
            pairs.append(("shoot-wrong-amount", hand.shoot_settled, said.shoot_due))
        for name, event, due in sorted(pairs, key=lambda pair: pair[1].number if pair[1] else 0):
            if event is not None:
                compare(deal, hand, name, event, due)
    missing(deal, records_settlements)
    shoot_missing(deal, records_settlements, records_bets)


def compare(deal: Deal, hand: Hand, name: str, event: Event, due: Decimal | None) -> None:
    """One recorded settlement against what is due."""
    assert event.amount is not None
    if due is None:
        scope = (event.block, hand.player, hand.number)
        deal.book.add("settlement/unverified", event.number, hand.player, hand.number, once=scope)
    elif due != event.amount:
        money = due - event.amount
        deal.book.add(f"settlement/{name}", event.number, hand.player, hand.number, money=money)


def missing(deal: Deal, records_settlements: bool) -> None:
    """settlement/missing: others have one, or all went bust in a session that records them."""
    if not others_settled(deal, records_settlements):
        return
    for hand in deal.all_hands():
        if hand.settled is None and hand.initial is not None and not lost(deal, hand, "settle"):
            due = verdict(deal, hand).due
            deal.book.add("settlement/missing", deal.last_event(), hand.player, hand.number, money=due)


def others_settled(deal: Deal, records_settlements: bool) -> bool:
    """Whether a live hand has a settlement, or all went bust where settlements are recorded."""
    hands = deal.all_hands()
    all_bust = bool(hands) and all(not deal.fogged(h.player) and h.is_("bust") for h in hands)
    return deal.live_settled() or (all_bust and records_settlements)


def shoot_missing(deal: Deal, records_settlements: bool, records_bets: bool) -> None:
    """settlement/shoot-missing: other hands or bets of the deal are settled, this hand's bets are not."""
    if deal.incomplete or not deal.counts_shoot() or not records_bets:
        return
    if not (others_settled(deal, records_settlements) or any(h.shoot_settled for h in deal.all_hands())):
        return
    for hand in deal.all_hands():
        if hand.shoot_settled is None and hand.bets and not lost(deal, hand, "settle_shoot"):
            due = verdict(deal, hand).shoot_due
            deal.book.add("settlement/shoot-missing", deal.last_event(), hand.player, hand.number, money=due)


def lost(deal: Deal, hand: Hand, action: str) -> bool:
    """Whether a record set aside may have been this settlement."""
    if deal.fogged(hand.player):
        return True
    for event, there_was in deal.lost_settlements:
        player = event.player
        if event.action == action and (player is None or player not in deal.hands):
            return True
        if event.action == action and player == hand.player and (event.hand == hand.number or not there_was):
            return True
    return False


def of_void(deal: Deal) -> None:
    """settlement/of-void: nothing is settled in a misdeal, before or after it was called."""
    for e in deal.events:
        settles = e.action == "settle" or (e.action == "settle_shoot" and deal.counts_shoot())
        if e.sound and settles and e.player != deal.banker:
            money = -e.amount if e.amount is not None else None
            deal.book.add("settlement/of-void", e.number, e.player, e.hand, once=e.block, money=money)


def kitty_after(deal: Deal) -> None:
    """The kitty when the deal is over: by recorded shoot settlements where they stand, else by what is due."""
    if not deal.counts_shoot() or deal.kitty is None:
        return
    for hand in deal.all_hands():
        if deal.void_at is not None:
            deal.kitty -= hand.bets_in_kitty
            continue
        due = verdict(deal, hand).shoot_due
        event = hand.shoot_settled
        gets = event.amount if event is not None else due if hand.bets else ZERO
        if gets is None:
            deal.kitty = None
            return
        deal.kitty -= gets + hand.bets_in_kitty
