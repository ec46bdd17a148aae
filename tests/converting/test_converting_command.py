"""The command: what it reads, where it writes, and what it refuses to touch."""

import gzip
import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from pontoon_audit import read_log
from tests.converting.logs import DEALS, document, lines, rows
from tests.generator import legal_session

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"


pytestmark = pytest.mark.usefixtures("club")


def test_strict_writes_nothing_where_anything_would_be_lost(cli):
    ended = cli("convert", document(played="2026-12-08", rules={"min_stake": "1"}), "new.csv", "--strict")
    assert (ended.status, ended.out) == (2, "")
    assert "no place for when it was played" in ended.err
    assert "nothing was written" in ended.err
    assert sorted(path.name for path in Path().iterdir() if path.is_file()) == ["log.json"]
    assert cli("convert", "clean/online-table.csv", "new.json", "--strict").status == 0


def test_nothing_is_replaced_without_force(cli):
    Path("new.csv").write_text("mine")
    ended = cli("convert", "clean/online-table.csv", "new.csv")
    assert (ended.status, ended.out) == (2, "")
    assert "new.csv exists already" in ended.err
    assert Path("new.csv").read_text() == "mine"
    assert cli("convert", "clean/online-table.csv", "new.csv", "--force").status == 0
    assert len(rows("new.csv")) == 226


def test_other_house_rules_beside_are_not_replaced_without_force_nor_taken_for_those_of_the_log(cli):
    Path("new.rules.toml").write_text('min_stake = "5"\n')
    for log in ("clean/online-table.csv", document()):
        ended = cli("convert", log, "new.csv")
        assert ended.status == 2
        assert "new.rules.toml exists already" in ended.err
        assert not Path("new.csv").exists()
    assert cli("convert", document(), "new.csv", "--force").status == 0
    (session,) = read_log("new.csv")
    assert session.rules.min_stake is None
    same = cli("convert", "clean/online-table.csv", "clean/online-table.jsonl")
    assert same == (0, "clean/online-table.jsonl: 1 session, 8 deals, 226 events\n", "")


def test_the_log_itself_is_never_replaced(cli):
    before = Path("clean/online-table.csv").read_bytes()
    ended = cli("convert", "clean/online-table.csv", "clean/../clean/online-table.csv", "--force")
    assert ended.status == 2
    assert "is the log itself" in ended.err
    assert Path("clean/online-table.csv").read_bytes() == before


def test_a_file_is_there_whole_or_not_at_all(cli, monkeypatch):
    def fails(*_):
        raise OSError(28, "No space left on device")

    Path("new.json").write_text("mine")
    monkeypatch.setattr(os, "replace", fails)
    ended = cli("convert", "clean/online-table.csv", "new.json", "--force")
    assert ended.status == 2
    assert "new.json cannot be written: no space left on device" in ended.err
    assert Path("new.json").read_text() == "mine"
    assert not [path for path in Path().iterdir() if path.name.startswith(".")]


@pytest.mark.skipif(os.name == "nt", reason="rights are other there")
def test_a_new_file_has_the_usual_rights_and_a_replaced_one_keeps_its_own(cli):
    Path("usual").touch()
    cli("convert", "clean/online-table.csv", "new.json")
    assert stat.S_IMODE(Path("new.json").stat().st_mode) == stat.S_IMODE(Path("usual").stat().st_mode)
    Path("new.json").chmod(0o600)
    cli("convert", "clean/online-table.csv", "new.json", "--force")
    assert stat.S_IMODE(Path("new.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("target", ["no/such/new.json", "clean", "new.txt", "-"])
def test_a_target_that_cannot_be_is_told(cli, target):
    ended = cli("convert", "clean/online-table.csv", target)
    assert (ended.status, ended.out) == (2, "")
    assert target in ended.err
    assert "our fault" not in ended.err


def test_the_shape_can_be_said(cli):
    assert cli("convert", "clean/online-table.csv", "new.txt", "--to", "lines").status == 0
    assert lines("new.txt")[0]["action"] == "seat"
    ended = cli("convert", "clean/online-table.csv", "new.json", "--to", "csv")
    assert ended.status == 2
    assert "another shape than csv" in ended.err


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_compressed_in_and_out(cli, ending):
    assert cli("convert", "clean/online-table.csv", f"new.jsonl.{ending}").status == 0
    assert cli("convert", f"new.jsonl.{ending}", "back.csv").status == 0
    assert [session.session for session in read_log("back.csv")] == ["online-table-4711"]
    if ending == "gz":
        first = Path("new.jsonl.gz").read_bytes()
        cli("convert", "clean/online-table.csv", "again.jsonl.gz")
        assert gzip.decompress(first) == gzip.decompress(Path("again.jsonl.gz").read_bytes())
        assert first == Path("again.jsonl.gz").read_bytes()


def test_standard_input(cli, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(document()).read_bytes())))
    assert cli("convert", "-", "new.jsonl", "--input-format", "document").status == 0
    assert len(lines("new.jsonl")) == 3


def test_a_log_that_cannot_be_read(cli):
    Path("torn.json").write_text('{"session": "x", "deals": [{"de')
    ended = cli("convert", "torn.json", "new.csv")
    assert (ended.status, ended.out) == (2, "")
    assert "torn.json:1" in ended.err
    assert not Path("new.csv").exists()
    assert cli("convert", "nowhere.json", "new.csv").status == 2


def test_a_log_without_events_is_nothing(cli):
    Path("empty.json").write_text("[]")
    ended = cli("convert", "empty.json", "new.csv")
    assert ended.status == 3
    assert "there is no event to convert" in ended.err
    assert not Path("new.csv").exists()


def test_sessions_with_rules_of_their_own_go_one_by_one(cli):
    evenings = [legal_session(seed, rules={"min_stake": str(seed)}) for seed in (1, 2)]
    Path("two.json").write_text(json.dumps(evenings))
    ended = cli("convert", "two.json", "new.csv")
    assert ended.status == 2
    assert "different house rules" in ended.err
    assert "--session" in ended.err
    names = [evening["session"] for evening in evenings]
    assert cli("convert", "two.json", "new.csv", "--session", names[1]).status == 0
    assert [(one.session, one.rules.min_stake) for one in read_log("new.csv")] == [(names[1], 200)]
    assert "there is no session x" in cli("convert", "two.json", "x.csv", "--session", "x").err
    assert not Path("x.csv").exists()


def test_house_rules_from_the_command_line_are_written(cli):
    Path("club.toml").write_text("stick_at = 16\n")
    assert cli("convert", document(), "new.csv", "--rules", "club.toml").status == 0
    assert "stick_at = 16" in Path("new.rules.toml").read_text()
    assert cli("convert", document(), "new.json", "--rules", "club.toml").status == 0
    assert json.loads(Path("new.json").read_text())["rules"] == {"stick_at": 16}


def test_two_sessions_of_one_name_are_refused(cli):
    Path("two.json").write_text(json.dumps([{"session": "s", "deals": [DEALS]}] * 2))
    assert "two sessions are called s" in cli("convert", "two.json", "new.csv").err
