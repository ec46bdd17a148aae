"""Loading: exact, all or nothing, the same bytes twice change nothing, another version takes the place of the old."""

from __future__ import annotations

import gc
import random
import signal
import subprocess
import sys
import weakref
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from pontoon_audit.history import HistoryError, Loader, LoadResult, load, run_query
from pontoon_audit.history.rows import NAME, run
from tests.history.small_audits import contents, evening, file_of, rows, stake, together

ROOT = Path(__file__).parents[2]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def test_what_was_audited_comes_back_from_every_table(club: Path) -> None:
    assert load(file_of([evening()]), club) == LoadResult(loaded=1, skipped=0, superseded=0)
    assert rows(club, "SELECT session, currency, rules->>'min_stake', players, position FROM sessions") == [
        ("thursday", "GBP", "1.00", 3, 1)
    ]
    assert rows(club, "SELECT player, name, seat FROM seats ORDER BY seat")[0] == ("ann", "Ann", 1)
    assert rows(club, "SELECT deal, banker, banker_cards, shuffled, banker_due FROM deals") == [
        (1, "eve", "KS 9D", True, Decimal("-10.00"))
    ]
    assert rows(club, "SELECT player, class, outcome, multiple, recorded, due FROM hands") == [
        ("ann", "pontoon", "win", 2, Decimal("5.00"), Decimal("10.00"))
    ]
    assert rows(club, "SELECT count(*), max(event) FROM events") == [(5, 9)]
    assert rows(club, "SELECT finding, clause, money, pointer FROM findings") == [
        ("settlement/wrong-amount", "4.2", Decimal("5.00"), "/deals/0/events/3")
    ]
    assert rows(club, "SELECT debit, credit, recorded, due FROM ledger") == [
        ("eve", "ann", Decimal("5.00"), Decimal("10.00"))
    ]
    assert rows(club, "SELECT path, reason, record FROM rejected JOIN sources USING (source)") == [
        ("thursday.json", "no such action", '{"action": "dance"}')
    ]


@pytest.mark.parametrize("amount", ["12345678901234.56", "-12345678901234.56", "0.01", "99999999999999.99"])
def test_money_is_exact(club: Path, amount: str) -> None:
    load(file_of([evening(amount=amount, ledger=[stake(1, 9, "eve", "ann", amount, amount)])]), club)
    exact = Decimal(amount)
    assert rows(club, "SELECT amount FROM events WHERE action = 'stake'") == [(exact,)]
    assert rows(club, "SELECT stake, initial_stake FROM hands") == [(exact, exact)]
    assert rows(club, "SELECT recorded, due FROM ledger") == [(exact, exact)]
    assert rows(club, "SELECT total_due FROM player_results WHERE player = 'eve'") == [(-exact,)]


def test_money_with_other_than_two_decimals_is_refused_rather_than_rounded(club: Path) -> None:
    audit = file_of([evening()])
    audit.ledger = audit.ledger.with_columns(pl.lit(Decimal("1.005"), pl.Decimal(18, 3)).alias("due"))
    with pytest.raises(TypeError, match=r"ledger\.due"):
        load(audit, club)


def test_the_same_bytes_twice_change_nothing(club: Path) -> None:
    audit = together(file_of([evening("a"), evening("b")], "ab.json"), file_of([evening("c")], "c.json"))
    load(audit, club)
    before = contents(club)
    assert load(audit, club) == LoadResult(loaded=0, skipped=2, superseded=0)
    assert contents(club) == before


def test_the_same_bytes_in_other_pieces_change_nothing(club: Path) -> None:
    """A run in batches may cut a file anywhere between two sessions."""
    sessions = [evening(f"s{n}") for n in range(5)]
    whole = file_of(sessions, "five.json")

    def piece(first: int, last: int) -> Any:
        part = file_of(sessions[first:last], "five.json", bytes_=repr(sessions))
        assert part.sources[0].sha256 == whole.sources[0].sha256
        return part

    load(whole, club)
    before = contents(club)
    with Loader(club) as loader:
        for first, last in ((0, 2), (2, 3), (3, 5)):
            loader.add(piece(first, last))
    assert loader.result == LoadResult(loaded=0, skipped=1, superseded=0)
    assert contents(club) == before


