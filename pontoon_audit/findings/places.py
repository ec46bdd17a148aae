"""The place of an event in its file, looked up late: only for findings that are shown."""

from __future__ import annotations

from pontoon_audit.reading.json_positions import line_numbers
from pontoon_audit.session import BANKER_FIELD, PLAYERS, SHUFFLED, Session

__all__ = ["line_numbers", "pointer"]


def pointer(session: Session, position: int) -> str | None:
    """The JSON Pointer of the event at `position` (from 0) of a session; None where the file is no JSON document."""
    if session.source.shape != "document":
        return None
    events = session.events
    start = "" if session.document is None else f"/{session.document}"
    block, item = events.at("block", position), events.at("item", position)
    match events.at("kind", position):
        case kind if kind == PLAYERS:
            return f"{start}/players/{item}"
        case kind if kind == BANKER_FIELD:
            return f"{start}/deals/{block}/banker"
        case kind if kind == SHUFFLED:
            return f"{start}/deals/{block}/shuffled"
    return f"{start}/deals/{block}/events/{item}"
