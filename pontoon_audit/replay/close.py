"""When the deal is over: what every hand was, what is due to it, and what was left undone."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.hands import ANY_STRENGTH, NATURAL, POINTS, multiple, outcome, possible_strengths
from pontoon_audit.replay.holding import (
    bank_over,
    best_of,
    card_count,
    dealt_natural,
    finished,
    is_bust,
    is_natural,
    is_unknown,
    natural_counts,
    unseen_cards,
)
from pontoon_audit.replay.pack import clear_table, return_cards
from pontoon_audit.replay.state import NEVER, PLAYED_ON, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


class Ending:
    """How a deal ended: facts about it as a whole that the facts about its hands need. 1, 0 or UNKNOWN each."""

    __slots__ = (
        "all_bust", "bank_bits", "bank_over", "incomplete", "live_settled", "perhaps_settled", "play_over", "some_settled",
        "unplayed",
    )  # fmt: skip

    def __init__(self) -> None:
        self.bank_bits = ANY_STRENGTH
        self.bank_over = UNKNOWN
        self.live_settled = 0
        self.perhaps_settled = 0
        """Whether a hand that is live, or may be, has a settlement."""
        self.some_settled = 0
        self.all_bust = 0
        self.play_over = UNKNOWN
        self.incomplete = UNKNOWN
        self.unplayed = 0
        """Whether the deal breaks off before its play is over: what its hands would have become is not known."""


def close_deal(table: Table, deal: Deal) -> None:
    """Writes the facts of the deal and its hands, moves what is due for the kitty, and takes the cards back."""
    if deal.last_event == NEVER:
        deal.last_event = deal.banker_event if deal.banker_event != NEVER else deal.first_event
    end = Ending()
    _look_back(table, deal, end)
    _note_missing_cards(deal, end)
    _look_back(table, deal, end)
    _write_deal(table, deal, end)
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            if deal.exists[slot] == 1:
                _write_hand(table, deal, slot, end)
            slot = deal.next_slot[slot]
    _close_kitty(table, deal)
    _leave_to_next(table, deal, end)
    _take_cards_back(table, deal, end)


def player_slots(deal: Deal) -> list[int]:
    """Slots of the players' hands in turn order, the banker's apart."""
    found = []
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            if deal.exists[slot] == 1 and player != deal.banker:
                found.append(slot)
            slot = deal.next_slot[slot]
    return found


def strengths(table: Table, deal: Deal, slot: int) -> int:
    """What the hand may be, as a set of bits; everything where a record set aside could have changed it."""
    if is_unknown(deal, slot):
        return ANY_STRENGTH
    counts = natural_counts(deal, slot, table.rules)
    return possible_strengths(card_count(deal, slot), deal.low[slot], deal.aces[slot], unseen_cards(deal, slot), counts)


def _look_back(table: Table, deal: Deal, end: Ending) -> None:
    if deal.bank_slot != NEVER:
        end.bank_bits = strengths(table, deal, deal.bank_slot)
    end.bank_over = bank_over(deal, table.rules)
    slots = player_slots(deal)
    live, unclear, staked_live = 0, 0, 0
    end.live_settled = end.perhaps_settled = end.some_settled = 0
    for slot in slots:
        settled = deal.settle_event[slot] != NEVER or deal.settlement_unknown[slot] == 1
        bust = is_bust(deal, slot)
        if settled or deal.settle_shoot_event[slot] != NEVER:
            end.some_settled = 1
        if bust == 1:
            continue
        live += int(bust == 0)
        unclear += int(bust == UNKNOWN)
        staked_live += int(deal.first_stake_of[slot] != UNKNOWN)
        if settled:
            end.perhaps_settled = 1
        if settled and bust == 0:
            end.live_settled = 1
    end.all_bust = int(len(slots) > 0 and live + unclear == 0)
    if deal.shown == 1 or end.bank_over == 1 or end.all_bust == 1:
        end.play_over = 1
    elif table.orderless == 1 or (unclear > 0 and live == 0) or end.bank_over == UNKNOWN:
        end.play_over = UNKNOWN
    else:
        end.play_over = 0
    end.incomplete = _incomplete(table, deal, end, len(slots), staked_live)
    unplayed = (end.play_over == 0 and end.perhaps_settled == 0) or len(slots) == 0
    end.unplayed = int(deal.void_event == NEVER and (deal.banker == NOBODY or unplayed))


def _incomplete(table: Table, deal: Deal, end: Ending, hands: int, staked_live: int) -> int:
    """Whether the deal stops short: the catalogue's `log/incomplete-deal`."""
    if deal.void_event != NEVER:
        return 0
    if deal.any_aside == 1:
        return UNKNOWN
    if deal.banker == NOBODY or hands == 0:
        return 1
    if end.perhaps_settled == 1:
        return 0
    if end.play_over == 1:
        return int(table.records_settlements == 1 and staked_live > 0)
    return 1 if end.play_over == 0 else UNKNOWN


