"""Loading: exact, the same bytes twice change nothing, another version takes the place of the old."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pontoon_audit.history import Loader, LoadResult, load, run_query
from tests.history.small_audits import contents, evening, file_of, rows, stake, together


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
    audit.findings = audit.findings.with_columns(pl.lit(Decimal("1.005"), pl.Decimal(18, 3)).alias("money"))
    with pytest.raises(TypeError, match=r"findings\.money"):
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
    audit.findings = audit.findings.with_columns(pl.lit(None).alias("pointer"), pl.lit(None).alias("money"))
    audit.rejected = audit.rejected.clear()
    load(audit, club)
    assert rows(club, "SELECT DISTINCT pointer, money FROM findings") == [(None, None)]
    assert rows(club, "SELECT count(*) FROM rejected") == [(0,)]


def test_when_it_was_loaded_is_in_utc_and_comes_from_the_clock(club: Path) -> None:
    with Loader(club, now=lambda: datetime(2026, 11, 26, 19, 30, tzinfo=UTC)) as loader:
        loader.add(file_of([evening()]))
    assert [row[0].isoformat() for row in run_query(club, "SELECT loaded_at FROM sources").rows] == [
        "2026-11-26T19:30:00+00:00"
    ]
