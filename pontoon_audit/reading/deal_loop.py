"""The loop over deals of a JSON document that is compiled for long ones. As in `json_loop` only what is usual is taken.

A deal says its number, its banker and whether the pack was shuffled in fields of its own, and has a list of events; in
any order.
"""

from __future__ import annotations

from typing import Any, Final

from pontoon_audit.game import ACTIONS, NO_DEAL
from pontoon_audit.reading import json_loop
from pontoon_audit.reading.json_loop import (
    CELLS,
    CLOSE,
    CLOSE_LIST,
    COMMA,
    HIGHEST_DEAL,
    NAME,
    NONE,
    OPEN,
    OPEN_LIST,
    QUOTE,
    behind_blanks,
    behind_name,
    code_event,
    end_of_value,
    is_full,
    is_null,
    name_at,
    whole,
)
from pontoon_audit.reading.line_loop import ACTION, LINES, MOST_LINES, PLAYER, part, text_at
from pontoon_audit.reading.loads import byte_at

DEALS: Final = NAME + 1
"""What a word may be beside the name of an event's field: that of a deal's."""
ITS_NUMBER, ITS_BANKER, ITS_SHUFFLE, ITS_EVENTS = range(4)
"""The fields of a deal."""
OF_DEAL: Final = 4
"""Numbers of a deal: its own, whether a shuffle and a banker open it, and how many events are listed in it."""
NO_EVENT: Final = -4
"""Stands for an action where a deal might have had a shuffle or a banker and has none."""
FULL: Final = -2
_TRUE, _FALSE = (int.from_bytes(word, "little") for word in (b"true", b"false"))
_SHUFFLE, _BANKER = ACTIONS.index("shuffle"), ACTIONS.index("banker")


def code_deals(
    piece: int, size: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int, room: Any,
    counts: Any, runs: Any, cells: Any, deals: Any,
) -> int:  # fmt: skip
    """Codes the deals, with commas between them, at the address `piece`, and gives how many they are; -1 where anything
    is unusual, and `FULL` where there may be no room for texts. Behind the piece must stand 16 bytes that are no text.

    `deals` gets `OF_DEAL` numbers of each. Of its rows in `cells` the first two are a shuffle and a banker, or
    `NO_EVENT`. `counts` says under `LINES` how many rows there are.
    """
    at = behind_blanks(piece, False)
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
        at = behind_blanks(at, False)
        if at >= piece + size:
            counts[LINES] = row
            return count
        if byte_at(at) != COMMA:
            return -1
        at = behind_blanks(at + 1, False)


def _code_deal(
    at: int, row: int, piece: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, deals: Any, of_deal: int,
) -> int:  # fmt: skip
    """Codes the deal that begins at an address, and gives where it ends; -1 or `FULL` as in `code_deals`."""
    named = 0
    if byte_at(at) != OPEN:
        return -1
    while named == 0 or byte_at(at) == COMMA:
        first = behind_blanks(at + 1, False)
        at = behind_name(first, False, stops)
        field = name_at(first, DEALS, stops, words, room) if at >= 0 else -1
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
            quoted = int(byte_at(at) == QUOTE)
            first = at + quoted
            at = end_of_value(first, quoted, stops)
            if at < 0:
                return -1
            length = at - first
            low, high = part(first, length), part(first + 8, length - 8)
            at += quoted
            if field == ITS_NUMBER:
                deals[of_deal] = whole(first, length, HIGHEST_DEAL) if quoted == 0 else NONE
                if deals[of_deal] == NONE:
                    return -1
            elif field == ITS_SHUFFLE:
                is_so = low == _TRUE and length == 4
                if quoted == 1 or not (is_so or (low == _FALSE and length == 5)):
                    return -1
                if is_so:
                    deals[of_deal + 1], cells[CELLS * row + ACTION] = 1, _SHUFFLE
            elif quoted == 1 and length > 0:
                if is_full(room, counts):
                    return FULL
                banker = text_at(places, texts, letters, room, counts, first, length, low, high)
                if banker < 0:
                    return -1
                deals[of_deal + 2], cells[CELLS * (row + 1) + ACTION] = 1, _BANKER
                cells[CELLS * (row + 1) + PLAYER] = banker
            elif quoted == 0 and not is_null(low, length):
                return -1
        at = behind_blanks(at, False)
    return at + 1 if byte_at(at) == CLOSE else -1


def _code_list(
    at: int, row: int, piece: int, stops: Any, words: Any, needed: Any, places: Any, texts: Any, letters: int,
    room: Any, counts: Any, runs: Any, cells: Any, deals: Any, of_deal: int,
) -> int:  # fmt: skip
    """Codes the list of a deal's events."""
    if byte_at(at) != OPEN_LIST:
        return -1
    at = behind_blanks(at + 1, False)
    events = 0
    while byte_at(at) != CLOSE_LIST or events > 0:
        if is_full(room, counts):
            return FULL
        if row + events >= room[MOST_LINES]:
            return -1
        at = code_event(
            at, False, CELLS * (row + events), piece, 0, stops, words, needed, places, texts, letters, room, counts,
            runs, cells,
        )  # fmt: skip
        if at < 0:
            return -1
        events += 1
        at = behind_blanks(at, False)
        if byte_at(at) != COMMA:
            break
        at = behind_blanks(at + 1, False)
    deals[of_deal + 3] = events
    return at + 1 if byte_at(at) == CLOSE_LIST else -1


HELPERS: Final = (*json_loop.HELPERS, _code_deal, _code_list)
"""The functions that it calls."""
