"""Files that appear whole or not at all: written beside their place under another name, and put there when finished."""

from __future__ import annotations

import gzip
import os
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Protocol, Self

from pontoon_audit.converting.errors import Unconvertible

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


class _Sink(Protocol):
    def write(self, data: bytes, /) -> int: ...

    def close(self) -> None: ...


class Draft:
    """A file on its way, to be used in a ``with``: it is gone at the end unless it was published.

    `path` is where it is to stand, `draft` where it stands until then. Compressed where the path's name says so.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self.draft = self.path.with_name(f".{self.path.name[:100]}.{secrets.token_hex(4)}.tmp")
        try:
            self._file: IO[bytes] = self.draft.open("xb")
        except OSError as error:
            raise _cannot_write(path, error) from None
        self._packed = _packed(self._file, self.path.name.lower())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._packed.close()
        self._file.close()
        self.draft.unlink(missing_ok=True)

    def write(self, pieces: Iterable[str]) -> None:
        """Appends text."""
        try:
            for text in pieces:
                self._packed.write(text.encode())
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def finish(self) -> None:
        """No more is written; the draft can be read."""
        try:
            self._packed.close()
            if not self._file.closed:
                self._file.flush()
                os.fsync(self._file.fileno())
                self._file.close()
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def publish(self) -> None:
        """Puts the file where it belongs, at one moment, with the rights of the one that it replaces."""
        try:
            if self.path.exists():
                os.chmod(self.draft, self.path.stat().st_mode & 0o777)
            os.replace(self.draft, self.path)
        except OSError as error:
            raise _cannot_write(self.path, error) from None


def _packed(file: IO[bytes], name: str) -> _Sink:
    if name.endswith(".gz"):
        return gzip.GzipFile("", "wb", fileobj=file, mtime=0)  # no moment in it: the same log gives the same bytes
    if name.endswith(".zst"):
        return zstd.ZstdFile(file, "wb")
    return file


def _cannot_write(path: Path, error: OSError) -> Unconvertible:
    why = (error.strerror or str(error)).lower()
    return Unconvertible(f"{path} cannot be written: {why}", "name a file in a folder that you may write to")
