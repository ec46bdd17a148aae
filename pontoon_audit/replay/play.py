"""The deal itself, event by event, as the table would see it: what each event changes, and the facts at that moment."""

from __future__ import annotations

from pontoon_audit.game import (
    BANKER,
    BUST,
    BUY,
    BUY_IN,
    CASH_OUT,
    CUT,
    DEAL,
    DRAW,
    KITTY_IN,
    KITTY_OUT,
    NOBODY,
    PONTOON,
    SELL_BANK,
    SETTLE,
    SETTLE_SHOOT,
    SHOOT,
    SHUFFLE,
    SPLIT,
    STAKE,
    STAY,
    STICK,
    TWIST,
    UNKNOWN_CARD,
    VOID,
)  # fmt: skip
from pontoon_audit.replay.bets import place_bet
from pontoon_audit.replay.between import exchange_chips, pay_for_bank
from pontoon_audit.replay.holding import (
    bank_over,
    best_at_most,
    best_of,
    card_count,
    cards_held,
    dealt_natural,
    finished,
    hold_card,
    is_bust,
    is_natural,
    is_unknown,
    move_second_card,
    natural_counts,
)  # fmt: skip
from pontoon_audit.replay.kitty import Pot, put_in, take_out
from pontoon_audit.replay.order import interleaved, judge_card_order, judge_stake_order, judge_turn
from pontoon_audit.replay.pack import (
    DUPLICATE,
    FINE,
    IMPOSSIBLE,
    UNSEEN,
    forget_order,
    go_blind,
    return_cards,
    take_from_pack,
)  # fmt: skip
from pontoon_audit.replay.set_aside import set_aside_here
from pontoon_audit.replay.state import COUNTED, NEVER, OVER, SETTLED, SPLIT_BY_BANKER, UNKNOWN, UNKNOWN_HAND
from pontoon_audit.replay.survey import is_play
from pontoon_audit.replay.table import CAP_PREVIOUS, CAP_THIRD, Deal, Table, add_slot, find_slot


def play_deal(table: Table, deal: Deal, positions: list[int]) -> None:
    """Walks the events of one deal in order."""
    events, facts = table.events, table.facts
    for place in range(len(positions)):
        i = positions[place]
        action = events.action[i]
        facts.deal_index[i] = deal.row
        facts.in_void[i] = int(deal.void_event != NEVER)
        facts.judged[i] = 0
        after_void = deal.void_event != NEVER and i > deal.void_event
        if facts.set_aside[i] != COUNTED:
            if not after_void:
                set_aside_here(table, deal, i)
            continue
        facts.by_banker[i] = UNKNOWN if deal.banker == NOBODY else int(events.player[i] == deal.banker)
        if after_void:
            if action in (DEAL, BUY, TWIST, DRAW):
                deal.cards_after_void = 1
            facts.counted[i] = 0
            continue
        facts.counted[i] = facts.judged[i] = 1
        if action < DEAL:
            _between_actions_during_play(table, deal, i)
        elif action == DEAL:
            _deal_card(table, deal, i)
        elif action == STAKE:
            _stake(table, deal, i)
        elif action == SHOOT:
            place_bet(table, deal, positions, place)
        elif is_play(action):
            _play(table, deal, i)
        elif action in (DRAW, STAY):
            _bank_play(table, deal, i)
        elif action in (SETTLE, SETTLE_SHOOT):
            _settle(table, deal, i)
        if facts.set_aside[i] == COUNTED and action >= DEAL and action != VOID:
            deal.last_event = i
            if action not in (STAKE, SHOOT, SETTLE, SETTLE_SHOOT):
                deal.last_card_or_play = i


def warn_of_missing_cards(table: Table, deal: Deal) -> None:
    """Where an opening card is not in the log, one more was dealt than it shows, nobody knows when."""
    for player in deal.order:
        if deal.past_opening == 1 and deal.opening[player] < 2:
            go_blind(table.pack)