def test_pieces_of_a_file_are_one_source(club: Path) -> None:
    sessions = [evening(f"s{n}") for n in range(3)]
    with Loader(club) as loader:
        for session in sessions:
            loader.add(file_of([session], "three.json", bytes_="three"))
    assert loader.result == LoadResult(loaded=1, skipped=0, superseded=0)
    assert rows(club, "SELECT count(*) FROM sources") == [(1,)]
    assert rows(club, "SELECT session, position FROM sessions ORDER BY ALL") == [("s0", 1), ("s1", 2), ("s2", 3)]


def test_a_copy_of_a_file_under_another_name_adds_nothing(club: Path) -> None:
    load(together(file_of([evening()], "a.json"), file_of([evening()], "copy of a.json")), club)
    assert rows(club, "SELECT path, superseded_by FROM sources") == [("a.json", None)]
    assert rows(club, "SELECT count(*) FROM superseded.sessions") == [(0,)]


def test_another_version_replaces_what_is_shown_and_keeps_the_old(club: Path) -> None:
    old, new = file_of([evening(note="first")]), file_of([evening(note="second", amount="7.00")])
    load(old, club)
    before = contents(club)
    assert load(new, club) == LoadResult(loaded=1, skipped=0, superseded=1)
    assert rows(club, "SELECT note, amount FROM events WHERE action = 'stake'") == [("second", Decimal("7.00"))]
    assert rows(club, "SELECT count(*) FROM sessions") == [(1,)]
    after = contents(club)
    for table in ("sessions", "seats", "deals", "hands", "events", "findings", "ledger", "rejected"):
        assert len(after[f"superseded.{table}"]) == len(before[f"main.{table}"]) > 0
    sources = dict(rows(club, "SELECT source, superseded_by FROM sources"))
    kept = rows(club, "SELECT source, position, note FROM superseded.events WHERE action = 'stake'")
    assert [(position, note) for _, position, note in kept] == [(1, "first")]
    shown = rows(club, "SELECT source FROM sessions")[0][0]
    assert sources == {kept[0][0]: shown, shown: None}


def test_every_row_can_be_traced_to_its_source(club: Path) -> None:
    load(file_of([evening(note="first")]), club)
    load(file_of([evening(note="second")]), club)
    for table in ("seats", "deals", "hands", "events", "findings", "ledger"):
        total = rows(club, f"SELECT count(*) FROM {table}")
        assert (
            rows(club, f"SELECT count(*) FROM {table} JOIN sessions USING (session) JOIN sources USING (source)")
            == total
        )
        total = rows(club, f"SELECT count(*) FROM superseded.{table}")
        assert rows(club, f"SELECT count(*) FROM superseded.{table} JOIN sources USING (source)") == total


def test_an_old_version_that_is_loaded_again_is_shown_again(club: Path) -> None:
    old, new = file_of([evening(note="first")]), file_of([evening(note="second")])
    load(old, club)
    load(new, club)
    assert load(old, club) == LoadResult(loaded=1, skipped=0, superseded=1)
    assert rows(club, "SELECT note FROM events WHERE action = 'stake'") == [("first",)]
    assert rows(club, "SELECT note FROM superseded.events WHERE action = 'stake'") == [("second",)]
    assert rows(club, "SELECT count(*) FROM sources WHERE superseded_by IS NULL") == [(1,)]


def test_other_rules_or_another_program_make_another_version(club: Path) -> None:
    def audit(rules: str) -> Any:
        return file_of([evening(rules=rules)], bytes_="the same bytes")

    load(audit("1" * 64), club)
    assert load(audit("2" * 64), club).superseded == 1
    with Loader(club, tool_version="99.0") as loader:
        loader.add(audit("2" * 64))
    assert loader.result == LoadResult(loaded=1, skipped=0, superseded=1)
    assert rows(club, "SELECT tool_version, rules_sha256[1] FROM sources WHERE superseded_by IS NULL") == [
        ("99.0", "2")
    ]


