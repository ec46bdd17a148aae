"""What is due to a hand, and what was left undone with it: judged when the deal is over."""

from __future__ import annotations

from pontoon_audit.game import NOBODY
from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.deal_rows import Deal, Ending, Hand
from pontoon_audit.replay.ending import only
from pontoon_audit.replay.hands import ANY_STRENGTH, multiple, outcome
from pontoon_audit.replay.holding import bank_dealt_natural, finished, is_natural, is_unknown, natural_counts
from pontoon_audit.replay.rows import Rules
from pontoon_audit.replay.state import (
    COUNTED,
    MOVE_MISSING,
    MOVE_PERHAPS_MISSING,
    MOVE_SETTLED,
    MOVE_UNSETTLED,
    NEVER,
    PLAYED_ON,
    UNKNOWN,
    HandFacts,
)
from pontoon_audit.replay.table import Table


@compiled
def write_settlement(table: Table, deal: Deal, hand: Hand, facts: HandFacts, end: Ending) -> None:
    """What is due: decided where every card that may lie unseen gives the same (clauses 4.2 and 6.7)."""
    stake_at, bets_at = hand.settle_event, hand.settle_shoot_event
    facts.recorded = UNKNOWN if stake_at == NEVER else table.events[stake_at].amount
    facts.shoot_recorded = UNKNOWN if bets_at == NEVER else table.events[bets_at].amount
    if deal.void_event != NEVER:
        facts.due = facts.shoot_due = 0
        return
    unknown = is_unknown(deal, hand)
    if deal.banker == NOBODY:
        facts.shoot_due = 0 if hand.bet == 0 and not unknown else UNKNOWN
    elif not unknown:
        _decide(deal, hand, facts, end, table.rules)
    if table.rules.shoot == 0:
        facts.shoot_due = 0
    if stake_at != NEVER:
        table.events[stake_at].due = facts.due
    if bets_at != NEVER:
        table.events[bets_at].due = facts.shoot_due


@compiled
def _decide(deal: Deal, hand: Hand, facts: HandFacts, end: Ending, rules: Rules) -> None:
    bank_bits = ANY_STRENGTH if end.unplayed == 1 else end.bank_bits
    _agree(hand.may_be, bank_bits, rules, facts)
    if facts.multiple != UNKNOWN and hand.first_stake_of != UNKNOWN:
        facts.due = facts.multiple * hand.stake
    if hand.bet == 0:
        facts.shoot_due = 0
    elif facts.outcome != UNKNOWN:
        facts.shoot_due = facts.outcome * hand.bet


@compiled
def _agree(bits: int, bank_bits: int, rules: Rules, facts: HandFacts) -> None:
    """Writes outcome and multiple over every pair of strengths that may be; UNKNOWN where they differ."""
    alone, bank_alone = only(bits), only(bank_bits)
    if alone != UNKNOWN and bank_alone != UNKNOWN:  # the short way to the same
        facts.outcome, facts.multiple = outcome(alone, bank_alone, rules.push), multiple(alone, bank_alone, rules)
        return
    won = times = UNKNOWN
    first = True
    for player in range(24):
        if bits >> player & 1 == 0:
            continue
        for bank in range(24):
            if bank_bits >> bank & 1 == 0:
                continue
            this_won, this_times = outcome(player, bank, rules.push), multiple(player, bank, rules)
            if first:
                won, times, first = this_won, this_times, False
            won = won if won == this_won else UNKNOWN
            times = times if times == this_times else UNKNOWN
    facts.outcome, facts.multiple = won, times


@compiled
def write_unsettled(table: Table, deal: Deal, hand: Hand, facts: HandFacts, end: Ending) -> None:
    """Whether a settlement is missing where others of the deal stand."""
    due = end.live_settled == 1 or (end.all_bust == 1 and table.now.records_settlements == 1)
    if deal.void_event != NEVER:
        facts.unsettled = facts.shoot_unsettled = 0
        return
    missing = due and hand.settle_event == NEVER and hand.first_stake_of != UNKNOWN
    unknown = is_unknown(deal, hand)
    unclear = unknown or hand.settlement_unknown == 1
    facts.unsettled = UNKNOWN if missing and unclear else int(missing)
    some = (due or end.bets_settled == 1) and end.incomplete != 1
    bets_missing = some and hand.bet > 0 and hand.settle_shoot_event == NEVER
    unclear = unknown or hand.shoot_settlement_unknown == 1
    undecided = table.now.records_bets == 0 or (bets_missing and unclear)
    facts.shoot_unsettled = UNKNOWN if undecided else int(bets_missing)


