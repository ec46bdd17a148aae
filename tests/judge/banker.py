"""The banker's plays, and the bank's cards in other hands (clauses 2.4, 4.1)."""

from __future__ import annotations

from tests.judge.reading import Event
from tests.judge.state import Deal
from tests.judge.taking import set_aside, take_card
from tests.judge.turns import card_missing, hands_of, once_a_passed, waits


def play(deal: Deal, event: Event) -> None:
    """A play in the banker's name."""
    assert deal.banker is not None
    if event.action == "split":
        set_aside(deal, event, "log/bad-record")
        return
    if event.action in ("pontoon", "buy", "twist", "stick", "bust") and event.hand != 1:
        set_aside(deal, event, "log/unknown-hand")
        return
    if event.action in ("buy", "twist", "stick"):
        deal.book.add("banker/by-player", event.number, deal.banker)
    if not deal.bank_fogged:
        card_missing(deal, event, deal.bank)
    deal.bank.false_word = False
    if event.action == "pontoon":
        show(deal, event)
        return
    too_early(deal, event)
    if event.action in ("draw", "buy", "twist"):
        draw(deal, event)
    elif event.action in ("stay", "stick"):
        deal.stayed = True
    elif deal.bank.is_("bust") is False and not deal.bank_fogged:
        deal.book.add("bust/false", event.number, deal.banker, 1)
        deal.bank.false_word = True
    deal.bank.played = True
    deal.bank.last = event.number


def show(deal: Deal, event: Event) -> None:
    """The banker declares a pontoon."""
    true = None if deal.bank_fogged else deal.bank.is_("pontoon")
    deal.bank.last = event.number
    if true is False:
        deal.book.add("pontoon/false", event.number, deal.banker, 1)
        deal.bank.false_word = True
    elif not deal.shown:
        deal.shown = true


def too_early(deal: Deal, event: Event) -> None:
    """The banker's first play while somebody is still to play (4.1)."""
    if deal.bank.played or deal.shown or deal.in_order_fog(event.number):
        return
    others = [player for player in deal.order if player != deal.banker]
    passed = [player for player in others if any(waits(deal, h, event) for h in hands_of(deal, player))]
    once_a_passed(deal, "banker/too-early", event, passed, deal.banker, None)


def draw(deal: Deal, event: Event) -> None:
    """A card of the bank's hand, whoever took it."""
    if not deal.bank_fogged and deal.bank_over():
        deal.book.add("banker/hand-over", event.number, deal.banker)
    deal.bank.false_word = False
    take_card(deal, event, deal.bank)


def by_player(deal: Deal, event: Event) -> None:
    """A `draw` or `stay` of somebody else: the card is the bank's, a stay does nothing."""
    deal.book.add("banker/by-player", event.number, event.player)
    if event.action == "draw":
        draw(deal, event)
