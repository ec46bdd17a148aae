"""The loop over events of JSON that is compiled for long files: lines with an event each; and what `deal_loop` shares.

As in `line_loop`, only what is usual is taken: texts, numbers and null, in fields that the format names, of which each
stands once. Whatever else there is others read, so nothing is decided here about faults. Texts are as they are written,
what is escaped in them too: whoever gives them a meaning decodes them.
"""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.reading import line_loop
from pontoon_audit.reading.line_loop import (
    ACTION,
    AMOUNT,
    BYTES,
    DEAL,
    EXACT,
    HAND,
    LETTERS,
    LINES,
    LONGEST_TEXT,
    MAY_BE_BELOW_0,
    MOST_LINES,
    OTHER,
    PLACES,
    PLAYER,
    RUNS,
    SEQ,
    SESSION,
    TEXTS,
    TO,
    WORDS,
    begin_run,
    code_of,
    digits,
    hundredths,
    is_text,
    part,
    text_at,
)
from pontoon_audit.reading.loads import byte_at

TIME, NOTE, CELLS = range(OTHER, OTHER + 3)
"""Cells of an event beside those of the roles of `line_loop`, in which where a text begins and how long it is are one
number (`LENGTH`), 0 for none; and how many cells an event has."""
LENGTH: Final = 31
"""Bits of a length."""
NAME: Final = CELLS
"""What a word may be beside a word of a role: the name of an event's field."""
NAME_AT, NAME_LENGTH, NAME_LOW, NAME_HIGH, COUNTS = range(line_loop.COUNTS, line_loop.COUNTS + 5)
"""Positions in `counts` of what only these loops have, and how many there are: of the name of the last session where it
stands, one more than its length, 0 before any, and its first bytes."""
ENDS_TEXT, ENDS_WORD, IS_DIGIT = 1, 2, 4
"""What `stops` says of a byte, bit by bit: that it ends a text, or does not stand for itself in one; that it ends a
number or a word without quotation marks; that it is a digit."""
_LINE_FEED, _ESCAPE = 10, ord("\\")
QUOTE, COMMA, _COLON, _MINUS, _ZERO, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST = (ord(sign) for sign in '",:-0{}[]')
_NUMBERS: Final = 1 << DEAL | 1 << HAND | 1 << SEQ
_NULL: Final = int.from_bytes(b"null", "little")
HIGHEST_DEAL, _MOST_HANDS = 999_999_999, 10_000
NONE: Final = -(1 << 62)
"""What comes of a value that is unusual."""


def code_objects(
    piece: int, size: int, begin: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, unusual: Any,
) -> int:  # fmt: skip
    """What `line_loop.code_lines` does, of lines with a JSON object each; `cells` has `CELLS` of a line, by role. Times
    and notes are said to begin so many bytes after `begin` as after `piece`."""
    at = line = 0
    for line in range(room[MOST_LINES]):
        if at >= size or is_full(room, counts):
            counts[LINES] = line
            return at
        end = code_event(
            piece + at, True, CELLS * line, piece, begin, stops, words, needed, places, texts, letters, room, counts,
            runs, cells,
        )  # fmt: skip
        end = behind_blanks(end, True) if end >= 0 else end
        unusual[line] = int(end < 0 or byte_at(end) != _LINE_FEED)
        if unusual[line] == 1:
            end = piece + at
            while byte_at(end) != _LINE_FEED:
                end += 1
        cells[CELLS * line + SESSION] = counts[RUNS] - 1
        at = end + 1 - piece
    counts[LINES] = room[MOST_LINES]
    return at


def code_event(
    at: int, in_lines: bool, row: int, piece: int, begin: int, stops: Any, words: Any, needed: Any, places: Any,
    texts: Any, letters: int, room: Any, counts: Any, runs: Any, cells: Any,
) -> int:  # fmt: skip
    """Codes the event that begins at an address into the cells from `row` on, and gives where it ends; -1 where
    anything is unusual. `in_lines` it says its session and deal, which is not usual in a document."""
    at = behind_blanks(at, in_lines)
    if byte_at(at) != OPEN:
        return -1
    named, had = 0, 0 if in_lines else 1 << DEAL
    while named == 0 or byte_at(at) == COMMA:
        first = behind_blanks(at + 1, in_lines)
        at = behind_name(first, in_lines, stops)
        role = name_at(first, NAME, stops, words, room) if at >= 0 else -1
        if role < 0 or named >> role & 1 == 1:
            return -1
        named |= 1 << role
        quoted = int(byte_at(at) == QUOTE)
        first = at + quoted
        at = end_of_value(first, quoted, stops)
        if at < 0:
            return -1
        length = at - first
        low, high = part(first, length), part(first + 8, length - 8)
        at += quoted
        if length > 0 and (quoted == 1 or not is_null(low, length)):
            had |= 1 << role
            usual = role == AMOUNT or quoted == 1 - (_NUMBERS >> role & 1)
            if not usual or (role in (SESSION, DEAL) and not in_lines):
                return -1
            if role == SESSION:
                _go_on_with(first, length, low, high, piece, counts, runs)
            elif role >= OTHER:
                cells[row + role] = (begin + first - piece) << LENGTH | length
            else:
                value = _code_value(
                    role, first, length, quoted, low, high, stops, words, places, texts, letters, room, counts
                )
                if value == NONE:
                    return -1
                cells[row + role] = value
        at = behind_blanks(at, in_lines)
    what = cells[row + ACTION] if had >> ACTION & 1 == 1 else -1
    below = had >> AMOUNT & 1 == 1 and cells[row + AMOUNT] < 0
    if byte_at(at) != CLOSE or what < 0 or needed[what] & ~had & (MAY_BE_BELOW_0 - 1) != 0:
        return -1
    if below and needed[what] & MAY_BE_BELOW_0 == 0:
        return -1
    if in_lines and had >> SESSION & 1 == 0 and counts[NAME_LENGTH] != 1:
        counts[NAME_LENGTH] = 1
        begin_run(runs, counts, 0, 0)
    return at + 1