def _between_actions_during_play(table: Table, deal: Deal, i: int) -> None:
    """What belongs between deals and stands within one."""
    action, facts = table.events.action[i], table.facts
    facts.during_play[i] = 1
    if action in (SHUFFLE, CUT):
        forget_order(table.pack)
    elif action == SELL_BANK:
        facts.not_theirs[i] = 1
        table.bad_sale_to = table.events.to[i]
        pay_for_bank(table, i)
    elif action in (BUY_IN, CASH_OUT):
        exchange_chips(table, i)
    elif action == BANKER:
        facts.repeated[i] = int(i != deal.banker_event)
    elif action in (KITTY_IN, KITTY_OUT) and table.rules.shoot == 1:
        pot = Pot(deal.banker, table.kitty, table.kitty_known)
        facts.not_theirs[i] = UNKNOWN if deal.banker == NOBODY else int(table.events.player[i] != deal.banker)
        if action == KITTY_IN:
            put_in(table, i, pot)
        else:
            take_out(table, i, pot)
        table.kitty = pot.holds


def _hand_of(table: Table, deal: Deal, i: int) -> int:
    """The slot of the event's hand; a hand that the player does not have sets the record aside."""
    slot = find_slot(deal, table.events.player[i], table.events.hand[i])
    if slot == NEVER or deal.exists[slot] == 0:
        _no_such_hand(table, deal, i)
        return NEVER
    if not is_play(table.events.action[i]):
        deal.made[slot] = 1
    return slot


def _no_such_hand(table: Table, deal: Deal, i: int) -> None:
    table.facts.judged[i] = table.facts.counted[i] = 0
    if not is_lost_hand(deal, table.events.player[i]):
        table.facts.set_aside[i] = UNKNOWN_HAND
        set_aside_here(table, deal, i)


def is_lost_hand(deal: Deal, player: int) -> bool:
    """Whether a record set aside may have made the hand that is named."""
    return deal.all_unknown == 1 or deal.unknown[player] == 1


def _before(table: Table, deal: Deal, slot: int, i: int) -> None:
    facts = table.facts
    facts.cards_before[i] = cards_held(deal, slot)
    facts.best[i] = best_of(deal, slot)
    facts.best_at_most[i] = best_at_most(deal, slot)
    facts.natural[i] = is_natural(deal, slot)
    facts.bust_before[i] = is_bust(deal, slot)
    facts.twisted[i] = UNKNOWN if is_unknown(deal, slot) else deal.twisted[slot]


def _after(table: Table, deal: Deal, slot: int, i: int) -> None:
    facts = table.facts
    facts.total[i] = best_of(deal, slot)
    facts.cards_held[i] = cards_held(deal, slot)
    if slot != deal.bank_slot and not is_unknown(deal, slot):
        facts.stake[i] = deal.stake[slot]


def _take_card(table: Table, deal: Deal, slot: int, i: int) -> None:
    """A card comes from the pack to a hand; over 21 the hand is thrown in at once (clause 3.7)."""
    pack = table.pack
    hold_card(deal, slot, table.events.card[i])
    _sight(table, deal, deal.sightings[slot], i)
    deal.last_of_hand[slot] = i
    if slot == deal.bank_slot or deal.gone[slot] == 1 or is_unknown(deal, slot):
        return
    bust = is_bust(deal, slot)
    if bust == 1:
        deal.gone[slot] = 1
        deal.bust_event[slot] = i
        return_cards(pack, deal.sightings[slot])
        _move_bets(table, deal, deal.bet[slot])
        deal.bet_in_kitty[slot] = deal.bet[slot]
        deal.standing_bets -= deal.bet[slot]
    elif bust == UNKNOWN:
        if deal.bet[slot] > 0:
            deal.bets_doubtful = 1
        go_blind(pack)


def _sight(table: Table, deal: Deal, sightings: list[int], i: int) -> None:
    """The pack loses a card, and what is believed of it lies on the table."""
    card, facts, pack = table.events.card[i], table.facts, table.pack
    verdict = take_from_pack(pack, card)
    if verdict != UNSEEN:
        facts.on_table[i] = int(verdict == DUPLICATE)
        if verdict != DUPLICATE and pack.blind == 0 and table.orderless == 0:
            facts.too_soon[i] = int(verdict == IMPOSSIBLE)
    sightings.append(card if verdict == FINE else UNKNOWN_CARD)


