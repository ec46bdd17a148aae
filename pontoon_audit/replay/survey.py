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
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal
from pontoon_audit.replay.rows import Event
from pontoon_audit.replay.state import NEVER, UNKNOWN_PLAYER
from pontoon_audit.replay.table import Table, add_slot, find_slot


@compiled
def is_play(action: int) -> bool:
    """Whether the action is a player's play in turn: pontoon, split, buy, twist, stick, bust."""
    return PONTOON <= action <= BUST


@compiled
def survey(table: Table, deal: Deal) -> None:
    """Reads the deal once, in order, without judging anything."""
    _find_banker(table, deal)
    for place in range(deal.play_from, deal.play_to):
        i = table.events[place].walked
        event = table.events[i]
        action, player = event.action, event.player
        known = event.set_aside != UNKNOWN_PLAYER
        if known and action == DEAL and player != NOBODY and event.hand == 1 and deal.void_event == NEVER:
            table.players[player].named = 1
        if event.faulty == 1 or not known:
            continue
        if action == VOID and deal.void_event == NEVER:
            deal.void_event = i
        if action < DEAL or deal.void_event != NEVER or player == NOBODY:
            continue
        _survey_event(table, deal, event, i)
    for player in range(table.now.people):  # who was dealt only cards that cannot be read
        named = table.players[player]
        if named.named == 1 and named.opening == 0 and named.has_hand == 1:
            _deal_in(table, deal, player)
    _seat_order(table, deal)
    _stakes_and_seconds(table, deal)


@compiled
def _find_banker(table: Table, deal: Deal) -> None:
    _find_banker_in(table, deal, deal.moment_from, deal.moment_to)
    _find_banker_in(table, deal, deal.play_from, deal.play_to)


@compiled
def _find_banker_in(table: Table, deal: Deal, first: int, end: int) -> None:
    for place in range(first, end):
        if deal.banker != NOBODY:
            return
        i = table.events[place].walked
        event = table.events[i]
        if event.action == BANKER and event.faulty == 0 and event.set_aside != UNKNOWN_PLAYER:
            deal.banker, deal.banker_event = event.player, i


@compiled
def _survey_event(table: Table, deal: Deal, event: Event, i: int) -> None:
    action, number, player = event.action, event.hand, table.players[event.player]
    banks = event.player == deal.banker
    if number == 1 and not is_play(action) and action <= SETTLE_SHOOT:
        player.has_hand = 1
    if is_play(action) and not banks and player.has_hand == 0:
        return  # there is no such hand: the record will be set aside
    if action == SPLIT and number == 1 and player.has_hand == 1 and not banks:
        player.has_split = 1
    slot = find_slot(table, event.player, number)
    if slot == NEVER:
        slot = add_slot(table, deal, event.player, number)
    if action == DEAL:
        if deal.first_card == NEVER:
            deal.first_card = i
        if player.has_split == 0 and number == 1:
            _survey_opening_card(table, deal, event.player, i)
    elif action == STAKE and player.first_stake == NEVER and number == 1:
        player.first_stake = i
    if action > SHOOT:
        deal.past_opening = 1
    if is_play(action):
        table.hands[slot].last_play = i
    if not banks or (is_play(action) and number != 1):
        return
    if action in (DRAW, STAY, BUY, TWIST, STICK):
        deal.last_bank_play = i
    if action in (PONTOON, DRAW, STAY, BUY, TWIST, STICK):
        deal.last_bank_word = i


@compiled
def _survey_opening_card(table: Table, deal: Deal, code: int, i: int) -> None:
    player = table.players[code]
    player.opening += 1
    if player.opening == 1:
        player.first_card_of = i
        _deal_in(table, deal, code)
    if player.opening == 2:
        player.second_card_of = i


@compiled
def _deal_in(table: Table, deal: Deal, player: int) -> None:
    table.players[deal.people].at_place = player
    deal.people += 1


