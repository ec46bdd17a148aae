"""Who wants to know how far an audit is: told which work is being done, and how many events it has dealt with."""

from __future__ import annotations

from typing import Literal, Protocol

Work = Literal["compiling", "reading", "replaying", "loading"]


class Watch(Protocol):
    """Hears how far an audit is. Both are called often, and from several threads."""

    def at(self, work: Work) -> None:
        """This work is being done from now on."""

    def done(self, work: Work, events: int) -> None:
        """So many more events have gone through it."""


class Nobody:
    """Hears nothing."""

    def at(self, work: Work) -> None: ...

    def done(self, work: Work, events: int) -> None: ...