def _write_deal(table: Table, deal: Deal, end: Ending) -> None:
    facts, row = table.deals, deal.row
    void = deal.void_event != NEVER
    facts.banker[row] = deal.banker
    facts.banker_event[row] = deal.banker_event
    facts.first_event[row] = deal.first_event
    facts.first_card[row] = deal.first_card
    facts.last_card_or_play[row] = deal.last_card_or_play
    facts.last_event[row] = deal.last_event
    facts.void[row] = int(void)
    facts.incomplete[row] = end.incomplete
    facts.complete[row] = int(end.incomplete != 1 and deal.lost_record == 0)
    if deal.upset == 0 and not void and (deal.past_opening == 1 or end.incomplete == 0):
        facts.people[row] = len(deal.order)
    facts.first_play[row] = deal.first_play
    facts.hidden_at[row] = deal.hidden_at
    facts.bank_unfinished[row] = _bank_unfinished(table, deal, end)
    if deal.bank_slot != NEVER and deal.cards[deal.bank_slot]:
        facts.bank_total[row] = best_of(deal, deal.bank_slot)
        facts.bank_strength[row], facts.bank_rank[row] = _only(end.bank_bits), _rank(end.bank_bits)


def _bank_unfinished(table: Table, deal: Deal, end: Ending) -> int:
    """Clause 4.1: live hands settled though the banker's hand is not over."""
    if deal.void_event != NEVER or end.live_settled == 0:
        return 0
    if table.orderless == 1 or end.bank_over == UNKNOWN:
        return UNKNOWN
    return 1 - end.bank_over


def _only(bits: int) -> int:
    """The one strength of a set, or UNKNOWN where there are more."""
    return bits.bit_length() - 1 if bits & (bits - 1) == 0 else UNKNOWN


def _rank(bits: int) -> int:
    """Class of every strength in a set: 0 bust, 1 points, 2 a five-card trick, 3 a pontoon; UNKNOWN where they differ."""
    if bits & ~POINTS == 0:
        return 1
    only = _only(bits)
    return only if only in (UNKNOWN, 0) else only - 20


def _note_missing_cards(deal: Deal, end: Ending) -> None:
    """Hands that never got their second card, where no play made it plain before (clauses 2.1, 2.3, 3.2). A deal that
    breaks off in its opening, or at a split, only breaks off."""
    if deal.void_event != NEVER or deal.past_opening == 0 or deal.banker == NOBODY:
        return
    for player in deal.order:
        slot = deal.first_slot[player]
        while slot != NEVER:
            broken_off = deal.split[slot] == 1 and end.unplayed == 1
            short = deal.exists[slot] == 1 and card_count(deal, slot) < 2 and not is_unknown(deal, slot)
            if short and not broken_off:
                if deal.missing_at[player] == NEVER:
                    deal.missing_at[player] = deal.short_at[slot] = deal.last_event
                deal.padded[slot] = 2 - len(deal.cards[slot])
            slot = deal.next_slot[slot]


