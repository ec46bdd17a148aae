"""Logs read one after the other and cut into batches of whole sessions."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pontoon_audit.ctrl_c import ctrl_c_while_waiting
from pontoon_audit.event_slice import EventSlice
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.keeping_memory import for_a_long_run
from pontoon_audit.reading import Unreadable, find_logs, read_log
from pontoon_audit.reading.stored import standard_input
from pontoon_audit.replay.speed import Speed
from pontoon_audit.session import EventColumns, Session
from pontoon_audit.watching import Watch
from pontoon_audit.workers.partitions import Share

Path = str | os.PathLike[str]


@dataclass(slots=True)
class SourceResult:
    """A file that was read: `path` as it was named, sha256 of its bytes as stored, and what it held."""

    path: str
    sha256: str
    shape: str
    sessions: int = 0
    deals: int = 0
    events: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Sessions that are replayed together. `first` counts those before them; `fast` asks for the compiled replay;
    `unreadable` are the files that were given up since the batch before."""

    first: int
    logs: list[Session]
    fast: bool
    unreadable: list[Unreadable]

    @property
    def events(self) -> int:
        """How many events it has."""
        return sum(len(log.events) for log in self.logs)


class LogReader:
    """Reads some logs. `sources` grows as they are read, and `source_of` says of each session where it came from."""

    def __init__(
        self,
        paths: Path | Sequence[Path],
        rules: HouseRules | None,
        input_format: str | None,
        encoding: str | None,
        *,
        share: Share | None = None,
        expected: int | None = None,
    ) -> None:
        """`share` is the part of them that is wanted; the run that it belongs to has `expected` events."""
        if rules is not None and not isinstance(rules, HouseRules):
            raise TypeError("rules are pontoon_audit.Rules; read a file of them with pontoon_audit.reading.read_rules")
        ctrl_c_while_waiting()
        self._paths = _files(paths)
        self._rules, self._format, self._encoding = rules, input_format, encoding
        self._stdin = _whole_input() if "-" in self._paths else b""
        self._share = share or Share(0, None)
        self._speed = Speed(self._paths, expected)
        self._unreadable: list[Unreadable] = []
        self.sources: list[SourceResult] = []
        self.source_of: dict[int, int] = {}
        """Position of a session in the run -> position of its file in `sources`."""

    def get_ready(self, watch: Watch) -> None:
        """Loads what is compiled where the first batch is going to need it; to compile it first takes a minute, of
        which `watch` hears."""
        if self._speed.compiled:
            from pontoon_audit import compiled

            if not compiled.is_kept():
                watch.at("compiling")
            compiled.get_ready()
            watch.at("reading")
            for_a_long_run()

    def batches(self) -> Iterator[Batch]:
        """Batches of sessions; at least one, which may be empty."""
        logs: list[Session] = []
        size = sitting = 0
        room = _Room()
        for path in self._paths:
            for session in self._sessions(path):
                self.source_of[sitting] = len(self.sources) - 1
                logs.append(session)
                sitting += 1
                size += room.of(session.events)
                self._speed.seen += len(session.events)
                if self._speed.is_batch(size):
                    yield self._batch(sitting, logs)
                    logs, size = [], 0
        yield self._batch(sitting, logs)

    def _batch(self, sitting: int, logs: list[Session]) -> Batch:
        unreadable, self._unreadable = self._unreadable, []
        return Batch(sitting - len(logs), logs, self._speed.compiled, unreadable)

    def _sessions(self, path: str) -> Iterator[Session]:
        source: SourceResult | None = None
        try:
            stdin = self._standard_input(path)
            sessions = read_log(
                path, self._rules, input_format=self._format, encoding=self._encoding, stdin=stdin,
                fast=self._speed.compiled,
            )  # fmt: skip
            for session in self._share.of(sessions):
                if source is None:
                    source = SourceResult(path, session.source.sha256, session.source.shape)
                    self.sources.append(source)
                source.sessions += 1
                source.events += len(session.events)
                yield session
        except Unreadable as error:
            self._unreadable.append(error)

    def _standard_input(self, path: str) -> io.BytesIO | None:
        """Standard input from its beginning; it is kept, since the lines of findings are looked up in it."""
        if path != "-":
            return None
        if isinstance(self._stdin, Unreadable):
            raise self._stdin
        return io.BytesIO(self._stdin)

    def open_again(self, path: str) -> tuple[io.BytesIO | None, str | None]:
        """What is needed to read a file once more: see `reading.lines_of_documents`."""
        return self._standard_input(path), self._encoding


_LETTERS: Final = 64
"""Bytes of text that take as much memory as an event, on their way from file to history."""
_SESSION: Final = 50
"""A session takes as much memory as so many events, beside its own: what the rules met in it, above all."""


class _Room:
    """How much room sessions take, as so many events without texts. Those with times or notes take twice the memory,
    and more where these are long."""

    def __init__(self) -> None:
        self._table: object = None
        self._times = 1

    def of(self, events: EventColumns) -> int:
        """The room of a session; its events lie in a table with those of others, which is looked at once."""
        if not isinstance(events, EventSlice):
            return _SESSION + len(events)
        if events.table is not self._table:
            texts = [events.table[name].drop_nulls() for name in ("time", "note")]
            letters = sum(int(text.str.len_bytes().sum()) for text in texts)
            self._table = events.table
            self._times = 1 + letters // (_LETTERS * max(1, events.table.height)) + any(map(len, texts))
        return _SESSION + self._times * len(events)


def _whole_input() -> bytes | Unreadable:
    """All of it, or that there is none; that is told where it would be read."""
    try:
        return standard_input().read()
    except Unreadable as error:
        return error


def _files(paths: Path | Sequence[Path]) -> list[str]:
    """The files that are meant: a folder is searched for logs."""
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: list[str] = []
    for path in [os.fspath(one) for one in named]:
        found.extend(find_logs([path]) if os.path.isdir(path) else [path])
    return found
