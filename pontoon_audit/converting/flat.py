"""Sessions as a flat file: JSON Lines, or event CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Final

from pontoon_audit.converting.errors import Unconvertible
from pontoon_audit.converting.records import IN_DEAL, RECORD_FIELDS, Losses, Record, records
from pontoon_audit.converting.rules_text import with_currency
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading.fields import shown
from pontoon_audit.session import Session

MOST_NOTE_LINES: Final = 90
LONGEST_NOTE: Final = 100_000
"""Beyond these a note in a CSV cell could not be read again."""
_IN_CELLS: Final = ("player", "to")


def flat_records(session: Session, shape: str, losses: Losses) -> list[Record]:
    """The records of a session as the shape `lines` or `csv` can hold them; what it cannot goes to `losses`.

    Raises `Unconvertible` where the flat file would be read as something else.
    """
    _one_number_a_deal(session)
    found = records(session)
    numbers = [record["seq"] for record in found if "seq" in record]
    if len(numbers) == len(found) and numbers != sorted(numbers):
        losses["seq, since a flat file would be put into its order"] += len(numbers)
        for record in found:
            del record["seq"]
    if shape == "csv":
        _refuse_outer_blanks("session", session.session)
        for record in found:
            _fit_cells(record, losses)
    name_losses(session, losses)
    return found


def flat_rules(session: Session) -> HouseRules:
    """The house rules that belong beside the flat file."""
    return with_currency(session.rules, session.currency)


def _one_number_a_deal(session: Session) -> None:
    """A document tells its deals apart by their place, a flat file by their number."""
    events = session.events
    numbers: dict[int, int] = {}
    for i, (block, deal, action) in enumerate(zip(events.block, events.deal, events.action, strict=True)):
        if block < 0 or i in events.fault or action not in _IN_DEAL_CODES:
            continue
        where = f"session {session.session}: "
        if deal <= 0:
            raise Unconvertible(f"{where}deal {block + 1} of the list has no number", "number it; a flat file needs it")
        if numbers.setdefault(deal, block) != block:
            what = f"{where}two deals have the number {deal}, and a flat file would make one of them"
            raise Unconvertible(what, "give each its own number")


def _in_deal_codes() -> frozenset[int]:
    from pontoon_audit.game import ACTION_CODES

    return frozenset(ACTION_CODES[action] for action in IN_DEAL)


_IN_DEAL_CODES: Final = _in_deal_codes()


def _refuse_outer_blanks(field: str, value: str) -> None:
    if value != value.strip(" \t"):
        what = f"{field} {shown(value)} begins or ends with a blank, which a CSV file does not keep"
        raise Unconvertible(what, "convert to .jsonl instead")


def _fit_cells(record: Record, losses: Losses) -> None:
    for field in _IN_CELLS:
        _refuse_outer_blanks(field, record.get(field, ""))
    note = record.get("note")
    if note is None:
        return
    kept = note.replace("\r\n", "\n").replace("\r", "\n").strip(" \t")
    if len(kept) > LONGEST_NOTE or kept.count("\n") >= MOST_NOTE_LINES:
        losses[f"notes of more than {MOST_NOTE_LINES} lines or {LONGEST_NOTE:,} characters"] += 1
        kept = ""
    elif kept != note:
        losses["blanks around notes, and carriage returns in them"] += 1
    record["note"] = kept
    if not kept:
        del record["note"]


def name_losses(session: Session, losses: Losses) -> None:
    """Adds to `losses` what a document may say and a flat file has no place for."""
    if session.names:
        losses["names of players"] += len(session.names)
    if session.played is not None:
        losses["when it was played"] += 1
    if session.rules.currency not in (None, session.currency):
        losses["the currency of the house rules, which is not that of the log"] += 1
    for name, value in session.extra.items():
        fields = value if name.startswith("/") and isinstance(value, dict) else [name.removeprefix("/")]
        for field in fields:
            losses[f"field {shown(str(field))}, which the log format does not know"] += 1


def lines_text(session: str, found: Iterable[Record]) -> Iterator[str]:
    """The lines of a JSON Lines file."""
    for record in found:
        yield json.dumps({"session": session, **record}, ensure_ascii=False) + "\n"


def csv_header() -> str:
    """The first line of an event CSV."""
    return ",".join(RECORD_FIELDS) + "\n"


def csv_text(session: str, found: Iterable[Record]) -> Iterator[str]:
    """The rows of an event CSV. Nothing is put in front of what a spreadsheet might run: it is the log itself."""
    file = io.StringIO()
    # With both signs of a line's end in it, the writer puts quotes around every cell that holds either.
    writer = csv.DictWriter(file, RECORD_FIELDS, restval="", lineterminator="\r\n")
    for record in found:
        writer.writerow({"session": session, **record})
        yield file.getvalue().removesuffix("\r\n") + "\n"
        file.seek(0)
        file.truncate()
