"""A deal on one line (`pontoon_audit.notation.deal_line`) as it stands in a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from pontoon_audit.notation.deal_line_writing import pieces
from pontoon_audit.notation.statements import NotationError
from pontoon_audit.output.words import harmless

_SHOWN: Final = {"name": "<bdi>{}</bdi>", "act": "{}"} | dict.fromkeys(("head", "mark"), '<span class="mark">{}</span>')


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
    # joined as plain text, every word escaped: a line has some forty words
    text = "".join((" " if word != ";" else "") + _SHOWN[kind].format(escape(harmless(word))) for kind, word in made)
    return Markup(text.removeprefix(" "))
