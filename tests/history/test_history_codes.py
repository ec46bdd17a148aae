"""What is kept in codes comes back in words: the views of the history say what an audit's tables say, row for row."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pontoon_audit.auditing import Audit, audit
from pontoon_audit.game import ACTIONS, CARDS
from pontoon_audit.history import Loader, ddl, load
from pontoon_audit.history.schema import TABLES
from pontoon_audit.money.ledger import CASH, CASH_ACCOUNT, KINDS, KITTY, KITTY_ACCOUNT, ledger_rows, told_by_no_hand
from pontoon_audit.replay.frames import StateFrames
from tests.generator import NAMES, broken_session, legal_session, plant
from tests.history.every_movement import ledger_codes
from tests.history.small_audits import contents
from tests.history.test_history_audited import SAMPLES

BASES = ("pontoon", "shoot-pontoon")
TWISTS = "".join(f"x,1,twist,ann,1,{card},,,,\n" for card in CARDS[:40])
WIDE = f"""session,deal,action,player,hand,card,amount,note,seq,time
x,,seat,ann,,,,,,
x,,seat,ben,,,,,,
x,1,banker,ben,,,,,,
x,1,deal,ann,,AS,,a note,5,noon
x,1,stake,ann,99999999999999,,99999999999999.99,,,
x,1,stake,ann,1,,1.00,,,
{TWISTS}x,1,settle,ann,1,,-99999999999999.99,,,
"""
PLAIN = ("action,player,card,amount", "seat,ann,,", "seat,ben,,", "banker,ben,,", "deal,ann,AS,", "stake,ann,,1.00")
"""Header and rows of a session, without the column of its name."""


def flat_file(*sessions: str) -> str:
    """Rows of sessions in the order that is given, as an event CSV."""
    left = {session: list(PLAIN[1:]) for session in sessions}
    lines = [f"{session},{left[session].pop(0)}" for session in sessions]
    return "\n".join([f"session,{PLAIN[0]}", *lines, ""])


IN_ORDER = flat_file(*["first"] * 5, *["second"] * 5)
SCATTERED = flat_file(*["left", "right"] * 5)
MOST_IN_32_BITS = flat_file(*["rich"] * 5).replace("1.00", "21474836.47")
MORE_THAN_32_BITS = flat_file(*["richer"] * 5).replace("1.00", "21474836.48")


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The sample logs, sessions with faults of every kind, in and out of order, and some that fit no narrow table."""
    folder = tmp_path_factory.mktemp("logs")
    documents = [plant(name, 0)[0] for name in NAMES]
    documents += [broken_session(seed, base, most=9) for seed in range(12) for base in BASES]
    documents += [legal_session(3, base, settlements=False) for base in BASES]
    for number, document in enumerate(documents):
        document["session"] = f"made {number}"
    (folder / "made.json").write_text(json.dumps(documents), encoding="utf-8")
    for number, text in enumerate((WIDE, IN_ORDER, SCATTERED, MOST_IN_32_BITS, MORE_THAN_32_BITS)):
        (folder / f"{number}.csv").write_text(text, encoding="utf-8")
    return [*SAMPLES, str(folder / "made.json"), *map(str, sorted(folder.glob("*.csv")))]


@pytest.fixture(scope="module")
def audited(paths: list[str]) -> Audit:
    found = audit(paths)
    assert not found.unreadable
    assert found.sessions["session"].is_unique().all()
    return found


@pytest.fixture(scope="module", params=["duckdb", "parquet"])
def history(request: pytest.FixtureRequest, audited: Audit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "club.duckdb"
    load(audited, path, events=request.param)
    return path


@pytest.mark.parametrize("table", TABLES)
def test_a_view_says_what_the_audit_says(history: Path, audited: Audit, table: str) -> None:
    with duckdb.connect(str(history), read_only=True) as connection:
        connection.execute(f"SET file_search_path = '{history.parent}'")
        kept = pl.DataFrame(connection.sql(f"FROM {table}"))
    said: pl.DataFrame = getattr(audited, table)
    columns = [name for name in kept.columns if name in said.columns and name not in ("source", "rules")]
    assert len(columns) >= kept.width - 4
    assert_frame_equal(kept.select(columns).sort(columns), said.select(columns).sort(columns))


def test_every_way_to_keep_a_row_is_used(audited: Audit, tmp_path: Path) -> None:
    load(audited, tmp_path / "club.duckdb")
    with duckdb.connect(str(tmp_path / "club.duckdb"), read_only=True) as connection:
        for table in ("events", "events_wide", "hands", "hands_wide", "other_movements"):
            assert connection.execute(f"SELECT count(*) FROM stored.{table}").fetchall() > [(0,)], table


def test_rows_that_are_put_in_group_by_group_are_all_there(
    paths: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [audit(path) for path in paths]
    for name, group in (("whole", 122_880), ("grouped", 50)):
        monkeypatch.setattr("pontoon_audit.history.rows.ROW_GROUP", group)
        with Loader(tmp_path / name) as loader:
            for piece in pieces:
                loader.add(piece)
    assert contents(tmp_path / "grouped", without=["sources"]) == contents(tmp_path / "whole", without=["sources"])


def test_events_that_do_not_follow_each_other_in_their_file_have_their_lines(audited: Audit, tmp_path: Path) -> None:
    load(audited, tmp_path / "club.duckdb")
    with duckdb.connect(str(tmp_path / "club.duckdb"), read_only=True) as connection:
        for session, lines in (("second", [7, 8, 9, 10, 11]), ("right", [3, 5, 7, 9, 11])):
            told = "SELECT list(line ORDER BY event) FROM events WHERE session = ?"
            assert connection.execute(told, [session]).fetchall() == [(lines,)]


def test_the_words_of_the_codes_are_those_of_the_game() -> None:
    with duckdb.connect() as connection:
        connection.execute(ddl())
        for macro, words in (
            ("action_name({})", [*ACTIONS, None]),
            ("card({})", [None, *CARDS]),
            ("kind_name({})", list(KINDS)),
        ):
            codes = f"SELECT stored.{macro.format('code')} FROM range({len(words)}) AS codes (code) ORDER BY code"
            assert [word for (word,) in connection.execute(codes).fetchall()] == words


def test_the_ledger_in_its_short_form_is_the_ledger(paths: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(frames: StateFrames) -> pl.DataFrame:
        movements = told_by_no_hand(frames)
        hands = frames.rows_of("hands").filter(pl.col("is_bank") == 0)
        written_out = ledger_codes(frames)
        names = {KITTY: KITTY_ACCOUNT, CASH: CASH_ACCOUNT, "player": 0}
        for side in ("debit", "credit"):
            special = pl.col(f"{side}_kind").replace_strict(names, return_dtype=pl.Int64)
            written_out = written_out.with_columns(pl.when(special < 0).then(special).otherwise(side).alias(side))
        kinds = {kind: code for code, kind in enumerate(KINDS)}
        written_out = written_out.with_columns(pl.col("kind").replace_strict(kinds, return_dtype=pl.Int64))
        short = ledger_rows(hands, movements)
        assert_frame_equal(short, written_out.select(short.columns))
        compared.append((short.height, movements.height))
        return movements

    monkeypatch.setattr("pontoon_audit.results.coding.told_by_no_hand", compare)
    audit(paths)
    rows, others = map(sum, zip(*compared, strict=True))
    assert rows > 5 * others > 0
