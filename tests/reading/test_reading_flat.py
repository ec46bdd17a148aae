"""Event CSV and JSON Lines: rows, quotes, headers, and what is set aside."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.reading import Unreadable, bulk_csv, bulk_lines, event_csv, lines, read_log, stored
from pontoon_audit.reading.builder import COLUMNS
from pontoon_audit.reading.csv_rows import Feed, Row
from pontoon_audit.session import Session

HEADER = "session,deal,seq,action,player,hand,card,amount,face,to,time,note\n"


def test_quoted_cells_may_hold_delimiters_quotes_and_line_ends(read: Any) -> None:
    text = 'action,player,deal,note\nstick,"ann, the 1st",1,"she said ""no""\n and left"\nstick,ben,1,\n'
    (session,) = read(text, "csv")
    assert session.players == ["ann, the 1st", "ben"]
    assert session.events.note == ['she said "no"\n and left', None]
    assert session.events.line == [2, 4]


def test_a_stray_quote_costs_its_own_line_only(read: Any) -> None:
    rows = ['stick,ann,1,"never closed', "stick,ben,1,", 'stick,cat,1,"a" b', 'stick,dev,"1,', "stick,eve,1,"]
    (session,) = read("action,player,deal,note\n" + "\n".join(rows), "csv")
    faults = session.events.fault
    assert faults.keys() == {0, 2, 3}
    assert "a quote that opens here is never closed" in str(faults[0]) or "inside a cell" in str(faults[0])
    assert session.events.line == [2, 3, 4, 5, 6]
    assert session.events.record == {0: rows[0], 2: rows[2], 3: rows[3]}
    assert session.players == ["ann", "ben", "cat", "dev", "eve"]


def test_rows_with_too_many_cells_are_set_aside_and_with_too_few_are_not(read: Any) -> None:
    text = "action,player,deal,note,amount\nstick,ann,1\nstake,ann,1,,1,50\nstick,ben,1,,,,\n,,,,,,,\n\n  \nstick,cat,1"
    (session,) = read(text, "csv")
    assert session.events.fault.keys() == {1, 2}
    assert session.events.fault[1] == ("the row has 6 cells, the header 5; is there a comma in an amount or a note?")
    assert str(session.events.fault[2]).startswith("the row has 7 cells")
    assert session.events.line == [2, 3, 4, 8]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("name,age\nann,3\n", 'no column of a log is in the header: "name", "age"'),
        ("player,deal\nann,1\n", 'no column is called action; the header has "player", "deal"'),
        ("action,player,Player\n", "column player stands twice"),
        ("\n \n", "the file is empty"),
        ("player,cards\n", "no column is called deal"),
        ("\x00\x01\x02", "no column of a log is in the header"),
    ],
)
def test_a_header_that_is_none_is_refused(read: Any, text: str, what: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text, "csv")
    assert what in caught.value.what
    assert caught.value.hint


def test_a_header_alone_holds_no_session(read: Any) -> None:
    assert read(HEADER, "csv") == []


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"deal": ""}, "deal is missing; stake needs it"),
        ({"deal": "0"}, 'deal "0" is not a whole number from 1'),
        ({"deal": "1.0"}, 'deal "1.0" is not a whole number from 1'),
        ({"deal": "1234567890"}, 'deal "1234567890" is above 999999999'),
        ({"deal": "²"}, 'deal "²" is not a whole number from 1'),
        ({"hand": "-1"}, 'hand "-1" is not a whole number from 1'),
        ({"seq": "1e3"}, 'seq "1e3" is not a whole number'),
        ({"amount": "NaN"}, 'amount "NaN" is not an amount of money'),
        ({"amount": "£5"}, 'amount "£5" is not an amount of money'),
        ({"session": "a\x01"}, 'session "a\\u0001" holds control characters'),
    ],
)
def test_what_a_cell_may_not_hold(read: Any, cells: dict[str, str], fault: str) -> None:
    row = {"session": "s", "deal": "1", "action": "stake", "player": "ann", "amount": "2"} | cells
    text = ",".join(row) + "\n" + ",".join(row.values()) + "\n"
    (session,) = read(text, "csv")
    assert str(session.events.fault[0]).startswith(fault)
    assert session.events.line == [2]
    assert session.events.record[0] == text.splitlines()[1]


def test_between_deals_no_deal_number_is_needed(read: Any) -> None:
    (session,) = read("action,player,amount,to,deal\nsell_bank,ann,5,ben,\nseat,cat,,,\nshuffle,,,,\n", "csv")
    assert session.events.fault == {}
    assert session.events.deal == [game.NO_DEAL] * 3
    assert session.events.player == [0, 2, game.NOBODY]


def test_lines_that_are_no_json_are_set_aside_where_they_stand(read: Any) -> None:
    lines = [
        '{"session": "a", "action": "stick", "player": "ann", "deal": 1}',
        '{"session": "b", "action": "stick", "player": "ann", "deal": 1}',
        '{"session": "a", "action": "stick", "player": "an',
        "",
        "[1]",
        '{"session": "b", "action": "stick", "player": "ann", "deal": 1, "amount": NaN}',
        '{"session": "b", "session": "a", "action": "stick"}',
        '{"session": 7, "action": "stick"}',
    ]
    first, second = read("\n".join(lines), "lines")
    assert first.events.line == [1, 3, 5]
    assert second.events.line == [2, 6, 7, 8]
    assert "no JSON: the text that begins at column" in str(first.events.fault[1])
    assert first.events.fault[2] == "a record is an object with an action; this is a list"
    assert second.events.fault == {
        2: 'field "session" stands twice in this record', 3: "session 7 is not text; write it in quotes",
    }  # fmt: skip
    assert first.events.record == {1: lines[2], 2: lines[4]}


def test_a_session_named_by_an_escaped_key_or_text_is_found(read: Any) -> None:
    lines = [
        r'{"s\u0065ssion": "a", "action": "stick", "player": "x", "deal": 1}',
        r'{"session": "\u0062", "action": "stick", "player": "x", "deal": 1}',
        r'{"session": "a", "action": "stick", "player": "x", "deal": 1, "note": "\"session\": \"z\""}',
        r'{"more": {"session": "z"}, "session": "b", "action": "stick", "player": "x", "deal": 1}',
    ]
    assert [(s.session, s.events.line) for s in read("\n".join(lines), "lines")] == [("a", [1, 3]), ("b", [2, 4])]


def random_rows(random_source: random.Random, rows: int, bad: float) -> str:
    """An event CSV of sessions that lie one after the other or interleave, some cells of which are anything."""
    choice = random_source.choice
    lines = []
    for number in range(rows):
        row = [
            f"s{number // 100 + choice([0, 0, 0, 1])}", str(number // 20 + 1), str(number), choice(game.ACTIONS),
            f"p{random_source.randrange(6)}", choice(["", "1", "2"]), choice(["AS", "10h", "7♥", "??", "tc"]),
            choice(["2", "2.5", "0.05", "-7.10"]), choice(["up", "down", ""]), choice(["p1", "q"]),
            choice(["", "2026-11-26T19:30:00Z", "2024-02-29T19:30:00.125+01:00"]), choice(["", "", " so "]),
        ]  # fmt: skip
        if random_source.random() < bad:
            garbage = ["", " ", "x", " p1 ", "-5", "1.505", "NaN", "1e2", "9" * 30, "0", "01", "a" * 201, "\x07",
                       "up", "+5", " 5"]  # fmt: skip
            row[random_source.randrange(12)] = choice(garbage)
            row = choice([row, row, [*row, "more"], [*row, "", ""], row[: random_source.randrange(12)], [""] * 12])
        lines.append(",".join(row))
    return HEADER + choice(["\n", "\r\n"]).join(lines) + choice(["", "\n", "\n\n"])


def everything(sessions: list[Session]) -> list[Any]:
    return [
        (
            session.session, session.players, session.events.fault, session.events.record,
            [getattr(session.events, name) for name in COLUMNS],
        )
        for session in sessions
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("bad", [0.0, 0.1, 0.9])
def test_in_bulk_and_row_by_row_give_the_same_events_and_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, bad: float
) -> None:
    path = tmp_path / "night.csv"
    text = random_rows(random.Random(seed), 700, bad)
    if seed % 4 == 3:  # quotes, and carriage returns in a line, here and there send single chunks the slow way
        text = text.replace("19:30", '"19:30', 3).replace(",p1,", ',"p1",', 2).replace(",p2,", ",p2\r,", 2)
    path.write_text(text, newline="")
    monkeypatch.setattr(stored, "BLOCK", 1 << 13)
    monkeypatch.setattr(event_csv, "CHUNK", 1 << 13)
    row_by_row = everything(list(read_log(str(path))))
    monkeypatch.setattr(event_csv, "BULK", 2000)
    counts = []
    add = bulk_csv.BulkReader.add
    monkeypatch.setattr(bulk_csv.BulkReader, "add", lambda *args: counts.append(add(*args)) or counts[-1])
    assert everything(list(read_log(str(path)))) == row_by_row
    assert sum(counts) > 50
    assert everything(list(read_log(str(path), fast=True))) == row_by_row
    assert sum(len(events[0]) for *_, events in row_by_row) > 300


def test_what_is_left_of_a_chunk_sends_nothing_else_the_slow_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_csv, "CHUNK", 1000)
    monkeypatch.setattr(event_csv, "BULK", 400)
    feed = Feed(iter([b"stick\n" * 180, *[b"stick\n" * 166] * 5]))
    ways: dict[str, int] = {"bulk": 0, "row": 0}

    def in_bulk(_: int, piece: bytes) -> int:
        ways["bulk"] += piece.count(b"\n")
        return piece.count(b"\n")

    def by_row(rows: Iterator[Row]) -> None:
        ways["row"] += len(list(rows))

    for _ in event_csv._in_pieces(feed, ",", in_bulk, by_row):
        pass
    assert ways == {"bulk": 167 + 5 * 166, "row": 13}


def random_lines(random_source: random.Random, lines: int, bad: float) -> str:
    """JSON Lines of sessions that lie one after the other or interleave, some of which are anything."""
    choice = random_source.choice
    text = []
    for number in range(lines):
        record: dict[str, Any] = {
            "session": f"s{number // 100 + choice([0, 0, 0, 1])}", "deal": number // 20 + 1,
            "action": choice(game.ACTIONS),
            "player": choice(["p1", "p2", "Zoë", "李小龙", 'a "b"', "c\\d"]), "to": "p1",
            "card": choice(["AS", "10h", "7♥", "??", "tc"]),
            "amount": choice(["2", "2.5", "0.05", "-7.10"]), "seq": number, "hand": choice([1, 2]),
            "face": choice(["up", "down", ""]), "time": "2026-11-26T19:30:00Z",
            "note": choice(["", " so ", "x: y, z", 'he said "no"\n', "née"]),
        }  # fmt: skip
        for name in list(record)[1:]:
            if random_source.random() < 0.2:
                del record[name]
        line = json.dumps(record, ensure_ascii=choice([True, False, False]))
        if random_source.random() < bad:
            name = choice(list(record))
            record[name] = choice(
                [None, 2.50, 12, "12", -1, 0, 10**30, True, [], {"a": "b"}, " p1 ", "", "x", "\x07", 'a"b', "1.505"]
            )
            line = json.dumps(record)
            first = json.dumps({name: "x"})[1:-1]
            line = choice(
                [line, line, line, "{" + first + ", " + line[1:], line[:-1] + ', "more": {"session": "s0"}}', line[:-9],
                 line.replace("1", "1.0", 1), line.replace("1", "01", 1), " " + line, line + " \r", "", "[1]", "{}",
                 line.replace('"session": ', '"sess": '), line.replace(": ", ":"), line + line,
                 '{"session": 7, "deal": 1}']
            )  # fmt: skip
        text.append(line)
    return "\n".join(text) + choice(["", "\n", "\n\n"])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("bad", [0.0, 0.02, 0.5])
def test_lines_in_bulk_and_one_by_one_give_the_same_events_and_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, bad: float
) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text(random_lines(random.Random(seed), 500, bad))
    monkeypatch.setattr(stored, "BLOCK", 1 << 13)
    monkeypatch.setattr(lines, "CHUNK", 1 << 14)
    one_by_one = everything(list(read_log(str(path))))
    monkeypatch.setattr(lines, "BULK", 100)
    counts = []
    table = bulk_lines.BulkLines._table
    monkeypatch.setattr(bulk_lines.BulkLines, "_table", lambda *args: counts.append(table(*args)) or counts[-1])
    monkeypatch.setattr(bulk_lines, "BLOCK", 1 << 11)
    monkeypatch.setattr(bulk_lines, "SURVEYED", 1 << 10)
    assert everything(list(read_log(str(path)))) == one_by_one
    assert everything(list(read_log(str(path), fast=True))) == one_by_one
    assert sum(len(events[0]) for *_, events in one_by_one) > 400
    assert sum(rows.height for rows in counts) > 200


def test_a_session_goes_on_before_the_file_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "BLOCK", 1 << 13)
    monkeypatch.setattr(event_csv, "CHUNK", 1 << 13)
    for name, line in {
        "night.csv": "s{0},1,{0},stick,ann,1,,,,,,\n",
        "night.jsonl": '{{"session": "s{0}", "deal": 1, "action": "stick", "player": "ann"}}\n',
    }.items():
        path = tmp_path / name
        path.write_text((HEADER if "csv" in name else "") + "".join(line.format(n // 50) for n in range(5000)))
        reading = read_log(str(path))
        assert next(reading).session == "s0"
        assert reading.gi_frame is not None  # type: ignore[attr-defined]
        path.write_bytes(b"")  # what is left of the file is gone, yet the first session was handed over
        assert len(list(reading)) < 99


def test_what_is_appended_while_reading_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    line = '{"session": "s%d", "deal": 1, "action": "stick", "player": "ann"}\n'
    path.write_text(line % 1)
    with stored.open_stored(str(path)) as opened:
        with path.open("a") as file:
            file.write(line % 2)
        assert b"".join(opened.blocks()).decode() == line % 1


@pytest.mark.parametrize("long", [False, True])
def test_the_digest_is_that_of_the_bytes_as_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    monkeypatch.setattr(stored, "_LONG", 1 if long else 1 << 40)
    monkeypatch.setattr(stored, "BLOCK", 7)
    path = tmp_path / "night.csv"
    path.write_bytes(bytes(range(100)))
    with stored.open_stored(str(path)) as opened:
        with path.open("ab") as file:
            file.write(b"more")
        assert opened.size == 100
        assert opened.sha256 == hashlib.sha256(bytes(range(100))).hexdigest()
    with stored.open_stored(str(path)) as opened:
        assert opened.sha256 == hashlib.sha256(bytes(range(100)) + b"more").hexdigest()


def test_a_long_file_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(stored, "_LONG", 1)
    monkeypatch.setattr(stored.os, "pread", broken)
    path = tmp_path / "night.csv"
    path.write_text(HEADER + "s1,1,1,stick,ann,1,,,,,,\n")
    with pytest.raises(Unreadable, match="it cannot be read: Input/output error"):
        list(read_log(str(path)))
