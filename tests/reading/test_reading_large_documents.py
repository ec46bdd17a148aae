"""A large document is read deal by deal and its events are put away in tables: nothing of what is told changes."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reading import Unreadable, builder, bulk_deals, compiled_json, json_deals, read_log, stored
from pontoon_audit.reading.builder import COLUMNS
from pontoon_audit.session import Session
from tests.generator import legal_session

LOG = {
    "format": "pontoon-log/1", "session": "s", "rules": {"min_stake": "1"}, "players": [{"id": "Zoë", "mood": "good"}],
    "deals": [
        {"deal": 1, "banker": "eve", "shuffled": True, "events": [
            {"action": "stake", "player": "Zoë", "amount": "2.50", "seq": 7}, {"action": "deal", "player": "eve"}, 3,
        ]},
        {"deal": 2, "banker": 5, "odd": [], "events": [{"action": "stick", "player": "ann", "note": "a"}] * 9},
    ],
}  # fmt: skip


def told(log: bytes, *, fast: bool = False) -> Any:
    """All that reading says of a document."""
    try:
        sessions = list(read_log("-", input_format="document", stdin=io.BytesIO(log), fast=fast))
    except Unreadable as refusal:
        return str(refusal), refusal.pointer
    return [everything(session) for session in sessions]


def everything(session: Session) -> Any:
    events = session.events
    whole = [getattr(events, name) for name in COLUMNS]
    numbers = [list(events.integers(name)) for name in COLUMNS if name not in ("time", "note")]
    return session.players, session.names, session.extra, events.fault, events.record, whole, numbers


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Reads a document as a whole and deal by deal, and gives what both told."""

    def read_both(log: bytes) -> tuple[Any, Any]:
        whole = told(log)
        with monkeypatch.context() as small:
            small.setattr(json_deals, "LARGE", 0)
            small.setattr(builder, "PACKED", 4)
            small.setattr(stored, "BLOCK", 50)
            by_deal = told(log)
            assert told(log, fast=True) == by_deal
            return whole, by_deal

    return read_both


LOGS = [LOG, {"format": "pontoon-log/1", "deals": []}, {**LOG, "session": "t"}, legal_session(4, deals=3)]


def test_deal_by_deal_and_as_a_whole_tell_the_same(both: Any) -> None:
    for indent in (None, 1):
        whole, by_deal = both(json.dumps(LOG, indent=indent, ensure_ascii=False).encode())
        assert whole == by_deal
        assert len(by_deal[0][3]) == 3
    for seed in range(3):
        whole, by_deal = both(json.dumps(legal_session(seed, deals=5)).encode())
        assert whole == by_deal


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-1],
        lambda text: text[:-2] + "]",
        lambda text: text + " x",
        lambda text: text + text,
        lambda text: "[" + text + "]",
        lambda text: text[:-1] + ', "played": "2026-11-26"}',
        lambda text: text[:-1] + ', "deals": []}',
        lambda text: text.replace('"session": "s"', '"session": "s", "session": "t"'),
        lambda text: text.replace('"deal": 2', '"deal": 2, "deal": 3'),
        lambda text: text.replace('{"deal": 2', '7, {"deal": 2'),
        lambda text: text.replace('{"deal": 2', '7, {"deal": 2')[:-2],
        lambda text: text.replace("}, {", "} {"),
        lambda text: text[:-2] + ",]}",
        lambda text: text.replace('"deals": [', '"deals": [' + "[" * 90_000),
        lambda text: '{"deals": []}',
        lambda text: '{"deals": [ ] } \n',
        lambda text: '{"deals": {}}',
        lambda text: "{}",
        lambda text: "[]",
        lambda text: f"[{text}, {text}]",
        lambda text: f"[{text}, {text}",
        lambda text: f"[{text} {text}]",
        lambda text: f"[{text}, {text}] x",
        lambda text: f"[{text}, 3]",
        lambda text: f"[{text}, {text.replace('format', 'form')}, {text}]",
        lambda text: f"[{text.replace('eve', '}]},{')}, {text}]",
        lambda text: f'[{text[:-1]}, "played": "2026-11-26"}}, {text}]',
    ],
)
def test_what_is_wrong_is_told_in_the_same_words(both: Any, change: Any) -> None:
    for log in (LOG, legal_session(4, deals=3)):
        whole, by_deal = both(change(json.dumps(log)).encode())
        assert whole == by_deal


@pytest.mark.parametrize("document", [LOG, LOGS], ids=["alone", "in-a-list"])
def test_a_document_cut_off_anywhere_or_with_bytes_changed(both: Any, document: Any) -> None:
    log = json.dumps(document).encode()
    chance = random.Random(3)
    for _ in range(60):
        end = chance.randrange(1, len(log))
        whole, by_deal = both(log[:end])
        assert whole == by_deal
        whole, by_deal = both(log[:end] + chance.choice([b"\0", b'"', b"{", b"]", b",", b" "]) + log[end + 1 :])
        assert whole == by_deal


