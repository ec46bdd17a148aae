"""What must be known of a deal before its first card is judged: who is dealt in, in what order, and what comes later.

"Is played on later" and "ahead of someone who stakes later" are questions about the rest of the deal; the survey
answers them once, so that the loop that follows never looks ahead.
"""

from __future__ import annotations

from pontoon_audit.game import (
    BANKER,
    BUST,
    BUY,
    DEAL,
    DRAW,
    NOBODY,
    PONTOON,
    SETTLE_SHOOT,
    SHOOT,
    SPLIT,
    STAKE,
    STAY,
    STICK,
    TWIST,
    VOID,
)
from pontoon_audit.replay.state import NEVER, UNKNOWN_PLAYER
from pontoon_audit.replay.table import Deal, Table, add_slot, find_slot

PLAYER_PLAYS = (PONTOON, BUST)
"""First and last action code of a player's plays: pontoon, split, buy, twist, stick, bust."""


def is_play(action: int) -> bool:
    """Whether the action is a player's play in turn."""
    return PLAYER_PLAYS[0] <= action <= PLAYER_PLAYS[1]


def survey(table: Table, deal: Deal, moment: list[int], positions: list[int]) -> None:
    """Reads the deal once, in order, without judging anything."""
    events, set_aside = table.events, table.facts.set_aside
    _find_banker(table, deal, moment, positions)
    has_split, has_hand = [0] * table.people, [0] * table.people
    for i in positions:
        action, player = events.action[i], events.player[i]
        names = action == DEAL and player != NOBODY and events.hand[i] == 1 and deal.void_event == NEVER
        if names and set_aside[i] != UNKNOWN_PLAYER:
            deal.named[player] = 1
        if i in events.fault or set_aside[i] == UNKNOWN_PLAYER:
            continue
        if action == VOID and deal.void_event == NEVER:
            deal.void_event = i
        if action < DEAL or deal.void_event != NEVER or player == NOBODY:
            continue
        if events.hand[i] == 1 and not is_play(action) and action <= SETTLE_SHOOT:
            has_hand[player] = 1
        if is_play(action) and player != deal.banker and has_hand[player] == 0:
            continue  # there is no such hand: the record will be set aside
        if action == SPLIT and events.hand[i] == 1 and has_hand[player] == 1 and player != deal.banker:
            has_split[player] = 1
        _survey_event(action, player, events.hand[i], deal, i, has_split)
    for player in range(table.people):  # who was dealt only cards that cannot be read
        if deal.named[player] == 1 and deal.opening[player] == 0 and has_hand[player] == 1:
            deal.order.append(player)
    _seat_order(table, deal)
    _stakes_and_seconds(table, deal, positions)


def _find_banker(table: Table, deal: Deal, moment: list[int], positions: list[int]) -> None:
    events = table.events
    for group in (moment, positions):
        for i in group:
            sound = i not in events.fault and table.facts.set_aside[i] != UNKNOWN_PLAYER
            if sound and events.action[i] == BANKER and deal.banker == NOBODY:
                deal.banker, deal.banker_event = events.player[i], i


def _survey_event(action: int, player: int, number: int, deal: Deal, i: int, has_split: list[int]) -> None:
    slot = find_slot(deal, player, number)
    if slot == NEVER:
        slot = add_slot(deal, player, number)
    if action == DEAL:
        if deal.first_card == NEVER:
            deal.first_card = i
        if has_split[player] == 0 and number == 1:
            deal.opening[player] += 1
            if deal.opening[player] == 1:
                deal.first_card_of[player] = i
                deal.order.append(player)
            if deal.opening[player] == 2:
                deal.second_card_of[player] = i
    elif action == STAKE and deal.first_stake[player] == NEVER and number == 1:
        deal.first_stake[player] = i
    if action > SHOOT:
        deal.past_opening = 1
    if is_play(action):
        deal.last_play[slot] = i
    if player != deal.banker or (is_play(action) and number != 1):
        return
    if action in (DRAW, STAY, BUY, TWIST, STICK):
        deal.last_bank_play = i
    if action in (PONTOON, DRAW, STAY, BUY, TWIST, STICK):
        deal.last_bank_word = i


def _seat_order(table: Table, deal: Deal) -> None:
    """Turns the order of first cards into seat order from the banker's left, where seats are recorded."""
    banker = deal.banker
    if banker != NOBODY and banker not in deal.order:
        deal.order.append(banker)
    others = [player for player in deal.order if player != banker]
    if table.seats_known == 1 and banker != NOBODY:
        home = table.place_of[banker]
        others.sort(key=lambda player: (table.place_of[player] <= home, table.place_of[player]))
    deal.order = [*others, banker] if banker != NOBODY else others
    sure = table.seats_known == 0 or table.seats_doubtful == 0
    deal.order_known = int(banker != NOBODY and table.orderless == 0 and sure)
    if table.seats_known == 0 and deal.past_opening == 1:
        for player in deal.order:
            if deal.opening[player] < 2:  # the order of first cards is the seating here, and one may be missing
                deal.order_known = 0
    for place in range(len(deal.order)):
        player = deal.order[place]
        deal.rank[player] = place
        slot = find_slot(deal, player, 1)
        if slot != NEVER:
            deal.exists[slot] = 1
            deal.hand_count[player] = 1
    if banker != NOBODY:
        deal.bank_slot = find_slot(deal, banker, 1)
        if deal.bank_slot == NEVER:
            deal.bank_slot = add_slot(deal, banker, 1)
        deal.exists[deal.bank_slot] = 1
        deal.hand_count[banker] = 1


def _stakes_and_seconds(table: Table, deal: Deal, positions: list[int]) -> None:
    """The last stake before the second cards, and each player's first bet between the two."""
    events = table.events
    last_first = max((deal.first_card_of[player] for player in deal.order), default=NEVER)
    for player in deal.order:
        second = deal.second_card_of[player]
        if second > last_first and (deal.second_cards_from == NEVER or second < deal.second_cards_from):
            deal.second_cards_from = second
    for i in positions:
        if deal.second_cards_from != NEVER and i > deal.second_cards_from:
            break
        player = events.player[i]
        if events.action[i] == STAKE and player != NOBODY and deal.first_stake[player] == i and player != deal.banker:
            deal.last_stake_before_seconds = i
    deal.first_bets_until = deal.second_cards_from
    for i in positions:
        play = SHOOT < events.action[i] <= STAY and i not in events.fault
        if deal.first_bets_until == NEVER and play and i > deal.last_stake_before_seconds:
            deal.first_bets_until = i
    for i in positions:
        if deal.first_bets_until != NEVER and i > deal.first_bets_until:
            break
        player = events.player[i]
        bet = events.action[i] == SHOOT and i not in events.fault and player != NOBODY and events.hand[i] == 1
        if bet and i > deal.last_stake_before_seconds and deal.first_bet[player] == NEVER:
            deal.first_bet[player] = i
