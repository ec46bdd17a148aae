"""The compiled loops of reading give the events that reading row by row gives, whatever stands in a file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy
import pytest

from pontoon_audit import game
from pontoon_audit.reading import (
    compiled_columns,
    compiled_csv,
    compiling,
    event_csv,
    line_loop,
    read_log,
    stored,
)
from tests.reading.both_ways import NAMES, everything

CELLS: dict[str, Callable[[Random], str]] = {
    "deal": lambda chance: chance.choice(["1", "07", "999999999", "1000000000", "0", "", " 1", "1 ", "+1", "1" * 19]),
    "seq": lambda chance: chance.choice(["1", "-3", "", "-", "--1", "9" * 18, "9" * 19, "1.0", "+1"]),
    "action": lambda chance: chance.choice([*game.ACTIONS, "Deal", " deal", "", "settle_shoot ", "settle_shoot_twice"]),
    "hand": lambda chance: chance.choice(["1", "2", "16", "17", "10000", "10001", "01", "0", "", "\t"]),
    "card": lambda chance: chance.choice(["AS", "10h", "tc", "Q♥", "??", "?", "1S", " 4D", " ", ""]),
    "face": lambda chance: chance.choice(["up", "down", "", "Up", "up "]),
    "amount": lambda chance: chance.choice(
        ["2", "2.5", "2.50", "-2.50", "-0.00", "0", ".5", "5.", "2.505", "-", "", "1,5"[:1], "9" * 14, "9" * 14 + ".99",
         "9" * 15, "1e2", "+1", "1.-5", "--1", "1..2", " 5"]
    ),
    "time": lambda chance: chance.choice(["", "2026-11-26T19:30:00Z", "2026-02-30T00:00:00Z", "noon", " "]),
    "note": lambda chance: chance.choice(["", "so", " so "]),
}  # fmt: skip


def usual(chance: Random, name: str) -> str:
    """A cell that is mostly as usual."""
    plain = {"deal": "3", "seq": "4", "action": "stake", "hand": "1", "card": "AS", "face": "up", "amount": "1.00"}
    return CELLS[name](chance) if chance.random() < 0.04 or name not in plain else plain[name]


def written(chance: Random) -> str:
    """An event CSV whose columns stand in any order, some of them left out."""
    person = NAMES[chance.choice(list(NAMES))]
    columns = [
        "action",
        *chance.sample(["session", "player", "to", *CELLS.keys() - {"action"}], chance.randrange(5, 11)),
    ]
    chance.shuffle(columns)
    delimiter = chance.choice(",;\t|")
    session = f"s{chance.choice('abc') * chance.choice([1, 7, 8, 15, 16, 17, 40])}"
    lines = [delimiter.join(columns)]
    for _ in range(chance.choice([300, 2500])):
        if chance.random() < 0.03:
            session = chance.choice(
                [f"s{chance.randrange(5) * 1_000_000_007}", session, "", " ", f" {session}", "\x01"]
            )
        cells = [
            session if name == "session" else usual(chance, name) if name in CELLS else person(chance)
            for name in columns
        ]
        odd = [cells[:3], [*cells, ""], [*cells, *"abcab"], [""], [" ", ""], ["x"]]
        cells = cells if chance.random() < 0.99 else chance.choice(odd)
        lines.append(delimiter.join(cell.replace(delimiter, "/") for cell in cells))
    end = chance.choice(["\n", "\r\n"])
    return end.join(lines) + chance.choice(["", end, 2 * end])


@pytest.mark.parametrize("seed", range(60))
def test_compiled_and_row_by_row_give_the_same_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    path = tmp_path / "night.csv"
    path.write_text(written(Random(seed)), newline="")
    size = Random(-seed).choice([1 << 11, 1 << 13, 1 << 22])
    for module, name in ((stored, "BLOCK"), (event_csv, "CHUNK")):
        monkeypatch.setattr(module, name, size)
    monkeypatch.setattr(compiled_columns, "_FEWEST_PLACES", 16)
    monkeypatch.setattr(compiled_columns, "_FEWEST_LETTERS", 4096)
    monkeypatch.setattr(compiled_csv, "_MOST_RUNS", 3)
    row_by_row = everything(path, fast=False)
    monkeypatch.setattr(event_csv, "BULK", size // 4)
    assert everything(path, fast=True) == row_by_row


def test_a_row_of_many_cells_more_begins_no_session_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_csv, "BULK", 1000)
    path = tmp_path / "night.csv"
    row = "1,stick,ann,s" + ",t,u" * 20_000 + "\n"
    path.write_text("deal,action,player,session\n" + "1,stick,ann,s\n" * 500 + row * 3)
    (session,) = read_log(str(path), fast=True)
    assert (session.session, len(session.events), list(session.events.fault)) == ("s", 503, [500, 501, 502])


def test_a_short_line_after_a_session_with_a_very_long_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_csv, "BULK", 1000)
    path = tmp_path / "night.csv"
    path.write_text("session,deal,action,player\n" + f"{'s' * 3_000_000},1,stick,ann\n" + "t,1,stick,ben")
    whole, fast = (everything(path, fast=fast) for fast in (False, True))
    assert fast == whole
    assert [session for session, *_ in fast] == ["t"]


def test_many_names_that_belong_into_one_place_of_a_table_are_all_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_csv, "BULK", 1000)
    wanted, names, number = 7, list[str](), 0
    while len(names) < 200:
        name = f"p{number:07d}"
        length, low, high = compiled_columns.numbers_of(name)
        if line_loop.place_of(length, low, high, 0) % 4096 == wanted:
            names.append(name)
        number += 1
    path = tmp_path / "night.csv"
    path.write_text("deal,action,player\n" + "".join(f"1,stick,{name}\n" for name in names))
    (session,) = read_log(str(path), fast=True)
    assert session.players == names
    assert session.events.fault == {}


KEPT = """
from types import SimpleNamespace
from pontoon_audit.kept_code import KeptLoops
from pontoon_audit.reading import compiled_csv, compiling
two = {name: compiling.LOOPS._kinds[name] for name in ("name_runs", "own_codes")}
LOOPS = KeptLoops("reading", "pontoon_audit.reading.loops", two, [])
compiled_csv.compiled_loops = lambda: SimpleNamespace(name_runs=LOOPS.ready[0])
"""
"""Two of the loops, which do not take long to compile."""
SESSIONS = KEPT + 'print(*compiled_csv.runs_of_lines(b"s1,1\\ns2,1\\n", ","))'
ARE_KEPT = KEPT + "print(LOOPS.are_kept)"


def sessions(cache: Path, before: str = "") -> str:
    """What a process of its own says that tells sessions apart by compiled code, which it keeps in a folder."""
    return said(cache, before + SESSIONS)


def said(cache: Path, code: str) -> str:
    """What a process of its own says, whose cache is in a folder."""
    ended = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, env=os.environ | {"XDG_CACHE_HOME": str(cache)},
    )  # fmt: skip
    return ended.stdout + ended.stderr[-300:]


def test_what_is_kept_needs_no_numba_and_what_is_not_whole_is_compiled_anew(tmp_path: Path) -> None:
    without_numba = "import sys; sys.modules['numba'] = None"
    assert "ModuleNotFoundError" in sessions(tmp_path, without_numba)
    assert sessions(tmp_path) == "s1 s2\n"
    kept = sorted(tmp_path.rglob("*.code"))
    assert [path.name.split("-")[0] for path in kept] == ["name_runs", "own_codes"]
    assert sessions(tmp_path, without_numba) == "s1 s2\n"

    whole = kept[1].read_bytes()
    for damaged in (whole[:-100], kept[0].read_bytes()):  # the second is another function's
        kept[1].write_bytes(damaged)
        assert said(tmp_path, ARE_KEPT) == "False\n", "short logs are interpreted then, and nobody waits"
        assert "ModuleNotFoundError" in sessions(tmp_path, without_numba)
        assert sessions(tmp_path) == "s1 s2\n"
        assert said(tmp_path, ARE_KEPT) == "True\n"
    kept[1].unlink()
    kept[1].mkdir()
    assert sessions(tmp_path) == "s1 s2\n"
    assert sorted(tmp_path.rglob("*.code*")) == kept, "nothing stays behind"


def test_what_was_compiled_for_another_processor_is_not_used(tmp_path: Path) -> None:
    """A home folder may be shared by machines."""
    another = "import llvmlite.binding; llvmlite.binding.get_host_cpu_name = lambda: 'generic'"
    for path in (Path(os.devnull), tmp_path):  # nowhere to keep it, and somewhere
        assert sessions(path, another if path == tmp_path else "") == "s1 s2\n"
    without_numba = "import sys; sys.modules['numba'] = None"
    assert "ModuleNotFoundError" in sessions(tmp_path, without_numba)


def test_compiled_code_takes_no_array_of_another_kind() -> None:
    """It would read beyond its end."""
    name_runs = compiling.compiled_loops().name_runs
    stops, runs = compiled_csv.stops_for(","), numpy.empty(10, dtype=numpy.int64)
    for wrong in (runs.astype(numpy.int32), runs[::2]):
        with pytest.raises(TypeError, match="int64 without gaps"):
            name_runs(0, 0, stops, 5, wrong, numpy.zeros(1, dtype=numpy.int64))
