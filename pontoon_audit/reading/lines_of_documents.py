"""Lines of places in JSON documents, looked up late and only for rows that are shown."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress

import polars as pl

from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.json_positions import line_numbers
from pontoon_audit.reading.stored import open_stored
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Extent, Session

OpenAgain = Callable[[str], tuple[io.BytesIO | None, str | None]]
"""For a path: standard input from its beginning (None for a file), and the encoding that was asked for."""


def with_lines(frame: pl.DataFrame, sessions: Mapping[int, Session], open_again: OpenAgain) -> pl.DataFrame:
    """Fills `line` where a row has a `pointer` into a JSON document; `frame` has `sitting`, `line` and `pointer`."""
    wanted: dict[str, dict[int, set[str]]] = {}
    for sitting, pointer in frame.filter(pl.col("pointer").is_not_null()).select("sitting", "pointer").iter_rows():
        wanted.setdefault(sessions[sitting].source.path, {}).setdefault(sitting, set()).add(pointer)
    if not wanted:
        return frame
    found: dict[tuple[int, str], int] = {}
    for path, pointers in wanted.items():
        with suppress(Unreadable):  # the file changed or went away since it was read: pointers say the place
            found |= _lines(path, {sitting: sessions[sitting] for sitting in pointers}, pointers, open_again)
    lines = [
        line if pointer is None else found.get((sitting, pointer))
        for sitting, pointer, line in frame.select("sitting", "pointer", "line").iter_rows()
    ]
    return frame.with_columns(pl.Series("line", lines, dtype=pl.Int64))


def _lines(
    path: str, sessions: Mapping[int, Session], pointers: Mapping[int, set[str]], open_again: OpenAgain
) -> dict[tuple[int, str], int]:
    """The line of each pointer of each sitting, where it is found."""
    stdin, encoding = open_again(path)
    with open_stored(path, stdin) as stored:
        text = LogText(stored, encoding)
        extents = {sitting: session.extent for sitting, session in sessions.items() if session.extent is not None}
        if len(extents) == len(sessions):
            return {
                (sitting, pointer): first_line + line - 1
                for sitting, part, first_line in _parts(text, extents)
                for pointer, line in _lines_of_one(part, sessions[sitting].document, pointers[sitting]).items()
            }
        found = line_numbers(text.whole(), set().union(*pointers.values()))
        return {(sitting, one): found[one] for sitting, mine in pointers.items() for one in mine if one in found}


def _parts(text: LogText, extents: Mapping[int, Extent]) -> Iterator[tuple[int, str, int]]:
    """Sittings with the text of their documents, which is never held as a whole, and the line on which each begins."""
    left = iter(sorted(extents.items(), key=lambda one: one[1].start))
    sitting, extent = next(left)
    held: list[str] = []
    offset = 0
    for block in text.blocks():
        while extent.start < offset + len(block):
            held.append(block[max(0, extent.start - offset) : extent.end - offset])
            if extent.end > offset + len(block):
                break
            yield sitting, "".join(held), extent.line
            held = []
            following = next(left, None)
            if following is None:
                return
            sitting, extent = following
        offset += len(block)


def _lines_of_one(text: str, document: int | None, pointers: Collection[str]) -> dict[str, int]:
    """The lines of pointers into a list in the text of the one document that they lead into."""
    ahead = f"/{document}"
    found = line_numbers(text, {pointer.removeprefix(ahead) for pointer in pointers})
    return {ahead + pointer: line for pointer, line in found.items()}
