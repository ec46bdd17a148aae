"""The loops over events of JSON that are compiled for long files: lines with an event each, and deals of a document.

As in `line_loop`, only what is usual is taken: texts, numbers and null, in fields that the format names, of which each
stands once. Whatever else there is others read, so nothing is decided here about faults. Texts are as they are written,
what is escaped in them too: whoever gives them a meaning decodes them.
"""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.game import ACTIONS, NO_DEAL
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
NAME, DEALS = CELLS, CELLS + 1
"""What a word may be beside a word of a role: the name of an event's field, of a deal's."""
ITS_NUMBER, ITS_BANKER, ITS_SHUFFLE, ITS_EVENTS = range(4)
"""The fields of a deal."""
NAME_AT, NAME_LENGTH, NAME_LOW, NAME_HIGH, COUNTS = range(line_loop.COUNTS, line_loop.COUNTS + 5)
"""Positions in `counts` of what only these loops have, and how many there are: of the name of the last session where it
stands, one more than its length, 0 before any, and its first bytes."""
OF_DEAL: Final = 4
"""Numbers of a deal: its own, whether a shuffle and a banker open it, and how many events are listed in it."""
NO_EVENT: Final = -4
"""Stands for an action where a deal might have had a shuffle or a banker and has none."""
FULL: Final = -2
ENDS_TEXT, ENDS_WORD, IS_DIGIT = 1, 2, 4
"""What `stops` says of a byte, bit by bit: that it ends a text, or does not stand for itself in one; that it ends a
number or a word without quotation marks; that it is a digit."""
_LINE_FEED, _ESCAPE = 10, ord("\\")
_QUOTE, _COMMA, _COLON, _MINUS, _ZERO, _OPEN, _CLOSE, _OPEN_LIST, _CLOSE_LIST = (ord(sign) for sign in '",:-0{}[]')
_NUMBERS: Final = 1 << DEAL | 1 << HAND | 1 << SEQ
_NULL, _TRUE, _FALSE = (int.from_bytes(word, "little") for word in (b"null", b"true", b"false"))
_HIGHEST_DEAL, _MOST_HANDS = 999_999_999, 10_000
_SHUFFLE, _BANKER = ACTIONS.index("shuffle"), ACTIONS.index("banker")
_NONE: Final = -(1 << 62)
"""What comes of a value that is unusual."""


def code_objects(
    piece: int, size: int, begin: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, unusual: Any,
) -> int:  # fmt: skip
    """What `line_loop.code_lines` does, of lines with a JSON object each; `cells` has `CELLS` of a line, by role. Times
    and notes are said to begin so many bytes after `begin` as after `piece`."""
    at = line = 0
    for line in range(room[MOST_LINES]):
        if at >= size or _is_full(room, counts):
            counts[LINES] = line
            return at
        end = _code_event(
            piece + at, True, CELLS * line, piece, begin, stops, words, needed, places, texts, letters, room, counts,
            runs, cells,
        )  # fmt: skip
        end = _behind_blanks(end, True) if end >= 0 else end
        unusual[line] = int(end < 0 or byte_at(end) != _LINE_FEED)
        if unusual[line] == 1:
            end = piece + at
            while byte_at(end) != _LINE_FEED:
                end += 1
        cells[CELLS * line + SESSION] = counts[RUNS] - 1
        at = end + 1 - piece
    counts[LINES] = room[MOST_LINES]
    return at


def code_deals(
    piece: int, size: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int, room: Any,
    counts: Any, runs: Any, cells: Any, deals: Any,
) -> int:  # fmt: skip
    """Codes the deals, with commas between them, at the address `piece`, and gives how many they are; -1 where anything
    is unusual, and `FULL` where there may be no room for texts. Behind the piece must stand 16 bytes that are no text.

    `deals` gets `OF_DEAL` numbers of each. Of its rows in `cells` the first two are a shuffle and a banker, or
    `NO_EVENT`. `counts` says under `LINES` how many rows there are.
    """
    at = _behind_blanks(piece, False)
    row = count = 0
    while True:
        if row + 2 > room[MOST_LINES]:
            return -1
        of_deal = OF_DEAL * count
        deals[of_deal], deals[of_deal + 1], deals[of_deal + 2], deals[of_deal + 3] = NO_DEAL, 0, 0, -1
        cells[CELLS * row + ACTION], cells[CELLS * (row + 1) + ACTION] = NO_EVENT, NO_EVENT
        at = _code_deal(
            at, row, piece, stops, words, needed, places, texts, letters, room, counts, runs, cells, deals, of_deal
        )
        if at < 0 or deals[of_deal + 3] < 0:
            return FULL if at == FULL else -1
        row += 2 + deals[of_deal + 3]
        count += 1
        at = _behind_blanks(at, False)
        if at >= piece + size:
            counts[LINES] = row
            return count
        if byte_at(at) != _COMMA:
            return -1
        at = _behind_blanks(at + 1, False)