@pytest.mark.parametrize("together_or_not", ["one audit", "two pieces"])
def test_of_two_sessions_with_one_id_in_one_load_the_later_wins_every_time(club: Path, together_or_not: str) -> None:
    one, two = file_of([evening(note="one")], "one.json"), file_of([evening(note="two")], "two.json")

    def load_both() -> LoadResult:
        with Loader(club) as loader:
            for audit in [together(one, two)] if together_or_not == "one audit" else [one, two]:
                loader.add(audit)
        return loader.result

    assert load_both() == LoadResult(loaded=2, skipped=0, superseded=1)
    assert rows(club, "SELECT note FROM events WHERE action = 'stake'") == [("two",)]
    assert rows(club, "SELECT path FROM sources WHERE superseded_by IS NOT NULL") == [("one.json",)]
    before = contents(club)
    assert load_both() == LoadResult(loaded=0, skipped=2, superseded=0)
    assert contents(club) == before


def test_two_sessions_with_one_id_in_one_file(club: Path) -> None:
    twice = file_of([evening(note="one"), evening("other"), evening(note="two")])
    assert load(twice, club) == LoadResult(loaded=1, skipped=0, superseded=1)
    assert rows(club, "SELECT note FROM events WHERE session = 'thursday' AND action = 'stake'") == [("two",)]
    assert rows(club, "SELECT superseded_by FROM sources") == [(None,)]
    before = contents(club)
    load(twice, club)
    assert contents(club) == before
    # and when another file had taken its place, the later of the two comes back, not the former
    load(file_of([evening(note="three")], "three.json"), club)
    load(twice, club)
    assert rows(club, "SELECT note FROM events WHERE session = 'thursday' AND action = 'stake'") == [("two",)]


def test_a_source_is_superseded_only_when_nothing_of_it_is_shown(club: Path) -> None:
    load(file_of([evening("a"), evening("b")], "ab.json"), club)
    load(file_of([evening("a", note="new")], "a.json"), club)
    assert rows(club, "SELECT path FROM sources WHERE superseded_by IS NOT NULL") == []
    load(file_of([evening("b", note="new")], "b.json"), club)
    assert rows(
        club, "SELECT old.path, new.path FROM sources old JOIN sources new ON new.source = old.superseded_by"
    ) == [("ab.json", "b.json")]


HOSTILE = [
    "'; DROP TABLE sessions; --",
    '"quoted" and \\ back',
    "${x} $1 ? %s {0}",
    "naïve ♠ 漢字 🂡 e\u0301",
    "\x1b[31mred\x00\r\n\t",
    "l" * 100_000,
    "kitty",
    " ",
    "null",
]


def test_ids_are_kept_as_they_are_whatever_they_hold(club: Path) -> None:
    audit = file_of([evening(name, players=["ann", "ben", name]) for name in HOSTILE])
    load(audit, club)
    before = contents(club)
    assert sorted(name for (name,) in rows(club, "SELECT session FROM sessions")) == sorted(HOSTILE)
    assert load(audit, club).skipped == 1
    assert contents(club) == before
    # replaced and brought back: the ids are used to find their rows
    again = file_of([evening(name, players=["ann", "ben", name], note="v2") for name in HOSTILE])
    assert load(again, club).superseded == len(HOSTILE)
    load(audit, club)
    assert contents(club, without=["sources"]).keys() == before.keys() - {"main.sources"}
    assert rows(club, "SELECT count(*) FROM events") == [(len(before["main.events"]),)]
    assert sorted(name for (name,) in rows(club, "SELECT DISTINCT player FROM player_results")) == sorted(
        {"ann", "ben", *HOSTILE}
    )


def test_a_hostile_path_of_the_history_file(tmp_path: Path) -> None:
    club = tmp_path / 'it\'s; a "club" ♠.duckdb'
    load(file_of([evening()]), club)
    assert run_query(club, "SELECT session FROM sessions").rows == [("thursday",)]


