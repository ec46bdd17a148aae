"""Records that nobody plays: a conversion keeps them, or says why not, and never finds its copy to be another log."""

import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pontoon_audit import game
from pontoon_audit.converting import Order, Unconvertible, convert
from pontoon_audit.converting.records import records
from pontoon_audit.reading import read_log
from tests.generator import broken_session

ENDINGS = {"document": "json", "lines": "jsonl", "csv": "csv", "sheet": "csv"}
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
people = st.sampled_from(["ann", "eve", "=1+1", 'b"b,', "Ω ♠", "null", "ann "])
money = st.sampled_from(["2", "2.50", "-5", "0", "x", 3, 2.5])
event = st.fixed_dictionaries(
    {"action": st.sampled_from([*game.ACTIONS, "double"]), "player": people},
    optional={
        "deal": st.integers(1, 3), "seq": st.integers(-3, 3), "time": st.just("2026-12-08T20:00:00Z"),
        "hand": st.integers(0, 3), "card": st.sampled_from(["AS", "10h", "T♥", "??", "1S"]),
        "face": st.sampled_from(["up", "down", "aside"]), "amount": money, "to": people, "note": text, "extra": text,
    },
)  # fmt: skip


def converted(source, folder, shape):
    """The conversion and its file; None where it was refused, or nothing was left to write."""
    target = folder / f"{source.stem}-{shape}.{ENDINGS[shape]}"
    try:
        return target if convert(Order(source=str(source), target=target, shape=shape)).written else None
    except Unconvertible as refused:
        why = refused.what
    assert "otherwise" not in why
    assert not target.exists()
    return None


def told(path):
    return [(session.session, records(session)) for session in read_log(str(path))]


@given(st.lists(event, min_size=1, max_size=8))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_lines_of_anything(events):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log.jsonl"
        log.write_text("".join(json.dumps({"session": "s", **one}) + "\n" for one in events), encoding="utf-8")
        for shape in ENDINGS:
            copy = converted(log, folder, shape)
            if copy is not None and shape in ("lines", "csv"):
                back = converted(copy, folder, "lines")
                assert back is not None
                assert told(back) == told(copy)


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_evenings_that_were_broken_at_random(seed):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log.json"
        log.write_text(json.dumps(broken_session(seed)), encoding="utf-8")
        for shape in ENDINGS:
            converted(log, folder, shape)
