"""The README's hand sheet with its result, its exit statuses, its links, and what it says of the library."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import pontoon_audit
from pontoon_audit.cli import status

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_hand_sheet_gives_the_result_below_it(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = section("Write down an evening")
    (sheet,) = re.findall(r"^```csv\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ((command, shown),) = re.findall(r"^```text\n\$ pontoon-audit (.*?)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("thursday.csv").write_text(sheet, encoding="utf-8")
    ended = cli(*command.split())
    assert ended.status == 1
    assert ended.err == ""
    before, after = shown.split("…\n")
    assert ended.out.startswith(before)
    assert ended.out.endswith(after)


def test_every_exit_status_is_told() -> None:
    told = {int(number) for number in re.findall(r"^\| (\d+) \|", section("Exit status"), re.MULTILINE)}
    assert told == {
        status.CLEAN, status.FOUND, status.WRONG, status.NOTHING, status.OUR_FAULT, status.INTERRUPTED,
    }  # fmt: skip


def test_the_library_takes_files_folders_lists_and_rules(tmp_path: Path) -> None:
    logs = ROOT / "pontoon_audit" / "sample_logs"
    shutil.copytree(logs / "clean", tmp_path / "clean")
    folder = pontoon_audit.audit(tmp_path / "clean")
    files = sorted(path for path in (tmp_path / "clean").iterdir() if path.suffix != ".toml")
    assert [source.path for source in folder.sources] == [str(path) for path in files]
    rules = pontoon_audit.Rules(min_stake="5")  # type: ignore[arg-type]
    found = pontoon_audit.audit([tmp_path / "clean", logs / "faulty"], rules=rules)
    assert found.summary["sessions"] == folder.summary["sessions"] + 1
    assert "stake/below-minimum" in found.findings["finding"].to_list()


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        other = page if not name else page.parent / name
        assert other.exists(), target
        assert not anchor or anchor in anchors(other.read_text(encoding="utf-8")), target
