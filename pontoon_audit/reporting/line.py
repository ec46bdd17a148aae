"""A deal on one line (`pontoon_audit.reading.deal_line`) as it stands in a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pontoon_audit.output.words import harmless
from pontoon_audit.reading.deal_line_writing import pieces
from pontoon_audit.reading.notation import NotationError


def line_of(
    number: int | None, events: Sequence[Mapping[str, Any]], set_aside: Mapping[int, str | None]
) -> Markup | None:
    """The line of a deal, names apart from plays; None where a record cannot be read at all.

    `set_aside` holds the records set aside, as they stood, by their event.

    >>> event = {"event": 1, "action": "stick", "player": "ann"}
    >>> print(line_of(2, [event], {}))
    <span class="mark">2.</span> <bdi>ann</bdi> s
    """
    try:
        made = pieces(number, [event | {"record": set_aside.get(event["event"])} for event in map(dict, events)])
    except NotationError:
        return None
    text = Markup("")
    for kind, word in made:
        blank = "" if not text or word == ";" else " "
        shown = {"name": "<bdi>{}</bdi>", "act": "{}"}.get(kind, '<span class="mark">{}</span>')
        text += Markup(blank + shown).format(harmless(word))
    return text
