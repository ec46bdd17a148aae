"""Which deal an event belongs to, and what lies between deals.

Between deals is one moment: all that stands after the last card, play or settlement of one deal and before the first
card of the next, whichever deal number or list it carries. So each event falls into a *group*: `2 * d` is the moment
before deal d, `2 * d + 1` is deal d itself (with what was wrongly done during its play), and the last even
group is the moment after the last deal. Nothing is reordered: a group lists positions in the order of the log.
"""

from __future__ import annotations

from pontoon_audit.game import BANKER, DEAL, NO_DEAL, SHOOT, STAKE, UNREADABLE, VOID
from pontoon_audit.replay.state import NEVER, UNKNOWN
from pontoon_audit.session import EventColumns


class Arrangement:
    """The deals of a session in the order in which they open.

    `numbers[d]`, `gap[d]` (the number is not the one that was due: what came between is not known), `groups` (positions
    by group), and for every event `expected_deal` (unknown where its number is right) and `seq_repeats`.
    """

    __slots__ = ("expected_deal", "gap", "groups", "numbers", "seq_repeats")

    def __init__(self, events: int) -> None:
        self.numbers: list[int] = []
        self.gap: list[bool] = []
        self.groups: list[list[int]] = []
        self.expected_deal = [UNKNOWN] * events
        self.seq_repeats = [0] * events


def is_in_deal(action: int) -> bool:
    """Whether the action is part of a deal, as against what happens between deals."""
    return action >= DEAL or action == BANKER


def arrange(events: EventColumns) -> Arrangement:
    """Finds the deals of a session and the moments between them."""
    found = Arrangement(len(events))
    deal_of = _open_deals(events, found)
    start, last = _bounds(events, found, deal_of)
    _group(events, found, deal_of, start, last)
    _repeated_seq(events, found)
    return found


def _open_deals(events: EventColumns, found: Arrangement) -> list[int]:
    """The deal of each event that is part of one, else NEVER.

    A document's deals are those of its list. A flat file's are told by their numbers; where a number comes back, the
    event goes on with its deal, unless a banker opens it anew. Either is out of order (`come_back`).
    """
    deal_of = [NEVER] * len(events)
    come_back = [False] * len(events)
    latest: dict[int, int] = {}
    current = NEVER
    for i in range(len(events)):
        if not is_in_deal(events.action[i]):
            continue
        label = _label(events, i)
        if label == NO_DEAL:
            deal_of[i] = current
            continue
        known = latest.get(label, NEVER)
        newest = len(found.numbers) - 1
        reopened = events.block[i] < 0 and known not in (NEVER, current) and events.action[i] == BANKER
        come_back[i] = reopened or (known not in (NEVER, current, newest))
        if known == NEVER or reopened:
            known = latest[label] = len(found.numbers)
            found.numbers.append(events.deal[i])
            found.gap.append(False)
        deal_of[i] = current = known
    _check_numbers(events, found, come_back)
    _mark_gaps(events, found, deal_of)
    return deal_of


def _label(events: EventColumns, i: int) -> int:
    """What tells the event's deal from others: its number in a flat file, its place in the list in a document."""
    return events.deal[i] if events.block[i] < 0 else -1 - events.block[i]


def _check_numbers(events: EventColumns, found: Arrangement, come_back: list[bool]) -> None:
    """A deal number is one more than the highest so far; the first may be any. Judged where it first stands."""
    seen: set[int] = set()
    highest = NO_DEAL
    dealt = {_label(events, i) for i in range(len(events)) if is_in_deal(events.action[i])}
    for i in range(len(events)):
        label, number = _label(events, i), events.deal[i]
        if number == NO_DEAL and label not in dealt:  # a list without a number that holds no deal needs none
            continue
        if label == NO_DEAL or (label in seen and not come_back[i]):
            continue
        seen.add(label)
        expected = highest + 1
        if (highest != NO_DEAL and number != expected) or number == NO_DEAL:
            found.expected_deal[i] = expected
        highest = max(highest, number if number != NO_DEAL else expected)


def _mark_gaps(events: EventColumns, found: Arrangement, deal_of: list[int]) -> None:
    """A wrong number makes a gap before the deal that opens with it, or, where it strayed, before the next one."""
    opened = NEVER
    pending = False
    for i in range(len(events)):
        if found.expected_deal[i] != UNKNOWN:
            pending = True
        deal = deal_of[i]
        if deal > opened:
            opened = deal
            found.gap[deal] = pending
            pending = False


def _bounds(events: EventColumns, found: Arrangement, deal_of: list[int]) -> tuple[list[int], list[int]]:
    """Of each deal its start (its first card or a void before; without either its first event) and its last card, play
    or settlement."""
    deals = len(found.numbers)
    start, opening, last = [NEVER] * deals, [NEVER] * deals, [NEVER] * deals
    void = [False] * deals
    for i in range(len(events)):
        deal, action = deal_of[i], events.action[i]
        if deal == NEVER:
            continue
        if opening[deal] == NEVER:
            opening[deal] = i
        if i in events.fault:
            continue
        if action in (DEAL, VOID) and start[deal] == NEVER:
            start[deal] = i
        void[deal] = void[deal] or action == VOID
        if action >= DEAL and action not in (STAKE, SHOOT, UNREADABLE) and not void[deal]:
            last[deal] = i
    for deal in range(deals):
        if start[deal] == NEVER:
            start[deal] = opening[deal]
    return start, last


def _group(events: EventColumns, found: Arrangement, deal_of: list[int], start: list[int], last: list[int]) -> None:
    deals = len(found.numbers)
    found.groups = [[] for _ in range(2 * deals + 1)]
    current = NEVER
    for i in range(len(events)):
        while current + 1 < deals and start[current + 1] <= i:
            current += 1
        deal = deal_of[i]
        if deal == NEVER:
            during = current != NEVER and i < last[current]
            group = 2 * current + 1 if during else 2 * (current + 1)
        elif events.action[i] in (BANKER, UNREADABLE) and i < start[deal]:
            group = 2 * deal
        else:
            group = 2 * deal + 1
        found.groups[group].append(i)


def _repeated_seq(events: EventColumns, found: Arrangement) -> None:
    seen: set[int] = set()
    for i, seq in enumerate(events.seq):
        if seq is None:
            continue
        if seq in seen:
            found.seq_repeats[i] = 1
        seen.add(seq)
