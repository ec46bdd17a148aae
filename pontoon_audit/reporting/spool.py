"""Parts of statements, put aside on disk until all of them are there: a long history does not fit into memory."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Hashable
from pathlib import Path
from types import TracebackType
from typing import Self

from pontoon_audit.reporting.statement import Part


class Spool:
    """Lists of parts by key, in a folder that is gone afterwards. It reads back only what it wrote itself."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pontoon-audit-")
        self._files: dict[Hashable, Path] = {}

    def add(self, key: Hashable, part: Part) -> None:
        """Append to the list of a key."""
        path = self._files.setdefault(key, Path(self._folder.name) / str(len(self._files)))
        with path.open("ab") as file:
            pickle.dump(part, file, pickle.HIGHEST_PROTOCOL)

    def get(self, key: Hashable) -> list[Part]:
        """The list of a key, in the order in which it was added to."""
        found: list[Part] = []
        if key in self._files:
            with self._files[key].open("rb") as file:
                while file.peek(1):
                    found.append(pickle.load(file))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._folder.cleanup()
