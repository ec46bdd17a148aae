"""Whose turn it was: for a card, a stake, a play, a bet. Clauses 2.1 to 2.3, 3.9, 3.10 and 6.2.

Somebody is passed over who waits for a turn that still comes in this deal. Each is passed over once: `passed_again`
tells where everybody passed over had been passed over before.
"""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import AT_BETS, AT_STAKES, Deal, Player
from pontoon_audit.replay.holding import finished
from pontoon_audit.replay.rows import Event
from pontoon_audit.replay.state import NEVER, PLAYED_ON, UNKNOWN
from pontoon_audit.replay.table import Table


@compiled
def judge_card_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clauses 2.1 and 2.3: whose turn it was to get a card. Who never gets one passes nobody over."""
    event = table.events[i]
    round_of_cards = 1
    due = _waits_for_card(table, deal, 1)
    if due == NOBODY:
        round_of_cards = 2
        due = _waits_for_card(table, deal, 2)
    if not _gets(deal, table.players[player], 1):
        return
    event.round = round_of_cards
    seats_known = table.now.seats_known == 1  # without seats first cards make the order
    if (seats_known or round_of_cards == 2 or due != player) and deal.order_known == 1 and deal.upset == 0:
        event.passed_over = NOBODY if due == player else due


@compiled
def _waits_for_card(table: Table, deal: Deal, cards: int) -> int:
    """The first in turn who gets so many opening cards and has one less; nobody where none waits. Who does not wait
    when it is asked never will, so those before are passed by for good."""
    place = deal.first_waits if cards == 1 else deal.second_waits
    while place < deal.people and not _waits(deal, table.players[table.players[place].at_place], cards):
        place += 1
    if cards == 1:
        deal.first_waits = place
    else:
        deal.second_waits = place
    return table.players[place].at_place if place < deal.people else NOBODY


@compiled
def _waits(deal: Deal, player: Player, cards: int) -> bool:
    return player.got == cards - 1 and _gets(deal, player, cards)


@compiled
def _gets(deal: Deal, player: Player, cards: int) -> bool:
    """Whether the player gets so many opening cards. Of one card alone, where another is missing, nobody can say
    whether it was the first or the second."""
    least = 2 if deal.past_opening == 1 else cards
    return player.opening >= least


@compiled
def judge_stake_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clause 2.2: whom a stake passes over that comes too soon: those who still wait for their first card, and those
    before in turn who stake later, but in time; the player's own self where it comes after the own second card."""
    event, staker = table.events[i], table.players[player]
    event.passed_over = NOBODY
    event.passed_again = 1
    if _stakes_late(deal, staker):
        event.passed_over = player
        event.passed_again = 0
    for place in range(deal.people):
        who = table.players[place].at_place
        other = table.players[who]
        waits_for_card = _gets(deal, other, 1) and other.first_card_of > i
        before = place < staker.rank and who != deal.banker
        if waits_for_card or (before and other.first_stake > i and not _stakes_late(deal, other)):
            pass_over(table, event, who, AT_STAKES)


@compiled
def _stakes_late(deal: Deal, player: Player) -> bool:
    second, seconds = player.second_card_of, deal.second_cards_from
    in_its_round = second != NEVER and seconds != NEVER and second >= seconds
    return in_its_round and player.first_stake > second


@compiled
def pass_over(table: Table, event: Event, player: int, where: int) -> None:
    """Notes somebody whose turn it was: the first of them is named, and whether any was not passed over before."""
    other = table.players[player]
    if event.passed_over == NOBODY:
        event.passed_over = player
    if other.passed & where == 0:
        event.passed_again = 0
        other.passed |= where


@compiled
def judge_turn(table: Table, deal: Deal, places: int, where: int, i: int) -> None:
    """Clause 3.10: who of the first `places` in turn order has a hand that is not finished and is played on later."""
    event = table.events[i]
    all_wait = places == deal.people  # before the banker everybody plays, in whatever order
    if table.now.orderless == 1 or deal.upset == 1 or (deal.order_known == 0 and not all_wait):
        return
    event.passed_over = NOBODY
    event.passed_again = 1
    unclear = False
    for place in range(places):
        player = table.players[place].at_place
        slot = table.players[player].first_slot
        while slot != NEVER:
            hand = table.hands[slot]
            if player != deal.banker and hand.exists == 1 and hand.last_play > i:
                state = finished(deal, hand, table.rules)
                unclear = unclear or state == UNKNOWN
                if state == PLAYED_ON:
                    pass_over(table, event, player, where)
            slot = hand.next_slot
    if unclear and event.passed_over == NOBODY:
        event.passed_over = UNKNOWN


@compiled
def interleaved(table: Table, deal: Deal, played: int, i: int) -> int:
    """Clause 3.9: whether another hand of the player has bought or twisted, is unfinished and is played on later."""
    if table.now.orderless == 1 or deal.upset == 1:
        return UNKNOWN
    slot = table.players[table.hands[played].owner].first_slot
    while slot != NEVER:
        hand = table.hands[slot]
        begun = hand.twisted == 1 or hand.bought == 1
        if slot != played and hand.exists == 1 and begun and hand.last_play > i:
            state = finished(deal, hand, table.rules)
            if state == UNKNOWN:
                return UNKNOWN
            if state == PLAYED_ON:
                return 1
        slot = hand.next_slot
    return 0


@compiled
def judge_bet_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clause 6.2: whom a first bet passes over, those before in turn who bet later."""
    event = table.events[i]
    event.passed_over = NOBODY
    event.passed_again = 1
    for place in range(table.players[player].rank):
        other = table.players[place].at_place
        if table.players[other].first_bet > i:
            pass_over(table, event, other, AT_BETS)
