"""Random loads of random files against the simplest model: what was loaded last is what is shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.history import Loader, LoadResult
from tests.history.small_audits import contents, evening, file_of, rows, together


def random_file(random_: random.Random, number: int) -> tuple[Any, list[tuple[str, str]]]:
    """A file of up to four sessions, some with one id; and its sessions' ids with a note that tells versions apart."""
    sessions = [(random_.choice("abcd"), f"file {number}, session {n + 1}") for n in range(random_.randint(1, 4))]
    return file_of([evening(name, note=note) for name, note in sessions], f"{number}.json"), sessions


@pytest.mark.parametrize("seed", range(3))
def test_what_was_loaded_last_is_shown_and_nothing_is_lost(tmp_path: Path, seed: int) -> None:
    random_ = random.Random(seed)
    club = tmp_path / "club.duckdb"
    files = [random_file(random_, number) for number in range(5)]
    shown: dict[str, str] = {}
    seen: set[str] = set()

    def load_all(chosen: list[Any], *, in_pieces: bool) -> LoadResult:
        with Loader(club) as loader:
            for audit in chosen if in_pieces else [together(*chosen)]:
                loader.add(audit)
        return loader.result

    for _ in range(4):
        chosen = random_.sample(files, random_.randint(1, 3))
        audits = [audit for audit, _ in chosen]
        load_all(audits, in_pieces=random_.random() < 0.5)
        for _, sessions in chosen:
            shown.update(sessions)
            seen.update(note for _, note in sessions)

        notes = "SELECT session, note FROM {}events WHERE action = 'stake' ORDER BY ALL"
        assert rows(club, notes.format("")) == sorted(shown.items())
        hidden = [note for _, note in rows(club, notes.format("superseded."))]
        assert sorted([*hidden, *shown.values()]) == sorted(seen)
        for table in ("seats", "hands", "ledger", "rejected", "sessions"):
            one = len(evening()[table])
            assert rows(club, f"SELECT count(*) FROM {table}") == [(one * len(shown),)]
            assert rows(club, f"SELECT count(*) FROM superseded.{table}") == [(one * len(hidden),)]
        replaced = {path for (path,) in rows(club, "SELECT path FROM sources WHERE superseded_by IS NOT NULL")}
        visible = {f"{note.split(',')[0].removeprefix('file ')}.json" for note in shown.values()}
        loaded = {f"{note.split(',')[0].removeprefix('file ')}.json" for note in seen}
        assert replaced == loaded - visible
        by_what = "SELECT count(*) FROM sources AS old ANTI JOIN sessions ON sessions.source = old.superseded_by"
        assert rows(club, f"{by_what} WHERE superseded_by IS NOT NULL") == [(0,)]

        before = contents(club)
        for in_pieces in (True, False):
            assert load_all(audits, in_pieces=in_pieces) == LoadResult(0, len(audits), 0)
            assert contents(club) == before
