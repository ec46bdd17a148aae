import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pontoon_audit.house_rules import HouseRules

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ANYTHING = "…"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def examples():
    """Every command of the README, in order, with the output that is printed below it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield shlex.split(command), shown


def expected(shown):
    """The pattern of what is shown: a line of its own that is … stands for any lines, and pages are not counted."""
    lines = [".*" if line == ANYTHING else re.escape(line) + "\n" for line in shown.splitlines()]
    return re.compile(re.sub(r"\d+\\ files\\ written", r"\\d+ files written", "".join(lines)), re.DOTALL)


@pytest.fixture(scope="module")
def clubhouse(tmp_path_factory):
    """A folder as it is after `pontoon-audit demo`, as far as the examples need it."""
    folder = tmp_path_factory.mktemp("clubhouse")
    shutil.copytree(ROOT / "pontoon_audit" / "sample_logs", folder / "demo" / "logs")
    return folder


def test_every_example_of_the_readme_does_what_it_shows(cli, clubhouse, monkeypatch):
    monkeypatch.chdir(clubhouse)
    for (program, *arguments), shown in examples():
        assert program == "pontoon-audit"
        ended = cli(*arguments)
        assert ended.status in (0, 1), (arguments, ended)
        assert ended.err == ""
        assert expected(shown).fullmatch(ended.out), f"{arguments} printed\n{ended.out}"


def test_the_house_rules_of_the_readme_are_the_defaults():
    (shown,) = blocks("toml")
    rules = HouseRules.model_validate(tomllib.loads(shown))
    assert set(tomllib.loads(shown)) == set(HouseRules.model_fields)
    given = {"currency", "min_stake", "max_stake", "kitty_min", "kitty_max"}
    assert rules.model_dump(exclude=given) == HouseRules().model_dump(exclude=given)


def test_the_library_example_runs(clubhouse):
    (code,) = blocks("python")
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=clubhouse, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "settlement/wrong-amount ann 2.00\n" in ended.stdout


def test_the_readme_lists_every_command():
    from pontoon_audit.cli.app import app

    listed = set(re.findall(r"`([a-z-]+)(?: [^`]*)?`", "\n".join(re.findall(r"^\| `[^|]+\|", README, re.MULTILINE))))
    assert {command.name for command in app().registered_commands} <= listed
