"""Audits written as parts: loaded, they are the same history as the logs themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pontoon_audit.auditing import audit, audit_batches
from pontoon_audit.cli.guard import guarded
from pontoon_audit.history import HistoryError, Loader, load
from pontoon_audit.history.parts import read_parts, write_part
from tests.history.small_audits import contents, evening, file_of
from tests.history.test_history_audited import SAMPLES


def test_parts_give_the_same_history_as_the_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 1500)
    for number, piece in enumerate(audit_batches(SAMPLES)):
        write_part(piece, tmp_path / "parts" / f"{number:04d}")
    direct, apart = tmp_path / "direct.duckdb", tmp_path / "apart.duckdb"
    load(audit(SAMPLES), direct)
    assert guarded(["load", "--from-parquet", str(tmp_path / "parts"), "--db", str(apart), "--quiet"]) == 0
    assert contents(apart, without=["sources"]) == contents(direct, without=["sources"])
    # and they are the same sources
    before = contents(apart)
    assert load(audit(SAMPLES), apart).skipped == len(SAMPLES)
    assert contents(apart) == before


def damage_nothing_there(folder: Path) -> None:
    (folder / "events.parquet").unlink()


def damage_cut_off(folder: Path) -> None:
    path = folder / "hands.parquet"
    path.write_bytes(path.read_bytes()[:-50])


def damage_other_table(folder: Path) -> None:
    (folder / "hands.parquet").write_bytes((folder / "deals.parquet").read_bytes())


def damage_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{}")


def damage_version(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"tool_version": "0.0.0"}))


def damage_sources(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sources": []}))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (damage_nothing_there, r"events\.parquet cannot be read"),
        (damage_cut_off, r"hands\.parquet cannot be read"),
        (damage_other_table, r"hands\.parquet has not the columns of hands"),
        (damage_manifest, r"manifest\.json is no manifest of a part"),
        (damage_version, r"was written by version 0\.0\.0"),
        (damage_sources, r"has sessions of a file that manifest\.json does not name"),
    ],
)
def test_a_damaged_part_is_told_and_nothing_is_loaded(tmp_path: Path, damage: object, told: str) -> None:
    write_part(file_of([evening()]), tmp_path / "parts" / "1")
    folder = write_part(file_of([evening("friday")]), tmp_path / "parts" / "2")
    assert callable(damage)
    damage(folder)
    club = tmp_path / "club.duckdb"
    with pytest.raises(HistoryError, match=told), Loader(club) as loader:
        list(map(loader.add, read_parts(tmp_path / "parts")))
    assert not club.exists()


def test_a_folder_without_parts_is_told(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="there is no part of an audit in"):
        list(read_parts(tmp_path))
    write_part(file_of([evening()]), tmp_path / "one")
    with pytest.raises(FileExistsError):
        write_part(file_of([evening()]), tmp_path / "one")


def test_logs_or_parts_but_not_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], [SAMPLES[0], "--from-parquet", str(tmp_path)]):
        assert guarded(["load", *words, "--db", str(tmp_path / "club.duckdb")]) == 2
        assert "either logs or --from-parquet must be named" in capsys.readouterr().err