def test_a_large_document_is_one_session_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_deals, "LARGE", 0)
    monkeypatch.setattr(builder, "PACKED", 100)
    path = tmp_path / "night.json"
    path.write_text(json.dumps(legal_session(1, deals=20)))
    (session,) = read_log(str(path))
    assert type(session.events).__name__ == "EventSlice"
    assert len(session.events) > 200


def random_deals(chance: random.Random, deals: int, bad: float) -> str:
    """A document's deals as text, some of which are anything."""
    texts = []
    for number in range(1, deals + 1):
        events: list[Any] = [
            {"action": chance.choice(["deal", "stake", "stick", "settle", "sell_bank", "buy"]),
             "player": chance.choice(["p1", "p2", "Zoë", "李小龙", "c\\d"]),
             "card": chance.choice(["AS", "10h", "7♥", "??"]),
             "amount": chance.choice(["2.50", "-3", "0.05"]), "face": chance.choice(["up", "down", ""]),
             "hand": chance.choice([1, 2]), "seq": number, "time": "2026-11-26T19:30:00Z", "note": "so",
             "to": f"q{chance.randrange(9)}"}
            for _ in range(6)
        ]  # fmt: skip
        deal: dict[str, Any] = {"deal": number, "banker": chance.choice(["eve", "", None]), "events": events}
        if chance.random() < 0.3:
            deal["shuffled"] = chance.choice([True, False])
        for event in events:
            action = event["action"]
            if action != "settle":
                event["amount"] = event["amount"].strip("-")
            optional = ["hand", "seq", "time", "note", "face"]
            optional += ["to"] * (action != "sell_bank") + ["card"] * (action not in ("deal", "buy"))
            for name in optional:
                if chance.random() < 0.3:
                    event.pop(name, None)
        if chance.random() < bad:
            where = chance.choice([deal, chance.choice(events), chance.choice(events)])
            where[chance.choice([*sorted(where.keys() - {"events"}), "more", "session", "deal"])] = chance.choice(
                [None, 2.5, 12, -1, 0, 10**30, True, [], {"a": "b"}, " p1 ", "", "x", "\x07", 'a"b', "1.505", '"},{"']
            )
        text = json.dumps(deal, ensure_ascii=chance.choice([True, False]), indent=chance.choice([None, None, 1]))
        if chance.random() < bad:
            text = chance.choice(
                [text.replace('"hand": 1', '"hand": 1.0', 1), text.replace('"player"', '"hand": 2, "player"', 1),
                 text.replace('"player"', '"pl\\u0061yer": "z", "player"', 1), text.replace('"2.50"', "2.50"),
                 text.replace('"-3"', "-3"), text.replace("so", "\\ud800"), text.replace('"seq": ', '"seq": -')]
            )  # fmt: skip
        texts.append(text)
    return chance.choice([", ", ",", "\n,\n"]).join(texts)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("bad", [0.0, 0.02, 0.5])
@pytest.mark.parametrize("sessions", [1, 9])
def test_many_deals_at_a_time_and_one_by_one_tell_the_same(
    monkeypatch: pytest.MonkeyPatch, seed: int, bad: float, sessions: int
) -> None:
    chance = random.Random(seed)
    texts = [
        f'{{"session": "s{number}", "players": [{{"id": "p3"}}], "deals": [{random_deals(chance, deals, bad)}]}} \n'
        for number, deals in enumerate([150] if sessions == 1 else [0, 1, 2, 3, 5, 30, 40, 1, 68])
    ]
    log = (texts[0] if sessions == 1 else f"[{', '.join(texts)}]").encode()
    whole = told(log)
    for name, value in {"LARGE": 0, "PIECE": 5000, "_TAIL": 3000}.items():
        monkeypatch.setattr(json_deals, name, value)
    monkeypatch.setattr(stored, "BLOCK", 20_000)
    monkeypatch.setattr(bulk_deals, "_MOST_EVENTS", 200)
    tables = []
    add = builder.SessionBuilder.add_table
    monkeypatch.setattr(builder.SessionBuilder, "add_table", lambda *args: tables.append(args[1].height) or add(*args))
    assert told(log) == whole
    assert sum(tables) > (0 if bad else 800)
    tables.clear()
    compiled = []
    take = compiled_json.DealCoder.take
    monkeypatch.setattr(compiled_json.DealCoder, "take", lambda *args: compiled.append(take(*args)) or compiled[-1])
    assert told(log, fast=True) == whole
    assert sum(tables) > (0 if bad else 800)
    assert bad or None not in compiled, "nothing there is unusual"
