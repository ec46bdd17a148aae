"""Hand sheet: one row a hand, as a person keeps score. Its rows become the events of a deal in the game's order.

A sheet does not say in which order things happened, nor how a card lay; so the order made here is the one that the game
prescribes, faces are unknown, and rules that need either are not checked. How the columns are read:

- `cards` are those that ended in the hand, in the order received. The card that a split moved stands first in the new
  hand's row.
- `actions` are `split 2`, `buy 3`, `twist`, `stick`, `pontoon`, `bust`, with `;` between. `buy` and `twist` take the
  hand's further cards in turn. The banker's row needs none: cards beyond two are drawn; `pontoon` is said before
  anybody plays, and `stick` is the banker's `stay`.
- `shoot` is one bet: ahead of the second cards for a first hand, ahead of its first play for one that a split made.
- `net` is what the hand won (or lost, below 0) against the bank in its stakes; shoot bets go to and come from the kitty
  and are not in it. The banker's `net` is what the others' add up to, and is not read.

Nothing is invented: an empty cell makes no event, a hand that nobody finished stays unfinished. What cannot be read,
and cards that the actions do not explain, make one record set aside in the place where they stand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from pontoon_audit import game
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.builder import SessionBuilder
from pontoon_audit.reading.csv_header import Header, read_header
from pontoon_audit.reading.csv_rows import Feed, Row
from pontoon_audit.reading.records import TEXT_READERS, RecordReader
from pontoon_audit.reading.rules_file import stem
from pontoon_audit.reading.sheet_deal import SheetDeal, SheetRow
from pontoon_audit.reading.stored import BLOCK
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session, Source

_PLACE = RecordReader({name: TEXT_READERS[name] for name in ("action", "session", "deal", "player", "hand")})


@dataclass(slots=True)
class _Sitting:
    """The deals of one session by number, in order of appearance."""

    deals: dict[int, SheetDeal] = field(default_factory=dict)
    last: SheetDeal | None = None

    def deal(self, number: int) -> SheetDeal:
        """The deal of a row; a row whose deal cannot be read stands with the row before it."""
        if number != game.NO_DEAL or self.last is None:
            self.last = self.deals.setdefault(number, SheetDeal(number))
        return self.last


def read_sheet(text: LogText, rules: HouseRules) -> Iterator[Session]:
    """The sessions of a hand sheet, its header already known to be one. Raises `Unreadable`."""
    feed = Feed(text.chunks())
    header = read_header(feed, text.path, "sheet")
    sittings: dict[str, _Sitting] = {}
    waiting: list[SheetRow] = []  # rows ahead of the first that names a session
    current = None if "session" in header.columns else stem(text.path)
    while (piece := feed.piece(BLOCK)) is not None:
        for row in feed.rows_of(piece, header.delimiter):
            read = _row(row, header)
            if read is None:
                continue
            current = read.place.session or current
            if current is None:
                waiting.append(read)
                continue
            for sheet_row in (*waiting, read):
                sittings.setdefault(current, _Sitting()).deal(sheet_row.place.deal).rows.append(sheet_row)
            waiting.clear()
    for sheet_row in waiting:
        sittings.setdefault(stem(text.path), _Sitting()).deal(sheet_row.place.deal).rows.append(sheet_row)
    source = Source(text.path, text.sha256, "sheet")
    for session, sitting in sittings.items():
        builder = SessionBuilder()
        for deal in sitting.deals.values():
            deal.add_to(builder)
        yield builder.finish(session, source, rules)


def _row(row: Row, header: Header) -> SheetRow | None:
    """A row of the file as a row of a sheet, with `fault` where its hand cannot be placed; None for a blank one."""
    raw = header.cells(row)
    if not raw and row.fault is None:
        return None
    needed = {"player", "deal"} | ({"session"} & header.columns.keys())
    # Any action that needs a player, a deal and a hand will do: what is read here is only whose hand this is.
    place = _PLACE.read({"action": "stick", **{name: raw.get(name) for name in ("session", "deal", "player", "hand")}})
    missing = next((f"{name} is missing; every hand needs it" for name in sorted(needed) if not raw.get(name)), None)
    return SheetRow(
        row.line,
        row.text,
        place,
        row.fault or header.too_many(row) or missing or place.fault,
        banker=raw.get("banker", ""),
        cards=deque(raw.get("cards", "").replace(",", " ").split()),
        stake=raw.get("stake", ""),
        actions=[part.strip() for part in raw.get("actions", "").split(";") if part.strip()],
        shoot=raw.get("shoot", ""),
        net=raw.get("net", ""),
    )
