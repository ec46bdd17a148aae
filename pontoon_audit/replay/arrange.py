"""Which deal an event belongs to, and what lies between deals.

Between deals is one moment: all that stands after the last card, play or settlement of one deal and before the first
card of the next, whichever deal number or list it carries. So each event falls into a *group*: `2 * d` is the moment
before deal d, `2 * d + 1` is deal d itself (with what was wrongly done during its play), and the last even
group is the moment after the last deal. Nothing is reordered: groups are walked one after the other, each in the order
of the log (`Event.walked`).
"""

from __future__ import annotations

from pontoon_audit.game import BANKER, DEAL, NO_DEAL, SHOOT, STAKE, UNREADABLE, VOID
from pontoon_audit.replay.compiling import compiled, fresh
from pontoon_audit.replay.numbers import forget_numbers, value_of
from pontoon_audit.replay.rows import Event
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.replay.table import Table

_DEALT, _SEEN = 1, 2
"""What is known of the label of a list: that a deal stands in it; and that its number was judged."""


@compiled
def is_in_deal(action: int) -> bool:
    """Whether the action is part of a deal, as against what happens between deals."""
    return action >= DEAL or action == BANKER


@compiled
def arrange(table: Table) -> None:
    """Finds the deals of a session and the moments between them."""
    now = table.now
    _look_through(table)
    _open_deals(table)
    _check_numbers(table)
    if now.gaps > 0:
        _mark_gaps(table)
    _bounds(table)
    _group(table)
    if now.seq_falls == 1:
        _repeated_seq(table)


@compiled
def _look_through(table: Table) -> None:
    """What there is to be arranged: most sessions need little of it."""
    now = table.now
    last, highest = NO_DEAL, UNKNOWN
    for i in range(now.events):
        event = table.events[i]
        label = _label(event)
        now.labels += int(label != last)
        last = label
        if event.deal == NO_DEAL and is_in_deal(event.action):
            now.unnumbered = 1
        if event.seq != UNKNOWN:
            now.seq_falls = max(now.seq_falls, int(event.seq <= highest))
            highest = max(highest, event.seq)


@compiled
def _open_deals(table: Table) -> None:
    """The deal of each event that is part of one, else NEVER.

    A document's deals are those of its list. A flat file's are told by their numbers; where a number comes back, the
    event goes on with its deal, unless a banker opens it anew. Either is out of order (`came_back`).
    """
    now = table.now
    forget_numbers(table, now.labels)  # of a label: its latest deal, counted from 1
    current = label_of_current = NEVER
    for i in range(now.events):
        event = table.events[i]
        event.at_deal, event.came_back = NEVER, 0
        if not is_in_deal(event.action):
            continue
        label = _label(event)
        if label == NO_DEAL or (current != NEVER and label == label_of_current):
            event.at_deal = current
            continue
        latest = value_of(table, label)
        known = table.numbers[latest] - 1
        reopened = event.block < 0 and known not in (NEVER, current) and event.action == BANKER
        event.came_back = int(reopened or known not in (NEVER, current, now.deals - 1))
        if known == NEVER or reopened:
            known = now.deals
            fresh(table.opened, known, table.blank.opened)
            table.opened[known].number = event.deal
            now.deals += 1
            table.numbers[latest] = now.deals
        event.at_deal = current = known
        label_of_current = label


@compiled
def _label(event: Event) -> int:
    """What tells the event's deal from others: its number in a flat file, its place in the list in a document."""
    return event.deal if event.block < 0 else -1 - event.block


