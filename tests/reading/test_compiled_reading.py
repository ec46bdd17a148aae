"""The compiled loops of reading give the events that reading row by row gives, whatever stands in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from pontoon_audit import game
from pontoon_audit.reading import (
    compiled_columns,
    compiled_csv,
    compiled_json,
    compiling,
    deal_loop,
    event_csv,
    json_loop,
    line_loop,
    lines,
    read_log,
    stored,
)
from pontoon_audit.reading.builder import COLUMNS

NAMES: dict[str, Callable[[Random], str]] = {
    "few": lambda chance: chance.choice(["ann", "ben", "Zoë", "李小龙"]),
    "long": lambda chance: f"{chance.choice('ab')}{'-' * chance.choice([15, 16, 17])}{chance.randrange(9)}",
    "many": lambda chance: f"player {chance.randrange(9000)}",
    "any": lambda chance: "".join(chance.choice("aé \t\x00\x7f\u2028") for _ in range(chance.randrange(1, 30))),
    "too long": lambda chance: chance.choice("ab") * chance.choice([199, 200, 201, 1000, 1001]),
}
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


def everything(path: Path, *, fast: bool) -> list[Any]:
    return [
        (s.session, s.players, s.events.fault, s.events.record, [getattr(s.events, name) for name in COLUMNS])
        for s in read_log(str(path), fast=fast)
    ]


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


SESSIONS = """
from pontoon_audit.reading.compiled_csv import runs_of_lines
print(*runs_of_lines(b"s1,1\\ns2,1\\n", ","))
"""


ARE_KEPT = "from pontoon_audit.reading import compiling; print(compiling.LOOPS.are_kept)"


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
    loops = ["code_deals", "code_lines", "code_objects", "name_runs", "own_codes"]
    assert [path.name.split("-")[0] for path in kept] == loops
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


def objects(chance: Random) -> str:
    """JSON Lines, some of whose bytes are anything."""
    person = NAMES[chance.choice(list(NAMES))]
    lines = []
    for number in range(chance.choice([300, 1500])):
        record: dict[str, Any] = {
            "session": f"s{number // 100}", "deal": number // 20 + 1, "action": chance.choice(game.ACTIONS),
            "player": person(chance), "amount": chance.choice(["2", "-2.50", 2, 2.5, -3, "", None]), "card": "A♠",
            "hand": chance.choice([1, 2, 10_000, 10_001]), "seq": chance.choice([number, -number, 10**17, 10**18]),
            "time": "2026-11-26T19:30:00Z", "note": chance.choice(['"', "\\u0041", "\n", "né", "a" * 3000]),
            "to": chance.choice(["ann", "ann ", None]), "face": "up",
        }  # fmt: skip
        kept = chance.sample(sorted(record), chance.randrange(6, len(record)))
        line = json.dumps({name: record[name] for name in kept}, ensure_ascii=chance.choice([True, False]))
        if chance.random() < 0.05:
            place = chance.randrange(len(line))
            letter = chance.choice([*'"\\{}[],:- 0.', "\t", "\r", "\u2028", "e", "null", '"note": 1, '])
            line = line[:place] + letter + line[place + chance.choice([0, 1]) :]
        lines.append(line)
    return chance.choice(["\n", "\r\n", " \n"]).join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_compiled_and_line_by_line_give_the_same_events_of_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text(objects(Random(seed)), newline="")
    line_by_line = everything(path, fast=False)
    size = Random(-seed).choice([1 << 13, 1 << 22])
    for module, name, value in (
        (stored, "BLOCK", size), (lines, "CHUNK", size), (lines, "BULK", 1),
        (compiled_columns, "_FEWEST_PLACES", 16), (compiled_columns, "_FEWEST_LETTERS", 4096),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    assert everything(path, fast=True) == line_by_line


def test_an_object_is_usual_however_it_is_spelled() -> None:
    """Nothing of what programs write is left to a slower way."""
    coder = compiled_json.ObjectCoder({"Zoë": 0, 'a "b"': 1, "ann": 2}.get)  # type: ignore[arg-type]
    usual = [
        b'{"session": "s", "deal": 1, "action": "deal", "player": "Zo\\u00eb", "card": "J\\u2665", "face": "down"}',
        b' { "action":"stake" ,\t"player" : "a \\"b\\"", "amount":2.50, "deal":7, "hand":1, "note":null } \r',
        '{"time": "2026-11-26T19:30:00Z", "note": "né \\n", "action": "stick", "player": "ann", "deal": 7}'.encode(),
        b'{"deal":1,"action":"settle","player":"ann","amount":"-2","seq":-5,"to":"","card":null}',
    ]
    coded = coder.coded(b"\n".join(usual))
    assert coded is not None
    rows, runs = coded
    assert rows["unusual"].to_list() == [False] * 4
    assert rows["player"].to_list() == [0, 1, 2, 2]
    assert rows["amount"].to_list() == [game.NO_AMOUNT, 250, game.NO_AMOUNT, -200]
    assert rows["note"].to_list() == [None, None, "né \n", None]
    assert rows["seq"].to_list()[3] == -5
    assert [runs[run] for run in rows["session"]] == ["s", "", "", ""]


@pytest.mark.parametrize(
    "record",
    [
        "", "{}", "[]", "7", "null", "{", '{"action"', '{"action": "stick"', '{"action": "stick", "player": "ann", }',
        '{"action": "stick" "player": "ann", "deal": 1}', '{"action": "stick",, "player": "ann", "deal": 1}',
        '{"action": "stick", "player": "ann", "deal": 01}', '{"action": "stick", "player": "ann", "deal": "1"}',
        '{"action": "stick", "player": "ann", "deal": 1.0}', '{"action": "stick", "player": "ann"}',
        '{"action": "stick", "player": "ann", "deal": 1} {}', '{"action": "stick", "player": "ann", "deal": 1}}',
        '{"action": "stick", "player": "ann", "deal": 1, "deal": 1}', '{"action": "stick", "player": 7, "deal": 1}',
        '{"action": "stick", "player": "ann", "deal": 1, "more": 1}', '{"action": stick, "player": "ann", "deal": 1}',
        '{"action": "stick", "player": "a\\\\x", "deal": 1}'.replace("\\\\", "\\"), "{'action': 'stick'}",
        '{"action": "stick", "player": "ann", "deal": 1, "note": "\\ud800"}',
        '{"action": "stick", "player": "ann", "deal": 1, "time": "noon"}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": 02}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": -2}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": 2.505}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": 2e1}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": true}',
        '{"action": "stake", "player": "ann", "deal": 1, "amount": "2" 5}',
        '{"action": "stick", "player": "ann", "deal": 1, "seq": -0}', '{"\\u0061ction": "stick", "player": "ann"}',
    ],
)  # fmt: skip
def test_whatever_else_stands_in_a_line_is_left_to_others(record: str) -> None:
    sound = '{"deal": 1, "action": "stick", "player": "ann"}'
    coded = compiled_json.ObjectCoder(lambda _: 0).coded(f"{sound}\n{record}\n{sound}".encode())
    assert coded is not None
    assert coded.rows["unusual"].to_list() == [False, True, False]


def test_half_of_a_character_that_an_encoding_lets_pass_is_told_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "night.jsonl"
    line = (
        '{"session": "s", "deal": 1, "action": "stick", "player": "ann", "note": "a+2AA-"}'  # what UTF-7 calls U+D800
    )
    path.write_text(f"{line}\n" * 50)

    def told(*, fast: bool) -> list[Any]:
        read = read_log(str(path), encoding="utf-7", fast=fast)
        return [(s.session, s.players, s.events.note, s.events.fault) for s in read]

    line_by_line = told(fast=False)
    monkeypatch.setattr(lines, "BULK", 1)
    assert told(fast=True) == line_by_line


@pytest.mark.parametrize(
    "behind", [",", ", ", ",,", ",7", "}", "{", ",{", "[", "]", ',{"events":[]', ',{"deal":1}', "\\"]
)
def test_deals_with_anything_behind_them_are_left_to_others(behind: str) -> None:
    coder = compiled_json.DealCoder(lambda _: 0)
    for count in (1, 2, 50):
        deals = ",".join(['{"events":[]}'] * count)
        assert coder.take(deals + behind) is None
        assert coder.take(deals) == [(game.NO_DEAL, 0, 0)] * count


class Interpreted:
    """A loop for JSON as plain Python runs it, on lists: what is read or written beyond their ends is told."""

    def __init__(self, loop: Callable[..., int], compiled: Callable[..., int]) -> None:
        self._loop, self._compiled = loop, compiled

    def __call__(self, *given: Any) -> int:
        lists = [Bounded(one.reshape(-1).tolist()) if hasattr(one, "dtype") else one for one in given]
        told = self._loop(*lists)
        found = self._compiled(*given)
        assert told == found
        for mine, theirs in zip(lists, given, strict=True):
            assert not hasattr(theirs, "dtype") or mine == theirs.reshape(-1).tolist()
        return found


class Bounded(list[int]):
    """A list without places counted from its end, of numbers of 64 bits."""

    def __getitem__(self, place: Any) -> Any:
        assert place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert place >= 0
        super().__setitem__(place, (int(value) + (1 << 63)) % (1 << 64) - (1 << 63))


@pytest.mark.parametrize("seed", range(6))
def test_the_loops_for_json_stay_within_bounds(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    loops = compiling.compiled_loops()
    checked = loops._replace(
        code_objects=Interpreted(json_loop.code_objects, loops.code_objects),
        code_deals=Interpreted(deal_loop.code_deals, loops.code_deals),
    )
    monkeypatch.setattr(compiled_json, "compiled_loops", lambda: checked)
    monkeypatch.setattr(compiled_columns, "_FEWEST_PLACES", 16)
    monkeypatch.setattr(compiled_columns, "_FEWEST_LETTERS", 4096)
    chance = Random(seed)
    text = "\n".join(objects(chance).splitlines()[:60])
    compiled_json.ObjectCoder(lambda _: 0).coded(text.encode("utf-8", "surrogatepass"))
    event = '{"action": "stake", "player": "ann", "amount": 2.5, "note": "a\\n"}'
    deals = f'{{"deal": 1, "shuffled": true, "banker": "eve", "events": [{event}, {event}]}}'
    for _ in range(60):
        whole = ", ".join([deals if chance.random() < 0.8 else '{"events": []}'] * 3)
        place = chance.randrange(len(whole))
        letter = chance.choice([*'"\\{}[],: ', ""])
        cut = chance.choice([place + 1, place + chance.randrange(len(whole))])
        coder = compiled_json.DealCoder(lambda _: 0)
        coder.take(whole)
        coder.take(whole[:place] + letter + whole[cut:])
        coder.take(whole[:place])
        coder.take(f"{whole},")
        assert coder.table().height >= (12 if whole.startswith(deals) else 0)


def test_what_can_be_no_events_takes_no_memory_of_such() -> None:
    """A cell of an event takes eight bytes: a million blank lines, or a text of nothing but braces, would fill it."""
    assert compiled_json.ObjectCoder(lambda _: 0).coded(b"\n" * (1 << 20)) is None
    braces = '{"deal": 1, "events": [{"action": "stick", "player": "ann", "note": "%s"}]}' % ("{" * (1 << 20))
    coder = compiled_json.DealCoder(lambda _: 0)
    assert coder.take(braces) is None
    assert coder.take(braces.replace("{" * (1 << 20), "{")) == [(1, 1, 0)]