def _move_bets(table: Table, deal: Deal, amount: int) -> None:
    table.kitty += amount
    deal.bets_moved += amount


def _deal_card(table: Table, deal: Deal, i: int) -> None:
    """An opening card, or the new card of a hand just split."""
    facts, player = table.facts, table.events.player[i]
    slot = _hand_of(table, deal, i)
    if slot == NEVER:
        return
    _before(table, deal, slot, i)
    extra = 0
    facts.round[i] = 0
    if deal.waiting[slot] == 1:
        deal.waiting[slot] = 0
    elif deal.split[slot] == 0 and deal.dealt[slot] < 2:
        deal.dealt[slot] += 1
        judge_card_order(table, deal, player, i)
        deal.got[player] += 1
        if deal.got[player] == 2:
            deal.second_card[player] = i
    else:
        extra = 1
    facts.extra[i] = UNKNOWN if is_unknown(deal, slot) else extra
    if deal.settle_event[slot] != NEVER:
        facts.counted[i] = 0
        _sight(table, deal, deal.loose, i)
        return
    if deal.padded[slot] > 0:
        deal.padded[slot] -= 1
    _take_card(table, deal, slot, i)
    _after(table, deal, slot, i)


def _stake(table: Table, deal: Deal, i: int) -> None:
    facts, player, amount = table.facts, table.events.player[i], table.events.amount[i]
    if player == deal.banker:
        facts.counted[i] = 0
        return
    slot = _hand_of(table, deal, i)
    if slot == NEVER:
        return
    facts.low[i], facts.high[i] = table.rules.min_stake, table.rules.max_stake
    if deal.first_stake_of[slot] != UNKNOWN:
        facts.repeated[i] = 1
        facts.counted[i] = 0
        return
    facts.repeated[i] = UNKNOWN if is_unknown(deal, slot) else 0
    if deal.order_known == 1 and deal.upset == 0:
        judge_stake_order(table, deal, player, i)
    deal.first_stake_of[slot] = amount
    deal.stake[slot] += amount
    if deal.number[slot] == 1:
        deal.initial[player] = amount
    _after(table, deal, slot, i)


def _note_hidden(table: Table, deal: Deal, i: int) -> None:
    """A play of a player: had the banker a pontoon that was not shown (clause 2.4)?"""
    if deal.first_play == NEVER:
        deal.first_play = i
    if deal.hidden == 1 or deal.shown == 1:
        return
    if deal.bank_slot == NEVER or table.orderless == 1:
        deal.hidden_at = UNKNOWN
        return
    natural = dealt_natural(deal, deal.bank_slot)
    if natural == 1:
        deal.hidden_at = i
        deal.hidden = 1
    elif natural == UNKNOWN:
        deal.hidden_at = UNKNOWN


def _play(table: Table, deal: Deal, i: int) -> None:
    """A player's play: declare, split, buy, twist, stick, say bust."""
    facts, action, player = table.facts, table.events.action[i], table.events.player[i]
    if player == deal.banker:
        _play_of_banker(table, deal, i)
        return
    slot = _hand_of(table, deal, i)
    if slot == NEVER:
        return
    if deal.made[slot] == 0:
        _no_such_hand(table, deal, i)
        return
    _note_hidden(table, deal, i)
    if deal.settle_event[slot] == NEVER:
        _note_short_hand(table, deal, slot, i)
    _before(table, deal, slot, i)
    state = finished(deal, slot, table.rules)
    facts.finished[i] = state
    facts.after_pontoon[i] = UNKNOWN if table.orderless == 1 else deal.shown
    if state != SETTLED:
        judge_turn(table, deal, max(deal.rank[player], 0), deal.passed_at_plays, i)
        facts.interleaved[i] = interleaved(table, deal, slot, i)
    else:
        facts.counted[i] = 0
        if action in (BUY, TWIST):
            _sight(table, deal, deal.loose, i)
        return
    undeclared = facts.natural[i] != 0 and state != OVER and natural_counts(deal, slot, table.rules)
    if undeclared and action in (STICK, BUY, TWIST) and deal.undeclared_at[slot] in (NEVER, UNKNOWN):
        deal.undeclared_at[slot] = i if facts.natural[i] == 1 else UNKNOWN
    deal.played[slot] = 1
    deal.last_of_hand[slot] = i
    if action == PONTOON:
        _declare(table, deal, slot, i)
    elif action == SPLIT:
        _split(table, deal, slot, i)
    elif action == BUY:
        _buy(table, deal, slot, i)
    elif action == TWIST:
        _card_not_bought(deal, slot)
        deal.twisted[slot] = 1
        _take_card(table, deal, slot, i)
    elif action == STICK:
        deal.stuck[slot] = 1
    elif action == BUST and facts.bust_before[i] == 0:
        deal.false_word[slot] = i
    _after(table, deal, slot, i)


