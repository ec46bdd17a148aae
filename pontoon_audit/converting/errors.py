"""What stops a conversion."""


class Unconvertible(Exception):
    """A log that cannot be written in the other shape, or a file that cannot be written. Nothing was written.

    `what` says why, `hint` what to do about it.
    """

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(f"{what}: {hint}")
        self.what = what
        self.hint = hint
