"""Sorts the records of a flat file into its sessions and lets each go as soon as it is complete.

Sessions may interleave in a file. A `Survey`, made in a first cheap pass, says where each one ends; so memory holds the
sessions that are open at a time, not the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import fields
from pontoon_audit.reading.builder import SessionBuilder
from pontoon_audit.reading.fields import Fault
from pontoon_audit.reading.records import Cells
from pontoon_audit.session import Session, Source


@dataclass(frozen=True, slots=True)
class Survey:
    """What a first pass over a flat file tells: whether records name sessions, which is the first, where each ends."""

    named: bool
    first: str
    """The session of records ahead of any that names one."""
    ends: dict[str, int]
    """Session -> the line of its last record, or the chunk of the file that it is in.

    Records that name none are counted to the session before them.
    """


@lru_cache(maxsize=4096)
def readable_session(value: object) -> str | None:
    """The session that a record names, or None where it names none that can be read."""
    try:
        return fields.plain_id(value)
    except Fault:
        return None


def survey(sessions: Iterable[tuple[int, str | None, bool]], name_of_file: str) -> Survey:
    """A survey from each record's line, its session or None, and whether it has a session field at all."""
    named, first, current = False, "", ""
    ends: dict[str, int] = {}
    for line, session, has_field in sessions:
        named = named or has_field
        if session is not None:
            first = first or session
            current = session
        ends[current or first] = line
    return finished_survey(named, first, ends, name_of_file)


def finished_survey(named: bool, first: str, ends: dict[str, int], name_of_file: str) -> Survey:
    """A survey whose records ahead of the first session, kept under the empty name, are counted to that session."""
    first = first or name_of_file
    leading = ends.pop("", None)
    if leading is not None:
        ends[first] = max(leading, ends.get(first, leading))
    return Survey(named, first, ends)


class Gatherer:
    """The open sessions of a flat file, in the order in which they began."""

    def __init__(self, plan: Survey, source: Source, rules: HouseRules) -> None:
        self.current = plan.first
        self._ends = plan.ends
        self._source = source
        self._rules = rules
        self._open: dict[str, SessionBuilder] = {}

    def builder(self, session: str) -> SessionBuilder:
        """The events so far of a session, which becomes the current one."""
        self.current = session
        found = self._open.get(session)
        if found is None:
            found = self._open[session] = SessionBuilder()
        return found

    def add(self, cells: Cells, raw: object, line: int) -> None:
        """Appends a record; one whose session cannot be read goes to that of the record before it."""
        self.builder(self.current if cells.session is None else cells.session).add(cells, raw, line=line)

    def complete(self, line: int) -> Iterator[Session]:
        """Lets go the sessions that end on or before `line`, unless one that began earlier is still open.

        `line` is a line or a chunk, as in the survey.
        """
        for session in list(self._open):
            if self._ends.get(session, sys.maxsize) > line:
                return
            yield self._open.pop(session).finish(session, self._source, self._rules)
