"""Whole runs over the sample logs and over files that nobody should hand in."""

import csv
import gzip
import io
import json
import os
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree as xml

import jsonschema
import pytest

from pontoon_audit.output.schemas import published

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"
FORMATS = ["text", "json", "jsonl", "csv", "sarif", "junit", "github"]
CLEAN = ["game-server.jsonl", "online-table.csv", "score-sheet.csv", "shoot-night.json", "thursday-club.json"]
FAULTY = "logs/faulty/many-faults.json"
EVENINGS = [*(f"logs/clean/{name}" for name in CLEAN), FAULTY]
HOSTILE = {
    "torn.json": b'{"session": "x", "deals": [{"deal": 1, "events": [{"action": "de',
    "empty.json": b"",
    "nothing.json": b"[]",
    "number.json": b"17",
    "deep.json": b"[" * 100_000,
    "zeros.json": b"\0" * 1000,
    "noise.json": bytes(range(256)) * 8,
    "half.json": '{"session": "a"'.encode("utf-16"),
    "twice.json": b'{"session": "a", "session": "b", "deals": []}',
    "other.csv": b"name,colour\nann,red\n",
    "header.csv": b"session,deal,action,player\n",
    "torn.json.gz": gzip.compress(b'{"session": "x", "deals": []}' * 100)[:40],
    "rules.json": b'{"session": "x", "rules": {"stick_at": "many"}, "deals": []}',
}


@pytest.fixture
def logs(tmp_path, monkeypatch):
    shutil.copytree(SAMPLES, tmp_path / "logs")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "logs"


def test_the_evenings_hold_the_faults_that_were_put_into_them_and_no_other(cli, logs):
    ended = cli("audit", *EVENINGS, "--format", "json")
    assert ended.status == 1
    document = json.loads(ended.out)
    jsonschema.Draft202012Validator(json.loads(published("findings"))).validate(document)
    found = [(one["finding"], one["path"], one["event"]) for one in document["findings"]]
    put_in = json.loads(Path(FAULTY).read_text())["expected"]
    assert found == [
        ("log/not-checked", "logs/clean/score-sheet.csv", None),
        *((one["finding"], FAULTY, one["event"]) for one in put_in),
    ]


def test_a_finding_points_at_its_line_and_its_place_in_the_document(cli, logs):
    ended = cli("audit", FAULTY, "--format", "jsonl", "--select", "settlement/wrong-amount")
    finding = json.loads(ended.out)
    line = Path(FAULTY).read_text().splitlines()[finding["line"] - 1]
    place = json.loads(Path(FAULTY).read_text())
    for step in finding["pointer"].split("/")[1:]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    assert json.loads(line.strip().rstrip(",")) == place
    assert place == {"action": "settle", "player": "ann", "amount": "2"}
    assert [finding[key] for key in ("recorded", "allowed", "money")] == ["2.00", "4.00", "2.00"]


@pytest.mark.parametrize("format", FORMATS)
def test_pieces_make_no_difference(cli, logs, monkeypatch, format):
    whole = cli("audit", *EVENINGS, "--format", format)
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 1)
    assert cli("audit", *EVENINGS, "--format", format) == whole


def test_a_folder_a_pattern_and_standard_input(cli, logs, monkeypatch):
    assert json.loads(cli("audit", "logs/clean", "--format", "json").out)["summary"]["sessions"] == 5
    assert json.loads(cli("audit", "logs/clean/s*", "--format", "json").out)["summary"]["sessions"] == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(FAULTY).read_bytes())))
    ended = cli("audit", "-", "--input-format", "document", "--format", "github")
    assert ended.status == 1
    assert ended.out.startswith("::error file=-,line=64,title=split/wrong-stake::")


