"""What is due to a hand, and what was left undone with it: judged when the deal is over."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.ending import Ending, player_slots, strengths
from pontoon_audit.replay.hands import ANY_STRENGTH, multiple, outcome
from pontoon_audit.replay.holding import bank_dealt_natural, finished, is_natural, is_unknown, natural_counts
from pontoon_audit.replay.state import NEVER, PLAYED_ON, UNKNOWN
from pontoon_audit.replay.table import Deal, Table


def write_settlement(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """What is due: decided where every card that may lie unseen gives the same (clauses 4.2 and 6.7)."""
    facts, events = table.hands, table.events
    stake_at, bets_at = deal.settle_event[slot], deal.settle_shoot_event[slot]
    facts.recorded[row] = UNKNOWN if stake_at == NEVER else events.amount[stake_at]
    facts.shoot_recorded[row] = UNKNOWN if bets_at == NEVER else events.amount[bets_at]
    if deal.void_event != NEVER:
        facts.due[row] = facts.shoot_due[row] = 0
        return
    if deal.banker == NOBODY:
        facts.shoot_due[row] = 0 if deal.bet[slot] == 0 and not is_unknown(deal, slot) else UNKNOWN
    elif not is_unknown(deal, slot):
        _decide(table, deal, slot, row, end)
    if table.rules.shoot == 0:
        facts.shoot_due[row] = 0
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
    if deal.bet[slot] == 0:
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


def write_unsettled(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """Whether a settlement is missing where others of the deal stand."""
    facts = table.hands
    due = end.live_settled == 1 or (end.all_bust == 1 and table.records_settlements == 1)
    if deal.void_event != NEVER:
        facts.unsettled[row] = facts.shoot_unsettled[row] = 0
        return
    missing = due and deal.settle_event[slot] == NEVER and deal.first_stake_of[slot] != UNKNOWN
    unknown = is_unknown(deal, slot)
    unclear = unknown or deal.settlement_unknown[slot] == 1
    facts.unsettled[row] = UNKNOWN if missing and unclear else int(missing)
    some = (due or end.bets_settled == 1) and end.incomplete != 1
    bets_missing = some and deal.bet[slot] > 0 and deal.settle_shoot_event[slot] == NEVER
    unclear = unknown or deal.shoot_settlement_unknown[slot] == 1
    undecided = table.records_bets == 0 or (bets_missing and unclear)
    facts.shoot_unsettled[row] = UNKNOWN if undecided else int(bets_missing)


def write_unfinished(table: Table, deal: Deal, slot: int, row: int, end: Ending) -> None:
    """Whether the hand was left without a word while play went on (clauses 3.10 and 3.1)."""
    facts = table.hands
    last = deal.last_of_hand[slot]
    left = deal.last_play[slot] <= last and (
        _went_on(deal, slot, last) or max(end.last_settled, deal.settle_event[slot]) > last
    )
    if is_natural(deal, slot) == 1 and natural_counts(deal, slot, table.rules) and deal.declared[slot] == 0:
        facts.unfinished[row] = 0
        nobody_plays = UNKNOWN if table.orderless == 1 else _nobody_plays(deal)
        silent = deal.undeclared_at[slot] == NEVER and deal.stuck[slot] == 0 and deal.false_word[slot] == NEVER
        if left and silent and nobody_plays != 1:
            facts.undeclared_at[row] = last if nobody_plays == 0 else UNKNOWN
        return
    perhaps_natural = is_natural(deal, slot) == UNKNOWN and natural_counts(deal, slot, table.rules)
    nobody_plays = _nobody_plays(deal)
    if table.orderless == 1 or perhaps_natural or nobody_plays == UNKNOWN:
        facts.unfinished[row] = UNKNOWN
    elif nobody_plays == 1 or not left or deal.false_word[slot] != NEVER or deal.undeclared_at[slot] >= 0:
        facts.unfinished[row] = 0
    else:
        state = _finished_but_for_settlement(table, deal, slot)
        facts.unfinished[row] = UNKNOWN if state == UNKNOWN else int(state == PLAYED_ON)


def _nobody_plays(deal: Deal) -> int:
    """Whether the banker was dealt a pontoon: then no hand has to be played, whether it was shown or not."""
    if deal.bank_slot == NEVER:
        return UNKNOWN
    return 1 if deal.shown != 0 or deal.hidden == 1 else bank_dealt_natural(deal)


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
        later = deal.order_known == 1 and deal.rank[deal.owner[other]] > deal.rank[deal.owner[slot]]
        if later and deal.last_play[other] > last:
            return True
    return False
