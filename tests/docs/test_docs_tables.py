"""The page on the tables of an audit, held against real audits."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from pontoon_audit.auditing import Audit, audit
from pontoon_audit.cli.guard import guarded
from pontoon_audit.findings.judgement import Coverage
from pontoon_audit.reading import find_logs

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
FRAMES = ("sessions", "seats", "deals", "hands", "events", "findings", "ledger", "rejected", "rule_counts", "balances")
TYPES = {"whole number": pl.Int64(), "text": pl.String(), "yes or no": pl.Boolean(), "money": pl.Decimal(18, 2)}

ODD = {
    "session": "odd",
    "players": [{"id": "ann"}, {"id": "ann"}, {"id": 5}],
    "deals": [
        {"deal": "x", "banker": "", "events": [{"action": "stake", "player": "ann", "amount": "1"}, {"action": "?"}]},
        {"deal": 2, "events": [{"action": "deal", "player": "ann", "card": "??"}, {"action": "void"}]},
        {"deal": 3, "banker": "eve", "events": [{"action": "settle", "player": "ann", "amount": "1"}, 7]},
    ],
}


def rows(section: str) -> list[list[str]]:
    """The rows of the table in a section of the page, its head left out."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [[row[0].strip("`"), *row[1:]] for row in found[2:]]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """All sample logs, and one that has nearly everything wrong with it."""
    folder = tmp_path_factory.mktemp("logs")
    (folder / "odd.json").write_text(json.dumps(ODD), encoding="utf-8")
    (folder / "odd.csv").write_text("action,player,deal\nseat,ann,\nstick,,1\nstick,ann,1\n", encoding="utf-8")
    found = audit([*find_logs([str(ROOT / "pontoon_audit" / "sample_logs"), str(folder)])])
    assert not found.unreadable
    return found


@pytest.mark.parametrize("name", FRAMES)
def test_columns_and_types_are_those_of_an_audit(audited: Audit, name: str) -> None:
    told = [(column, TYPES[kind]) for column, kind, *_ in rows(name)]
    assert told == list(getattr(audited, name).schema.items())


@pytest.mark.parametrize("name", FRAMES)
def test_what_is_never_null_never_is(audited: Audit, name: str) -> None:
    frame = getattr(audited, name)
    assert frame.height > 0
    never = [column for column, _, _, null in rows(name) if null.startswith("never")]
    assert {column: frame[column].null_count() for column in never} == dict.fromkeys(never, 0)


def test_every_table_of_an_audit_has_a_section() -> None:
    frames = [field.name for field in fields(Audit) if field.type == "pl.DataFrame"]
    asked = [name for name, member in vars(Audit).items() if isinstance(member, property)]
    assert {*frames, *asked} - {"summary", "settled"} == set(FRAMES)
    assert re.findall(r"^## (\w+)$", PAGE, re.MULTILINE) == [*FRAMES, "summary", "coverage"]


def test_summary_and_coverage_have_the_keys_that_are_told(audited: Audit) -> None:
    of_type = {"whole number": int, "money": Decimal}
    assert [(key, of_type[kind]) for key, kind, _ in rows("summary")] == [
        (key, type(value)) for key, value in audited.summary.items()
    ]
    assert [name for name, *_ in rows("coverage")] == [field.name for field in fields(Coverage)]


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("sessions", "shape"),
        ("deals", "banker_class"),
        ("hands", "class"),
        ("hands", "outcome"),
        ("events", "face"),
        ("findings", "severity"),
        ("ledger", "kind"),
        ("ledger", "debit_kind"),
    ],
)
def test_words_that_a_column_may_hold_are_all_told(audited: Audit, table: str, column: str) -> None:
    (told,) = (what for name, _, what, _ in rows(table) if name == column)
    assert set(getattr(audited, table)[column].drop_nulls()) <= set(re.findall(r"`([a-z-]+)`", told))


def test_losses_are_below_nought_and_the_ledger_says_the_same(audited: Audit) -> None:
    lost = audited.hands.filter((pl.col("outcome") == "lose") & (pl.col("stake") > 0))
    assert lost["due"].drop_nulls().max() < 0
    assert lost["multiple"].max() < 0
    moved = audited.ledger.filter(pl.col("kind") != "chips")
    won = sum((moved.filter(pl.col("credit_kind") == "player")["recorded"].drop_nulls()), Decimal())
    gave = sum((moved.filter(pl.col("debit_kind") == "player")["recorded"].drop_nulls()), Decimal())
    assert won - gave == sum(audited.balances["recorded"].drop_nulls(), Decimal())


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "pontoon_audit" / "sample_logs", tmp_path / "demo" / "logs")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(code, names)
    assert "shape: (3, 5)" in capsys.readouterr().out
    assert guarded(["load", "--from-parquet", "parts", "--db", "club.duckdb"]) == 0
    assert "1 file loaded" in capsys.readouterr().out
