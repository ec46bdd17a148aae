import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest

from pontoon_audit.cli import app

SAMPLE = str(files("pontoon_audit") / "sample_logs" / "clean" / "score-sheet.csv")


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


@pytest.mark.parametrize("heard", [KeyboardInterrupt(), RuntimeError("Query interrupted")], ids=["python", "duckdb"])
def test_ctrl_c_leaves_no_traceback(cli, monkeypatch, heard):
    monkeypatch.setattr(app, "run", failing(heard))
    assert cli("audit", "x.json") == (130, "", "pontoon-audit: stopped; nothing was half written\n")


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks at a process as Linux shows it")
@pytest.mark.parametrize("where", ["standard input", "a pipe"])
def test_ctrl_c_while_a_log_comes_in(tmp_path, where):
    log = "-" if where == "standard input" else str(tmp_path / "log.jsonl")
    if log != "-":
        os.mkfifo(log)
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_audit", "audit", log, "--input-format", "lines"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    ends = time.monotonic() + 60
    while "_polars_runtime" not in Path(f"/proc/{process.pid}/maps").read_text():
        assert time.monotonic() < ends
        time.sleep(0.05)
    time.sleep(2)  # by now it waits for input
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130  # its input is still open
    out, err = process.communicate()
    assert out == ""
    assert err == "pontoon-audit: stopped; nothing was half written\n"


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


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["rules"], ["--help"], ["--version"], ["schema", "log"], ["audit", SAMPLE, "--format", "json"]]
)
def test_a_full_disk_is_not_our_fault(arguments):
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "pontoon_audit", *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr == "pontoon-audit: standard output cannot be written: no space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="no shell that closes it")
def test_no_standard_output_at_all_is_not_our_fault():
    command = f'exec "{sys.executable}" -m pontoon_audit rules >&-'
    ended = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, "pontoon-audit: there is no standard output to write to\n")


@pytest.mark.parametrize("kind", ["standard input", "a pipe"])
def test_a_file_that_is_no_history_is_refused_although_the_log_is_not_there_yet(tmp_path, kind):
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary, today the banker cheated")
    log = "-" if kind == "standard input" else str(tmp_path / "log.jsonl")
    if log != "-":
        os.mkfifo(log)
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_audit", "load", log, "--input-format", "lines", "--db", notes],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.wait(timeout=30) == 2
    assert f"{notes} is not a history file" in process.communicate()[1]


@pytest.mark.skipif(os.name == "nt", reason="a shell that closes streams")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (f"audit {SAMPLE} >&-", "there is no standard output"),
        ("audit - --input-format csv <&-", "there is no standard input"),
        ("load - --input-format csv --db x.duckdb <&-", "there is no standard input"),
        ("convert - --input-format csv x.json <&-", "there is no standard input"),
    ],
)
def test_a_stream_that_is_closed_is_not_our_fault(tmp_path, command, says):
    ended = subprocess.run(
        f"{sys.executable} -m pontoon_audit {command}", shell=True, cwd=tmp_path, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert says in ended.stdout + ended.stderr
    assert list(tmp_path.iterdir()) == []
