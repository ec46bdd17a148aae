import shutil
from pathlib import Path

import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"


@pytest.fixture
def club(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAMPLES / "clean" / "score-sheet.csv", "sheet.csv")
    shutil.copy(SAMPLES / "clean" / "score-sheet.rules.toml", "sheet.rules.toml")
    assert cli("load", "sheet.csv", "--db", "club.duckdb", "--quiet") == (0, "", "")


@pytest.mark.parametrize("command", ["report", "statement"])
def test_pages_are_written_and_the_one_to_open_is_named(cli, club, command):
    ended = cli(command, "--db", "club.duckdb", "--out", "pages")
    assert (ended.status, ended.err) == (0, "")
    number, first = ended.out.removesuffix("\n").split(" files written; open ")
    assert Path(first).is_file()
    assert int(number) == len([path for path in Path("pages").rglob("*") if path.is_file()])


def test_one_statement_is_one_players(cli, club):
    assert cli("statement", "--db", "club.duckdb", "--out", "all").status == 0
    assert cli("statement", "--db", "club.duckdb", "--out", "one", "--player", "ben").status == 0
    names = {path.stem for path in Path("one").rglob("*") if "ben" in path.stem}
    assert names
    assert len(list(Path("one").rglob("*"))) < len(list(Path("all").rglob("*")))


@pytest.mark.parametrize("option", [("--player", "nobody"), ("--session", "never")])
def test_a_statement_of_nobody_is_refused(cli, club, option):
    ended = cli("statement", "--db", "club.duckdb", "--out", "pages", *option)
    assert ended.status == 2
    assert option[1] in ended.err
    assert "our fault" not in ended.err


@pytest.mark.parametrize("command", ["report", "statement"])
def test_a_history_that_is_not_there_is_told_with_the_command_that_makes_one(cli, tmp_path, command):
    ended = cli(command, "--db", tmp_path / "none.duckdb", "--out", tmp_path / "pages")
    assert ended.status == 2
    assert "pontoon-audit load" in ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["report", "statement"])
def test_a_folder_that_cannot_be_made_is_told(cli, club, command):
    ended = cli(command, "--db", "club.duckdb", "--out", "sheet.csv")
    assert ended.status == 2
    assert "sheet.csv" in ended.err
    assert "our fault" not in ended.err


@pytest.mark.parametrize("command", ["report", "statement"])
def test_quiet_says_nothing(cli, club, command):
    assert cli(command, "--db", "club.duckdb", "--out", "pages", "--quiet") == (0, "", "")
