"""The bytes of an input as they are stored, and unpacked: files, pipes, gzip, zstd. Bounded, and read again at will."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from threading import Thread
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
_LONG: Final = 32 << 20
"""Bytes of a file from which on its digest is worth a thread."""
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


class Stored:
    """An open input, to be used in a ``with``. `path` is as the user named it, `size` how many bytes are stored."""

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self.size = file.seek(0, os.SEEK_END)
        file.seek(0)
        head = file.read(4)
        self._digest = _Digest(file, self.size)
        self._packing = "zstd" if head == _ZSTD else "gzip" if head[:2] == _GZIP else None
        if self._packing is None and path.lower().endswith((".gz", ".zst")) and self.size:
            raise Unreadable(path, None, "this is not compressed, though its name says so", "correct the name's ending")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._digest.stop()
        self._file.close()

    @cached_property
    def sha256(self) -> str:
        """That of the bytes as stored. Raises `Unreadable`."""
        try:
            return self._digest.found()
        except OSError as error:
            raise self._cannot_be_read(error) from None

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
            raise self._cannot_be_read(error) from None

    def _cannot_be_read(self, error: OSError) -> Unreadable:
        return Unreadable(self.path, None, f"it cannot be read: {error.strerror}", _COPY_AGAIN)

    def _unpacking(self) -> gzip.GzipFile | zstd.ZstdFile:
        return zstd.ZstdFile(self._file) if self._packing == "zstd" else gzip.GzipFile(fileobj=self._file, mode="rb")

    def _check(self, unpacked: int) -> None:
        most = min(LARGEST_UNPACKED, max(RATIO_FREE, HIGHEST_RATIO * self.size))
        if unpacked > most:
            what = f"it expands to more than {most >> 20} MiB"
            raise Unreadable(self.path, None, what, "unpack it yourself if you trust it")


class _Digest:
    """The sha256 of the first bytes of a file. A thread works it out for a long one, which takes a second a gigabyte,
    while others read it."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._digest, self._size = hashlib.sha256(), size
        self._error: OSError | None = None
        self._thread: Thread | None = None
        self._stopped = False
        if size >= _LONG and isinstance(file, io.BufferedReader) and hasattr(os, "pread"):
            self._thread = Thread(target=self._meanwhile, args=[file.fileno()], name="sha256", daemon=True)
            self._thread.start()
        else:
            file.seek(0)
            self._take(lambda size, _: file.read(size))

    def found(self) -> str:
        """It, as soon as it is known. Raises `OSError` where the file cannot be read."""
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self._digest.hexdigest()

    def stop(self) -> None:
        """Leaves off: the file is about to be closed."""
        self._stopped = True
        if self._thread is not None:
            self._thread.join()

    def _meanwhile(self, file: int) -> None:
        try:
            self._take(lambda size, offset: os.pread(file, size, offset))
        except OSError as error:
            self._error = error

    def _take(self, read: Callable[[int, int], bytes]) -> None:
        """Takes in all bytes; `read` gives so many of them from an offset on, or fewer."""
        offset = 0
        while not self._stopped and (block := read(min(BLOCK, self._size - offset), offset)):
            self._digest.update(block)
            offset += len(block)


def open_stored(path: str, stdin: BinaryIO | None = None) -> Stored:
    """Opens a file, or standard input for ``-``. Raises `Unreadable`."""
    try:
        with ExitStack() as undo:
            if path == "-":
                file = _spooled(path, stdin if stdin is not None else standard_input(), undo)
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


def standard_input() -> BinaryIO:
    """Standard input. Raises `Unreadable` where this process was given none."""
    if sys.stdin is None:
        raise Unreadable("-", None, "there is no standard input", "name a file, or pipe a log in")
    return sys.stdin.buffer