def _note_short_hand(table: Table, deal: Deal, slot: int, i: int) -> None:
    """A play on fewer than two cards: one was dealt that nobody recorded, and the pack's order is not known any more."""
    player = deal.owner[slot]
    if is_unknown(deal, slot) or card_count(deal, slot) >= 2:
        return
    if deal.missing_at[player] == NEVER:
        deal.missing_at[player] = i
        deal.short_at[slot] = i
    deal.padded[slot] = 2 - len(deal.cards[slot])
    go_blind(table.pack)


def _declare(table: Table, deal: Deal, slot: int, i: int) -> None:
    if table.facts.natural[i] == 0:
        deal.false_word[slot] = i
    else:
        deal.declared[slot] = table.facts.natural[i]  # UNKNOWN where nobody can say whether it is one


def _split(table: Table, deal: Deal, slot: int, i: int) -> None:
    """Clause 3.2. The second card moves to a new hand, whatever the hand holds."""
    facts, player, amount = table.facts, deal.owner[slot], table.events.amount[i]
    cards = deal.cards[slot]
    if len(cards) >= 2 and cards[0] != UNKNOWN_CARD and cards[1] != UNKNOWN_CARD and not is_unknown(deal, slot):
        facts.pair[i] = int(cards[0] // 4 == cards[1] // 4)
        facts.aces[i] = int(cards[0] < 4 and cards[1] < 4)
    number = deal.hand_count[player] + 1
    facts.hands_after[i] = UNKNOWN if is_unknown(deal, slot) else number
    facts.low[i] = facts.high[i] = UNKNOWN if is_unknown(deal, slot) else deal.initial[player]
    new = find_slot(deal, player, number)
    if new == NEVER:
        new = add_slot(deal, player, number)
    deal.hand_count[player] = number
    deal.exists[new] = deal.made[new] = 1
    deal.split[slot] = deal.split[new] = 1
    deal.waiting[slot] = deal.waiting[new] = 1
    deal.first_stake_of[new] = deal.stake[new] = amount
    move_second_card(deal, slot, new)
    deal.last_of_hand[new] = i


def _buy(table: Table, deal: Deal, slot: int, i: int) -> None:
    """Clause 3.3: a card for money."""
    facts, amount = table.facts, table.events.amount[i]
    cards, initial = card_count(deal, slot), deal.first_stake_of[slot]
    if cards >= 2 and initial != UNKNOWN and not is_unknown(deal, slot):
        facts.low[i] = initial
        facts.high[i] = _most_for_a_card(table, deal, slot, cards, initial)
    if cards == 2:
        deal.third_price[slot] = amount
    deal.last_price[slot] = amount
    deal.bought[slot] = 1
    deal.stake[slot] += amount
    _take_card(table, deal, slot, i)


def _most_for_a_card(table: Table, deal: Deal, slot: int, cards: int, initial: int) -> int:
    """The third card costs at most so many initial stakes; a later one what house rules cap it by, at least the initial
    stake. A card that was not bought counts as bought for the most."""
    rules = table.rules
    most = rules.buy_limit * initial
    if cards == 2:
        return most
    cap = 2 * initial
    if rules.buy_cap == CAP_PREVIOUS:
        cap = most if deal.last_price[slot] == UNKNOWN else deal.last_price[slot]
    elif rules.buy_cap == CAP_THIRD:
        cap = most if deal.third_price[slot] == UNKNOWN else deal.third_price[slot]
    return max(initial, cap)


def _card_not_bought(deal: Deal, slot: int) -> None:
    deal.last_price[slot] = UNKNOWN


def _play_of_banker(table: Table, deal: Deal, i: int) -> None:
    """A player's play in the banker's name: the pontoon that ends the deal, or a word or card that is not the banker's."""
    facts, action, slot = table.facts, table.events.action[i], deal.bank_slot
    if action == SPLIT:
        facts.set_aside[i] = SPLIT_BY_BANKER
        set_aside_here(table, deal, i)
        return
    if table.events.hand[i] != 1:
        _no_such_hand(table, deal, i)
        return
    _note_short_hand(table, deal, slot, i)
    _before(table, deal, slot, i)
    facts.bank_player[i] = deal.banker
    facts.bank_over[i] = bank_over(deal, table.rules)
    if action == PONTOON:
        if facts.natural[i] != 0 and deal.shown != 1:
            deal.shown = facts.natural[i]
    elif action in (BUY, TWIST):
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        _take_card(table, deal, slot, i)
    elif action == STICK:
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        deal.stayed = 1
    elif action == BUST:
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
    deal.last_of_hand[slot] = i
    _after(table, deal, slot, i)


def _bank_play(table: Table, deal: Deal, i: int) -> None:
    """A card of the bank's hand, whoever takes it; a stay, which only the banker can say."""
    facts, action, slot = table.facts, table.events.action[i], deal.bank_slot
    if slot == NEVER:
        if action == DRAW:
            _sight(table, deal, deal.loose, i)
        return
    by_banker = table.events.player[i] == deal.banker
    facts.bank_player[i] = deal.banker
    _before(table, deal, slot, i)
    facts.bank_over[i] = bank_over(deal, table.rules)
    if by_banker:
        judge_turn(table, deal, len(deal.order), deal.passed_by_bank, i)
        _note_short_hand(table, deal, slot, i)
    if action == DRAW:
        _take_card(table, deal, slot, i)
    elif by_banker:
        deal.stayed = 1
    else:
        facts.counted[i] = 0
        return
    deal.last_of_hand[slot] = i
    _after(table, deal, slot, i)


def _settle(table: Table, deal: Deal, i: int) -> None:
    """What a hand won or lost, as recorded; the first settlement of a hand counts."""
    facts, player, amount = table.facts, table.events.player[i], table.events.amount[i]
    bets = table.events.action[i] == SETTLE_SHOOT
    table.result[player] += amount
    if not bets and deal.banker != NOBODY:
        table.result[deal.banker] -= amount
    if player == deal.banker:
        facts.counted[i] = 0
        return
    slot = _hand_of(table, deal, i)
    if slot == NEVER:
        return
    column = deal.settle_shoot_event if bets else deal.settle_event
    lost = deal.shoot_settlement_unknown[slot] if bets else deal.settlement_unknown[slot]
    facts.repeated[i] = UNKNOWN if column[slot] == NEVER and lost == 1 else int(column[slot] != NEVER)
    bust = is_bust(deal, slot)
    facts.live[i] = UNKNOWN if bust == UNKNOWN else 1 - bust
    facts.bank_over[i] = bank_over(deal, table.rules)
    facts.banker_later[i] = UNKNOWN if table.orderless == 1 else int(deal.last_bank_word > i)
    if column[slot] != NEVER:
        facts.counted[i] = 0
        return
    column[slot] = i
    if bets and table.rules.shoot == 1:
        paid_already = deal.bet_in_kitty[slot]
        if deal.gone[slot] == 0:
            deal.standing_bets -= deal.bet[slot]
        _move_bets(table, deal, -amount - paid_already)
