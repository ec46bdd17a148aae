import io
import sys
import time
from importlib.resources import files

import pytest

from pontoon_audit.cli import progress

SAMPLES = files("pontoon_audit") / "sample_logs"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Makes standard error a terminal, from when it is called: what a fixture puts there, pytest takes away again."""

    def make():
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return make


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)


def work(*, quiet=False, expected=500_000, works=("replaying", "loading")):
    """Two batches that are read, replayed and loaded."""
    with progress.watched(*works, quiet=quiet, expected=lambda: expected) as watch:
        for events in (250_000, 4):
            watch.at("reading")
            time.sleep(0.15)
            watch.at("replaying")
            watch.done("replaying", events)
            time.sleep(0.15)
            watch.done("loading", events)
        time.sleep(0.15)


def test_long_work_says_how_far_it_is_and_leaves_nothing_behind(terminal, impatient):
    shown = terminal()
    work()
    text = shown.getvalue()
    assert "250,000 of about 500,000 events" in text
    assert " a second" in text
    assert " left" in text
    assert all(word in text for word in ("reading", "replaying", "loading"))
    assert text.endswith("\x1b[2K")  # the lines are wiped


def test_where_the_size_says_nothing_no_time_is_promised(terminal, impatient):
    shown = terminal()
    work(expected=None)
    assert "250,000 events" in shown.getvalue()
    assert "of about" not in shown.getvalue()
    assert "left" not in shown.getvalue()


def test_more_than_was_expected_is_no_lie(terminal, impatient):
    shown = terminal()
    work(expected=1000)
    assert "250,004 events" in shown.getvalue()
    assert "250,004 of about" not in shown.getvalue()


def test_short_work_says_nothing(terminal):
    shown = terminal()
    work()
    assert shown.getvalue() == ""


@pytest.mark.parametrize("quiet", [True, False])
def test_a_pipe_hears_nothing(impatient, capsys, quiet):
    work(quiet=quiet)
    assert capsys.readouterr() == ("", "")


def test_a_terminal_hears_nothing_when_quiet(terminal, impatient):
    shown = terminal()
    work(quiet=True)
    assert shown.getvalue() == ""


def test_a_failure_stops_the_line_too(terminal, impatient):
    shown = terminal()

    def fail():
        with progress.watched("replaying", quiet=False, expected=lambda: 10) as watch:
            watch.done("replaying", 4)
            time.sleep(0.15)
            raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        fail()
    assert shown.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize("shared", [[], ["--workers", "2"]])
def test_commands_say_how_far_they_are(cli, terminal, impatient, tmp_path, shared):
    """Every event is counted once, whoever replays it."""
    shown = terminal()
    log = SAMPLES / "clean" / "online-table.csv"
    counted = []

    class Heard(progress._Bars):
        def done(self, work, events):
            counted.append((work, events))
            super().done(work, events)

    progress._Bars, before = Heard, progress._Bars
    try:
        cli("load", log, "--db", tmp_path / "club.duckdb", *shared)
        cli("load", "--from-parquet", tmp_path, "--db", tmp_path / "none.duckdb")
    finally:
        progress._Bars = before
    sums = {kind: sum(events for name, events in counted if name == kind) for kind, _ in counted}
    assert sums == {"replaying": 226, "loading": 226}
    assert shown.getvalue()
