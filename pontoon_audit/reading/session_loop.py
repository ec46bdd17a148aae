"""The loops that tell the sessions of long files apart, and their people, to be compiled."""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.reading.line_loop import is_text, part
from pontoon_audit.reading.loads import byte_at, word_at

_LINE_FEEDS: Final = 0x0A0A0A0A0A0A0A0A
_LOW_BITS: Final = 0x7F7F7F7F7F7F7F7F


def name_runs(piece: int, size: int, stops: Any, most: int, runs: Any, counts: Any) -> int:
    """The runs of lines, at the address `piece`, whose first cell is the same. Gives how many of its `size` bytes were
    looked at: all, or those of so many runs as there may be at most. Of each there are two numbers in `runs`: where its
    first cell stands and how long it is. `counts` has how many there are. `stops` is that of `line_loop.code_lines`,
    and what is behind the piece too.
    """
    at, end = piece, piece + size
    run, name, length, low, high = 0, 0, -1, 0, 0
    while at < end:
        same = 0 <= length <= end - at and stops[byte_at(at + length)] > 0
        if not same or not is_text(at, name, length, low, high):
            if run == most:
                break
            name = at
            while stops[byte_at(at)] == 0:
                at += 1
            length = at - name
            low, high = part(name, length), part(name + 8, length - 8)
            runs[2 * run], runs[2 * run + 1] = name - piece, length
            run += 1
        else:
            at += length
        at = _after_line(at)
    counts[0] = run
    return min(at, end) - piece


def _after_line(at: int) -> int:
    """The address behind the next line feed, which is looked for in eight bytes at a time."""
    while True:
        word = word_at(at) ^ _LINE_FEEDS
        # a byte's highest bit stays 0 where the byte is a line feed, and nowhere else
        if (((word & _LOW_BITS) + _LOW_BITS) | word | _LOW_BITS) != -1:
            break
        at += 8
    while byte_at(at) != 10:
        at += 1
    return at + 1


def own_codes(
    rows: int, number: Any, persons: Any, others: Any, own: Any, own_others: Any, last: Any, code: Any, met: Any
) -> int:
    """Persons by their codes in the file become persons by their codes in each session, in the order in which they are
    first named; `persons` and `others` of a row in turn. Gives how many pairs `met` has: session and person.

    `number`: the session of each row, ascending. `last` and `code` have a cell for each person of the file, `last` with
    -1 in all of them. Nobody is below 0.
    """
    pairs, session, next_code = 0, -1, 0
    for row in range(rows):
        if number[row] != session:
            session, next_code = number[row], 0
        for which in range(2):
            person = persons[row] if which == 0 else others[row]
            if person < 0:
                continue
            if last[person] != session:
                last[person], code[person] = session, next_code
                met[2 * pairs], met[2 * pairs + 1] = session, person
                next_code += 1
                pairs += 1
            if which == 0:
                own[row] = code[person]
            else:
                own_others[row] = code[person]
    return pairs


HELPERS: Final = (_after_line,)
"""The functions that these call, beside those of `line_loop`."""
