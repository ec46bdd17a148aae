"""JSON Lines: one flat event a line, as a game server appends them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.gather import Gatherer, finished_survey, readable_session, survey
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.reading.records import JSON_READERS, Cells, RecordReader
from pontoon_audit.reading.rules_file import stem
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session, Source

_SESSION = re.compile(r'"session"\s*:\s*"([^"\\]*)"')


BULK = 1 << 20
"""Bytes of a chunk from which on a file is read in bulk; below, importing polars costs more than it saves."""
CHUNK = 4 << 20
"""Bytes of a file that are read at a time: more takes memory and is no faster."""


def read_lines(text: LogText, rules: HouseRules, *, fast: bool = False) -> Iterator[Session]:
    """The sessions of a JSON Lines file. A line that is no JSON object is one record set aside. `fast` uses compiled
    code in a long file, for which numba must be installed. Raises `Unreadable`."""
    if len(next(text.chunks(CHUNK), b"")) >= BULK:
        yield from _in_bulk(text, rules, fast)
        return
    source = Source(text.path, text.sha256, "lines")
    plan = survey(((number, *_session_of(line)) for number, line in _records(text)), stem(text.path))
    gatherer = Gatherer(plan, source, rules)
    reader = RecordReader(JSON_READERS, session_needed=plan.named)
    for number, line in _records(text):
        gatherer.add(_cells(line, reader), line, number)
        if number % 256 == 0:
            yield from gatherer.complete(number)
    yield from gatherer.complete(sys.maxsize)


def _in_bulk(text: LogText, rules: HouseRules, fast: bool) -> Iterator[Session]:
    from pontoon_audit.reading.bulk_lines import BulkLines, sessions_of
    from pontoon_audit.reading.bulk_sessions import BulkSessions

    first, current, named = "", "", False
    last: dict[str, int] = {}
    for chunk, piece in enumerate(text.chunks(CHUNK)):
        found, current, has_field = sessions_of(piece, _session_of, current)
        first = first or next((session for session in found if session), "")
        named = named or has_field
        last.update(dict.fromkeys(found, chunk))
    plan = finished_survey(named, first, last, stem(text.path))
    sessions = BulkSessions(plan, Source(text.path, text.sha256, "lines"), rules, fast=fast)
    reader = RecordReader(JSON_READERS, session_needed=plan.named)
    bulk = BulkLines(lambda line: _cells(line, reader), sessions, plan.named, fast=fast)
    line = 1
    for chunk, piece in enumerate(text.chunks(CHUNK, checked=True)):
        line += bulk.add(line, piece)
        yield from sessions.complete(chunk)
    yield from sessions.complete()


def _records(text: LogText) -> Iterator[tuple[int, str]]:
    """The lines of a file that hold something, with their numbers."""
    first = 1
    for chunk in text.chunks():
        lines = chunk.decode("utf-8", "surrogatepass").removesuffix("\n").split("\n")
        for number, line in enumerate(lines, first):
            record = line.strip(" \t\r")
            if record:
                yield number, record
        first += len(lines)


def _session_of(line: str) -> tuple[str | None, bool]:
    """The session that a line names, or None, and whether it has the field at all.

    A plain line, flat and without escapes, is not decoded for it; so the session of a line that was cut off is known.
    """
    if "\\u" not in line:
        if "session" not in line:
            return None, False
        found = _SESSION.findall(line)
        if len(found) == 1 and line.count("session") == 1 and line.count("{") == 1:
            return readable_session(found[0]), True
    try:
        value = decode(line)
    except NotJson:
        return None, False
    session = value.get("session") if isinstance(value, Mapping) else None
    return readable_session(session) if type(session) is str else None, session is not None and session != ""


def _cells(line: str, reader: RecordReader) -> Cells:
    try:
        value = decode(line)
    except NotJson as error:
        return Cells(fault=f"the line {error}", session=_session_of(line)[0])
    if not isinstance(value, Mapping):
        what = f"a record is an object with an action; this is {shown(value)}"
        return Cells(fault=what, session=_session_of(line)[0])
    return reader.read(value)
