"""The one exception of the history room."""


class HistoryError(Exception):
    """Something about a history file or a query that only its user can set right.

    `what` says what is wrong in one sentence, `hint` what to do about it (may be empty).

    >>> str(HistoryError("club.txt is not a history file", "make one with pontoon-audit load"))
    'club.txt is not a history file: make one with pontoon-audit load'
    """

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(f"{what}: {hint}" if hint else what)
        self.what = what
        self.hint = hint