def _code_deal(
    at: int, row: int, piece: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, deals: Any, of_deal: int,
) -> int:  # fmt: skip
    """Codes the deal that begins at an address, and gives where it ends; -1 or `FULL` as in `code_deals`."""
    named = 0
    if byte_at(at) != _OPEN:
        return -1
    while named == 0 or byte_at(at) == _COMMA:
        first = _behind_blanks(at + 1, False)
        at = _behind_name(first, False, stops)
        field = _name_at(first, DEALS, stops, words, room) if at >= 0 else -1
        if field < 0 or named >> field & 1 == 1:
            return -1
        named |= 1 << field
        if field == ITS_EVENTS:
            at = _code_list(
                at, row + 2, piece, stops, words, needed, places, texts, letters, room, counts, runs, cells, deals,
                of_deal,
            )  # fmt: skip
            if at < 0:
                return at
        else:
            quoted = int(byte_at(at) == _QUOTE)
            first = at + quoted
            at = _end_of_value(first, quoted, stops)
            if at < 0:
                return -1
            length = at - first
            low, high = part(first, length), part(first + 8, length - 8)
            at += quoted
            if field == ITS_NUMBER:
                deals[of_deal] = _whole(first, length, _HIGHEST_DEAL) if quoted == 0 else _NONE
                if deals[of_deal] == _NONE:
                    return -1
            elif field == ITS_SHUFFLE:
                is_so = low == _TRUE and length == 4
                if quoted == 1 or not (is_so or (low == _FALSE and length == 5)):
                    return -1
                if is_so:
                    deals[of_deal + 1], cells[CELLS * row + ACTION] = 1, _SHUFFLE
            elif quoted == 1 and length > 0:
                banker = text_at(places, texts, letters, room, counts, first, length, low, high)
                if banker < 0:
                    return -1
                deals[of_deal + 2], cells[CELLS * (row + 1) + ACTION] = 1, _BANKER
                cells[CELLS * (row + 1) + PLAYER] = banker
            elif quoted == 0 and not _is_null(low, length):
                return -1
        at = _behind_blanks(at, False)
    return at + 1 if byte_at(at) == _CLOSE else -1


def _code_list(
    at: int, row: int, piece: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, deals: Any, of_deal: int,
) -> int:  # fmt: skip
    """Codes the list of a deal's events."""
    if byte_at(at) != _OPEN_LIST:
        return -1
    at = _behind_blanks(at + 1, False)
    events = 0
    while byte_at(at) != _CLOSE_LIST or events > 0:
        if _is_full(room, counts):
            return FULL
        if row + events >= room[MOST_LINES]:
            return -1
        at = _code_event(
            at, False, CELLS * (row + events), piece, 0, stops, words, needed, places, texts, letters, room, counts,
            runs, cells,
        )  # fmt: skip
        if at < 0:
            return -1
        events += 1
        at = _behind_blanks(at, False)
        if byte_at(at) != _COMMA:
            break
        at = _behind_blanks(at + 1, False)
    deals[of_deal + 3] = events
    return at + 1 if byte_at(at) == _CLOSE_LIST else -1


def _code_event(
    at: int, in_lines: bool, row: int, piece: int, begin: int, stops: Any, words: Any, needed: Any, places: Any,
    texts: Any, letters: int, room: Any, counts: Any, runs: Any, cells: Any,
) -> int:  # fmt: skip
    """Codes the event that begins at an address into the cells from `row` on, and gives where it ends; -1 where
    anything is unusual. `in_lines` it says its session and deal, which is not usual in a document."""
    at = _behind_blanks(at, in_lines)
    if byte_at(at) != _OPEN:
        return -1
    named, had = 0, 0 if in_lines else 1 << DEAL
    while named == 0 or byte_at(at) == _COMMA:
        first = _behind_blanks(at + 1, in_lines)
        at = _behind_name(first, in_lines, stops)
        role = _name_at(first, NAME, stops, words, room) if at >= 0 else -1
        if role < 0 or named >> role & 1 == 1:
            return -1
        named |= 1 << role
        quoted = int(byte_at(at) == _QUOTE)
        first = at + quoted
        at = _end_of_value(first, quoted, stops)
        if at < 0:
            return -1
        length = at - first
        low, high = part(first, length), part(first + 8, length - 8)
        at += quoted
        if length > 0 and (quoted == 1 or not _is_null(low, length)):
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
                if value == _NONE:
                    return -1
                cells[row + role] = value
        at = _behind_blanks(at, in_lines)
    what = cells[row + ACTION] if had >> ACTION & 1 == 1 else -1
    below = had >> AMOUNT & 1 == 1 and cells[row + AMOUNT] < 0
    if byte_at(at) != _CLOSE or what < 0 or needed[what] & ~had & (MAY_BE_BELOW_0 - 1) != 0:
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
    """The cell of a value; `_NONE` where it is unusual."""
    if role in (PLAYER, TO):
        person = text_at(places, texts, letters, room, counts, first, length, low, high)
        return person if person >= 0 else _NONE
    if role == AMOUNT:
        minus = byte_at(first) == _MINUS
        start = first + int(minus)
        amount = hundredths(start, first + length)
        # a number does not begin with a zero and another digit; a text may
        padded = quoted == 0 and byte_at(start) == _ZERO and stops[byte_at(start + 1)] & IS_DIGIT != 0
        if amount < 0 or padded:
            return _NONE
        return -amount if minus else amount
    if role in (DEAL, HAND):
        return _whole(first, length, _HIGHEST_DEAL if role == DEAL else _MOST_HANDS)
    if role == SEQ:
        minus = byte_at(first) == _MINUS
        if minus:
            seq = _whole(first + 1, length - 1, 1 << 60)
            return -seq if seq != _NONE else _NONE
        return 0 if length == 1 and byte_at(first) == _ZERO else _whole(first, length, 1 << 60)
    code = code_of(words, room[WORDS], role * 32 + min(length, EXACT + 1), low, high)
    return code if code >= 0 else _NONE