def _write_hand(table: Table, deal: Deal, slot: int, end: Ending) -> None:
    facts = table.hands
    row = facts.add()
    player, is_bank = deal.owner[slot], deal.owner[slot] == deal.banker
    unknown, void = is_unknown(deal, slot), deal.void_event != NEVER
    table.hand_cards.append(deal.cards[slot])
    facts.deal_index[row] = deal.row
    facts.player[row] = player
    facts.hand[row] = deal.number[slot]
    facts.is_bank[row] = int(is_bank)
    facts.split[row] = deal.split[slot]
    facts.cards_held[row] = len(deal.cards[slot])
    facts.total[row] = best_of(deal, slot)
    if not unknown:
        bits = strengths(table, deal, slot)
        facts.strength[row], facts.rank[row] = _only(bits), _rank(bits)
    facts.last_event[row] = deal.last_of_hand[slot]
    facts.deal_last_event[row] = deal.last_event
    facts.settle_event[row] = deal.settle_event[slot]
    facts.settle_shoot_event[row] = deal.settle_shoot_event[slot]
    facts.bust_event[row] = deal.bust_event[slot]
    facts.bet_in_kitty[row] = deal.bet_in_kitty[slot]
    short = deal.short_at[slot]
    facts.missing_at[row] = UNKNOWN if short == NEVER and unknown else short
    if is_bank:
        return
    facts.initial[row] = deal.first_stake_of[slot]
    facts.stake[row] = UNKNOWN if unknown or deal.first_stake_of[slot] == UNKNOWN else deal.stake[slot]
    facts.shoot[row] = UNKNOWN if unknown else deal.bet[slot]
    facts.second_card[row] = deal.second_card[player] if deal.number[slot] == 1 else NEVER
    facts.unstaked[row] = UNKNOWN if unknown else int(deal.first_stake_of[slot] == UNKNOWN)
    facts.undeclared_at[row] = deal.undeclared_at[slot]
    _write_settlement(table, deal, slot, row, end)
    _write_unsettled(table, deal, slot, row, end)
    if not void:
        _write_unfinished(table, deal, slot, row, end)


