"""Sessions as a hand sheet: a row a hand.

A sheet says less than a log. So each deal is read back from its rows: what is not there again is named, and a deal that
would read otherwise is left out.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pontoon_audit.converting.blocks import Block, blocks
from pontoon_audit.converting.records import Losses, Record, records
from pontoon_audit.reading.csv_header import SHEET_FIELDS
from pontoon_audit.reading.sheet import read_sheet
from pontoon_audit.reading.stored import Stored
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session

Row = dict[str, Any]

_PLAYS: Final = frozenset({"pontoon", "split", "buy", "twist", "stick", "bust"})
_ON_A_HAND: Final = _PLAYS | {"deal", "draw", "stay", "stake", "shoot", "settle"}
_KEPT: Final = ("action", "player", "hand", "card", "amount")
_NOT_ON_A_SHEET: Final = {"face": "faces of cards", "time": "times", "seq": "seq", "note": "notes"}


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """The rows of one deal, the banker's last; `why_not` where a sheet cannot tell it, and there are none."""

    number: int | None
    rows: list[Row] = field(default_factory=list)
    why_not: str | None = None


def sheet_deals(session: Session, losses: Losses) -> Iterator[SheetDeal]:
    """The deals of a session as rows of a sheet. Raises `Unconvertible` where its deals are not in order."""
    seats, listed = blocks(session, losses)
    if seats:
        losses["events: seat"] += len(seats)
    if not session.is_sheet:
        losses["order in which things happened, but for that of a hand's cards and plays"] += 1
    numbers = Counter(block.number for block in listed if any(one["action"] in _ON_A_HAND for one in block.records))
    for block in listed:
        if numbers[block.number] > 1:
            yield SheetDeal(block.number, why_not="another deal has its number")
        else:
            yield _deal(session, block, losses)


def sheet_header() -> str:
    """The first line of a hand sheet."""
    return ",".join(SHEET_FIELDS) + "\n"


def sheet_text(session: str, rows: Iterable[Row]) -> Iterator[str]:
    """The rows as CSV."""
    file = io.StringIO()
    writer = csv.DictWriter(file, SHEET_FIELDS, restval="", lineterminator="\n")
    for row in rows:
        writer.writerow({"session": session, **row})
        yield file.getvalue()
        file.seek(0)
        file.truncate()


def _deal(session: Session, block: Block, losses: Losses) -> SheetDeal:
    told = [one for one in block.records if one["action"] in _ON_A_HAND]
    if not told:
        _name(losses, block.records)
        return SheetDeal(block.number)
    if any(one["action"] == "void" for one in block.records):
        return SheetDeal(block.number, why_not="it is void, which a hand sheet cannot say")
    if block.number is None:
        return SheetDeal(None, why_not="it has no number")
    rows = list(_rows(block))
    again = _read_back(session, rows)
    if again is None or _by_hand(told, again) != _by_hand(again, again):
        return SheetDeal(block.number, why_not="from a hand sheet it would read otherwise")
    missing = Counter(map(_kept, block.records)) - Counter(map(_kept, again))
    _name(losses, [dict(kept) for kept in missing.elements()])
    for one in block.records:
        for name in one.keys() & _NOT_ON_A_SHEET.keys():
            losses[_NOT_ON_A_SHEET[name]] += 1
    return SheetDeal(block.number, rows)


def _name(losses: Losses, missing: Iterable[Record]) -> None:
    for one in missing:
        losses[f"events: {one['action']}"] += 1


def _rows(block: Block) -> Iterator[Row]:
    """A row a hand in the order in which hands got their first card; the card that a split moved is the new hand's."""
    banker = next((one["player"] for one in block.records if one["action"] == "banker"), "")
    hands: dict[tuple[str, int], dict[str, Any]] = {}
    for one in block.records:
        action, player, number = one["action"], one.get("player"), one.get("hand", 1)
        if player is None or action not in _ON_A_HAND:
            continue
        hand = hands.setdefault((player, number), {"cards": [], "actions": []})
        if "card" in one and action in ("deal", "buy", "twist", "draw"):
            hand["cards"].append(one["card"])
        if action == "split":
            new = max(other for name, other in hands if name == player) + 1
            moved = [hand["cards"].pop(1)] if len(hand["cards"]) > 1 else []
            hands[player, new] = {"cards": moved, "actions": []}
        if action in _PLAYS:
            hand["actions"].append(f"{action} {one['amount']}" if action in ("split", "buy") else action)
        elif action == "stay":
            hand["actions"].append("stick")
        elif action in ("stake", "shoot", "settle"):
            hand.setdefault("net" if action == "settle" else action, one["amount"])
    for (player, number), hand in sorted(hands.items(), key=lambda item: item[0][0] == banker):
        cells = {"deal": block.number, "banker": banker, "player": player, "hand": number}
        texts = {"cards": " ".join(hand.pop("cards")), "actions": "; ".join(hand.pop("actions"))}
        yield {**cells, **texts, **hand}


def _read_back(session: Session, rows: list[Row]) -> list[Record] | None:
    """The records that reading makes of the rows; None where it sets any aside."""
    text = sheet_header() + "".join(sheet_text(session.session, rows))
    with Stored("sheet", io.BytesIO(text.encode())) as stored:
        read = list(read_sheet(LogText(stored), session.rules))
    if len(read) != 1 or read[0].session != session.session or read[0].events.fault:
        return None
    return records(read[0])


def _kept(one: Record) -> tuple[tuple[str, Any], ...]:
    return tuple((name, one[name]) for name in _KEPT if name in one)


def _by_hand(found: list[Record], again: list[Record]) -> dict[tuple[str, int], list[tuple[tuple[str, Any], ...]]]:
    """For each hand its cards and plays in order; of `found` no more of a kind than there are in `again`."""
    left = Counter(map(_kept, again))
    by_hand: dict[tuple[str, int], list[tuple[tuple[str, Any], ...]]] = {}
    for one in found:
        kept = _kept(one)
        if one["action"] == "banker" or left[kept] == 0:
            continue
        left[kept] -= 1
        if one["action"] in _PLAYS or "card" in one:
            by_hand.setdefault((one["player"], one.get("hand", 1)), []).append(kept)
        else:
            by_hand.setdefault((one["player"], -1), []).append(kept)
    return {hand: cards if hand[1] > 0 else sorted(cards) for hand, cards in by_hand.items()}
