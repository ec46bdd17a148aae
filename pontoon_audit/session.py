"""What reading hands to the replay: one session, its house rules and its events in columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from pontoon_audit import game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_audit.house_rules import HouseRules

EVENT, PLAYERS, BANKER_FIELD, SHUFFLED = range(4)
"""Kinds of place in a JSON document (`EventColumns.kind`): a listed event, or what the document's own field records."""

ABSENT: Final = {"seq": game.NO_SEQ, "line": game.NO_LINE}

Shape = Literal["document", "lines", "csv", "sheet"]


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read. `path` is as the user named it, `sha256` that of its bytes as stored (still compressed)."""

    path: str
    sha256: str
    shape: Shape


@dataclass(slots=True)
class EventColumns:
    """The events of one session, in order, as parallel columns; every one is as long as `action`.

    The codes are those of `pontoon_audit.game`. `player` and `to` are positions in `Session.players`. Money is in
    minor units (pence). Nothing here was judged or repaired: an event with a `fault` is a record set aside, and its
    other cells hold what could still be read of it.
    """

    action: list[int] = field(default_factory=list)
    deal: list[int] = field(default_factory=list)
    """Deal number as recorded; `game.NO_DEAL` where the event carries none."""
    block: list[int] = field(default_factory=list)
    """JSON documents: position of the deal in its list, from 0. Flat files: -1 throughout."""
    seq: list[int | None] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    """Number of the hand, from 1; 0 only in a record set aside whose own hand could not be read."""
    card: list[int] = field(default_factory=list)
    face: list[int] = field(default_factory=list)
    amount: list[int] = field(default_factory=list)
    to: list[int] = field(default_factory=list)
    time: list[str | None] = field(default_factory=list)
    note: list[str | None] = field(default_factory=list)
    line: list[int | None] = field(default_factory=list)
    """Line of the file, from 1; None in JSON documents, where `findings.places` looks it up when it is shown."""
    kind: list[int] = field(default_factory=list)
    item: list[int] = field(default_factory=list)
    """JSON documents: position in the list that `kind` names (for a listed event: in its deal's `events`)."""
    fault: dict[int, str] = field(default_factory=dict)
    """Position of a record set aside in reading -> why, for people. Sound events are not in it."""
    record: dict[int, str] = field(default_factory=dict)
    """Position of a record set aside -> the record as it stood (shortened to `RECORD_LENGTH`)."""

    def __len__(self) -> int:
        return len(self.action)

    def integers(self, name: str) -> Iterable[int]:
        """A column of whole numbers alone, to be walked through or handed to ``numpy.asarray`` or `polars.Series`.

        Where a list has None, it has `game.NO_SEQ` or `game.NO_LINE`. What was read in bulk is not copied for it.
        """
        column: list[int | None] = getattr(self, name)
        absent = ABSENT.get(name)
        return column if absent is None else [absent if value is None else value for value in column]  # type: ignore[return-value]

    def at(self, name: str, position: int) -> Any:
        """What a column has at one position. What was read in bulk does not become a list for it."""
        return getattr(self, name)[position]


RECORD_LENGTH: Final = 2000
"""Most characters of a record set aside that are kept."""


@dataclass(slots=True)
class Extent:
    """Where one of many documents stands in the text of a file: its first character, counted from 0, and the line of
    that, from 1; and the character behind its last one."""

    start: int
    line: int
    end: int = 0


@dataclass(slots=True)
class Session:
    """One sitting of one table: the unit that is audited alone."""

    session: str
    source: Source
    rules: HouseRules
    players: list[str]
    """Ids of everybody named, in order of first mention; the position is the player's code."""
    events: EventColumns
    names: dict[str, str] = field(default_factory=dict)
    played: str | None = None
    currency: str | None = None
    extra: dict[str, object] = field(default_factory=dict)
    """Fields of a document that the format does not name: kept, never interpreted."""
    document: int | None = None
    """Position of this session in a JSON document that is a list of sessions; None where it stands alone."""
    extent: Extent | None = None
    """Where it stands in a large file with a list of them; None otherwise."""

    @property
    def is_sheet(self) -> bool:
        """True where a person kept score by hands, so that faces and the order of events are not known."""
        return self.source.shape == "sheet"
