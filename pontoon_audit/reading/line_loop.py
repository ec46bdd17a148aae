"""The loop over the lines of an event CSV that is compiled for long files: cells become codes, byte by byte.

It takes what is usual and marks every other line, which is then read as any single row is: so nothing is decided here
about faults, and nothing said of them.
"""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.reading.loads import byte_at, put_byte, word_at

SESSION, DEAL, ACTION, PLAYER, HAND, CARD, FACE, AMOUNT, TO, SEQ, OTHER = range(11)
"""What a column of the file is; `OTHER` is read elsewhere, or not at all."""
RUNS, TEXTS, BYTES, LINES, COUNTS = range(5)
"""Positions in `counts`, and how many there are."""
MOST_LINES, COLUMNS, WORDS, PLACES, LETTERS, ROOM = range(6)
"""Positions in `room`, and how many there are: how long other arrays are."""
TEXT = 5
"""Numbers of a text: the two of its first bytes, one of the others, its length, and where in `letters` it stands."""
WORD = 4
"""Numbers of a word: its column and length in one, the two of its bytes, its code."""
MAY_BE_BELOW_0: Final = 1 << 16
"""The bit of an action whose amount may be below 0, beside those of the columns that it cannot do without."""
LONGEST_TEXT: Final = 1000
"""Bytes of the longest text that is looked up; one that is longer, and no id, makes its line unusual."""
EXACT: Final = 16
"""A text of so many bytes is told from others by two whole numbers; the bytes of a longer one are compared."""
_PROBES: Final = 64
"""So many places of a table are looked at: someone may have chosen texts that all belong into the same one."""
_LETTER_0, _MINUS, _POINT = ord("0"), ord("-"), ord(".")


def code_lines(
    piece: int, size: int, stops: Any, roles: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, session: Any, deal: Any, action: Any, player: Any, hand: Any, card: Any,
    face: Any, amount: Any, to: Any, seq: Any, unusual: Any,
) -> int:  # fmt: skip
    """Codes the lines at the address `piece`, and gives how many of its `size` bytes that were: all, or those before a
    line for which there may be no room in the table of texts. Behind them must stand a line feed and 16 bytes more.

    `stops`: of each byte whether a cell ends there, 2 where its line does too. `roles`: of each column what it is.
    `words`: see `code_of`. `needed`: of each action the bits of the roles that it needs, and `MAY_BE_BELOW_0`.
    `places`, `texts`, and the address `letters`: see `text_at`. What follows `runs` has a cell a line, of which there
    is `room` for some; where there is nothing in the file nothing is written. Persons are positions among the texts,
    sessions positions in `runs`, which has two numbers of each: where a name stands and how long it is. `counts` goes
    on, but for `LINES`, which are those of this call.
    """
    at = line = 0
    names_at, names_length, names_low, names_high = 0, -1, 0, 0
    for line in range(room[MOST_LINES]):
        full = 2 * (counts[TEXTS] + 2) > room[PLACES] or counts[BYTES] + 2 * LONGEST_TEXT > room[LETTERS]
        if at >= size or full:
            counts[LINES] = line
            return at
        odd, had, what, column, stop, below = False, 0, -1, 0, 0, False
        # most lines begin as the one before: to compare is quicker than to look where the cell ends
        perhaps = (
            roles[0] == SESSION and 0 < names_length < size - at and stops[byte_at(piece + at + names_length)] == 1
        )
        if perhaps and is_text(piece + at, names_at, names_length, names_low, names_high):
            at += names_length + 1
            had, column = 1 << SESSION, 1
        while stop < 2:
            first = piece + at
            end = first
            stop = stops[byte_at(end)]
            while stop == 0:
                end += 1
                stop = stops[byte_at(end)]
            length = end - first
            at += length + 1 + int(byte_at(end) == 13)
            role = roles[column] if column < room[COLUMNS] else OTHER
            odd = odd or column >= room[COLUMNS]
            column += 1
            if length == 0 or role == OTHER:
                continue
            had |= 1 << role
            low, high = part(first, length), part(first + 8, length - 8)
            if role == SESSION:
                if length != names_length or not is_text(first, names_at, length, names_low, names_high):
                    names_at, names_length, names_low, names_high = first, length, low, high
                    begin_run(runs, counts, first - piece, length)
            elif role == DEAL:
                number = digits(first, end)
                odd = odd or number < 1 or number > 999_999_999
                deal[line] = number
            elif role == PLAYER:
                player[line] = text_at(places, texts, letters, room, counts, first, length, low, high)
                odd = odd or player[line] < 0
            elif role == AMOUNT:
                minus = byte_at(first) == _MINUS
                number = hundredths(first + int(minus), end)
                odd = odd or number < 0
                below = minus and number > 0
                amount[line] = -number if minus else number
            elif role == TO:
                to[line] = text_at(places, texts, letters, room, counts, first, length, low, high)
                odd = odd or to[line] < 0
            elif role == SEQ:
                minus = byte_at(first) == _MINUS
                number = digits(first + int(minus), end)
                odd = odd or number < 0
                seq[line] = -number if minus else number
            else:
                code = code_of(words, room[WORDS], role * 32 + min(length, EXACT + 1), low, high)
                odd = odd or code < 0
                if role == ACTION:
                    action[line] = what = code
                elif role == CARD:
                    card[line] = code
                elif role == FACE:
                    face[line] = code
                else:
                    hand[line] = code
        if had & (1 << SESSION) == 0 and names_length != 0:
            names_length = 0
            begin_run(runs, counts, 0, 0)
        session[line] = counts[RUNS] - 1
        lacks = what < 0 or needed[what] & ~had & (MAY_BE_BELOW_0 - 1) != 0
        unusual[line] = int(odd or lacks or (below and not needed[what] & MAY_BE_BELOW_0))
    counts[LINES] = room[MOST_LINES]
    return at


