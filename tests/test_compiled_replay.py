"""The replay is one source: compiled and interpreted it writes the same state table, field by field."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pontoon_audit import audit
from pontoon_audit import compiled as compiled_code
from pontoon_audit.auditing import audit_batches
from pontoon_audit.game import ACTION_CODES
from pontoon_audit.reading import read_log
from pontoon_audit.replay import memory, speed, walking
from pontoon_audit.replay.compiling import LOOPS
from pontoon_audit.replay.facts_of import FACTS_OF, FAMILY_OF
from pontoon_audit.replay.speed import Speed
from pontoon_audit.replay.state import UNKNOWN, DealFacts, EventFacts, HandFacts
from pontoon_audit.replay.table import Table
from pontoon_audit.replay.walking import Walked, walk
from pontoon_audit.session import Session
from pontoon_audit.watching import Nobody, Work
from tests.generator import NAMES, broken_session, legal_session, mutated, plant

BASES = ("pontoon", "shoot-pontoon")
SAMPLES = Path(walking.__file__).parents[1] / "sample_logs"


def documents() -> list[dict[str, Any]]:
    """Legal sessions, one with each planted fault, and sessions that are broken in many ways at once."""
    found = [legal_session(seed, base) for seed in range(6) for base in BASES]
    found += [plant(name, 7)[0] for name in NAMES]
    found += [broken_session(seed, base, most=12) for seed in range(40) for base in BASES]
    return found + [mutated(document, seed) for seed, document in enumerate(found[:60])]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Session]:
    path = tmp_path_factory.mktemp("logs") / "made.json"
    path.write_text(json.dumps(documents()), encoding="utf-8")
    sheets = sorted(SAMPLES.rglob("*.csv"))
    return [session for log in [path, *sheets] for session in read_log(str(log))]


def test_both_write_the_same_state_and_the_same_audit(
    logs: list[Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_tables(walk(logs), walk(logs, fast=True))

    paths = [tmp_path / "a.json", SAMPLES / "faulty" / "many-faults.json"]
    paths[0].write_text(json.dumps([broken_session(seed, most=9) for seed in range(100, 130)]), encoding="utf-8")
    interpreted = audit(paths)
    for name, value in (("LONG", 0), ("LONG_UNLESS_KEPT", 0), ("BATCH_COMPILED", 700)):
        monkeypatch.setattr(speed, name, value)
    assert Speed([]).compiled
    quick = audit(paths)
    for table in ("sessions", "seats", "deals", "hands", "events", "findings", "ledger", "rejected", "rule_counts"):
        assert_frame_equal(getattr(interpreted, table), getattr(quick, table))
    assert interpreted.coverage == quick.coverage


TWO_AT_ONCE = """
import sys
from threading import Thread
from pontoon_audit.reading import read_log
from pontoon_audit.replay.compiling import compiled_loop
failed = []
def tried(work):
    try:
        work()
    except BaseException as error:
        failed.append(error)
