"""Records that cannot be converted since they are no events: each with its place and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pontoon_audit.findings.places import line_numbers, pointer
from pontoon_audit.session import Session


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One record, or one deal, that is not in the converted log."""

    path: str
    line: int | None
    pointer: str | None
    why: str


def set_aside(session: Session) -> list[LeftOut]:
    """The records of a session that reading set aside."""
    path, events = session.source.path, session.events
    return [
        LeftOut(path, events.line[position], pointer(session, position), why) for position, why in events.fault.items()
    ]


def with_lines(found: list[LeftOut], text: Callable[[], str]) -> list[LeftOut]:
    """The same with the lines of those that have a pointer; `text` reads the document again, if it is needed."""
    wanted = {one.pointer for one in found if one.pointer is not None}
    if not wanted:
        return found
    lines = line_numbers(text(), wanted)
    return [
        one if one.pointer is None else LeftOut(one.path, lines.get(one.pointer), one.pointer, one.why) for one in found
    ]
