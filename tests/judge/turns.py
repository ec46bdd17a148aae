"""A player's plays (clause 3)."""

from __future__ import annotations

from tests.judge import buying
from tests.judge.cards import UNKNOWN
from tests.judge.reading import Event
from tests.judge.state import Deal, Hand
from tests.judge.taking import take_card


def play(deal: Deal, event: Event, hand: Hand) -> None:
    """One play on a hand: whether it may be, and what it does."""
    if hand.settled is not None:
        # Not counted, so not anybody's turn either; only the pack has a card less.
        if deal.shown:
            after_pontoon(deal, event, hand)
        elif not deal.fogged(hand.player) and not (event.action == "bust" and hand.is_("bust") is not False):
            deal.book.add("turn/hand-over", event.number, hand.player, hand.number)
        if event.card:
            take_card(deal, event, hand, counts=False)
        return
    banker_hidden(deal, event)
    if deal.shown:
        after_pontoon(deal, event, hand)
    if not deal.fogged(hand.player):
        card_missing(deal, event, hand)
        if not deal.shown:
            whose_turn(deal, event, hand)
            if is_over(hand, event):
                deal.book.add("turn/hand-over", event.number, hand.player, hand.number)
            judge(deal, event, hand)
        else:
            declarations(deal, event, hand)
    do(deal, event, hand)


def after_pontoon(deal: Deal, event: Event, hand: Hand) -> None:
    """A play though the banker has shown a pontoon (2.4)."""
    deal.book.add("turn/after-banker-pontoon", event.number, hand.player, hand.number, once=event.block)


def whose_turn(deal: Deal, event: Event, hand: Hand) -> None:
    """Findings about the moment of a play: 3.9, 3.10."""
    player, number = hand.player, hand.number
    hands = deal.hands[player]
    if not any(h.played for h in hands) and deal.order_known and not deal.in_order_fog(event.number):
        passed = [
            other
            for other in deal.order[: deal.order.index(player)]
            if any(waits(deal, h, event) for h in hands_of(deal, other))
        ]
        once_a_passed(deal, "turn/out-of-order", event, passed, player, number)
    if not deal.in_order_fog(event.number):
        others = [h for h in hands if h is not hand and (h.bought or h.twisted) and waits(deal, h, event)]
        if others:
            deal.book.add("turn/interleaved-hands", event.number, player, number, once=(event.block, player))


def banker_hidden(deal: Deal, event: Event) -> None:
    """A player plays though the banker holds a pontoon that was not shown (2.4)."""
    if deal.banker is None or deal.bank_fogged or deal.hidden or deal.shown is not False:
        return
    held = [n for n in deal.opening(deal.banker) if n < event.number]
    if len(held) == 2 and deal.bank_pontoon_dealt():
        deal.hidden = True
        deal.book.add("pontoon/banker-hidden", event.number, once=event.block)


def once_a_passed(
    deal: Deal, finding: str, event: Event, passed: list[str], player: str | None, hand: int | None
) -> None:
    """A finding at this event unless everybody it passes over was reported already."""
    seen = deal.passed_over.setdefault(finding, set())
    if set(passed) - seen:
        deal.book.add(finding, event.number, player, hand)
    seen.update(passed)


def waits(deal: Deal, hand: Hand, event: Event) -> bool:
    """Whether a hand is unfinished and is played on later."""
    return (
        not deal.fogged(hand.player)
        and hand.settled is None
        and hand.finished() is False
        and deal.played_later(hand, event.number)
    )


def hands_of(deal: Deal, player: str) -> list[Hand]:
    """The player's hands, also one of which no card has come yet."""
    return deal.hands.get(player) or ([Hand(player, 1, deal.rules)] if deal.dealt_in(player) else [])


def card_missing(deal: Deal, event: Event, hand: Hand) -> None:
    """A play with fewer than two cards."""
    if len(hand.cards) < 2:
        card_missing_at(deal, event.number, hand)


def card_missing_at(deal: Deal, event: int, hand: Hand) -> None:
    """deal/card-missing; what is missing is from now on counted as cards that nobody knows (2.3, 3.2)."""
    missing = 2 - len(hand.cards)
    player = hand.player
    deal.book.add("deal/card-missing", event, player, hand.number, once=(deal.log.events[0].block, player))
    hand.padded += missing
    hand.cards += [UNKNOWN] * missing
    hand.sightings += [None] * missing
    hand.prices += [None] * missing
    deal.pack.out += missing
    deal.pack.doubts.add("card missing")


def is_over(hand: Hand, event: Event) -> bool:
    """turn/hand-over: a play on a finished hand; what only 3.11 finished may still be stuck on or spoken of."""
    if hand.over() is True:
        says_so = event.action == "bust" and hand.is_("bust") is not False
        return not says_so
    return hand.is_("full") is True and event.action == "split"


def judge(deal: Deal, event: Event, hand: Hand) -> None:
    """The rules of the play itself; what turn/hand-over holds back is dropped when the book is closed."""
    player, number = hand.player, hand.number
    declarations(deal, event, hand)
    if event.action == "split":
        buying.split(deal, event, hand)
    elif event.action in ("buy", "twist"):
        if hand.is_("full"):
            deal.book.add("draw/at-21", event.number, player, number)
        if event.action == "buy":
            buying.buy(deal, event, hand)
    elif event.action == "stick" and hand.is_below(deal.rules.stick_at):
        deal.book.add("stick/below-minimum", event.number, player, number)
    if event.action in ("buy", "twist", "stick") and hand.is_("pontoon") and hand.declared is False and not hand.stuck:
        hand.undeclared_said = True
        scope = (event.block, player, number)
        deal.book.add("pontoon/undeclared", event.number, player, number, once=scope)


def declarations(deal: Deal, event: Event, hand: Hand) -> None:
    """False words (3.1, 3.7)."""
    if event.action == "pontoon" and hand.is_("ace and ten") is False:
        deal.book.add("pontoon/false", event.number, hand.player, hand.number)
    if event.action == "bust" and hand.is_("bust") is False:
        deal.book.add("bust/false", event.number, hand.player, hand.number)


def do(deal: Deal, event: Event, hand: Hand) -> None:
    """What the play does, also where it should not have been."""
    hand.played = True
    hand.last = event.number
    hand.false_word = False
    if event.action == "stick":
        hand.stuck = True
    elif event.action == "pontoon":
        true = hand.is_("ace and ten")
        hand.declared = hand.declared if true is False else true
        hand.false_word = true is not True
    elif event.action == "bust":
        hand.false_word = hand.is_("bust") is not True
    elif event.action == "split":
        do_split(deal, event, hand)
    else:
        if event.action == "buy":
            hand.bought = True
            hand.stake += event.amount or 0
        else:
            hand.twisted = True
        take_card(deal, event, hand)


def do_split(deal: Deal, event: Event, hand: Hand) -> None:
    """The second card moves to a new hand with the next free number (3.2)."""
    hands = deal.hands[hand.player]
    new = Hand(hand.player, max(h.number for h in hands) + 1, deal.rules)
    new.initial = event.amount
    new.stake += event.amount or 0
    new.last = event.number
    hands.append(new)
    if len(hand.cards) >= 2:
        new.cards.append(hand.cards.pop(1))
        new.sightings.append(hand.sightings.pop(1))
        new.prices.append(hand.prices.pop(1))
        hand.padded -= hand.padded > 0  # the second card is the one that nobody recorded
    for half in (hand, new):
        half.split = half.awaits_card = True
