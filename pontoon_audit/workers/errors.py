"""What stops an audit by several workers."""


class WorkError(Exception):
    """The workers could not do their work: `what` is wrong, and a `hint` what to do about it."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what, hint)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.what} ({self.hint})"
