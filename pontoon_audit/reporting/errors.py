"""The one exception of the reporting room."""

from pontoon_audit.history import HistoryError


class ReportError(HistoryError):
    """A report or statement that cannot be written as it was asked for; `what` says why, `hint` what to do."""
