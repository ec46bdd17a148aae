"""The line of a JSON Pointer, and files from arguments."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pontoon_audit.findings.places import line_numbers
from pontoon_audit.reading import NoSuchInput, find_logs, json_deals, lines_of_documents, read_log, stored
from pontoon_audit.reading.lines_of_documents import with_lines
from tests.generator import legal_session


def pointers_of(value: Any, at: str = "") -> list[str]:
    items: Any = ()
    if isinstance(value, dict):
        items = ((name.replace("~", "~0").replace("/", "~1"), item) for name, item in value.items())
    elif isinstance(value, list):
        items = enumerate(value)
    return [at, *(pointer for step, item in items for pointer in pointers_of(item, f"{at}/{step}"))]


def random_value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(7 if depth else 5)
    if kind < 5:
        return [1.5, True, None, 'a "quoted" } ] , : text\n', chance.choice(["", "é\\", "{", "~/"])][kind]
    if kind == 5:
        return [random_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    names = ["a", "a/b", "~", "", "é", '"', "0", "\\u0041", "\0here"]
    return {name: random_value(chance, depth - 1) for name in chance.sample(names, chance.randrange(4))}


@pytest.mark.parametrize("seed", range(60))
def test_lines_of_all_pointers_of_a_text(seed: int) -> None:
    chance = random.Random(seed)
    value = {"top": random_value(chance, 4), "list": [random_value(chance, 3), random_value(chance, 4)]}
    text = json.dumps(value, indent=chance.choice([1, 4]), ensure_ascii=chance.random() < 0.5)
    pointers = pointers_of(value)
    found = line_numbers(text, [*pointers, "/none", "/list/9"])
    assert list(found) == pointers  # in a text with a line a value, values stand in the order of their lines
    lines = text.split("\n")
    for pointer, line in found.items():
        step = pointer.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
        if pointer and not step.isdigit():
            assert any(lines[line - 1].lstrip().startswith(f"{json.dumps(step, ensure_ascii=e)}: ") for e in (0, 1))
    assert [found[pointer] for pointer in pointers] == sorted(found.values())


def test_only_what_is_asked_for_is_found_and_nothing_raises() -> None:
    text = '{"deals": [\n {"banker": "eve",\n "events": [{}, 3,\n []]}]}'
    assert line_numbers(text, ["/deals/0/events/2", "/deals/0/banker", "/deals/1", ""]) == {
        "": 1, "/deals/0/banker": 2, "/deals/0/events/2": 4,
    }  # fmt: skip
    assert line_numbers(text, []) == {}
    chance = random.Random(3)
    for _ in range(2000):
        broken = list(text)
        for _ in range(3):
            broken[chance.randrange(len(broken))] = chance.choice('{}[],:"\\ x1\n')
        line_numbers("".join(broken)[: chance.randrange(len(text))], ["/deals/0/events/2", "/deals/0/banker", ""])
    for deep in ("[" * 200_000, '{"deals":' * 100_000, '"' + "\\" * 100_001, '{"deals": ["' + "\\a" * 100_000):
        line_numbers(deep, ["/deals/0", "/0/0/0"])


def test_the_time_grows_with_the_text_and_not_with_its_square() -> None:
    event = '{"action": "deal", "player": "ann", "card": "AS"}'
    seconds = []
    for events in (4_000, 32_000):
        text = '{"deals": [{"events": [' + ",\n".join([event] * events) + "]}]}"
        wanted = [f"/deals/0/events/{position}" for position in range(0, events, 10)]
        start = time.process_time()
        assert len(line_numbers(text, wanted)) == len(wanted)
        seconds.append(time.process_time() - start)
    assert seconds[1] < 30 * max(seconds[0], 0.005)


def test_files_folders_patterns_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "b.json",
        "a.csv.gz",
        "notes.txt",
        "club.rules.toml",
        ".hidden.json",
        "deep/er/c.NDJSON",
        ".git/d.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert find_logs(["."]) == ["./a.csv.gz", "./b.json", "./deep/er/c.NDJSON"]
    assert find_logs(["b.json", "-", "notes.txt", "b.json"]) == ["b.json", "-", "notes.txt"]
    assert find_logs(["*.json", "**/*.NDJSON"]) == ["b.json", "deep/er/c.NDJSON"]
    assert find_logs(["de*"]) == ["deep/er/c.NDJSON"]
    (tmp_path / "[1].json").touch()
    assert find_logs(["[1].json"]) == ["[1].json"]
    for argument in ("no.json", "*.zip", "a\0b", ".git/../deep/x"):
        with pytest.raises(NoSuchInput):
            find_logs([argument])
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoSuchInput, match="no log is in this folder"):
        find_logs(["empty"])


@pytest.mark.parametrize("indent", [None, 2])
def test_lines_in_a_large_list_of_documents_are_looked_up_in_each_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, indent: int | None
) -> None:
    logs = [legal_session(seed, deals=3) for seed in range(4)]
    text = "\n[\n" + "\n,\n\n".join(json.dumps(log, indent=indent, ensure_ascii=False) for log in logs) + "]\n"
    path = tmp_path / "nights.json"
    path.write_text(text)
    monkeypatch.setattr(json_deals, "LARGE", 0)
    monkeypatch.setattr(stored, "BLOCK", 700)
    sessions = list(read_log(str(path)))
    some = {0, 2, 3}
    places = [
        (sitting, pointer)
        for sitting in sorted(some, reverse=True)
        for pointer in pointers_of(logs[sitting], f"/{sitting}")
    ]
    sittings, pointers = ([place[item] for place in places] for item in (0, 1))
    frame = pl.DataFrame({"sitting": sittings, "line": None, "pointer": pointers}, schema_overrides={"line": pl.Int64})
    looked_at: list[int] = []

    def counted(part: str, wanted: Any) -> dict[str, int]:
        looked_at.append(len(part))
        return line_numbers(part, wanted)

    monkeypatch.setattr(lines_of_documents, "line_numbers", counted)
    found = with_lines(frame, dict(enumerate(sessions)), lambda _: (None, None))
    expected = line_numbers(text, pointers)
    assert dict(zip(found["pointer"], found["line"], strict=True)) == expected
    assert len(looked_at) == len(some)
    assert max(looked_at) < len(text) // 2, "no more of it than the document in question is held"

    path.write_text(text[: len(text) // 2])
    after = with_lines(frame, dict(enumerate(sessions)), lambda _: (None, None))["line"]
    assert after.null_count() > 0, "what is gone has no line, and stops nothing"
