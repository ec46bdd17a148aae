"""Sessions told by counting are those that a look at each line tells."""

from __future__ import annotations

from random import Random

import pytest

from pontoon_audit.reading import session_runs
from pontoon_audit.reading.session_runs import runs_of


def by_line(text: bytes) -> list[str]:
    """The first cell of each line, those that follow each other once."""
    names = [line.split(b",")[0].decode().strip(" \t") for line in text.split(b"\n") if line]
    return [name for at, name in enumerate(names) if not at or name != names[at - 1]]


@pytest.mark.parametrize("seed", range(30))
def test_runs_are_those_of_the_lines(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(seed)
    monkeypatch.setattr(session_runs, "_BLOCK", chance.choice([1, 40, 200, 10_000]))
    names = chance.choice([["a"], ["a", "b"], ["a", "aa", "a a"], ["s-1", "s-10", " s-1", "ä"], ["a", "", "b"]])
    lines = []
    for _ in range(chance.randrange(1, 12)):
        name = chance.choice(names)
        lines += [f"{name},{chance.choice(['1', '', 'a,'])},deal"] * chance.randrange(1, 6)
        lines += chance.choice([[], [], [], [""], ["a"], ["b\t,x"]])
    text = "\n".join(lines).encode() + chance.choice([b"", b"\n"])
    runs, told = runs_of(text, b",")
    assert told in (0, len(text)) or text[told - 1 : told] == b"\n"
    found = [name for at, name in enumerate(runs) if not at or name != runs[at - 1]]
    assert found == by_line(text[:told])
    whole = all("," in line and line.split(",")[0].strip() for line in lines)
    assert (told == len(text)) or not whole or len(set(by_line(text))) > 1


def test_lines_of_a_session_that_comes_back_are_told_apart() -> None:
    assert runs_of(b"a,1\nb,2\na,3\n", b",") == ([], 0)
    assert runs_of(b"a,1\na,2\nb,3", b",") == (["a", "b"], 11)
