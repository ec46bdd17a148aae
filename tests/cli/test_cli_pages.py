import re
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


def test_statements_of_earlier_runs_stay_and_are_told_of(cli, club):
    assert cli("statement", "--db", "club.duckdb", "--out", "all").err == ""
    again = cli("statement", "--db", "club.duckdb", "--out", "all", "--player", "ben")
    assert again.status == 0
    assert re.fullmatch(
        r"\d+ statements of earlier runs stayed in all; delete the folder to have only new ones\n", again.err
    )
    assert cli("statement", "--db", "club.duckdb", "--out", "all").err == ""


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


@pytest.mark.parametrize(("command", "page"), [("report", "index.html"), ("statement", "statements.html")])
def test_a_page_of_somebody_elses_is_not_written_over(cli, club, command, page):
    Path("pages").mkdir()
    Path("pages", page).write_text("my own page", encoding="utf-8")
    ended = cli(command, "--db", "club.duckdb", "--out", "pages")
    assert ended.status == 2
    assert page in ended.err
    assert "give --out another folder" in ended.err
    assert [path.read_text(encoding="utf-8") for path in Path("pages").iterdir()] == ["my own page"]


def test_what_a_link_leads_to_is_not_written_over(cli, club):
    Path("pages").mkdir()
    for name in ("index.html", "bank.html"):
        Path(f"my-{name}").write_text("my own page", encoding="utf-8")
    Path("pages/index.html").symlink_to(Path("my-index.html").resolve())
    assert cli("report", "--db", "club.duckdb", "--out", "pages").status == 2
    Path("pages/index.html").unlink()
    Path("pages/bank.html").symlink_to(Path("my-bank.html").resolve())
    assert cli("report", "--db", "club.duckdb", "--out", "pages").status == 0
    assert {Path(f"my-{name}").read_text(encoding="utf-8") for name in ("index.html", "bank.html")} == {"my own page"}


def test_a_file_in_the_way_of_a_folder_is_told_before_anything_is_written(cli, club):
    Path("pages").mkdir()
    Path("pages/deals").write_text("mine", encoding="utf-8")
    ended = cli("report", "--db", "club.duckdb", "--out", "pages")
    assert ended.status == 2
    assert "deals is a file" in ended.err
    assert [path.name for path in Path("pages").iterdir()] == ["deals"]


def test_pages_of_sessions_that_are_there_no_more_go_and_what_is_not_of_the_report_stays(cli, club):
    assert cli("load", SAMPLES / "faulty", "--db", "two.duckdb", "--quiet").status == 0
    assert cli("report", "--db", "two.duckdb", "--out", "pages").status == 0
    assert cli("statement", "--db", "two.duckdb", "--out", "pages").status == 0
    statements = set(Path("pages").rglob("*.csv")) | {Path("pages/statements.html")}
    Path("pages/deals/mine.html").write_text("mine", encoding="utf-8")
    ended = cli("report", "--db", "club.duckdb", "--out", "pages")
    assert ended.status == 0
    assert not [path for folder in ("deals", "sheets", "sessions") for path in Path("pages", folder).glob("friday*")]
    assert Path("pages/deals/mine.html").is_file()
    assert all(path.is_file() for path in statements)


@pytest.mark.parametrize("command", ["report", "statement"])
def test_an_empty_name_of_a_folder_is_a_slip(cli, club, command):
    before = sorted(Path().iterdir())
    ended = cli(command, "--db", "club.duckdb", "--out", "")
    assert ended.status == 2
    assert "empty" in ended.err
    assert sorted(Path().iterdir()) == before
