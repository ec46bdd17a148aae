"""Names of files made of names from logs, which may hold anything."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

READABLE: Final = 40
"""Most characters of the readable part."""


class Slugs:
    """A file name for each of some ids: a readable part and a short digest, no two alike on any file system.

    The same id has the same name in each run, unless its digest happens to begin like that of another.

    >>> slugs = Slugs(["Thursday Club", "thursday club", "../../etc/passwd", "שלום"])
    >>> slugs["Thursday Club"], slugs["../../etc/passwd"], slugs["שלום"]
    ('thursday-club-25401c', 'etc-passwd-3754d6', 'x-b7ac03')
    """

    def __init__(self, ids: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        used: set[str] = set()
        for id_ in sorted(set(ids)):
            readable, digest = _readable(id_), hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()
            digits = 6
            while (name := f"{readable}-{digest[:digits]}") in used:
                digits += 2
            used.add(name)
            self._names[id_] = name

    def __getitem__(self, id_: str) -> str:
        return self._names[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self._names


def _readable(id_: str) -> str:
    plain = unicodedata.normalize("NFKD", id_).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:READABLE].strip("-") or "x"
