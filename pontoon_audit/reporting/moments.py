"""When something was written: the only thing in a statement that does not come from the history."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Final

from pontoon_audit.reporting.errors import ReportError

VARIABLE: Final = "SOURCE_DATE_EPOCH"
"""Where it is set, it is the moment, in seconds since 1970 (https://reproducible-builds.org/specs/source-date-epoch/)."""


def now() -> datetime:
    """This moment in UTC, to the second; the one that `SOURCE_DATE_EPOCH` names where it is set, for equal bytes.

    ReportError where that names no moment.
    """
    fixed = os.environ.get(VARIABLE)
    if not fixed:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        return datetime.fromtimestamp(int(fixed), UTC)
    except (ValueError, OverflowError, OSError):
        raise ReportError(
            f"{VARIABLE} is {fixed}, no number of seconds since 1970", "set it right, or unset it"
        ) from None
