import io
import sys
import time
from types import SimpleNamespace

import polars as pl
import pytest

from pontoon_audit.cli import progress


@pytest.fixture
def pieces():
    return [SimpleNamespace(sessions=pl.DataFrame({"events": [events]})) for events in (250_000, 4)]


def run(pieces, *, quiet=False):
    for _ in progress.watched(pieces, quiet=quiet):
        time.sleep(0.1)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Makes standard error a terminal, from when it is called: what a fixture puts there, pytest takes away again."""

    def make():
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return make


def test_long_work_says_how_far_it_is_and_leaves_nothing_behind(pieces, terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    shown = terminal()
    run(pieces)
    assert "1 session, 250,000 events audited" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")  # the line is wiped


def test_short_work_says_nothing(pieces, terminal):
    shown = terminal()
    run(pieces)
    assert shown.getvalue() == ""


@pytest.mark.parametrize("quiet", [True, False])
def test_a_pipe_hears_nothing(pieces, monkeypatch, capsys, quiet):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    run(pieces, quiet=quiet)
    assert capsys.readouterr() == ("", "")


def test_a_terminal_hears_nothing_when_quiet(pieces, terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    shown = terminal()
    run(pieces, quiet=True)
    assert shown.getvalue() == ""


def test_a_failure_stops_the_line_too(terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)

    shown = terminal()

    def torn():
        yield SimpleNamespace(sessions=pl.DataFrame({"events": [4]}))
        time.sleep(0.1)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(progress.watched(torn(), quiet=False))
    assert shown.getvalue().endswith("\x1b[2K")
