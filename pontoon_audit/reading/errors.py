"""What stops reading: a whole file that cannot be read, an argument that matches no file."""

from __future__ import annotations


class Unreadable(Exception):
    """A file, or standard input, that could not be read as a log.

    `path` as the user named it, `line` from 1 or None, `what` was there, and a `hint` what to do about it. `pointer`
    is the JSON Pointer of the place inside a document, where there is one.
    """

    def __init__(self, path: str, line: int | None, what: str, hint: str, pointer: str | None = None) -> None:
        super().__init__(path, line, what, hint, pointer)
        self.path = path
        self.line = line
        self.what = what
        self.hint = hint
        self.pointer = pointer

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.what} ({self.hint})"


class NoSuchInput(Exception):
    """An argument of the command line that names no file, no folder with logs, and matches nothing."""

    def __init__(self, argument: str, what: str) -> None:
        super().__init__(argument, what)
        self.argument = argument
        self.what = what

    def __str__(self) -> str:
        return f"{self.argument}: {self.what}"