@compiled
def write_unfinished(table: Table, deal: Deal, hand: Hand, facts: HandFacts, end: Ending) -> None:
    """Whether the hand was left without a word while play went on (clauses 3.10 and 3.1)."""
    last, orderless, rules = hand.last_of_hand, table.now.orderless, table.rules
    left = hand.last_play <= last and (
        _went_on(table, deal, hand, last) or max(end.last_settled, hand.settle_event) > last
    )
    natural = is_natural(deal, hand)
    nobody_plays = _nobody_plays(table, deal)
    if natural == 1 and natural_counts(hand, rules) and hand.declared == 0:
        facts.unfinished = 0
        silent = hand.undeclared_at == NEVER and hand.stuck == 0 and hand.false_word == NEVER
        unclear = orderless == 1 or nobody_plays == UNKNOWN
        if left and silent and (unclear or nobody_plays == 0):
            facts.undeclared_at = UNKNOWN if unclear else last
        return
    perhaps_natural = natural == UNKNOWN and natural_counts(hand, rules)
    if orderless == 1 or perhaps_natural or nobody_plays == UNKNOWN:
        facts.unfinished = UNKNOWN
    elif nobody_plays == 1 or not left or hand.false_word != NEVER or hand.undeclared_at >= 0:
        facts.unfinished = 0
    else:
        state = _finished_but_for_settlement(deal, hand, rules)
        facts.unfinished = UNKNOWN if state == UNKNOWN else int(state == PLAYED_ON)


@compiled
def _nobody_plays(table: Table, deal: Deal) -> int:
    """Whether the banker was dealt a pontoon: then no hand has to be played, whether it was shown or not."""
    if deal.bank_slot == NEVER:
        return UNKNOWN
    return 1 if deal.shown != 0 or deal.hidden == 1 else bank_dealt_natural(table, deal)


@compiled
def _finished_but_for_settlement(deal: Deal, hand: Hand, rules: Rules) -> int:
    settled = hand.settle_event
    hand.settle_event = NEVER
    state = finished(deal, hand, rules)
    hand.settle_event = settled
    return state


@compiled
def _went_on(table: Table, deal: Deal, hand: Hand, last: int) -> bool:
    """Whether a later player, or the banker, played after the hand's last card or play."""
    if deal.last_bank_play > last:
        return True
    place = table.players[hand.owner].rank
    for turn in range(deal.turns):
        other = table.hands[table.hands[turn].at_turn]
        later = deal.order_known == 1 and table.players[other.owner].rank > place
        if later and other.last_play > last:
            return True
    return False


@compiled
def write_moves(table: Table, deal: Deal, facts: HandFacts) -> None:
    """What rows of the ledger the hand tells. It tells its settlement only where the row would say the same to the
    letter: the same deal, accounts and amounts."""
    if deal.banker == NOBODY:
        return
    nothing_staked = facts.unstaked == 1
    stake_at, bets_at = facts.settle_event, facts.settle_shoot_event
    if _tells(table, deal, stake_at, facts):
        facts.stake_moves, facts.stake_event = MOVE_SETTLED, stake_at + 1
    elif facts.void == 0 and stake_at == NEVER and not nothing_staked:
        facts.stake_moves, facts.stake_event = _how(facts.unsettled), facts.deal_last_event + 1
    if _tells(table, deal, bets_at, facts):
        facts.shoot_moves, facts.shoot_event = MOVE_SETTLED, bets_at + 1
    elif facts.void == 0 and bets_at == NEVER and not nothing_staked and table.rules.shoot == 1 and facts.shoot != 0:
        facts.shoot_moves, facts.shoot_event = _how(facts.shoot_unsettled), facts.deal_last_event + 1


@compiled
def _tells(table: Table, deal: Deal, i: int, facts: HandFacts) -> bool:
    if i == NEVER:
        return False
    settlement = table.events[i]
    if settlement.set_aside != COUNTED or settlement.deal != facts.deal:
        return False
    settlement.told = 1
    return True


@compiled
def _how(unsettled: int) -> int:
    if unsettled == UNKNOWN:
        return MOVE_PERHAPS_MISSING
    return MOVE_MISSING if unsettled == 1 else MOVE_UNSETTLED
