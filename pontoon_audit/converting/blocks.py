"""The deals of a session as a document lists them, each with its events; also those of a flat file."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pontoon_audit.converting.errors import Unconvertible
from pontoon_audit.converting.records import IN_DEAL, Losses, Record, record, sound
from pontoon_audit.session import EVENT, PLAYERS, Session


@dataclass(slots=True)
class Block:
    """One deal of the list: its number as recorded, and its records, which do not say it again.

    `place` is its position in the list that it was read from, and `items` those of its records; None for a flat file.
    """

    number: int | None
    records: list[Record] = field(default_factory=list)
    place: int | None = None
    items: list[int | None] = field(default_factory=list)


@dataclass(slots=True)
class Seat:
    """A player who sits down before everything else; `item` is the position in the document's list, if it has one."""

    player: str
    item: int | None = None


def blocks(session: Session, losses: Losses) -> tuple[list[Seat], list[Block]]:
    """Who sits down ahead of the deals, in order, and the deals. No event changes its place.

    In a flat file, what stands between deals goes to the deal before as long as it carries that number, else to the one
    that follows. Raises `Unconvertible` where a deal's events do not stand together.
    """
    return _listed(session) if session.source.shape == "document" else _told_by_number(session, losses)


def _listed(session: Session) -> tuple[list[Seat], list[Block]]:
    events = session.events
    seats: list[Seat] = []
    found: list[Block] = []
    for i in sound(session):
        if events.kind[i] == PLAYERS:
            seats.append(Seat(session.players[events.player[i]], events.item[i]))
            continue
        if not found or found[-1].place != events.block[i]:
            found.append(Block(events.deal[i] or None, place=events.block[i]))
        one = record(session, i)
        one.pop("deal", None)
        found[-1].records.append(one)
        found[-1].items.append(events.item[i] if events.kind[i] == EVENT else None)
    return seats, found


def _told_by_number(session: Session, losses: Losses) -> tuple[list[Seat], list[Block]]:
    found = [record(session, i) for i in sound(session)]
    seats = next((i for i, one in enumerate(found) if not _is_plain_seat(one)), len(found))
    rest = found[seats:]
    listed: list[Block] = []
    for one, number in zip(rest, _numbers(rest, losses), strict=True):
        if not listed or listed[-1].number != number:
            _refuse_to_go_back(session, listed, number, rest, one)
            listed.append(Block(number))
        one.pop("deal", None)
        listed[-1].records.append(one)
        listed[-1].items.append(None)
    return [Seat(one["player"]) for one in found[:seats]], listed


def _is_plain_seat(one: Record) -> bool:
    """Whether the record says no more than an entry of a document's `players` can."""
    return one["action"] == "seat" and one.keys() <= {"action", "player", "deal"}


def _numbers(found: list[Record], losses: Losses) -> list[int | None]:
    """The number of the deal that each record is listed under."""
    numbers: list[int | None] = [one.get("deal") for one in found]
    dealt = [i for i, one in enumerate(found) if one["action"] in IN_DEAL]
    if not dealt:
        return numbers
    for before, after in pairwise([-1, *dealt]):
        _between(numbers, range(before + 1, after), numbers[before] if before >= 0 else None, numbers[after], losses)
    last, known = numbers[dealt[-1]], {numbers[i] for i in dealt}
    for i in range(dealt[-1] + 1, len(found)):  # no deal follows: a new number is a list of its own
        if numbers[i] in known and numbers[i] != last:
            losses[_STRAY] += 1
        if numbers[i] is None or numbers[i] in known:
            numbers[i] = numbers[i - 1]
    return numbers


_STRAY: Final = "deal number of an event between deals that is that of neither"


def _between(numbers: list[int | None], moment: range, before: int | None, after: int | None, losses: Losses) -> None:
    """Gives what happens between two deals the number of the one before, while it is carried, then that of the next."""
    number = before
    for i in moment:
        if number != after and numbers[i] != before:
            number = after
        if numbers[i] not in (None, before, after):
            losses[_STRAY] += 1
        numbers[i] = number if number is not None else after


def _refuse_to_go_back(
    session: Session, listed: list[Block], number: int | None, found: list[Record], one: Record
) -> None:
    """A number that comes back goes on with its deal, unless a banker opens it anew; a document cannot go on."""
    if number not in {block.number for block in listed}:
        return
    start = next(i for i, other in enumerate(found) if other is one)
    opening = next((other for other in found[start:] if other["action"] in IN_DEAL), None)
    if opening is None or opening["action"] != "banker":
        raise Unconvertible(
            f"session {session.session}: events of deal {number} stand among those of another deal, "
            "and a document lists each deal as a whole",
            "convert to .jsonl or .csv instead, or put them in order",
        )
