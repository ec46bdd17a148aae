"""Whatever a file holds, reading gives sessions or says in words that it is unreadable. Nothing else comes out."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.reading import INPUT_FORMATS, Unreadable, event_csv, read_log, stored
from pontoon_audit.reading.builder import COLUMNS

SAMPLES = {
    "document": json.dumps(
        {
            "format": "pontoon-log/1", "session": "s", "rules": {"min_stake": "1"}, "players": [{"id": "Zoë"}],
            "deals": [{"deal": 1, "banker": "eve", "shuffled": True, "events": [
                {"action": "stake", "player": "Zoë", "amount": 2.50}, {"action": "deal", "player": "eve", "card": "7♥"},
            ]}],
        },
        ensure_ascii=False,
    ),
    "lines": '{"session": "s", "deal": 1, "action": "stake", "player": "Zoë", "amount": 2.50}\n' * 4,
    "csv": 'session,deal,action,player,amount,card,note\ns,1,stake,Zoë,2.50,,"a\nb"\ns,1,deal,eve,,7♥,\n',
    "sheet": "deal,banker,player,cards,stake,actions,net\n1,eve,Zoë,7♥ 8S 2C,2,buy 2.50;stick,5\n1,eve,eve,TS 7D,,,\n",
}  # fmt: skip


def check_words(refusal: Unreadable) -> int:
    """A refusal says what was there and what to do, in text that a terminal can show."""
    str(refusal).encode()
    assert refusal.what
    assert refusal.hint
    assert not any(ord(char) < 32 for char in str(refusal))
    return 0


def reads_or_refuses(log: bytes, shape: str, **options: Any) -> int:
    """Reads everything and checks that what came out can be used; gives the number of events."""
    try:
        sessions = list(read_log("-", input_format=shape, stdin=io.BytesIO(log), **options))
    except Unreadable as refusal:
        return check_words(refusal)
    events = 0
    for session in sessions:
        length = len(session.events)
        assert all(len(getattr(session.events, name)) == length for name in COLUMNS)
        assert session.events.record.keys() == session.events.fault.keys() <= set(range(length))
        for text in (session.session, *session.players, *session.events.record.values(), *session.names.values()):
            text.encode()
        for fault in session.events.fault.values():
            fault.encode()
            assert not any(ord(char) < 32 for char in fault)
        events += length
    return events


@pytest.mark.parametrize("shape", SAMPLES)
def test_files_that_are_cut_off_anywhere(shape: str) -> None:
    log = SAMPLES[shape].encode()
    assert reads_or_refuses(log, shape) > 0
    for end in range(len(log)):
        reads_or_refuses(log[:end], shape)
    packed = gzip.compress(log)
    for end in range(2, len(packed)):
        assert reads_or_refuses(packed[:end], shape) == 0


@pytest.mark.parametrize("shape", SAMPLES)
def test_files_with_some_bytes_changed(shape: str) -> None:
    chance = random.Random(5)
    for _ in range(400):
        log = bytearray(SAMPLES[shape].encode(chance.choice(["utf-8", "utf-16"])))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(log))
            log[place : place + chance.randrange(3)] = chance.choice(
                [b"\0", b'"', b"{", b"]", b"\n", b",", b"\xff", b"\xed\xa0\x80", b"-", b"9" * 30, b"\r", b"\\u d8", b""]
            )
        reads_or_refuses(bytes(log), shape)


@pytest.mark.parametrize("shape", INPUT_FORMATS)
def test_random_bytes_and_other_shapes_files(shape: str) -> None:
    chance = random.Random(7)
    for length in (1, 2, 3, 4, 10, 1000, 70_000):
        reads_or_refuses(chance.randbytes(length), shape)
        reads_or_refuses(b"\x1f\x8b" + chance.randbytes(length), shape)
        reads_or_refuses(b"\x28\xb5\x2f\xfd" + chance.randbytes(length), shape)
        reads_or_refuses(bytes(length), shape)
        reads_or_refuses(b"\xff\xfe" + chance.randbytes(length), shape)
        reads_or_refuses(("action,player\n".encode("utf-16-le") + chance.randbytes(length)), shape)
    for log in SAMPLES.values():
        reads_or_refuses(log.encode(), shape)


@pytest.mark.parametrize("shape", ["document", "lines"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"deals": ' + "[" * 900 + "]" * 900 + "}",
        '{"deals": [], "more": ' + "[" * 900 + "]" * 900 + "}",
        '{"deals": [{"events": [' + "[" * 900 + "]" * 900 + "]}]}",
        '{"deals": [{"events": [{"action": ' + '{"a":' * 900 + "1" + "}" * 900 + "}]}]}",
        '{"deals": [{"deal": ' + "9" * 100_000 + ', "events": [{"action": "stick", "hand": ' + "9" * 100_000 + "}]}]}",
        '{"deals": [], "session": "\\ud83d"}',
        '{"deals": [], "\\ud83d": 1}',
        '{"deals": [], "rules": {"\\ud83d": 1}}',
        '{"deals": [], "rules": {"base": "\\ud83d"}}',
        '{"deals": [], "players": [{"id": "a", "name": "\\udc00"}, {"id": "\\udc00"}]}',
        '{"deals": [{"events": [{"action": "\\ud83d", "\\ud83d": 2, "note": "\\ud83d", "time": "\\ud83d"}]}]}',
        '{"action": "stick", "player": "ann", "deal": 1, "more": ' + "[" * 900 + "]" * 900 + "}",
        '{"deals": [' + '{"deal": 1, "deal": 2},' * 3 + "{}]}",
        '{"' + '": 1, "'.join(["a"] * 50_000) + '": 2}',
    ],
)
def test_crafted_json(text: str, shape: str) -> None:
    reads_or_refuses(text.encode(), shape)


@pytest.mark.parametrize(
    "row", ['"' * 200_000, ("," * 100_000), '"a' + "\n" * 100_000, "a" * 2_000_000, '""""""",",""x"']
)
def test_crafted_csv(row: str) -> None:
    for text in (row, f"action,player,deal\n{row}\nstick,ann,1\n", f"{row}\naction,player,deal\nstick,ann,1\n"):
        reads_or_refuses(text.encode(), "csv")
    events = reads_or_refuses(f"action,player,deal\nstick,ann,1\n{row}\nstick,ben,1\n".encode(), "csv")
    assert events >= 2


def test_many_stray_quotes_do_not_take_quadratic_time() -> None:
    rows = 'stick,ann,1,"x\nstick,ann,1,x\n' * 10_000
    assert reads_or_refuses(("action,player,deal,note\n" + rows).encode(), "csv") > 10_000


def test_chunks_that_only_look_plain_fall_back_to_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_csv, "BULK", 10)
    for text in (
        "action\nshuffle\n\nvoid\nstick\n\n\n", "action,player,deal\nstick,ann,1\r\rstick,ben,1\n\x00,\x00\n\r\n",
    ):  # fmt: skip
        assert reads_or_refuses(text.encode(), "csv") >= 2


def test_a_line_longer_than_what_is_read_at_a_time_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_csv, "BULK", 10)
    long = "x" * 100
    assert (
        reads_or_refuses(f'action,player,deal,note\nstick,ann,1,"{long}"\nstick,ben,1,{long}\r{long}\n'.encode(), "csv")
        == 2
    )


def test_a_file_that_expands_without_end_is_refused(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = gzip.compress(b"x" * (80 << 20))
    for shape in INPUT_FORMATS:
        with pytest.raises(Unreadable, match="expands to more than 64 MiB"):
            read(b"\x1f\x8b" + bomb[2:], shape)
    monkeypatch.setattr(stored, "LARGEST_UNPACKED", 3 << 20)
    packed = gzip.compress(random.Random(1).randbytes(2 << 20).hex().encode())
    with pytest.raises(Unreadable, match="expands to more than 3 MiB"):
        read(packed, "csv")


@pytest.mark.parametrize("name", ["cut.json.gz", "cut.csv.zst"])
def test_a_packed_file_that_is_cut_off_or_plain_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(SAMPLES["document"])
    with pytest.raises(Unreadable, match="not compressed, though its name says so"):
        list(read_log(str(path)))
    path.write_bytes(gzip.compress(SAMPLES["document"].encode())[:-9])
    with pytest.raises(Unreadable, match="cut off"):
        list(read_log(str(path)))


def test_a_named_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(SAMPLES["csv"]))
    writer.start()
    (session,) = read_log(str(pipe))
    writer.join()
    assert session.events.fault == {}


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, what in {
        str(tmp_path): "does not say what it holds",
        str(tmp_path / "none.json"): "no such file",
        "a\0b.json": "no file name",
        "/dev/null.json": "not a directory|no such file",
    }.items():
        with pytest.raises(Unreadable, match=what):
            list(read_log(path))
    with pytest.raises(Unreadable, match="--input-format"):
        list(read_log("-"))
    folder = tmp_path / "folder.json"
    folder.mkdir()
    with pytest.raises(Unreadable, match="a folder"):
        list(read_log(str(folder)))
