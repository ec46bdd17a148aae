"""Events are packed in two ways, of their table and of the compiled replay's cells: a history has the same of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

from pontoon_audit import auditing
from pontoon_audit.auditing import audit_batches
from pontoon_audit.converting.convert import Order, convert
from pontoon_audit.converting.errors import Unconvertible
from pontoon_audit.history import Loader
from pontoon_audit.replay import speed
from pontoon_audit.results import coding
from pontoon_audit.results.coded import EventsMade
from pontoon_audit.results.packed_events import BITS
from tests.generator import NAMES, broken_session, plant
from tests.history.test_history_codes import IN_ORDER, MORE_THAN_32_BITS, MOST_IN_32_BITS, SCATTERED, WIDE


def documents() -> Iterator[dict[str, Any]]:
    """Sessions with every fault, and broken ones."""
    for number, name in enumerate([*NAMES, *["broken"] * 40]):
        document = broken_session(number, most=9) if name == "broken" else plant(name, 1)[0]
        document["session"] = f"made {number}"
        yield document


PEOPLE = {session: [f"p{number}" for number in range(count)] for session, count in (("few", 32), ("many", 300))}
CROWDED = "\n".join(
    [
        "session,deal,action,player,amount,to",
        *(f"{session},,seat,{person},," for session, people in PEOPLE.items() for person in people),
        *(f"{session},,sell_bank,{people[0]},1.00,{people[30]}" for session, people in PEOPLE.items()),
        f"few,,sell_bank,{PEOPLE['few'][1]},1.00,{PEOPLE['few'][31]}",
    ]
)
"""More people than a word can name, and one who buys the bank and is more than it can name as such."""
RECORDS: dict[str, dict[str, Any]] = {
    "time": {"time": "2026-01-01T20:00:00Z"},
    "note": {"note": "hm"},
    "seq": {"seq": 4},
    "amount": {"amount": "21474836.48"},
    "hand": {"hand": 32},
    "action": {"action": "wibble"},
    "deal": {"deal": None},
    "nothing": {},
}
"""What is put into some records of a session."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder, chance = tmp_path_factory.mktemp("logs"), Random(7)
    for number, document in enumerate(documents()):
        whole, flat = folder / f"{number}.json", folder / f"{number}.jsonl"
        whole.write_text(json.dumps(document), encoding="utf-8")
        try:
            convert(Order(source=str(whole), target=flat, shape="lines"))
        except Unconvertible:  # a number that two deals have
            continue
        odd = chance.choice(list(RECORDS))
        records = [json.loads(line) for line in flat.read_text(encoding="utf-8").splitlines()]
        records = [record | RECORDS[odd] if chance.random() < 0.04 else record for record in records]
        flat.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    for number, text in enumerate((WIDE, IN_ORDER, SCATTERED, MOST_IN_32_BITS, MORE_THAN_32_BITS, CROWDED)):
        (folder / f"{number}.csv").write_text(text, encoding="utf-8")
    return sorted(str(path) for path in folder.iterdir() if path.suffix != ".toml")


def stored(logs: list[str], database: Path, events: EventsMade) -> dict[str, list[Any]]:
    """The rows of both tables of events, as they are kept."""
    with Loader(database) as loader:
        for piece in audit_batches(logs, events=events):
            loader.add(piece)
    with duckdb.connect(str(database), read_only=True) as connection:
        tables = ("stored.events", "stored.events_wide", "main.events")
        return {table: sorted(map(repr, connection.execute(f"FROM {table}").fetchall())) for table in tables}


@pytest.mark.parametrize("batch", [2000, 1_000_000])
def test_both_ways_to_pack_events_give_the_same_rows(
    logs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    for name, value in (("LONG", 0), ("LONG_UNLESS_KEPT", 0), ("BATCH_COMPILED", batch)):
        monkeypatch.setattr(speed, name, value)
    of_table = stored(logs, tmp_path / "table.duckdb", "table")
    at_once = stored(logs, tmp_path / "packed.duckdb", "packed")
    assert all(of_table.values())
    for table, rows in of_table.items():
        assert at_once[table] == rows, table


def test_nothing_is_made_of_the_table_where_all_events_are_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(IN_ORDER, encoding="utf-8")
    for name in ("LONG", "LONG_UNLESS_KEPT"):
        monkeypatch.setattr(speed, name, 0)
    monkeypatch.setattr(coding, "coded_events", None)
    (piece,) = auditing.audit_batches(log, events="packed")
    assert (piece.coded.events.height, piece.coded.packed.height) == (0, 10)
    assert piece.coded.packed["event"].to_list() == [*range(1, 6), *range(1, 6)]


def test_the_parts_of_a_word_do_not_overlap() -> None:
    """What may stand in each, by `events_fit`, has room below the next."""
    most = (24, 2, 53, 31, 255, 127, 31, 1, 1, 1)
    for part, following, highest in zip(BITS, (*BITS[1:], 63), most, strict=True):
        assert highest < 1 << (following - part)