@compiled
def _check_numbers(table: Table) -> None:
    """A deal number is one more than the highest so far; the first may be any. Judged where it first stands."""
    now = table.now
    forget_numbers(table, now.labels)
    if now.unnumbered == 1:
        _find_dealt(table)
    highest = last = NO_DEAL
    for i in range(now.events):
        event = table.events[i]
        label, number = _label(event), event.deal
        if label == last and event.came_back == 0:
            continue
        if label == NO_DEAL:
            continue
        met = value_of(table, label)
        if number == NO_DEAL and table.numbers[met] == 0:  # a list without a number that holds no deal needs none
            continue
        if table.numbers[met] == _SEEN and event.came_back == 0:
            continue
        last = label
        table.numbers[met] = _SEEN
        expected = highest + 1
        if (highest != NO_DEAL and number != expected) or number == NO_DEAL:
            event.expected_deal = expected
            now.gaps += 1
        highest = max(highest, number if number != NO_DEAL else expected)


@compiled
def _find_dealt(table: Table) -> None:
    """Marks the lists that hold a deal; only one without a number needs to be looked up."""
    for i in range(table.now.events):
        event = table.events[i]
        if event.deal == NO_DEAL and is_in_deal(event.action):
            table.numbers[value_of(table, _label(event))] = _DEALT


@compiled
def _mark_gaps(table: Table) -> None:
    """A wrong number makes a gap before the deal that opens with it, or, where it strayed, before the next one."""
    opened = NEVER
    pending = 0
    for i in range(table.now.events):
        event = table.events[i]
        if event.expected_deal != UNKNOWN:
            pending = 1
        if event.at_deal > opened:
            opened = event.at_deal
            table.opened[opened].gap = pending
            pending = 0


@compiled
def _bounds(table: Table) -> None:
    """Of each deal its start (its first card or a void before; without either its first event) and its last card, play
    or settlement."""
    for i in range(table.now.events):
        event = table.events[i]
        if event.at_deal == NEVER:
            continue
        deal, action = table.opened[event.at_deal], event.action
        if deal.opening == NEVER:
            deal.opening = i
        if event.faulty == 1:
            continue
        if action in (DEAL, VOID) and deal.start == NEVER:
            deal.start = i
        if action == VOID:
            deal.void = 1
        if action >= DEAL and action not in (STAKE, SHOOT, UNREADABLE) and deal.void == 0:
            deal.last = i
    for d in range(table.now.deals):
        if table.opened[d].start == NEVER:
            table.opened[d].start = table.opened[d].opening


@compiled
def _group(table: Table) -> None:
    """Sorts the events into their groups, each in the order of the log."""
    now, current = table.now, NEVER
    fresh(table.opened, now.deals, table.blank.opened)  # the moment after the last deal
    for i in range(now.events):
        while current + 1 < now.deals and table.opened[current + 1].start <= i:
            current += 1
        event = table.events[i]
        if event.at_deal == NEVER:
            during = current != NEVER and i < table.opened[current].last
            event.group = 2 * current + 1 if during else 2 * (current + 1)
        elif event.action in (BANKER, UNREADABLE) and i < table.opened[event.at_deal].start:
            event.group = 2 * event.at_deal
        else:
            event.group = 2 * event.at_deal + 1
        if event.group % 2 == 0:
            table.opened[event.group // 2].moment += 1
        else:
            table.opened[event.group // 2].play += 1
    place = 0
    for d in range(now.deals + 1):  # from counts to where each group begins
        deal = table.opened[d]
        deal.moment, deal.play, place = place, place + deal.moment, place + deal.moment + deal.play
    for i in range(now.events):
        deal = table.opened[table.events[i].group // 2]
        if table.events[i].group % 2 == 0:
            table.events[deal.moment].walked = i
            deal.moment += 1
        else:
            table.events[deal.play].walked = i
            deal.play += 1  # in the end `moment` and `play` are where each group ends


@compiled
def _repeated_seq(table: Table) -> None:
    """Marks every event whose seq stood before."""
    forget_numbers(table, table.now.events)
    for i in range(table.now.events):
        event = table.events[i]
        if event.seq != UNKNOWN:
            met = value_of(table, event.seq)
            event.seq_repeats = table.numbers[met]
            table.numbers[met] = 1