def test_a_compressed_log_is_the_same_log(cli, logs):
    Path("packed.json.gz").write_bytes(gzip.compress(Path(FAULTY).read_bytes()))
    first, second = (
        json.loads(cli("audit", name, "--format", "json").out)["findings"] for name in (FAULTY, "packed.json.gz")
    )
    assert [one | {"path": None} for one in first] == [one | {"path": None} for one in second]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_no_log_ends_in_plain_words(cli, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(HOSTILE[name])
    ended = cli("audit", name)
    assert ended.status in (2, 3)
    assert "our fault" not in ended.err
    assert "Nothing was audited" in ended.out
    assert "nothing against the rules" not in ended.out
    assert ended.status == 3 or name in ended.out


def test_a_last_line_that_was_cut_off_is_a_record_set_aside(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("torn.jsonl").write_bytes(b'{"action": "seat", "player": "ann"}\n{"action": "se')
    ended = cli("audit", "torn.jsonl")
    assert ended.status == 1
    assert "torn.jsonl:2: error log/bad-record" in ended.out
    assert "1 judged + 1 set aside = 2" in ended.out


def test_one_torn_file_among_many_stops_nobody(cli, logs):
    for name, content in HOSTILE.items():
        (logs / "clean" / name).write_bytes(content)
    ended = cli("audit", "logs/clean", "--format", "json")
    assert ended.status == 2
    assert json.loads(ended.out)["summary"]["sessions"] >= 4
    assert "torn.json:1" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("name", ['=cmd|"/c"!A1', "::error::x%0A", "]]><b>&", "[/nope]", "a,b;c", "\u202eann", "🂡"])
def test_what_a_name_holds_stays_harmless_in_every_format(cli, logs, name):
    text = Path(FAULTY).read_text(encoding="utf-8").replace('"ann"', json.dumps(name))
    (logs / "hostile.json").write_text(text, encoding="utf-8")
    whole = {form: cli("audit", "logs/hostile.json", "--format", form) for form in FORMATS}
    assert {ended.status for ended in whole.values()} == {1}
    assert not [line for line in whole["github"].out.splitlines() if line.startswith("::error::")]
    assert xml.fromstring(whole["junit"].out).find(".//failure") is not None
    assert not [cell for row in csv.reader(io.StringIO(whole["csv"].out)) for cell in row if cell.startswith("=")]
    findings = [json.loads(line) for line in whole["jsonl"].out.splitlines()]
    assert findings == json.loads(whole["json"].out)["findings"]
    assert "\u202e" not in whole["text"].out


def test_what_a_record_set_aside_holds_stays_harmless(cli, logs):
    text = Path(FAULTY).read_text().replace('"player": "ann"', r'"player": "ann\u001b[31m\r\n"', 1)
    (logs / "hostile.json").write_text(text)
    ended = cli("audit", "logs/hostile.json", "--verbose")
    assert "log/bad-record" in ended.out
    assert not [sign for sign in ended.out if sign < " " and sign != "\n"]


def test_house_rules_on_the_command_line_go_first(cli, logs):
    Path("lax.toml").write_text("buy_limit = 20\n")
    assert cli("audit", FAULTY, "--select", "buy").status == 1
    assert cli("audit", FAULTY, "--select", "buy", "--rules", "lax.toml").status == 0


def test_loading_tells_what_was_loaded_and_twice_changes_nothing(cli, logs):
    first = cli("load", FAULTY, "logs/clean/online-table.csv", "--db", "club.duckdb")
    assert (first.status, first.err) == (0, "")
    assert first.out == (
        "club.duckdb: 2 files loaded, 0 already there, no older sessions superseded\n"
        "Found: 13 errors, 3 warnings, no infos\n"
    )
    again = cli("load", FAULTY, "logs/clean/online-table.csv", "--db", "club.duckdb")
    assert again.out.startswith("club.duckdb: no files loaded, 2 already there, no older sessions superseded\n")
    rows = json.loads(cli("sql", "--db", "club.duckdb", "select count(*) as n from sessions", "-f", "json").out)
    assert rows == [{"n": 2}]


def test_loading_in_pieces_gives_the_same_history(cli, logs, monkeypatch):
    query = "select player, total_recorded, total_due from player_results order by all"
    cli("load", *EVENINGS, "--db", "whole.duckdb")
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 1)
    ended = cli("load", *EVENINGS, "--db", "pieces.duckdb")
    assert ended.err == ""
    assert cli("sql", "--db", "pieces.duckdb", query).out == cli("sql", "--db", "whole.duckdb", query).out


def test_loading_a_torn_file_beside_a_good_one_keeps_the_good_one(cli, logs):
    (logs / "torn.json").write_bytes(HOSTILE["torn.json"])
    ended = cli("load", "logs/torn.json", "logs/clean/online-table.csv", "--db", "club.duckdb")
    assert ended.status == 2
    assert "logs/torn.json:1" in ended.err
    assert "1 file loaded" in ended.out


def test_loading_nothing_leaves_no_file(cli, logs):
    (logs / "nothing.json").write_bytes(b"[]")
    ended = cli("load", "logs/nothing.json", "--db", "club.duckdb")
    assert ended.status in (2, 3)
    assert not Path("club.duckdb").exists()


@pytest.mark.parametrize("name", ["notes.txt", "log.json", "rows.csv", "rows.parquet"])
def test_loading_into_a_file_that_is_no_history_spoils_nothing(cli, logs, name):
    Path(name).write_text('{"dear": "diary"}')
    ended = cli("load", "logs/clean/online-table.csv", "--db", name)
    assert ended.status == 2
    assert f"{name} is not a history file" in ended.err
    assert Path(name).read_text() == '{"dear": "diary"}'


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names there are always text")
def test_a_file_whose_name_is_no_text_is_told_and_stops_nobody(cli, logs):
    name = os.fsdecode(b"logs/clean/caf\xe9 \x1b[31m.json")
    Path(name).write_bytes(Path(FAULTY).read_bytes())
    ended = cli("audit", "logs/clean", "--format", "json")
    assert ended.status == 2
    assert "logs/clean/caf\\udce9 ␛[31m.json: its name is not text" in ended.err
    assert json.loads(ended.out)["summary"]["sessions"] == 5
    assert cli("load", name, "--db", "club.duckdb").status == 2


@pytest.mark.parametrize("chosen", [["--select", "settlement", "--ignore", "settlement"], ["--select", "kitty"]])
def test_chosen_rules_that_met_nothing_do_not_acquit(cli, chosen):
    ended = cli("audit", SAMPLES / "faulty" / "many-faults.json", *chosen)
    assert "nothing against the rules" not in ended.out
    assert "none of the chosen rules met anything to judge" in ended.out


@pytest.mark.parametrize("empty", ["", " ", ",", "  , "])
def test_a_selection_of_nothing_is_refused(cli, empty):
    ended = cli("audit", FAULTY, "--select", empty)
    assert (ended.status, ended.out) == (2, "")
    assert "--select names no finding" in ended.err