def _code_value(
    role: int, first: int, length: int, quoted: int, low: int, high: int, stops: Any, words: Any, places: Any,
    texts: Any, letters: int, room: Any, counts: Any,
) -> int:  # fmt: skip
    """The cell of a value; `NONE` where it is unusual."""
    if role in (PLAYER, TO):
        person = text_at(places, texts, letters, room, counts, first, length, low, high)
        return person if person >= 0 else NONE
    if role == AMOUNT:
        minus = byte_at(first) == _MINUS
        start = first + int(minus)
        amount = hundredths(start, first + length)
        # a number does not begin with a zero and another digit; a text may
        padded = quoted == 0 and byte_at(start) == _ZERO and stops[byte_at(start + 1)] & IS_DIGIT != 0
        if amount < 0 or padded:
            return NONE
        return -amount if minus else amount
    if role in (DEAL, HAND):
        return whole(first, length, HIGHEST_DEAL if role == DEAL else _MOST_HANDS)
    if role == SEQ:
        minus = byte_at(first) == _MINUS
        if minus:
            seq = whole(first + 1, length - 1, 1 << 60)
            return -seq if seq != NONE else NONE
        return 0 if length == 1 and byte_at(first) == _ZERO else whole(first, length, 1 << 60)
    code = code_of(words, room[WORDS], role * 32 + min(length, EXACT + 1), low, high)
    return code if code >= 0 else NONE


def _go_on_with(first: int, length: int, low: int, high: int, piece: int, counts: Any, runs: Any) -> None:
    """Begins a run of lines unless they name the session of the one before."""
    same = counts[NAME_LENGTH] == length + 1 and is_text(
        first, counts[NAME_AT], length, counts[NAME_LOW], counts[NAME_HIGH]
    )
    if not same:
        counts[NAME_AT], counts[NAME_LENGTH], counts[NAME_LOW], counts[NAME_HIGH] = first, length + 1, low, high
        begin_run(runs, counts, first - piece, length)


def is_full(room: Any, counts: Any) -> bool:
    """Whether the table of texts may have no room for those of one event more."""
    full: bool = 2 * (counts[TEXTS] + 2) > room[PLACES] or counts[BYTES] + 2 * LONGEST_TEXT > room[LETTERS]
    return full


def behind_blanks(at: int, in_lines: bool) -> int:
    """The address of the next byte that is no blank; in lines the end of one is none."""
    byte = byte_at(at)
    while byte == 32 or byte == 9 or byte == 13 or (byte == _LINE_FEED and not in_lines):
        at += 1
        byte = byte_at(at)
    return at


def behind_name(at: int, in_lines: bool, stops: Any) -> int:
    """Where the value begins of the field whose name begins at an address; -1 where none does."""
    if byte_at(at) != QUOTE:
        return -1
    at = end_of_value(at + 1, 1, stops)
    if at < 0:
        return -1
    at = behind_blanks(at + 1, in_lines)
    return behind_blanks(at + 1, in_lines) if byte_at(at) == _COLON else -1


def name_at(at: int, kind: int, stops: Any, words: Any, room: Any) -> int:
    """What the name means that begins at an address, with a quotation mark; -1 where it is none."""
    first = at + 1
    length = end_of_value(first, 1, stops) - first
    low, high = part(first, length), part(first + 8, length - 8)
    return code_of(words, room[WORDS], kind * 32 + min(length, EXACT + 1), low, high)


def end_of_value(at: int, quoted: int, stops: Any) -> int:
    """Where the value ends that begins at an address: at its quotation mark, if it is `quoted`. -1 where a text has a
    byte that cannot stand in one, and where there is no value."""
    first = at
    if quoted == 1:
        while stops[byte_at(at)] & ENDS_TEXT == 0 or byte_at(at) == _ESCAPE:
            at += 1 + int(byte_at(at) == _ESCAPE and stops[byte_at(at + 1)] & ENDS_WORD == 0)
        return at if byte_at(at) == QUOTE else -1
    while stops[byte_at(at)] & ENDS_WORD == 0:
        at += 1
    return at if at > first else -1


def is_null(low: int, length: int) -> bool:
    return length == 4 and low == _NULL


def whole(first: int, length: int, most: int) -> int:
    """A whole number from 1 as JSON writes it; `NONE` for anything else."""
    number = digits(first, first + length)
    return number if 0 < number <= most and byte_at(first) != _ZERO else NONE


HELPERS: Final = (
    *line_loop.HELPERS, code_event, _code_value, _go_on_with, is_full, behind_blanks,
    behind_name, name_at, end_of_value, is_null, whole,
)  # fmt: skip
"""The functions that this one calls."""
