"""The compiled loops for JSON give the events that reading one by one gives, whatever stands in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.reading import (
    compiled_columns,
    compiled_json,
    compiling,
    deal_loop,
    json_loop,
    lines,
    read_log,
    stored,
)
from tests.reading.both_ways import NAMES, everything


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


@pytest.mark.parametrize("seed", range(24))
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


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a compiled loop is one of the plain loop before, with tables that are soon full."""
    loops = compiling.compiled_loops()
    checked = loops._replace(
        code_objects=Interpreted(json_loop.code_objects, loops.code_objects),
        code_deals=Interpreted(deal_loop.code_deals, loops.code_deals),
    )
    monkeypatch.setattr(compiled_json, "compiled_loops", lambda: checked)
    monkeypatch.setattr(compiled_columns, "_FEWEST_PLACES", 16)
    monkeypatch.setattr(compiled_columns, "_FEWEST_LETTERS", 4096)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("seed", range(6))
def test_the_loops_for_json_stay_within_bounds(seed: int) -> None:
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


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("events", ["", '{"action": "sell_bank", "player": "p%d", "to": "q%d", "amount": 1}'])
def test_there_is_room_for_a_banker_more_in_each_deal(events: str) -> None:
    people: dict[str, int] = {}
    coder = compiled_json.DealCoder(lambda name: people.setdefault(name, len(people)))
    deals = [
        f'{{"events": [{events.replace("%d", str(number))}], "banker": "{"a" * 900}{number}"}}' for number in range(40)
    ]
    assert coder.take(", ".join(deals)) == [(game.NO_DEAL, 1 + bool(events), 1)] * 40
    assert len(people) == (120 if events else 40)


def test_what_can_be_no_events_takes_no_memory_of_such() -> None:
    """A cell of an event takes eight bytes: a million blank lines, or a text of nothing but braces, would fill it."""
    assert compiled_json.ObjectCoder(lambda _: 0).coded(b"\n" * (1 << 20)) is None
    braces = '{"deal": 1, "events": [{"action": "stick", "player": "ann", "note": "%s"}]}' % ("{" * (1 << 20))
    coder = compiled_json.DealCoder(lambda _: 0)
    assert coder.take(braces) is None
    assert coder.take(braces.replace("{" * (1 << 20), "{")) == [(1, 1, 0)]
