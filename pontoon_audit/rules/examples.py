"""The examples on the rules' pages: short deals in the tiny notation, each under a heading that says what it shows.

A page is Markdown; its examples are fenced blocks marked `pontoon`. A comment at the end of a line names the findings
that must stand at the line's last event, a comment on a line of its own those that stand at no event.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from pontoon_audit.notation.statements import parse_notation

BREAKS, KEEPS, OPEN = HEADINGS = ("Breaks it", "Keeps it", "Leaves it open")
_PARTS: Final = re.compile(r"^## ([^\n]+)$|^```pontoon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FINDING: Final = re.compile(r"[a-z]+/[a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Example:
    """A deal or two on a rule's page: the heading above it, and its text in the notation."""

    heading: str
    text: str

    def document(self) -> dict[str, Any]:
        """The log that the text stands for, as a document of the log format. Raises `NotationError`."""
        return parse_notation(self.text)[0]

    def expected(self) -> list[tuple[str, int | None]]:
        """The findings that the comments name, each with its event (from 1, as read; None where it stands at none)."""
        at_events = [(name, event) for event, names in parse_notation(self.text)[1] for name in names]
        alone = [line for line in self.text.splitlines() if line.startswith("#")]
        return [*at_events, *((name, None) for line in alone for name in _FINDING.findall(line))]


def examples(page: str) -> list[Example]:
    """The examples of a page, in their order.

    >>> page = '''# stick/below-minimum
    ... ## Breaks it
    ... ```pontoon
    ... deal 1 banker eve; ann stick # stick/below-minimum
    ... ```
    ... '''
    >>> [(example.heading, example.expected()) for example in examples(page)]
    [('Breaks it', [('stick/below-minimum', 2)])]
    """
    found, heading = [], ""
    for match in _PARTS.finditer(page):
        if match[1] is not None:
            heading = match[1]
        else:
            found.append(Example(heading, match[2]))
    return found
