"""A statement as PDF, made of the page. It needs the extra `pdf`."""

from __future__ import annotations

import logging
from typing import Any, Final, NoReturn

from pontoon_audit.reporting.errors import ReportError

VARIANT: Final = "pdf/ua-1"
"""Tagged, so that a screen reader can read it (ISO 14289-1)."""
MISSING: Final = "install it with: pip install 'pontoon-audit[pdf]'; on Debian also: apt-get install libpangoft2-1.0-0"


def check() -> None:
    """ReportError where what makes PDF is not installed."""
    try:
        import weasyprint  # noqa: F401 - whether it is there is the question
    except (ImportError, OSError) as error:
        raise ReportError(f"PDF cannot be written here ({_first_line(error)})", MISSING) from None


def as_pdf(page: str) -> bytes:
    """The page as PDF, the same bytes for the same page and fonts. Nothing is loaded from anywhere."""
    from weasyprint import HTML

    logging.getLogger("weasyprint").setLevel(logging.ERROR)  # it grumbles at CSS that is for screens
    made: Any = HTML(string=page, url_fetcher=_refused).write_pdf(pdf_variant=VARIANT)
    return bytes(made)


def _refused(url: str, *_: object, **__: object) -> NoReturn:
    raise ValueError(f"a statement loads nothing, yet this page asks for {url}")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
