"""Lines of places in JSON documents, looked up late and only for rows that are shown."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import polars as pl

from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.json_positions import line_numbers
from pontoon_audit.reading.stored import open_stored
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session

OpenAgain = Callable[[str], tuple[io.BytesIO | None, str | None]]
"""For a path: standard input from its beginning (None for a file), and the encoding that was asked for."""


def with_lines(frame: pl.DataFrame, sessions: Mapping[int, Session], open_again: OpenAgain) -> pl.DataFrame:
    """Fills `line` where a row has a `pointer` into a JSON document; `frame` has `sitting`, `line` and `pointer`."""
    wanted: dict[str, set[str]] = {}
    for sitting, pointer in frame.filter(pl.col("pointer").is_not_null()).select("sitting", "pointer").iter_rows():
        wanted.setdefault(sessions[sitting].source.path, set()).add(pointer)
    if not wanted:
        return frame
    found = {path: _lines(path, pointers, open_again) for path, pointers in wanted.items()}
    lines = [
        line if pointer is None else found[sessions[sitting].source.path].get(pointer)
        for sitting, pointer, line in frame.select("sitting", "pointer", "line").iter_rows()
    ]
    return frame.with_columns(pl.Series("line", lines, dtype=pl.Int64))


def _lines(path: str, pointers: set[str], open_again: OpenAgain) -> dict[str, int]:
    stdin, encoding = open_again(path)
    try:
        with open_stored(path, stdin) as stored:
            return line_numbers(LogText(stored, encoding).whole(), pointers)
    except Unreadable:  # the file changed or went away since it was read: pointers say the place
        return {}
