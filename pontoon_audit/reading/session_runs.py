"""Which sessions a large plain piece of an event CSV holds, told by counting how its lines begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pontoon_audit.reading.gather import readable_session

_BLOCK: Final = 1 << 16
"""Bytes that are looked at at a time: so few that mostly they have only one session."""


def runs_of(piece: bytes, delimiter: bytes) -> tuple[list[str], int]:
    """The sessions of the lines of a piece without quotes, whose first cell names them, in their order; and how many
    bytes of it they are: up to the first block in which a line begins otherwise.

    >>> runs_of(b"s1,1,deal\\ns1,1,stake\\ns2,1,deal\\n", b",")
    (['s1', 's2'], 31)
    >>> runs_of(b"s1,1,deal\\n,1,stake\\n", b",")
    ([], 0)
    """
    found: list[str] = []
    start = 0
    while start < len(piece):
        end = piece.find(b"\n", start + _BLOCK) + 1 or len(piece)
        names = list(_runs(piece[start:end], delimiter))
        if None in names:
            break
        found += [name for name in names if name is not None]
        start = end
    return found, start


def _runs(block: bytes, delimiter: bytes) -> Iterator[str | None]:
    """The session of each run of lines that begin alike; None where there is more to it."""
    start = 0
    while start < len(block):
        beginning = b"\n" + block[start : block.find(delimiter, start) + 1]
        last = max(block.rfind(beginning, start), start)
        end = block.find(b"\n", last + 1) + 1 or len(block)
        lines = block.count(b"\n", start, end) + (not block.endswith(b"\n", start, end))
        session = readable_session(beginning[1:-1].decode("utf-8", "surrogatepass").strip(" \t"))
        if session is None or block.count(beginning, start, end) + 1 != lines:
            yield None
            return
        yield session
        start = end
