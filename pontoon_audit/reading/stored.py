"""The bytes of an input as they are stored, and unpacked: files, pipes, gzip, zstd. Bounded, and read again at will."""

from __future__ import annotations

import gzip
import hashlib
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, BinaryIO, Final, Self

from pontoon_audit.reading.errors import Unreadable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

BLOCK: Final = 1 << 22
"""Bytes that are read at a time."""
LARGEST_UNPACKED: Final = 4 << 30
"""Most bytes that a compressed file, or a pipe, may hold."""
RATIO_FREE: Final = 64 << 20
HIGHEST_RATIO: Final = 200
"""Beyond `RATIO_FREE` bytes, a file that unpacks to more than this many times its size is no log, but an attack."""
_COPY_AGAIN: Final = "copy it again from where it came"
_IN_MEMORY: Final = 32 << 20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


class Stored:
    """An open input, to be used in a ``with``. `path` is as the user named it, `sha256` that of the bytes as stored."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        file.seek(0)
        digest = hashlib.sha256()
        self.size = 0
        head = b""
        while block := file.read(BLOCK):
            head = head or block[:4]
            digest.update(block)
            self.size += len(block)
        self.sha256 = digest.hexdigest()
        self._packing = "zstd" if head == _ZSTD else "gzip" if head[:2] == _GZIP else None
        if self._packing is None and path.lower().endswith((".gz", ".zst")) and self.size:
            raise Unreadable(path, None, "this is not compressed, though its name says so", "correct the name's ending")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def blocks(self, size: int = 0) -> Iterator[bytes]:
        """The unpacked bytes from the beginning, in blocks of `size`. Raises `Unreadable` for what cannot be unpacked.

        What is appended to a file after it was opened is not read.
        """
        self._file.seek(0)
        size = size or BLOCK
        try:
            if self._packing is None:
                left = self.size
                while block := self._file.read(min(size, left)):
                    left -= len(block)
                    yield block
                return
            unpacked = 0
            with self._unpacking() as stream:
                while block := stream.read(size):
                    unpacked += len(block)
                    self._check(unpacked)
                    yield block
        except EOFError:
            raise Unreadable(self.path, None, "the compressed file is cut off", _COPY_AGAIN) from None
        except (zlib.error, zstd.ZstdError, gzip.BadGzipFile):
            raise Unreadable(self.path, None, "the compressed file is damaged", _COPY_AGAIN) from None
        except OSError as error:
            raise Unreadable(self.path, None, f"it cannot be read: {error.strerror}", _COPY_AGAIN) from None

    def _unpacking(self) -> gzip.GzipFile | zstd.ZstdFile:
        return zstd.ZstdFile(self._file) if self._packing == "zstd" else gzip.GzipFile(fileobj=self._file, mode="rb")

    def _check(self, unpacked: int) -> None:
        most = min(LARGEST_UNPACKED, max(RATIO_FREE, HIGHEST_RATIO * self.size))
        if unpacked > most:
            what = f"it expands to more than {most >> 20} MiB"
            raise Unreadable(self.path, None, what, "unpack it yourself if you trust it")


def open_stored(path: str, stdin: BinaryIO | None = None) -> Stored:
    """Opens a file, or standard input for ``-``. Raises `Unreadable`."""
    try:
        with ExitStack() as undo:
            if path == "-":
                file = _spooled(path, stdin if stdin is not None else sys.stdin.buffer, undo)
            else:
                file = named = undo.enter_context(open(path, "rb"))
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    file = _spooled(path, named, undo)
                    named.close()
            stored = Stored(path, file)
            undo.pop_all()  # from here on the Stored closes it
            return stored
    except OSError as error:
        what = "this is a folder" if isinstance(error, IsADirectoryError) else (error.strerror or str(error)).lower()
        raise Unreadable(path, None, f"it cannot be opened: {what}", "check the name and your rights to it") from None
    except ValueError:
        raise Unreadable(path, None, "it cannot be opened: this is no file name", "check the name") from None


def _spooled(path: str, stream: IO[bytes], undo: ExitStack) -> IO[bytes]:
    """A copy of a pipe that can be read twice: in memory, or on disk where it is large. `undo` closes it."""
    copy = undo.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115  (undo is the with)
    copied = 0
    while block := stream.read(BLOCK):
        copied += len(block)
        if copied > LARGEST_UNPACKED:
            raise Unreadable(path, None, f"it holds more than {LARGEST_UNPACKED >> 20} MiB", "name a file instead")
        copy.write(block)
    return copy
