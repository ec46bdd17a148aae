import os
import signal
import subprocess
import sys
import time

import pytest

from pontoon_audit.cli import app


def failing(error):
    def run(arguments):
        raise error

    return run


def test_an_unexpected_failure_is_ours_and_short(cli, monkeypatch):
    monkeypatch.setattr(app, "run", failing(KeyError("no such\x1b[31m column")))
    ended = cli("audit", "x.json")
    assert ended.status == 4
    assert "this is our fault, not yours" in ended.err
    assert "--verbose" in ended.err
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err


@pytest.mark.parametrize("option", ["--verbose", "-v"])
def test_its_details_are_there_for_who_asks(cli, monkeypatch, option):
    monkeypatch.setattr(app, "run", failing(ZeroDivisionError("division by zero")))
    ended = cli("audit", "x.json", option)
    assert ended.status == 4
    assert "Traceback" in ended.err
    assert "ZeroDivisionError" in ended.err


@pytest.mark.parametrize("error", [RecursionError("too deep"), MemoryError(), UnicodeEncodeError("a", "b", 0, 1, "c")])
def test_every_kind_of_failure_is_caught(cli, monkeypatch, error):
    monkeypatch.setattr(app, "run", failing(error))
    assert cli("rules").status == 4


def test_ctrl_c_leaves_no_traceback(cli, monkeypatch):
    monkeypatch.setattr(app, "run", failing(KeyboardInterrupt()))
    assert cli("audit", "x.json") == (130, "", "")


def test_ctrl_c_while_a_log_comes_in():
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_audit", "audit", "-", "--input-format", "lines"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode in (130, -signal.SIGINT)
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="no SIGPIPE there")
def test_a_reader_that_stops_early_hears_no_complaint():
    # The pipe's far end is closed before a word is written.
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "-m", "pontoon_audit", "rules"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert ended.stderr == ""
    assert ended.returncode in (-signal.SIGPIPE, 141)


def test_output_that_the_terminal_cannot_show_is_spelt_out():
    ended = subprocess.run(
        [sys.executable, "-c", "from pontoon_audit.cli.guard import guarded; guarded(['rule', 'pack/♠'])"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "\\u2660 is not a finding" in ended.stderr
