import re
from pathlib import Path

import pytest


@pytest.fixture
def shown(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = cli("demo")
    assert (ended.status, ended.err) == (0, "")
    return ended.out


def test_everything_the_demo_names_is_there(cli, shown):
    for name in ("demo/report/index.html", "demo/findings.txt", "demo/logs", "demo/statements"):
        assert name in shown
        assert Path(name).exists()
    number = int(re.search(r"Statements: +(\d+) files", shown)[1])
    assert number == len([path for path in Path("demo/statements").rglob("*") if path.is_file()])
    for command in re.findall(r"pontoon-audit (.+)$", shown, re.MULTILINE):
        assert cli(*command.split()).status in (0, 1)


def test_the_demo_says_what_the_audit_says(cli, shown):
    assert "Found 13 errors and 3 warnings" in shown
    text = Path("demo/findings.txt").read_text(encoding="utf-8")
    assert "Found:   13 errors, 3 warnings, 1 info\n" in text
    assert cli("audit", "demo/logs/faulty").out.split("Read:")[0] in text


def test_the_demo_can_be_run_again(cli, shown):
    assert cli("demo").out == shown


def test_the_demo_spoils_no_file_of_that_name(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("demo").write_text("mine")
    ended = cli("demo")
    assert ended.status == 2
    assert "give --out another" in ended.err
    assert Path("demo").read_text() == "mine"


def test_the_demo_goes_where_it_is_sent(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli("demo", "--out", "some/where else").status == 0
    assert Path("some/where else/report/index.html").is_file()
    assert [path.name for path in Path().iterdir()] == ["some"]
