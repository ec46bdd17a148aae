"""Reports and settlement statements, written from a history file alone as pages that need no network.

    from pontoon_audit.reporting import write_report, write_statements

    write_report(Path("club.duckdb"), Path("pages"))[0]       # the page to open
    write_statements(Path("club.duckdb"), Path("statements"), player="ann")

Every number on a page comes out of a query in `queries/`; what is written depends on the history alone, byte for byte,
but for the moment that statements name (`generated_at`, or `SOURCE_DATE_EPOCH` where that is set).
"""

from pontoon_audit.reporting.errors import ReportError
from pontoon_audit.reporting.period import Period, period_between
from pontoon_audit.reporting.report import write_report
from pontoon_audit.reporting.statements import USUAL_FORMATS, write_statements

__all__ = ["USUAL_FORMATS", "Period", "ReportError", "period_between", "write_report", "write_statements"]