@compiled
def _seat_order(table: Table, deal: Deal) -> None:
    """Turns the order of first cards into seat order from the banker's left, where seats are recorded."""
    _banker_last(table, deal)
    now, banker = table.now, deal.banker
    if now.seats_known == 1 and banker != NOBODY:
        _sort_by_seats(table, deal)
    sure = now.seats_known == 0 or now.seats_doubtful == 0
    deal.order_known = int(banker != NOBODY and now.orderless == 0 and sure)
    for place in range(deal.people):
        code = table.players[place].at_place
        player = table.players[code]
        if now.seats_known == 0 and deal.past_opening == 1 and player.opening < 2:
            deal.order_known = 0  # the order of first cards is the seating here, and one may be missing
        player.rank = place
        slot = find_slot(table, code, 1)
        if slot != NEVER:
            table.hands[slot].exists = 1
            player.hand_count = 1
    if banker != NOBODY:
        deal.bank_slot = find_slot(table, banker, 1)
        if deal.bank_slot == NEVER:
            deal.bank_slot = add_slot(table, deal, banker, 1)
        table.hands[deal.bank_slot].exists = 1
        table.players[banker].hand_count = 1


@compiled
def _banker_last(table: Table, deal: Deal) -> None:
    if deal.banker == NOBODY:
        return
    kept = 0
    for place in range(deal.people):
        player = table.players[place].at_place
        if player != deal.banker:
            table.players[kept].at_place = player
            kept += 1
    table.players[kept].at_place = deal.banker
    deal.people = kept + 1


@compiled
def _sort_by_seats(table: Table, deal: Deal) -> None:
    """Puts all but the last, the banker, into the order of their seats from the banker's left."""
    for place in range(1, deal.people - 1):
        player = table.players[place].at_place
        seat = _seats_from_banker(table, deal, player)
        free = place
        while free > 0 and _seats_from_banker(table, deal, table.players[free - 1].at_place) > seat:
            table.players[free].at_place = table.players[free - 1].at_place
            free -= 1
        table.players[free].at_place = player


@compiled
def _seats_from_banker(table: Table, deal: Deal, player: int) -> int:
    """How far to the banker's left the player sits; whoever sits before the banker, after all behind."""
    home, place = table.people[deal.banker].place_of, table.people[player].place_of
    return place if place > home else place + table.now.highest_place + 2


@compiled
def _stakes_and_seconds(table: Table, deal: Deal) -> None:
    """The last stake before the second cards, and each player's first bet between the two."""
    last_first = NEVER
    for place in range(deal.people):
        last_first = max(last_first, table.players[table.players[place].at_place].first_card_of)
    for place in range(deal.people):
        second = table.players[table.players[place].at_place].second_card_of
        if second > last_first and (deal.second_cards_from == NEVER or second < deal.second_cards_from):
            deal.second_cards_from = second
    for place in range(deal.play_from, deal.play_to):
        i = table.events[place].walked
        if deal.second_cards_from != NEVER and i > deal.second_cards_from:
            break
        event = table.events[i]
        staked = event.action == STAKE and event.player != NOBODY and event.player != deal.banker
        # who is dealt no card has no hand, and no stake keeps others waiting
        if staked and table.players[event.player].first_stake == i and table.players[event.player].rank != NEVER:
            deal.last_stake_before_seconds = i
    if table.rules.shoot == 1:
        _first_bets(table, deal)


@compiled
def _first_bets(table: Table, deal: Deal) -> None:
    """Until when first bets are made, and each player's first one; a bet after a void is none."""
    deal.first_bets_until = deal.second_cards_from
    for place in range(deal.play_from, deal.play_to):
        i = table.events[place].walked
        play = SHOOT < table.events[i].action <= STAY and table.events[i].faulty == 0
        if deal.first_bets_until == NEVER and play and i > deal.last_stake_before_seconds:
            deal.first_bets_until = i
    for place in range(deal.play_from, deal.play_to):
        i = table.events[place].walked
        after_void = deal.void_event != NEVER and i > deal.void_event
        if after_void or (deal.first_bets_until != NEVER and i > deal.first_bets_until):
            break
        event = table.events[i]
        bet = event.action == SHOOT and event.faulty == 0 and event.player != NOBODY and event.hand == 1
        if bet and i > deal.last_stake_before_seconds and table.players[event.player].first_bet == NEVER:
            table.players[event.player].first_bet = i
