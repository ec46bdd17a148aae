"""Who sits where (`seat`, `leave`)."""

from __future__ import annotations

from tests.judge.reading import Event
from tests.judge.verdict import Book


class Table:
    """Chairs, clockwise. A chair stays its owner's when that one leaves, until somebody else takes it."""

    def __init__(self, book: Book, recorded: bool) -> None:
        self.book = book
        self.recorded = recorded
        self.chairs: list[str] = []
        self.seated: set[str] = set()
        self.ever: set[str] = set()
        self.leaving: set[str] = set()  # during a deal: seated until it ends
        self.last: str | None = None
        self.changed = False
        self.doubt = False
        self.left_twice: set[int] = set()

    @property
    def sure(self) -> bool:
        """Whether it is known who sits at the table."""
        return self.recorded and not self.doubt

    def note_bad(self, event: Event) -> None:
        """A record of somebody who sat down or left that cannot be read: from there on nobody knows who sits where."""
        self.doubt = self.doubt or (event.bad and event.action in ("seat", "leave"))

    def not_there(self, event: Event) -> None:
        """Somebody leaves who does not sit there."""
        self.left_twice.add(event.number)

    def sit(self, event: Event) -> None:
        """`seat`: the old chair if there is one, else the next one to the left of whoever sat last."""
        player = event.player or ""
        if player in self.seated:
            event.aside = True
            self.book.add("log/bad-record", event.number)
            return
        if player not in self.chairs:
            self._new_chair(player)
        self.seated.add(player)
        self.ever.add(player)
        self.last = player
        self.changed = True

    def _new_chair(self, player: str) -> None:
        place = self.chairs.index(self.last) + 1 if self.last in self.chairs else len(self.chairs)
        following = place % len(self.chairs) if self.chairs else 0
        if self.chairs and self.chairs[following] not in self.seated:
            self.chairs[following] = player
        else:
            self.chairs.insert(place, player)

    def get_up(self, player: str) -> None:
        self.changed = self.changed or player in self.seated
        self.seated.discard(player)

    def from_left_of(self, banker: str | None) -> list[str]:
        """Everybody with a chair, from the banker's left, the banker last."""
        if banker not in self.chairs:
            return list(self.chairs)
        place = self.chairs.index(banker)
        return self.chairs[place + 1 :] + self.chairs[: place + 1]
