import os
import re
import subprocess
import sys

import pytest

from pontoon_audit import __version__

COMMANDS = [
    "audit", "load", "report", "statement", "settle-up", "sql", "rules", "rule", "schema", "convert", "demo",
]  # fmt: skip
HEAVY = ["polars", "duckdb", "pydantic", "rich", "jinja2", "altair", "numba"]
PLAIN = {**os.environ, "COLUMNS": "100", "TERM": "dumb"}


def run(*arguments, code=None, **options):
    program = ["-m", "pontoon_audit"] if code is None else ["-c", code]
    return subprocess.run(
        [sys.executable, *program, *arguments], capture_output=True, text=True, env=PLAIN, check=False, **options
    )


def test_version_is_answered_without_the_command_line_library():
    code = (
        "import sys\nfrom pontoon_audit.cli import main\ntry:\n    main()\nfinally:\n    print('typer' in sys.modules)"
    )
    ended = run("--version", code=code)
    assert ended.stdout == f"pontoon-audit {__version__}\nFalse\n"


@pytest.mark.parametrize(
    ("arguments", "unavoidable"),
    # The command line library itself needs pydantic as soon as a command's own options are parsed.
    [(["--help"], []), (["audit", "--help"], ["pydantic"]), (["demo", "--help"], ["pydantic"])],
)
def test_help_imports_nothing_heavy(arguments, unavoidable):
    code = (
        "import sys\nfrom pontoon_audit.cli import main\n"
        "try:\n    main()\nfinally:\n"
        f"    print(sorted(set(sys.modules) & set({HEAVY})), file=sys.stderr)"
    )
    ended = run(*arguments, code=code)
    assert ended.returncode == 0
    assert ended.stderr == f"{unavoidable}\n"


def test_help_lists_every_command_in_full_sentences():
    text = run("--help").stdout
    listed = dict(re.findall(r"^  ([a-z-]+) +(.+)$", text.partition("Commands:")[2], re.MULTILINE))
    assert list(listed) == COMMANDS
    assert all(said.endswith(".") and not said.endswith("..") for said in listed.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_an_example(cli, command):
    ended = cli(command, "--help")
    assert ended.status == 0
    assert f"  pontoon-audit {command}" in ended.out


def test_no_command_shows_the_help():
    ended = run()
    assert "Commands:" in ended.stdout + ended.stderr
    assert ended.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["audt"], "Did you mean 'audit'?"),
        (["audit"], "Missing argument"),
        (["audit", "x.json", "--format", "xml"], "xml"),
        (["audit", "x.json", "--fail-on", "all"], "all"),
        (["audit", "x.json", "--colour"], "--colour"),
        (["report", "--db", "x"], "--out"),
        (["schema", "ledger"], "ledger"),
    ],
)
def test_a_wrong_command_is_status_2(cli, arguments, says):
    ended = cli(*arguments)
    assert ended.status == 2
    assert says in ended.err
    assert ended.out == ""


def test_shells_can_complete():
    ended = subprocess.run(
        [sys.executable, "-m", "pontoon_audit"], capture_output=True, text=True, check=False,
        env=PLAIN | {"_PONTOON_AUDIT_COMPLETE": "complete_bash", "COMP_WORDS": "pontoon-audit st", "COMP_CWORD": "1"},
    )  # fmt: skip
    assert ended.stdout.split() == ["statement"]