def _go_on_with(first: int, length: int, low: int, high: int, piece: int, counts: Any, runs: Any) -> None:
    """Begins a run of lines unless they name the session of the one before."""
    same = counts[NAME_LENGTH] == length + 1 and is_text(
        first, counts[NAME_AT], length, counts[NAME_LOW], counts[NAME_HIGH]
    )
    if not same:
        counts[NAME_AT], counts[NAME_LENGTH], counts[NAME_LOW], counts[NAME_HIGH] = first, length + 1, low, high
        begin_run(runs, counts, first - piece, length)


def _is_full(room: Any, counts: Any) -> bool:
    """Whether the table of texts may have no room for those of one event more."""
    full: bool = 2 * (counts[TEXTS] + 2) > room[PLACES] or counts[BYTES] + 2 * LONGEST_TEXT > room[LETTERS]
    return full


def _behind_blanks(at: int, in_lines: bool) -> int:
    """The address of the next byte that is no blank; in lines the end of one is none."""
    byte = byte_at(at)
    while byte == 32 or byte == 9 or byte == 13 or (byte == _LINE_FEED and not in_lines):
        at += 1
        byte = byte_at(at)
    return at


def _behind_name(at: int, in_lines: bool, stops: Any) -> int:
    """Where the value begins of the field whose name begins at an address; -1 where none does."""
    if byte_at(at) != _QUOTE:
        return -1
    at = _end_of_value(at + 1, 1, stops)
    if at < 0:
        return -1
    at = _behind_blanks(at + 1, in_lines)
    return _behind_blanks(at + 1, in_lines) if byte_at(at) == _COLON else -1


def _name_at(at: int, kind: int, stops: Any, words: Any, room: Any) -> int:
    """What the name means that begins at an address, with a quotation mark; -1 where it is none."""
    first = at + 1
    length = _end_of_value(first, 1, stops) - first
    low, high = part(first, length), part(first + 8, length - 8)
    return code_of(words, room[WORDS], kind * 32 + min(length, EXACT + 1), low, high)


def _end_of_value(at: int, quoted: int, stops: Any) -> int:
    """Where the value ends that begins at an address: at its quotation mark, if it is `quoted`. -1 where a text has a
    byte that cannot stand in one, and where there is no value."""
    first = at
    if quoted == 1:
        while stops[byte_at(at)] & ENDS_TEXT == 0 or byte_at(at) == _ESCAPE:
            at += 1 + int(byte_at(at) == _ESCAPE and stops[byte_at(at + 1)] & ENDS_WORD == 0)
        return at if byte_at(at) == _QUOTE else -1
    while stops[byte_at(at)] & ENDS_WORD == 0:
        at += 1
    return at if at > first else -1


def _is_null(low: int, length: int) -> bool:
    return length == 4 and low == _NULL


def _whole(first: int, length: int, most: int) -> int:
    """A whole number from 1 as JSON writes it; `_NONE` for anything else."""
    number = digits(first, first + length)
    return number if 0 < number <= most and byte_at(first) != _ZERO else _NONE


HELPERS: Final = (
    *line_loop.HELPERS, _code_deal, _code_list, _code_event, _code_value, _go_on_with, _is_full, _behind_blanks,
    _behind_name, _name_at, _end_of_value, _is_null, _whole,
)  # fmt: skip
"""The functions that these call."""