def _write_settlement(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """What is due: decided where every card that may lie unseen gives the same (clauses 4.2 and 6.7)."""
    facts, events = table.hands, table.events
    stake_at, bets_at = deal.settle_event[slot], deal.settle_shoot_event[slot]
    facts.recorded[row] = UNKNOWN if stake_at == NEVER else events.amount[stake_at]
    facts.shoot_recorded[row] = UNKNOWN if bets_at == NEVER else events.amount[bets_at]
    if deal.void_event != NEVER:
        facts.due[row] = facts.shoot_due[row] = 0
        return
    if not is_unknown(deal, slot):
        _decide(table, deal, slot, row, end)
    if stake_at != NEVER:
        table.facts.due[stake_at] = facts.due[row]
    if bets_at != NEVER:
        table.facts.due[bets_at] = facts.shoot_due[row]


def _decide(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    facts, rules = table.hands, table.rules
    bits = strengths(table, deal, slot)
    bank_open = end.unplayed == 1
    bank_bits = ANY_STRENGTH if bank_open else end.bank_bits
    won, times = _agreed(bits, bank_bits, rules.push, rules.multiples)
    facts.outcome[row], facts.multiple[row] = won, times
    if times != UNKNOWN and deal.first_stake_of[slot] != UNKNOWN:
        facts.due[row] = times * deal.stake[slot]
    if rules.shoot == 0 or deal.bet[slot] == 0:
        facts.shoot_due[row] = 0
    elif won != UNKNOWN:
        facts.shoot_due[row] = won * deal.bet[slot]


def _agreed(bits: int, bank_bits: int, push: int, rules: tuple[int, int, int, int, int]) -> tuple[int, int]:
    """Outcome and multiple over every pair of strengths that may be; UNKNOWN where they differ."""
    won = times = UNKNOWN
    first = True
    for player in range(24):
        if bits >> player & 1 == 0:
            continue
        for bank in range(24):
            if bank_bits >> bank & 1 == 0:
                continue
            this_won, this_times = outcome(player, bank, push), multiple(player, bank, rules)
            if first:
                won, times, first = this_won, this_times, False
            won = won if won == this_won else UNKNOWN
            times = times if times == this_times else UNKNOWN
    return won, times


def _write_unsettled(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """Whether a settlement is missing where others of the deal stand."""
    facts = table.hands
    due = end.live_settled == 1 or (end.all_bust == 1 and table.records_settlements == 1)
    if deal.void_event != NEVER:
        facts.unsettled[row] = facts.shoot_unsettled[row] = 0
        return
    missing = due and deal.settle_event[slot] == NEVER and deal.first_stake_of[slot] != UNKNOWN
    unclear = is_unknown(deal, slot) or deal.settlement_unknown[slot] == 1
    facts.unsettled[row] = UNKNOWN if missing and unclear else int(missing)
    some = (due or end.some_settled == 1) and table.records_bets == 1 and end.incomplete != 1
    bets_missing = some and deal.bet[slot] > 0 and deal.settle_shoot_event[slot] == NEVER
    unclear = unclear or deal.shoot_settlement_unknown[slot] == 1
    facts.shoot_unsettled[row] = UNKNOWN if bets_missing and unclear else int(bets_missing)
    if missing or bets_missing or table.records_settlements == 0:
        table.chips_known[deal.owner[slot]] = 0
        if deal.banker != NOBODY:
            table.chips_known[deal.banker] = 0


def _write_unfinished(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """Whether the hand was left without a word while play went on (clauses 3.10 and 3.1)."""
    facts = table.hands
    last = deal.last_of_hand[slot]
    left = deal.last_play[slot] <= last and (_went_on(deal, slot, last) or end.live_settled == 1)
    if is_natural(deal, slot) == 1 and natural_counts(deal, slot, table.rules) and deal.declared[slot] == 0:
        facts.unfinished[row] = 0
        nobody_plays = _nobody_plays(deal)
        if left and deal.undeclared_at[slot] == NEVER and deal.banker != NOBODY and not nobody_plays and deal.stuck[slot] == 0:
            facts.undeclared_at[row] = UNKNOWN if table.orderless == 1 else last
        return
    perhaps_natural = is_natural(deal, slot) == UNKNOWN and natural_counts(deal, slot, table.rules)
    if table.orderless == 1 or perhaps_natural or deal.banker == NOBODY:
        facts.unfinished[row] = UNKNOWN
    elif _nobody_plays(deal) or not left or deal.false_word[slot] == last:
        facts.unfinished[row] = 0
    else:
        state = _finished_but_for_settlement(table, deal, slot)
        facts.unfinished[row] = UNKNOWN if state == UNKNOWN else int(state == PLAYED_ON)


def _nobody_plays(deal: Deal) -> bool:
    """Whether the banker was dealt a pontoon: then no hand has to be played, whether it was shown or not."""
    return deal.shown != 0 or deal.hidden == 1 or (deal.bank_slot != NEVER and dealt_natural(deal, deal.bank_slot) == 1)


def _finished_but_for_settlement(table: Table, deal: Deal, slot: int) -> int:
    settled = deal.settle_event[slot]
    deal.settle_event[slot] = NEVER
    state = finished(deal, slot, table.rules)
    deal.settle_event[slot] = settled
    return state


def _went_on(deal: Deal, slot: int, last: int) -> bool:
    """Whether a later player, or the banker, played after the hand's last card or play."""
    if deal.last_bank_play > last:
        return True
    for other in player_slots(deal):
        later = deal.rank[deal.owner[other]] > deal.rank[deal.owner[slot]]
        if later and deal.last_play[other] > last:
            return True
    return False


def _close_kitty(table: Table, deal: Deal) -> None:
    """Bets that no settlement names are moved as they are due; a misdeal gives all back."""
    if table.rules.shoot == 0:
        return
    if deal.void_event != NEVER:
        table.kitty -= deal.bets_moved
    else:
        for row in range(len(table.hands.deal_index) - 1, -1, -1):
            if table.hands.deal_index[row] != deal.row:
                break
            _move_due_bets(table, row)
    table.deals.kitty_after[deal.row] = table.kitty if table.kitty_known == 1 else UNKNOWN


def _move_due_bets(table: Table, row: int) -> None:
    hands = table.hands
    if hands.is_bank[row] == 1 or hands.settle_shoot_event[row] != NEVER or hands.shoot[row] == 0:
        return
    if hands.shoot_due[row] == UNKNOWN:
        table.kitty_known = 0
    else:
        table.kitty -= hands.shoot_due[row] + hands.bet_in_kitty[row]


def _leave_to_next(table: Table, deal: Deal, end: Ending) -> None:
    """What the next deal must know: a pontoon or none, who banks next (clauses 5.1 and 5.2)."""
    before = table.before
    before.exists = 1
    before.void = int(deal.void_event != NEVER)
    sound = end.incomplete == 0 and deal.lost_record == 0
    before.sound = int(sound and before.void == 0)
    before.people = list(deal.order)
    before.natural = _any_natural(table, deal, end)
    table.old_banker = deal.banker
    table.holder = deal.banker
    table.successor = NOBODY
    table.bank_known = int(deal.banker != NOBODY and deal.bank_doubtful == 0)
    if table.bank_known == 0:
        table.kitty_known = 0
    if before.void == 1 or table.rules.bank_passes == 0 or deal.banker == NOBODY:
        return
    successor = UNKNOWN if end.unplayed == 1 else _successor(table, deal, end)
    if successor == UNKNOWN:
        table.holder = NOBODY
        table.bank_known = 0
    elif successor != NOBODY:
        table.holder = table.successor = successor


def _any_natural(table: Table, deal: Deal, end: Ending) -> int:
    """Whether any hand of the deal, split or the banker's too, stands as a pontoon."""
    natural = 1 << NATURAL
    answer = 0
    sets = [strengths(table, deal, slot) for slot in player_slots(deal)]
    if deal.bank_slot != NEVER:
        sets.append(end.bank_bits)
    for bits in sets:
        if bits == natural and end.unplayed == 0:
            return 1
        if bits & natural or end.unplayed == 1:
            answer = UNKNOWN
    return answer


def _successor(table: Table, deal: Deal, end: Ending) -> int:
    """Who takes the bank by an unsplit pontoon, the nearest to the banker's left; UNKNOWN where it may be somebody."""
    natural = 1 << NATURAL
    if end.bank_bits == natural:
        return NOBODY
    for slot in player_slots(deal):
        bits = strengths(table, deal, slot)
        if deal.split[slot] == 1 or bits & natural == 0:
            continue
        sure = bits == natural and end.bank_bits & natural == 0 and (deal.order_known == 1 or table.orderless == 1)
        return deal.owner[slot] if sure else UNKNOWN
    return NOBODY


def _take_cards_back(table: Table, deal: Deal, end: Ending) -> None:
    """All cards on the table go under the pack together; where one moved unseen, nothing of the order is known."""
    pack = table.pack
    together: list[int] = list(deal.loose)
    for slot in range(len(deal.owner)):
        if deal.gone[slot] == 0:
            together.extend(deal.sightings[slot])
        else:
            together.extend(deal.sightings[slot][_thrown_in(deal, slot) :])
    return_cards(pack, together)
    if pack.blind == 1 or deal.upset == 1 or end.unplayed == 1 or deal.cards_after_void == 1:
        clear_table(pack)
    short = False
    for player in deal.order:
        short = short or deal.missing_at[player] != NEVER
    if short:
        clear_table(pack)


def _thrown_in(deal: Deal, slot: int) -> int:
    """How many of a bust hand's cards went under the pack when it went bust; later ones lie on the table."""
    low = 0
    for place in range(len(deal.cards[slot])):
        card = deal.cards[slot][place]
        rank = card // 4
        low += 1 if card == 52 else (10 if rank >= 9 else rank + 1)
        if low > 21:
            return place + 1
    return len(deal.cards[slot])
