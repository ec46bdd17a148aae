"""One evening in every shape, encoding and packing is one and the same session."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reading import Unreadable, read_log

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COLUMNS = ["session", "deal", "seq", "time", "action", "player", "hand", "card", "face", "amount", "to", "note"]


def as_csv(events: list[dict[str, Any]], delimiter: str = ",", columns: list[str] = COLUMNS) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(events)
    return text.getvalue()


def as_lines(events: list[dict[str, Any]]) -> str:
    numbers = ("deal", "hand", "seq")
    return "".join(
        json.dumps({name: int(value) if name in numbers else value for name, value in event.items()}) + "\n"
        for event in events
    )


def as_document(events: list[dict[str, Any]]) -> str:
    listed = [{name: value for name, value in event.items() if name not in ("session", "deal")} for event in events[1:]]
    for event in listed:
        if "hand" in event:
            event["hand"] = int(event["hand"])
    return json.dumps({"session": "thursday", "deals": [{"deal": 1, "banker": "eve", "events": listed}]}, indent=1)


def test_every_shape_tells_the_same_session(read: Any, told: Any, evening: list[dict[str, Any]]) -> None:
    (document,) = read(as_document(evening))
    (lines,) = read(as_lines(evening), "lines")
    (table,) = read(as_csv(evening), "csv")
    assert told(document) == told(lines) == told(table)
    assert len(told(table)) == len(evening)
    assert document.session == lines.session == table.session == "thursday"
    assert document.players == lines.players == table.players == ["eve", "ann"]
    assert [session.source.shape for session in (document, lines, table)] == ["document", "lines", "csv"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_with_any_delimiter(read: Any, told: Any, evening: list[dict[str, Any]], delimiter: str) -> None:
    assert told(read(as_csv(evening, delimiter), "csv")[0]) == told(read(as_csv(evening), "csv")[0])


def test_csv_columns_in_any_order_with_unknown_ones_between(
    read: Any, told: Any, evening: list[dict[str, Any]]
) -> None:
    expected = told(read(as_csv(evening), "csv")[0])
    shuffled = ["mood", *reversed(COLUMNS), "weather"]
    assert told(read(as_csv(evening, columns=shuffled), "csv")[0]) == expected


def test_a_header_in_capitals_and_cells_with_blanks_around_them(read: Any) -> None:
    (session,) = read(" Action , PLAYER,deal, amount \n stake,ann , 1,\t2.50 \n", "csv")
    assert (session.events.fault, session.events.amount, session.players) == ({}, [250], ["ann"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(
    read: Any, told: Any, evening: list[dict[str, Any]], encoding: str, line_end: str
) -> None:
    for event in evening:
        event["player"] = event["player"].replace("ann", "Zoë 😀")
    expected = read(as_csv(evening), "csv")[0]
    (session,) = read(as_csv(evening).replace("\n", line_end).encode(encoding), "csv")
    assert told(session) == told(expected)
    assert session.events.line == expected.events.line == list(range(2, len(evening) + 2))
    if line_end != "\r":
        stored = as_lines(evening).replace("\n", line_end).encode(encoding)
        assert read(stored, "lines")[0].players == ["eve", "Zoë 😀"]
    assert read(as_document(evening).encode(encoding))[0].players == ["eve", "Zoë 😀"]


def test_text_that_is_not_utf_8_is_refused_with_its_line_and_read_when_it_is_named(read: Any) -> None:
    stored = "action,player,deal\nstick,ann,1\nstick,Zoë,1\n".encode("latin-1")
    with pytest.raises(Unreadable, match="--encoding") as caught:
        read(stored, "csv")
    assert caught.value.line == 3
    assert read(stored, "csv", encoding="latin-1")[0].players == ["ann", "Zoë"]


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "zlib", "a\0b", "undefined", "x" * 300])
def test_an_encoding_that_is_none_is_named(read: Any, encoding: str) -> None:
    with pytest.raises(Unreadable, match="no encoding is called"):
        read("action\nstick\n", "csv", encoding=encoding)


@pytest.mark.parametrize("shape", ["document", "lines", "csv"])
@pytest.mark.parametrize("pack", [None, gzip.compress, zstd.compress], ids=["plain", "gzip", "zstd"])
def test_files_and_pipes_packed_and_plain(
    read: Any, told: Any, evening: list[dict[str, Any]], tmp_path: Path, shape: str, pack: Any
) -> None:
    text = {"document": as_document, "lines": as_lines, "csv": as_csv}[shape](evening)
    ending = {"document": ".json", "lines": ".ndjson", "csv": ".CSV"}[shape]
    stored = pack(text.encode()) if pack else text.encode()
    path = tmp_path / f"night{ending}{ {None: '', gzip.compress: '.gz', zstd.compress: '.zst'}[pack] }"
    path.write_bytes(stored)
    (session,) = read_log(str(path))
    assert told(session) == told(read(text, shape)[0]) == told(read(stored, shape)[0])
    assert session.source.path == str(path)
    assert session.source.sha256 == hashlib.sha256(stored).hexdigest()


def test_a_flat_file_without_sessions_is_one_session_named_after_the_file(tmp_path: Path) -> None:
    for name, text in {
        "night.csv": "action,player,deal\nstick,ann,1\nstick,ben,1\n",
        "night.jsonl": '{"action": "stick", "player": "ann", "deal": 1}\n' * 2,
        "night.json": '{"deals": []}',
    }.items():
        (tmp_path / name).write_text(text)
        (session,) = read_log(str(tmp_path / name))
        assert session.session == "night"
        assert not session.events.fault


def test_flat_events_stand_in_the_order_of_seq_where_all_have_one(read: Any) -> None:
    rows = "stick,cat,1,3\nstick,ann,1,1\nstik,ben,1,2\nstick,ben,1,2\n"
    (session,) = read(f"action,player,deal,seq\n{rows}", "csv")
    assert session.events.seq == [1, 2, 2, 3]
    assert session.events.line == [3, 4, 5, 2]
    assert [session.players[code] for code in session.events.player] == ["ann", "ben", "ben", "cat"]
    assert session.events.record == {1: "stik,ben,1,2"}
    (session,) = read(f"action,player,deal,seq\n{rows}stick,ann,1,\n", "csv")
    assert session.events.line == [2, 3, 4, 5, 6]


def test_interleaved_sessions_come_apart_in_the_order_in_which_they_began(read: Any) -> None:
    log = "session,action,player,deal\nb,stick,ann,1\na,stick,ben,1\nb,stick,cat,1\na,stick,ann,2\nc,stick,x,1\n"
    sessions = read(log, "csv")
    assert [session.session for session in sessions] == ["b", "a", "c"]
    assert [session.events.line for session in sessions] == [[2, 4], [3, 5], [6]]
    assert sessions[0].players == ["ann", "cat"]


@pytest.mark.parametrize("shape", ["csv", "lines"])
def test_a_record_that_names_no_session_stays_with_the_one_before_else_the_next(read: Any, shape: str) -> None:
    events = [{"action": "stick", "player": "ann", "deal": "1"} for _ in range(4)]
    events[1]["session"], events[3]["session"] = "a", "b"
    log = as_csv(events) if shape == "csv" else as_lines(events)
    first, second = read(log, shape)
    assert (first.session, second.session) == ("a", "b")
    assert first.events.fault == dict.fromkeys((0, 2), "session is missing; every record needs it")
    assert second.events.fault == {}
