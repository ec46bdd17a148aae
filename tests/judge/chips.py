"""chips/do-not-balance: what a player bought, won and lost against what that player cashed out."""

from __future__ import annotations

from decimal import Decimal

from tests.judge.reading import CHIPS, IN_DEAL, PACK, Event, Log
from tests.judge.state import ZERO, Deal
from tests.judge.verdict import Book

NO_MONEY = frozenset({"seat", "leave"}) | PACK


def balance(log: Log, deals: list[Deal], book: Book, gap: bool) -> None:
    """Judge every player who has bought in and cashed out, where all of theirs is in the log."""
    events = log.events
    late = {e.number for deal in deals for e in deal.events if deal.after_void(e) and e.action in IN_DEAL | {"banker"}}
    aside = [e for e in events if not e.sound and e.action not in NO_MONEY and e.number not in late]
    there = {e.player for e in events if e.sound and e.action in CHIPS | {"seat", "banker", "deal"}}
    named = [name for e in aside for name in ((e.player, e.to) if e.action == "sell_bank" else (e.player,))]
    if gap or not set(named) <= there - {None}:
        return
    players = {e.player for e in events if e.sound and e.action == "cash_out"}
    for player in sorted(p for p in players if p is not None):
        own = [e for e in events if e.sound and e.player == player]
        outs = [e for e in own if e.action == "cash_out"]
        if not any(e.action == "buy_in" for e in own) or player in named:
            continue
        results = [result(deal, player, aside) for deal in deals]
        if any(r is None for r in results):
            continue
        won = sum((r for r in results if r is not None), ZERO) + moved(log, events, player)
        if won != ZERO:
            book.add("chips/do-not-balance", outs[-1].number, player, money=won)


def result(deal: Deal, player: str, aside: list[Event]) -> Decimal | None:
    """What the recorded settlements of a deal brought the player; None where one of theirs is missing."""
    settled = [e for h in deal.all_hands() for e in (h.settled, h.shoot_settled) if e is not None]
    if deal.banker == player and any(e in deal.events and e.action in IN_DEAL | {"banker", None} for e in aside):
        return None
    if deal.void_at is None:
        mine = [h for h in deal.all_hands() if player in (h.player, deal.banker)]
        if deal.banker is None:
            return None
        for hand in mine:
            if hand.initial is None or hand.settled is None:
                return None
            if hand.player == player and deal.counts_shoot() and hand.bets and hand.shoot_settled is None:
                return None
    total = ZERO
    for event in settled:
        amount = event.amount or ZERO
        if event.action == "settle_shoot" and not deal.counts_shoot():
            continue
        if event.player == player:
            total += amount
        elif deal.banker == player and event.action == "settle":
            total -= amount
    return total


def moved(log: Log, events: list[Event], player: str) -> Decimal:
    """Chips bought less chips turned back, sales of the bank, money put into kitties and taken out."""
    total = ZERO
    shoot = log.rules.base == "shoot-pontoon"
    for event in events:
        amount = event.amount or ZERO
        if not event.sound:
            continue
        if event.action == "sell_bank":
            total += amount * ((event.player == player) - (event.to == player))
        elif event.player != player:
            continue
        elif event.action == "buy_in" or (shoot and event.action == "kitty_out"):
            total += amount
        elif event.action == "cash_out" or (shoot and event.action == "kitty_in"):
            total -= amount
    return total
