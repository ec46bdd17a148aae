"""Whose turn it was: for a card, a stake, a play, a bet. Clauses 2.1 to 2.3, 3.9, 3.10 and 6.2.

Somebody is passed over who waits for a turn that still comes in this deal. Each is passed over once: `passed_again`
tells where everybody passed over had been passed over before.
"""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.holding import finished
from pontoon_audit.replay.state import NEVER, PLAYED_ON, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def judge_card_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clauses 2.1 and 2.3: whose turn it was to get a card. Who never gets one passes nobody over."""
    facts = table.facts
    due, round_of_cards = NOBODY, 1
    for q in deal.order:
        if deal.got[q] == 0 and _gets(deal, q, 1):
            due = q
            break
    if due == NOBODY:
        round_of_cards = 2
        for q in deal.order:
            if deal.got[q] == 1 and _gets(deal, q, 2):
                due = q
                break
    if not _gets(deal, player, 1):
        return
    facts.round[i] = round_of_cards
    says = table.seats_known == 1 or round_of_cards == 2 or due != player  # without seats first cards make the order
    if says and deal.order_known == 1 and deal.upset == 0:
        facts.passed_over[i] = NOBODY if due == player else due


def _gets(deal: Deal, player: int, cards: int) -> bool:
    """Whether the player gets so many opening cards. Of one card alone, where another is missing, nobody can say
    whether it was the first or the second."""
    least = 2 if deal.past_opening == 1 else cards
    return deal.opening[player] >= least


def judge_stake_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clause 2.2: whom a stake passes over that comes too soon: those who still wait for their first card, and those
    before in turn who stake later, but in time; the player's own self where it comes after the own second card."""
    facts = table.facts
    facts.passed_over[i] = NOBODY
    facts.passed_again[i] = 1
    if _stakes_late(deal, player):
        facts.passed_over[i] = player
        facts.passed_again[i] = 0
    for place in range(len(deal.order)):
        other = deal.order[place]
        waits_for_card = _gets(deal, other, 1) and deal.first_card_of[other] > i
        before = place < deal.rank[player] and other != deal.banker
        if waits_for_card or (before and deal.first_stake[other] > i and not _stakes_late(deal, other)):
            pass_over(table, deal.passed_at_stakes, other, i)


def _stakes_late(deal: Deal, player: int) -> bool:
    second, seconds = deal.second_card_of[player], deal.second_cards_from
    in_its_round = second != NEVER and seconds != NEVER and second >= seconds
    return in_its_round and deal.first_stake[player] > second


def pass_over(table: Table, passed_before: list[int], player: int, i: int) -> None:
    """Notes somebody whose turn it was: the first of them is named, and whether any was not passed over before."""
    facts = table.facts
    if facts.passed_over[i] == NOBODY:
        facts.passed_over[i] = player
    if passed_before[player] == 0:
        facts.passed_again[i] = 0
    passed_before[player] = 1


def judge_turn(table: Table, deal: Deal, places: int, passed_before: list[int], i: int) -> None:
    """Clause 3.10: who of the first `places` in turn order has a hand that is not finished and is played on later."""
    facts = table.facts
    all_wait = places == len(deal.order)  # before the banker everybody plays, in whatever order
    if table.orderless == 1 or deal.upset == 1 or (deal.order_known == 0 and not all_wait):
        return
    facts.passed_over[i] = NOBODY
    facts.passed_again[i] = 1
    unclear = False
    for place in range(places):
        player = deal.order[place]
        slot = deal.first_slot[player]
        while slot != NEVER:
            if player != deal.banker and deal.exists[slot] == 1 and deal.last_play[slot] > i:
                state = finished(deal, slot, table.rules)
                unclear = unclear or state == UNKNOWN
                if state == PLAYED_ON:
                    pass_over(table, passed_before, player, i)
            slot = deal.next_slot[slot]
    if unclear and facts.passed_over[i] == NOBODY:
        facts.passed_over[i] = UNKNOWN


def interleaved(table: Table, deal: Deal, played: int, i: int) -> int:
    """Clause 3.9: whether another hand of the player has bought or twisted, is unfinished and is played on later."""
    if table.orderless == 1 or deal.upset == 1:
        return UNKNOWN
    slot = deal.first_slot[deal.owner[played]]
    while slot != NEVER:
        begun = deal.twisted[slot] == 1 or deal.bought[slot] == 1
        if slot != played and deal.exists[slot] == 1 and begun and deal.last_play[slot] > i:
            state = finished(deal, slot, table.rules)
            if state == UNKNOWN:
                return UNKNOWN
            if state == PLAYED_ON:
                return 1
        slot = deal.next_slot[slot]
    return 0


def judge_bet_order(table: Table, deal: Deal, player: int, i: int) -> None:
    """Clause 6.2: whom a first bet passes over, those before in turn who bet later."""
    facts = table.facts
    facts.passed_over[i] = NOBODY
    facts.passed_again[i] = 1
    for place in range(deal.rank[player]):
        other = deal.order[place]
        if deal.first_bet[other] > i:
            pass_over(table, deal.passed_at_bets, other, i)
