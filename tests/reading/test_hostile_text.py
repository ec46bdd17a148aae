"""Text that no table can hold: half a character must not get past reading."""

import json

import pytest

from pontoon_audit import audit

PLACES = [
    ["session"], ["currency"], ["played"], ["rules", "currency"], ["players", 0, "id"], ["players", 0, "name"], ["x"],
    ["deals", 0, "banker"], ["deals", 0, "shuffled"], ["deals", 0, "deal"], ["deals", 0, "events", 0],
    ["deals", 0, "events", 0, "player"], ["deals", 0, "events", 0, "note"], ["deals", 0, "events", 0, "card"],
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "/".join(map(str, place)))
def test_half_a_character_is_told_and_stops_nothing_else(tmp_path, place):
    event = {"action": "deal", "player": "ann", "card": "8S", "note": "x"}
    document = {
        "session": "s", "currency": "GBP", "rules": {"min_players": 2}, "players": [{"id": "ann"}, {"id": "eve"}],
        "deals": [{"deal": 1, "banker": "eve", "events": [event]}],
    }  # fmt: skip
    inner = document
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = "a\ud800b"
    log = tmp_path / "log.json"
    log.write_text(json.dumps(document), encoding="utf-8")
    found = audit(log)
    assert found.unreadable or found.summary["events"] >= 4
