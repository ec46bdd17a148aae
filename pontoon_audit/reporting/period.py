"""The days that a statement is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pontoon_audit.reporting import amounts
from pontoon_audit.reporting.errors import ReportError


@dataclass(frozen=True, slots=True)
class Period:
    """From one day to another, both included; None is no limit. A session is in it by the day it was played.

    >>> Period(date(2026, 12, 1), date(2026, 12, 31)).in_words, Period(None, date(2026, 12, 5)).in_words
    ('1 December 2026 to 31 December 2026', 'until 5 December 2026')
    """

    first: date | None = None
    last: date | None = None

    @property
    def is_given(self) -> bool:
        """Whether there is a limit at all."""
        return self.first is not None or self.last is not None

    @property
    def in_words(self) -> str:
        """As it stands on a statement."""
        first, last = (amounts.date(day.isoformat()) if day else None for day in (self.first, self.last))
        if first and last:
            return first if first == last else f"{first} to {last}"
        return f"from {first}" if first else f"until {last}" if last else "all sessions"


def period_between(first: str | None, last: str | None) -> Period:
    """The period between two days as 2026-12-31. ReportError where one is none, or they are the wrong way round.

    >>> period_between("2026-12-01", None)
    Period(first=datetime.date(2026, 12, 1), last=None)
    """
    made = Period(_day("--from", first), _day("--to", last))
    if made.first and made.last and made.first > made.last:
        raise ReportError(f"the period ends on {made.last}, before it begins on {made.first}", "swap --from and --to")
    return made


def _day(option: str, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        if len(text) != len("2026-12-31"):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise ReportError(f"{option} {text} is not a day", "write it as year, month and day: 2026-12-31") from None
