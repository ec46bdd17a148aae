import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pontoon_audit

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    assert PROJECT["version"] == pontoon_audit.__version__
    assert f"## {pontoon_audit.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_checks_run_the_very_line_of_the_readme():
    lines = [line for line in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines() if "pytest -" in line]
    assert len(lines) == 1
    assert lines[0] in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


def test_every_dependency_is_locked_with_hashes():
    wanted = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    names = {re.match(r"[A-Za-z0-9-]+", one)[0] for one in wanted}
    locked = set(re.findall(r"^([a-z0-9-]+)==", LOCK, re.MULTILINE))
    assert names - {PROJECT["name"]} <= locked
    pinned = [block for block in re.split(r"\n(?=[a-z])", LOCK) if not block.startswith("#")]
    assert all("--hash=sha256:" in block for block in pinned)


def test_the_lock_names_no_registry():
    assert "://" not in LOCK


def test_every_dependency_says_why():
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    start, end = lines.index("dependencies = ["), lines.index("[project.optional-dependencies]")
    for number in range(start + 1, end):
        if lines[number].startswith('    "'):
            above = lines[number - 1].strip()
            assert above.startswith(("#", '"')), lines[number]


def test_pyarrow_is_not_needed():
    # It would double what is installed; both engines exchange tables without it.
    assert "pyarrow" not in LOCK


@pytest.mark.parametrize("name", ["audit", "audit_batches", "load", "read_log", "Rules", "Audit"])
def test_the_library_has_what_it_promises(name):
    assert getattr(pontoon_audit, name) is not None
    assert name in dir(pontoon_audit)


def test_the_function_is_found_whatever_was_imported_before():
    code = "import pontoon_audit.auditing\nfrom pontoon_audit import audit\nprint(callable(audit))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"


def test_the_library_says_no_to_what_it_has_not():
    with pytest.raises(AttributeError, match="no attribute 'settle'"):
        pontoon_audit.settle  # noqa: B018 - the look-up is what is tested


def test_importing_the_library_imports_nothing_heavy():
    code = "import sys, pontoon_audit; print(sorted(set(sys.modules) & {'polars', 'duckdb', 'pydantic', 'typer'}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