def test_empty_and_untyped_columns(club: Path) -> None:
    audit = file_of([evening()])
    audit.events = audit.events.with_columns(pl.lit(None).alias("note"), pl.lit(None).alias("stake"))
    audit.findings = audit.findings.clear()
    load(audit, club)
    assert rows(club, "SELECT DISTINCT note, stake FROM events") == [(None, None)]


def test_when_it_was_loaded_is_in_utc_and_comes_from_the_clock(club: Path) -> None:
    with Loader(club, now=lambda: datetime(2026, 11, 26, 19, 30, tzinfo=UTC)) as loader:
        loader.add(file_of([evening()]))
    assert [row[0].isoformat() for row in run_query(club, "SELECT loaded_at FROM sources").rows] == [
        "2026-11-26T19:30:00+00:00"
    ]


def add_and_fail(loader: Loader, audit: Any) -> None:
    loader.add(audit)
    raise ZeroDivisionError


def test_an_error_in_the_middle_undoes_all(club: Path) -> None:
    load(file_of([evening()]), club)
    before = contents(club)
    loader = Loader(club)
    with pytest.raises(ZeroDivisionError), loader:
        add_and_fail(loader, file_of([evening(note="second"), evening("friday")]))
    assert contents(club) == before
    with pytest.raises(RuntimeError):
        _ = loader.result


def test_a_first_load_that_fails_leaves_no_file(club: Path) -> None:
    with pytest.raises(ZeroDivisionError), Loader(club) as loader:
        add_and_fail(loader, file_of([evening()]))
    assert list(club.parent.iterdir()) == []


def test_a_load_leaves_nothing_but_the_history_file(club: Path) -> None:
    load(file_of([evening()]), club)
    assert list(club.parent.iterdir()) == [club]


LOADING = """
import sys, time
from pontoon_audit.history import Loader
from tests.history.small_audits import evening, file_of
path, wait_inside = sys.argv[1], sys.argv[2] == "inside"
audit = file_of([evening(f"s{n}", note="new") for n in range(300)], "new.json")
with Loader(path) as loader:
    loader.add(audit)
    print("open", flush=True)
    if wait_inside:
        time.sleep(60)
print("done", flush=True)
time.sleep(60)
"""


def start(club: Path, where: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", LOADING, str(club), where], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_load_that_is_killed_while_the_transaction_is_open_leaves_nothing_of_it(club: Path) -> None:
    load(file_of([evening(f"s{n}", note="old") for n in range(300)], "old.json"), club)
    before = contents(club)
    kill(start(club, "inside"))
    assert contents(club) == before
    # what the killed load left behind stops nobody
    assert load(file_of([evening("next")]), club).loaded == 1


def test_a_first_load_that_is_killed_leaves_a_file_that_says_so_and_can_be_loaded_into(club: Path) -> None:
    kill(start(club, "inside"))
    with pytest.raises(HistoryError, match="holds nothing yet: make one with"):
        run_query(club, "SELECT * FROM sessions")
    assert load(file_of([evening()]), club).loaded == 1


def test_a_load_that_is_killed_at_any_moment_of_its_end_is_there_whole_or_not_at_all(club: Path) -> None:
    load(file_of([evening(f"s{n}", note="old") for n in range(300)], "old.json"), club)
    before = contents(club)
    for delay in (0.0, random.Random(7).uniform(0.001, 0.02), 0.05):
        process = start(club, "outside")
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        kill(process)
        notes = rows(club, "SELECT DISTINCT note FROM events WHERE action = 'stake'")
        assert notes in ([("old",)], [("new",)])
        assert rows(club, "SELECT count(*) FROM sessions") == [(300,)]
        if notes == [("old",)]:
            assert contents(club) == before


def test_a_second_load_is_told_that_one_is_running(club: Path) -> None:
    load(file_of([evening()]), club)
    process = start(club, "inside")
    try:
        with pytest.raises(HistoryError, match=r"another load into .* is running: wait"):
            load(file_of([evening()]), club)
        with pytest.raises(HistoryError, match="is in use by another program"):
            run_query(club, "SELECT 1")
    finally:
        kill(process)
    assert load(file_of([evening()]), club).skipped == 1


def test_a_load_is_told_that_the_file_is_in_use(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club), read_only=True), pytest.raises(HistoryError, match="is in use by another program"):
        load(file_of([evening()]), club)
    with Loader(club), pytest.raises(HistoryError, match="another load"):
        load(file_of([evening()]), club)


