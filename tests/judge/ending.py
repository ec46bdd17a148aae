"""What can only be said when the deal is over."""

from __future__ import annotations

from tests.judge.cards import is_ace_and_ten, surely
from tests.judge.reading import BANK_PLAYS, PLAYS, SETTLEMENTS
from tests.judge.state import Deal, Hand
from tests.judge.turns import card_missing_at


def close(deal: Deal, records_settlements: bool) -> None:
    """Findings that need the whole deal, settlements apart."""
    stakes_missing(deal)
    if deal.void_at is not None:
        return
    if deal.banker is not None:
        deal.play_over = play_over(deal)
        deal.unplayed = deal.play_over is False and not deal.live_settled(maybe=True)
        cards_missing(deal)
        deal.play_over = play_over(deal)
    deal.unplayed = deal.banker is None or (deal.play_over is False and not deal.live_settled(maybe=True))
    incomplete(deal, records_settlements)
    if deal.banker is not None:
        left_hands(deal)
        banker_unfinished(deal)


def stakes_missing(deal: Deal) -> None:
    """stake/missing, at the player's second card."""
    for player, hands in deal.hands.items():
        second = deal.opening(player)[1:]
        if deal.banker is not None and hands[0].initial is None and second and not deal.fogged(player):
            deal.book.add("stake/missing", second[0], player, 1)


def play_over(deal: Deal) -> bool | None:
    """Whether the deal's play is over: the bank's hand is, or nobody's hand is live."""
    hands = deal.all_hands()
    busts = [None if deal.fogged(h.player) else h.is_("bust") for h in hands]
    bank = deal.bank_over()
    if not hands:
        return False
    if bank or all(busts):
        return True
    return None if bank is None or False not in busts else False


def cards_missing(deal: Deal) -> None:
    """deal/card-missing where no play gave it away; not in a deal that only breaks off."""
    past_opening = any(e.action in BANK_PLAYS | SETTLEMENTS for e in deal.counted())
    if not past_opening:
        return
    for hand in [*deal.all_hands(), deal.bank]:
        if len(hand.cards) < 2 and not deal.fogged(hand.player) and not (hand.split and deal.unplayed):
            card_missing_at(deal, deal.last_event(), hand)


def incomplete(deal: Deal, records_settlements: bool) -> None:
    """log/incomplete-deal: no banker, broken off, or played and never settled."""
    if deal.set_aside_during():
        return
    staked_live = [h for h in deal.all_hands() if h.initial is not None and h.is_("bust") is False]
    unsettled = deal.play_over is True and records_settlements and bool(staked_live)
    if deal.unplayed or (unsettled and not deal.live_settled(maybe=True)):
        deal.incomplete = True
        deal.book.add("log/incomplete-deal", deal.last_event())


def left_hands(deal: Deal) -> None:
    """turn/unfinished, and pontoons left without a word. Where the banker held a pontoon nobody had to play."""
    if deal.shown is not False or deal.hidden or may_hold_pontoon(deal):
        return
    for hand in deal.all_hands():
        said = hand.false_word or hand.undeclared_said or deal.played_later(hand, hand.last)
        if deal.fogged(hand.player) or said or not passed_by(deal, hand):
            continue
        pontoon = hand.is_("pontoon")
        if pontoon and hand.finished() is False:
            deal.book.add("pontoon/undeclared", hand.last, hand.player, hand.number)
        elif pontoon is False and hand.finished() is False:
            deal.book.add("turn/unfinished", hand.last, hand.player, hand.number)


def may_hold_pontoon(deal: Deal) -> bool:
    """Whether the banker was dealt a pontoon, or may have been."""
    cards = [e.card for e in deal.counted() if e.number in deal.opening(deal.banker or "")]
    if len(cards) < 2:
        return deal.bank_fogged
    return surely(cards, is_ace_and_ten) is not False


def passed_by(deal: Deal, hand: Hand) -> bool:
    """Whether the next player or the banker played, or the deal was settled, after the hand's last event."""
    after = deal.order[deal.order.index(hand.player) + 1 :] if deal.order_known else [deal.banker]
    for e in deal.counted():
        if e.number <= hand.last:
            continue
        if e.action in PLAYS and e.player in after and e.player != deal.banker:
            return True
        if e.action in BANK_PLAYS - {"pontoon", "bust"} and e.player == deal.banker:
            return True
        if e.action == "settle":
            other = deal.find(e.player or "", e.hand)
            if other is not None and (other is hand or other.is_("bust") is False):
                return True
    return False


def banker_unfinished(deal: Deal) -> None:
    """banker/unfinished: live hands are settled against a bank's hand that is not over."""
    settled = [
        h.settled.number
        for h in deal.all_hands()
        if h.settled is not None and not deal.fogged(h.player) and h.is_("bust") is False
    ]
    open_ended = deal.bank_over() is False and not deal.bank.false_word
    if settled and open_ended and not deal.bank_played_later(max(settled)):
        deal.book.add("banker/unfinished", deal.last_play(), once=deal.log.events[0].block)
