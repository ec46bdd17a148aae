import json
from importlib import import_module
from importlib.resources import files

import pytest

from pontoon_audit.notation.deal_line import read_deal_line
from tests.output.made_audit import FINDINGS, NOT_CHECKED, UNDECLARED, WRONG_AMOUNT, made_audit, unreadable


@pytest.fixture
def found(monkeypatch, tmp_path):
    """Make every audit find what a test says, in a folder with one log."""
    log = tmp_path / "thursday.json"
    log.write_text("[]")

    def find(*findings, **changes):
        made = made_audit(findings, **changes)
        monkeypatch.setattr(
            import_module("pontoon_audit.auditing"), "audit_batches", lambda *_, **__: (one for one in [made])
        )
        return log

    monkeypatch.chdir(tmp_path)
    return find


def nothing():
    return {"summary": made_audit(()).summary | {"events": 0, "rejected": 0}}


@pytest.mark.parametrize(
    ("findings", "fail_on", "status"),
    [
        ((), "error", 0), (FINDINGS, "error", 1), ((UNDECLARED,), "error", 0), ((UNDECLARED,), "warning", 1),
        ((NOT_CHECKED,), "warning", 0), ((NOT_CHECKED,), "info", 1), (FINDINGS, "never", 0), ((), "info", 0),
    ],
)  # fmt: skip
def test_the_status_follows_the_least_severity_asked_for(cli, found, findings, fail_on, status):
    assert cli("audit", found(*findings), "--fail-on", fail_on).status == status


def test_an_unread_file_is_status_2_and_the_others_are_audited(cli, found):
    ended = cli("audit", found(WRONG_AMOUNT, unreadable=[unreadable()]), "--format", "jsonl")
    assert ended.status == 2
    assert json.loads(ended.out)["finding"] == "settlement/wrong-amount"
    assert "torn.json:7: the text ends inside a string (is the file complete?)" in ended.err


def test_no_event_is_status_3_and_does_not_look_clean(cli, found):
    ended = cli("audit", found(**nothing()))
    assert ended.status == 3
    assert "Nothing was audited" in ended.out
    assert "nothing was audited" in ended.err


def test_a_rule_that_failed_is_status_4(cli, found):
    ended = cli("audit", found(WRONG_AMOUNT, rule_errors=["pack/shuffled: it failed"]), "--format", "json")
    assert ended.status == 4
    assert "pack/shuffled: it failed" in ended.err
    assert json.loads(ended.out)["findings"]


@pytest.mark.parametrize("argument", ["nowhere/*.json", "empty"])
def test_what_matches_nothing_is_status_3(cli, found, tmp_path, argument):
    found()
    (tmp_path / "empty").mkdir()
    ended = cli("audit", argument)
    assert ended.status == 3
    assert argument in ended.err
    assert ended.out == ""


def test_a_file_that_is_not_there_is_status_2(cli, found):
    found()
    ended = cli("audit", "thursdy.json")
    assert ended.status == 2
    assert "thursdy.json" in ended.err


def test_one_file_that_is_not_there_stops_nobody(cli, found):
    ended = cli("audit", found(WRONG_AMOUNT), "thursdy.json")
    assert ended.status == 2
    assert "settlement/wrong-amount" in ended.out


def test_selecting_decides_what_is_shown_and_the_status(cli, found):
    log = found(*FINDINGS)
    assert cli("audit", log, "--ignore", "settlement").status == 0
    ended = cli("audit", log, "--select", "pontoon,log", "--select", "split/too-many", "--format", "json")
    assert ended.status == 0
    document = json.loads(ended.out)
    assert [one["finding"] for one in document["findings"]] == ["pontoon/undeclared", "log/not-checked"]
    assert "settlement/wrong-amount" not in document["coverage"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("settlement/wrong-amout", "settlement/wrong-amount"),
        ("setlement", "settlement"),
        ("undeclared", "pontoon/undeclared"),
    ],
)
def test_an_unknown_name_is_refused_with_what_it_may_have_meant(cli, found, name, meant):
    ended = cli("audit", found(), "--select", name)
    assert ended.status == 2
    assert name in ended.err
    assert meant in ended.err


@pytest.mark.parametrize("format", ["text", "json", "jsonl", "csv", "sarif", "junit", "github"])
def test_every_format_is_the_same_from_run_to_run_and_alone_on_standard_output(cli, found, format):
    log = found(*FINDINGS)
    first, second = (cli("audit", log, "--format", format) for _ in range(2))
    assert first == second
    assert first.status == 1
    assert "settlement/wrong-amount" in first.out
    assert first.err == ""


@pytest.mark.parametrize("format", ["text", "json", "csv"])
def test_output_goes_to_a_file_with_the_same_bytes(cli, found, tmp_path, format):
    log = found(*FINDINGS)
    shown = cli("audit", log, "--format", format)
    written = cli("audit", log, "--format", format, "--output", tmp_path / "out")
    assert written.out == ""
    assert (tmp_path / "out").read_bytes() == shown.out.encode()


def test_output_never_overwrites_a_log(cli, found):
    log = found(*FINDINGS)
    ended = cli("audit", log, "--output", log)
    assert ended.status == 2
    assert log.read_text() == "[]"


def test_output_into_a_folder_that_is_not_there_is_told(cli, found):
    ended = cli("audit", found(), "--output", "no/such/folder")
    assert ended.status == 2
    assert "no/such/folder cannot be written" in ended.err


def test_wrong_house_rules_are_named_with_their_line(cli, found, tmp_path):
    (tmp_path / "club.rules.toml").write_text('base = "pontoon"\nstick_at = "sixteen"\n')
    ended = cli("audit", found(), "--rules", "club.rules.toml")
    assert ended.status == 2
    assert "club.rules.toml:2" in ended.err
    assert "stick_at" in ended.err


def test_quiet_and_coverage(cli, found):
    log = found(*FINDINGS)
    assert "Read:" not in cli("audit", log, "--quiet").out
    assert "split/too-many" in cli("audit", log, "--coverage").out


def test_a_terminal_gets_the_same_words_in_colour(found, monkeypatch, capsys):
    from pontoon_audit.cli import auditing
    from pontoon_audit.cli.guard import guarded

    log = found(*FINDINGS)
    guarded(["audit", str(log)])
    plain = capsys.readouterr().out
    monkeypatch.setattr(auditing, "_is_terminal", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    guarded(["audit", str(log)])
    coloured = capsys.readouterr().out
    assert "\x1b[1;31merror\x1b[0m" in coloured
    assert [line.rstrip() for line in uncoloured(coloured).splitlines()] == plain.splitlines()


def uncoloured(text):
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_verbose_shows_a_deal_with_findings_on_one_line(cli):
    log = files("pontoon_audit") / "sample_logs" / "faulty" / "many-faults.json"
    shown = cli("audit", str(log), "--verbose").out.splitlines()
    line = shown[shown.index("  Deal 5") + 1].strip()
    assert line == (
        "5. ben banker | cat TCTS@3 s = +3 | dev JS5D@2 s = -2 | eve 3D9C@2.50 b7C@4.50 = +7 | fay AC9H@1 s = +1 | "
        "ann AD4D@2.50 t2S s | ben QD8C y"
    )
    assert read_deal_line(line)[0] == 5
    assert "5. ben banker" not in cli("audit", str(log)).out