def test_files_that_are_no_history_are_left_as_they_are(tmp_path: Path) -> None:
    audit = file_of([evening()])
    text = tmp_path / "notes.txt"
    text.write_text("what we played on Thursday\n" * 500)
    with pytest.raises(HistoryError, match="is not a history file: make one with"):
        load(audit, text)
    assert text.read_text() == "what we played on Thursday\n" * 500

    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE sessions (mine INTEGER)")
    for attempt in (lambda: load(audit, other), lambda: run_query(other, "SELECT 1")):
        with pytest.raises(HistoryError, match="is a DuckDB database, but not one of pontoon-audit"):
            attempt()
    with duckdb.connect(str(other)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("sessions",)]


def test_a_file_of_another_schema_version_is_refused(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club)) as connection:
        connection.execute("UPDATE meta SET schema_version = 1")
    for attempt in (lambda: load(file_of([evening()]), club), lambda: run_query(club, "SELECT 1")):
        with pytest.raises(
            HistoryError, match="has schema version 1, this program reads version 2: load the logs into"
        ):
            attempt()


def test_places_where_no_history_can_be(tmp_path: Path) -> None:
    audit = file_of([evening()])
    with pytest.raises(HistoryError, match="there is no folder"):
        load(audit, tmp_path / "nowhere" / "club.duckdb")
    with pytest.raises(HistoryError, match="is a folder"):
        load(audit, tmp_path)
    with pytest.raises(HistoryError, match="there is no history file"):
        run_query(tmp_path / "none.duckdb", "SELECT 1")


def test_a_damaged_file_gives_no_traceback(club: Path) -> None:
    load(file_of([evening(f"s{n}") for n in range(50)]), club)
    sound = club.read_bytes()
    reported = 0
    for start_at in (0, 4096, 8192, 16384, len(sound) // 2, len(sound) - 4096):
        damaged = bytearray(sound)
        damaged[start_at : start_at + 4096] = b"\xff" * 4096
        club.write_bytes(damaged)
        for use in (
            lambda: run_query(club, "SELECT * FROM events"),
            lambda: load(file_of([evening(note="new")]), club),
        ):
            try:
                use()  # it may go well where the damage hits nothing; any other exception would be a traceback
            except HistoryError:
                reported += 1
    assert reported >= 4


def test_views_of_an_older_program_are_renewed(club: Path) -> None:
    load(file_of([evening()]), club)
    with duckdb.connect(str(club)) as connection:
        connection.execute("CREATE OR REPLACE VIEW discrepancies AS SELECT 1 AS old")
        connection.execute("UPDATE meta SET views_sha256 = 'that of an older program'")
    load(file_of([evening()]), club)
    assert rows(club, "SELECT owed_by, owed_to, owed FROM discrepancies") == [("eve", "ann", Decimal("5.00"))]


def test_pyarrow_is_not_needed(club: Path) -> None:
    script = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from pontoon_audit.history import load\n"
        "from tests.history.small_audits import evening, file_of\n"
        f"print(load(file_of([evening()]), {str(club)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "LoadResult(loaded=1, skipped=0, superseded=0)\n", done.stderr


def test_what_was_put_in_is_not_kept_in_memory_until_the_load_ends() -> None:
    """DuckDB holds on to what was registered while a transaction is open; a long load must not grow with the log."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE numbers (n BIGINT)")
        connection.execute("BEGIN TRANSACTION")
        numbers = pl.DataFrame({"n": [1, 2, 3]})
        kept = weakref.ref(numbers)
        run(connection, f"INSERT INTO numbers SELECT n FROM {NAME}", numbers)
        del numbers
        gc.collect()
        assert kept() is None
        assert connection.execute("SELECT sum(n) FROM numbers").fetchall() == [(6,)]