both = [Thread(target=tried, args=[work]) for work in (compiled_loop, lambda: list(read_log(sys.argv[1], fast=True)))]
[thread.start() for thread in both]
[thread.join() for thread in both]
sys.exit(repr(failed) if failed else 0)
"""


def test_reading_and_replay_may_load_compiled_code_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("deal,action,player\n1,banker,ann\n")
    for _ in range(4):
        ended = subprocess.run([sys.executable, "-c", TWO_AT_ONCE, log], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr


def crowded_session() -> dict[str, Any]:
    """More people, and more cards of a hand, than a byte counts, the highest deal number, and large amounts."""
    document = legal_session(3, "shoot-pontoon")
    people = [f"guest-{number}" for number in range(300)]
    document["players"] += [{"id": person} for person in people]
    document["deals"][0]["deal"] = 10**9 - 1
    events = document["deals"][1]["events"]
    for person in people:
        events.append({"action": "deal", "player": person, "card": "2S"})
        events.append({"action": "stake", "player": person, "amount": "70000000.00"})
    events += [{"action": "twist", "player": people[-1], "card": "??"} for _ in range(200)]
    events += [{"action": "twist", "player": people[-2], "card": "KS"} for _ in range(200)]
    events += [{"action": "split", "player": people[-3], "amount": "5"} for _ in range(200)]
    events += [{"action": "stick", "player": people[-3], "hand": number} for number in range(200, 0, -1)]
    return document


def test_there_is_room_for_every_hand_and_deal(logs: list[Session]) -> None:
    """Compiled code would write on where the memory ends."""
    columns = pytest.importorskip("pontoon_audit.replay.columns")
    for log in logs:
        walked, room = walk([log]), columns.Blocks([log])
        assert len(walked.hands) <= room.most_hands
        assert len(walked.deals) <= room.most_deals


def test_narrow_cells_hold_what_a_crowded_session_has(logs: list[Session], tmp_path: Path) -> None:
    path = tmp_path / "crowded.json"
    path.write_text(json.dumps(crowded_session()), encoding="utf-8")
    crowded = [*read_log(str(path))]
    walked = walk(crowded)
    assert max(row.player for row in walked.hands) > 255
    assert max(row.hand for row in walked.hands) > 127
    assert max(row.cards_held for row in walked.hands) > 127
    same_tables(walk([*logs, *crowded]), walk([*logs, *crowded], fast=True))


def in_large_coins(document: dict[str, Any]) -> dict[str, Any]:
    """The same session with all amounts, those of the house rules too, so large that 32 bits do not hold a stake."""
    limits = ("min_stake", "max_stake", "kitty_min", "kitty_max")
    rules = document.get("rules", {})
    document["rules"] = rules | {name: large(rules[name]) for name in limits if rules.get(name) is not None}
    for deal in document["deals"]:
        for event in deal["events"]:
            if "amount" in event:
                event["amount"] = large(event["amount"])
    return document


def large(amount: Any) -> Any:
    try:
        return f"{Decimal(amount) * 12_000_000:.2f}"
    except (ArithmeticError, TypeError, ValueError):  # a fault that was put in
        return amount


def test_no_amount_is_cut_to_what_a_narrow_cell_holds(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(json.dumps([in_large_coins(document) for document in documents()[:60]]), encoding="utf-8")
    logs = list(read_log(str(path)))
    interpreted = walk(logs)
    assert walking._sums_fit(logs)
    for table, facts in ((interpreted.hands, HandFacts), (interpreted.deals, DealFacts)):
        beyond = [name for name in facts.fields() if any(abs(getattr(row, name)) >> 31 for row in table)]
        assert len(beyond) > 3
    same_tables(interpreted, walk(logs, fast=True))


def test_memory_is_used_again_only_when_nobody_reads_it(logs: list[Session]) -> None:
    walked = walk(logs, fast=True)
    column = walked.events.of_family(FAMILY_OF[ACTION_CODES["stake"]], "low")
    assert column is not None
    expected = list(column)
    del walked
    walk(logs[1:], fast=True)
    assert list(column) == expected, "a column that is still held was written over"
    del column

    before = memory.lent("test", 1000, numpy.int64).ctypes.data
    assert memory.lent("test", 990, numpy.int64).ctypes.data == before
    assert memory.lent("test", 10, numpy.int64).base.nbytes < 1000, "memory of one long session is kept for short ones"
    part = memory.lent("test", 9, numpy.int64)[3:5]
    assert memory.lent("test", 9, numpy.int64).ctypes.data != part.ctypes.data - 3 * 8


def absurd_session() -> dict[str, Any]:
    """Every amount is the largest that can be written, and one shoot bet stands there two thousand times."""
    document = legal_session(2, "shoot-pontoon")
    for deal in document["deals"]:
        for event in deal["events"]:
            if "amount" in event:
                event["amount"] = ("-" if event["amount"].startswith("-") else "") + "99999999999999.99"
    events = document["deals"][0]["events"]
    first = next(position for position, event in enumerate(events) if event["action"] == "shoot")
    events[first:first] = [dict(events[first]) for _ in range(2000)]
    return document


def test_sums_beyond_64_bits_are_not_known_and_never_wrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "absurd.json"
    path.write_text(json.dumps([absurd_session(), legal_session(1)]), encoding="utf-8")
    interpreted = audit(path)
    for name in ("LONG", "LONG_UNLESS_KEPT"):
        monkeypatch.setattr(speed, name, 0)
    quick = audit(path)
    for table in ("hands", "deals", "findings", "ledger", "rule_counts"):
        assert_frame_equal(getattr(interpreted, table), getattr(quick, table))
    for sums in (interpreted.hands["shoot"], interpreted.hands["shoot_due"]):
        assert sums.null_count() == 1, "those of the one hand with two thousand bets"


def same_tables(interpreted: Walked, compiled: Walked) -> None:
    for table in ("sessions", "people", "hands", "deals"):
        objects, rows = getattr(interpreted, table), getattr(compiled, table)
        assert len(objects) == len(rows) > 0
        for name in type(objects[0]).fields():
            same(f"{table}.{name}", walking.column(objects, name), walking.column(rows, name))
    assert list(interpreted.shown) == list(compiled.shown)
    assert list(interpreted.events.families) == list(compiled.events.families) == list(FACTS_OF)
    for name in walking.OF_ALL:
        same(name, interpreted.events.of_all(name), compiled.events.of_all(name))
    for family in compiled.events.families:
        for name, nothing in {"sitting": None, "event": None, **EventFacts.fields()}.items():
            written = interpreted.events.of_family(family, name)
            block = compiled.events.of_family(family, name)
            if block is None:  # the declaration says that such an event never has this fact
                assert written is not None
                assert set(written) == {nothing}, f"{name} of {family} is written, and is not in FACTS_OF"
            else:
                same(f"{name} of {family}", written, block)


def same(what: str, interpreted: Any, compiled: Any) -> None:
    """Columns of polars have null where a fact is unknown."""
    compiled = compiled.fill_null(UNKNOWN) if isinstance(compiled, pl.Series) else compiled
    different = numpy.flatnonzero(numpy.array(interpreted) != numpy.array(compiled))
    assert different.size == 0, f"{what} differs in {different.size} rows, first in {different[0]}"


class Strict(list[Any]):
    """A list that has nothing before its beginning: compiled code would read there what belongs to nobody."""

    def __getitem__(self, position: Any) -> Any:
        if isinstance(position, slice):
            return Strict(super().__getitem__(position))
        assert position >= 0, f"row {position} was asked for"
        return super().__getitem__(position)

    def __setitem__(self, position: Any, value: Any) -> None:
        assert position >= 0, f"row {position} was written to"
        super().__setitem__(position, value)


def test_no_row_is_asked_for_that_is_not_there(logs: list[Session], monkeypatch: pytest.MonkeyPatch) -> None:
    table = walking.Table

    def strict(*rows: Any) -> Table:
        return table(*(Strict(one) if isinstance(one, list) and not isinstance(one, Strict) else one for one in rows))

    monkeypatch.setattr(walking, "Table", strict)
    for log in logs:
        walk([log])


def test_short_runs_are_interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_bytes(b"x" * (speed.LONG * speed.BYTES_AN_EVENT - 1))
    assert not Speed([str(log)]).compiled
    run = Speed([])
    run.seen = speed.LONG_UNLESS_KEPT
    assert run.compiled
    monkeypatch.setattr(speed, "find_spec", lambda name: None)
    run = Speed([])
    run.seen = 10**9
    assert not run.compiled, "without numba everything is interpreted"


def test_another_source_is_compiled_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was compiled of an older replay is never used: the folder's name is made of the sources."""
    kept = vars(LOOPS)
    before = LOOPS.folder
    original = Path.read_bytes
    for source in ("arrange.py", "game.py", "kept_code.py"):

        def changed(self: Path, source: str = source) -> bytes:
            return original(self) + (b"# changed" if self.name == source else b"")

        monkeypatch.setattr(Path, "read_bytes", changed)
        monkeypatch.delitem(kept, "folder")
        assert LOOPS.folder != before, source
        monkeypatch.undo()


@pytest.mark.parametrize("kept", [True, False])
def test_whoever_waits_for_the_compiler_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    heard: list[str] = []

    class Listening(Nobody):
        def at(self, work: Work) -> None:
            heard.append(work)

    log = tmp_path / "log.csv"
    log.write_text("deal,action,player\n1,banker,ann\n")
    for name in ("LONG", "LONG_UNLESS_KEPT"):
        monkeypatch.setattr(speed, name, 0)
    monkeypatch.setattr(compiled_code, "is_kept", lambda: kept)
    list(audit_batches(log, watch=Listening()))
    assert ("compiling" in heard) is not kept
    assert heard[-1] == "reading"