def part(address: int, length: int) -> int:
    """The first bytes, of which there are so many, as one number; eight at most."""
    if length >= 8:
        return word_at(address)
    return word_at(address) & ((1 << (8 * length)) - 1) if length > 0 else 0


def is_text(address: int, text: int, length: int, low: int, high: int) -> bool:
    """Whether the bytes at an address are those of a text, of which `low` and `high` are the first ones."""
    same = part(address, length) == low and part(address + 8, length - 8) == high
    return same and (length <= EXACT or alike(address, text, length))


def begin_run(runs: Any, counts: Any, first: int, length: int) -> None:
    run = 2 * counts[RUNS]
    runs[run], runs[run + 1] = first, length
    counts[RUNS] += 1


def code_of(words: Any, places: int, kind: int, low: int, high: int) -> int:
    """The code of a word; -1 where it is none. `words` has `WORD` numbers a place, of which the code is -1 where the
    place is free."""
    mask = places - 1
    place = place_of(kind, low, high, 0) & mask
    while words[WORD * place + 3] >= 0:
        at = WORD * place
        if words[at + 1] == low and words[at] == kind and words[at + 2] == high:
            code: int = words[at + 3]
            return code
        place = (place + 1) & mask
    return -1


def place_of(kind: int, low: int, high: int, rest: int) -> int:
    """Where a text belongs in a table, before its size is looked at. Interpreted it is the same place: of whole numbers
    that are as long as they like only the 63 bits are looked at that compiled ones have too."""
    mixed = (low ^ (high * 31) ^ (rest * 37) ^ (kind << 7)) * 0x2545F4914F6CDD1D
    return (mixed >> 33) & 0x3FFFFFFF


def text_at(
    places: Any, texts: Any, letters: int, room: Any, counts: Any, first: int, length: int, low: int, high: int
) -> int:  # fmt: skip
    """The position of the text at an address among those met so far, to which it is added; -1 where that cannot be.

    `places` tells the position of the text that belongs there, -1 for none. `texts` has `TEXT` numbers of each; its
    bytes stand from the address `letters` on.
    """
    if length > LONGEST_TEXT:
        return -1
    rest = 0
    for at in range(EXACT, length):
        rest = rest * 31 + byte_at(first + at)
    mask = room[PLACES] - 1
    place = place_of(length, low, high, rest) & mask
    for _ in range(_PROBES):
        found: int = places[place]
        if found < 0:
            places[place] = counts[TEXTS]
            return _new_text(texts, letters, counts, first, length, low, high, rest)
        at = TEXT * found
        same = texts[at] == low and texts[at + 3] == length and texts[at + 1] == high
        if same and (length <= EXACT or alike(first, letters + texts[at + 4], length)):
            return found
        place = (place + 1) & mask
    return -1


def _new_text(
    texts: Any, letters: int, counts: Any, first: int, length: int, low: int, high: int, rest: int
) -> int:  # fmt: skip
    found: int = counts[TEXTS]
    start, at = counts[BYTES], TEXT * found
    texts[at], texts[at + 1], texts[at + 2], texts[at + 3], texts[at + 4] = low, high, rest, length, start
    for letter in range(length):
        put_byte(letters + start + letter, byte_at(first + letter))
    counts[TEXTS], counts[BYTES] = found + 1, start + length
    return found


def alike(left: int, right: int, length: int) -> bool:
    """Whether the texts at two addresses have the same bytes."""
    letter = 0
    while letter < length and byte_at(left + letter) == byte_at(right + letter):
        letter += 1
    return letter >= length


def digits(first: int, end: int) -> int:
    """A whole number of 1 to 18 digits; -1 for anything else."""
    if not 0 < end - first <= 18:
        return -1
    number = 0
    for at in range(first, end):
        digit = byte_at(at) - _LETTER_0
        if digit < 0 or digit > 9:
            return -1
        number = number * 10 + digit
    return number


def hundredths(first: int, end: int) -> int:
    """An amount of 1 to 14 digits, with one or two decimals or none, in hundredths; -1 for anything else."""
    point = end
    if end - first > 3 and byte_at(end - 3) == _POINT:
        point = end - 3
    elif end - first > 2 and byte_at(end - 2) == _POINT:
        point = end - 2
    whole = digits(first, point)
    if whole < 0 or point - first > 14:
        return -1
    if point == end:
        return whole * 100
    decimals = digits(point + 1, end)
    return -1 if decimals < 0 else whole * 100 + (decimals if end - point == 3 else decimals * 10)


HELPERS: Final = (part, is_text, begin_run, code_of, place_of, text_at, _new_text, alike, digits, hundredths)
"""The functions that `code_lines` calls, for the compiler."""
