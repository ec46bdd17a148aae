"""Asking: exact answers, clear refusals, and no way to touch anything but the history file."""

from __future__ import annotations

import time
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from pontoon_audit.history import HistoryError, as_json, as_text, connect_read_only, load, named_queries, run_query
from tests.history.small_audits import contents, evening, file_of, movement, stake


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("history") / "club.duckdb"
    load(file_of([evening(note="old")]), path)
    load(file_of([evening(amount="2.50"), evening("friday")]), path)
    return path


def test_columns_types_and_rows(club: Path) -> None:
    answer = run_query(club, "SELECT player, stake FROM hands WHERE session = ?", ["thursday"])
    assert answer.columns == ("player", "stake")
    assert answer.types == ("VARCHAR", "DECIMAL(18,2)")
    assert answer.rows == [("ann", Decimal("2.50"))]
    assert [as_text(value) for value in answer.rows[0]] == ["ann", "2.50"]


@pytest.mark.parametrize(
    ("sql", "text", "json"),
    [
        ("12345678901234.50::DECIMAL(18,2)", "12345678901234.50", "12345678901234.50"),
        ("-0.05::DECIMAL(18,2)", "-0.05", "-0.05"),
        ("sum(100000000000000000000000::HUGEINT)", "100000000000000000000000", 100000000000000000000000),
        ("TIMESTAMPTZ '2026-11-26 19:30:00+01:00'", "2026-11-26T18:30:00+00:00", "2026-11-26T18:30:00+00:00"),
        ("DATE '2026-11-26'", "2026-11-26", "2026-11-26"),
        ("NULL", "", None),
        ("true", "true", True),
        ("[1.50, 2]", '["1.50", "2.00"]', ["1.50", "2.00"]),
        ("{'a': [NULL, 'ü']}", '{"a": [null, "ü"]}', {"a": [None, "ü"]}),
        ("'nan'::DOUBLE", "nan", "nan"),
        ("1e300 * 1e300", "inf", "inf"),
        ("'\\xAA'::BLOB", "aa", "aa"),
        ("INTERVAL 1 DAY", "1 day, 0:00:00", "1 day, 0:00:00"),
    ],
)
def test_values_as_text_and_as_json(club: Path, sql: str, text: str, json: object) -> None:
    ((value,),) = run_query(club, f"SELECT {sql}").rows
    assert (as_text(value), as_json(value)) == (text, json)


@pytest.mark.parametrize("name", named_queries())
def test_each_named_query_says_what_it_answers_and_answers_it(club: Path, name: str) -> None:
    answers, sql = named_queries()[name]
    assert sql.startswith(f"-- {answers}\n")
    assert answers.endswith("?")
    answer = run_query(club, sql)
    assert len(answer.rows) > 0 or name == "not-judged"  # the sample holds nothing undecided
    assert run_query(club, sql) == answer


def test_the_named_queries_that_people_are_told_of() -> None:
    assert set(named_queries()) >= {
        "players", "balances", "findings-by-money", "discrepancies", "bankers", "sessions", "what-changed",
        "hands-by-class", "rule-breakers",
    }  # fmt: skip


def test_what_changed_names_both_versions(club: Path) -> None:
    answer = run_query(club, named_queries()["what-changed"][1])
    row = dict(zip(answer.columns, answer.rows[0], strict=True))
    assert (len(answer.rows), row["session"], row["other_bytes"], row["other_rules"]) == (1, "thursday", True, False)


def test_nobody_owes_a_difference_where_no_settlement_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    unsettled = stake(1, 8, "eve", "ann", None, "10.00") | {"missing": False}
    sale = movement("bank-sale", 1, 9, "ben", "eve", "3.00", "1.00")
    load(file_of([evening("silent", ledger=[unsettled, sale]), evening("told", ledger=[sale])]), path)
    asked = named_queries()["discrepancies"][1]
    assert [row[0] for row in run_query(path, asked).rows] == ["told"]
    assert len(run_query(path, "FROM discrepancies").rows) == 2  # the view keeps what it means


REFUSED = [
    "COPY sessions TO '{elsewhere}'",
    "COPY sessions FROM '{beside}'",
    "COPY (PIVOT hands ON class USING count(*)) TO '{elsewhere}'",
    "EXPLAIN ANALYZE COPY sessions TO '{elsewhere}'",
    "WITH x AS (COPY sessions TO '{elsewhere}') FROM x",
    "EXPORT DATABASE '{elsewhere}'",
    "ATTACH '{elsewhere}' AS other",
    "ATTACH ':memory:' AS other",
    "SELECT * FROM read_csv('{beside}')",
    "SELECT * FROM read_text('{beside}')",
    "SELECT * FROM read_blob('{beside}')",
    "SELECT * FROM read_json('{beside}')",
    "SELECT * FROM read_parquet('{beside}')",
    "SELECT * FROM glob('{beside}*')",
    "FROM '{beside}'",
    "FROM local_frame",
    "INSTALL httpfs",
    "LOAD httpfs",
    "INSERT INTO sessions (session, source, position, rules_sha256) VALUES ('x', 'y', 1, 'z')",
    "INSERT INTO sources SELECT * FROM sources RETURNING *",
    "WITH x AS (DELETE FROM sessions RETURNING *) FROM x",
    "UPDATE hands SET due = 0",
    "DELETE FROM ledger",
    "DROP TABLE events",
    "CREATE TABLE mine (i INTEGER)",
    "CREATE TEMP TABLE mine (i INTEGER)",
    "CREATE SECRET (TYPE s3)",
    "SET threads = 1",
    "SET lock_configuration = false",
    "RESET enable_external_access",
    "PRAGMA enable_external_access",
    "USE superseded",
    "CALL pragma_version()",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
]


@pytest.mark.parametrize("sql", REFUSED)
def test_what_is_no_reading_of_the_history_is_refused(club: Path, sql: str) -> None:
    import polars

    local_frame = polars.DataFrame({"secret": [1]})
    assert local_frame.height == 1
    beside, elsewhere = club.parent / "private.csv", club.parent / "written"
    beside.write_text("secret\n1\n")
    before = contents(club)
    with pytest.raises(HistoryError) as refusal:
        run_query(club, sql.format(beside=beside, elsewhere=elsewhere))
    assert refusal.value.hint
    assert "\n" not in refusal.value.what
    assert contents(club) == before
    assert not elsewhere.exists()


@pytest.mark.parametrize(
    "sql",
    ["INSERT INTO meta VALUES (9, '')", "COPY sessions TO 'written.csv'", "ATTACH 'x.duckdb'", "FROM read_csv('x.csv')",
     "INSTALL httpfs", "SET lock_configuration = false", "SET TimeZone = 'Asia/Tokyo'"],
)  # fmt: skip
def test_the_connection_itself_refuses_too(club: Path, sql: str) -> None:
    connection = connect_read_only(club)
    with connection, pytest.raises(duckdb.Error):
        connection.execute(sql).fetchall()


@pytest.mark.parametrize(
    ("sql", "what", "hint"),
    [
        ("", "there is no query", "write one"),
        (" -- nothing\n;", "there is no query", "write one"),
        ("SELECT 1; DROP TABLE events", "these are 2 statements", "one at a time"),
        ("SELEC 1", 'syntax error at or near "SELEC"', "spelling"),
        ("SELECT 'never closed", "unterminated", "spelling"),
        ("SELECT * FROM plyers", "plyers does not exist", "schema database"),
        ("SELECT sesion FROM sessions", '"sesion" not found', "schema database"),
        ("SELECT 1 // 0", "Division by zero", "look at the query"),
        ("SELECT 'x'::INTEGER", "Could not convert", "look at the query"),
        ("PIVOT hands ON class USING count(*)", "PIVOT must name its values", "IN ("),
        ("DROP TABLE events", "statement of type DROP", "SELECT or FROM"),
        ("SELECT ?", "", "look at the query"),
        ("\x00", "", "spelling"),
    ],
)
def test_what_is_wrong_with_a_query_is_said_in_one_line_with_a_hint(club: Path, sql: str, what: str, hint: str) -> None:
    with pytest.raises(HistoryError) as error:
        run_query(club, sql)
    assert what in error.value.what
    assert hint in error.value.hint
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "sql",
    ["FROM balances", "SHOW TABLES", "DESCRIBE hands", "SUMMARIZE hands", "EXPLAIN SELECT 1", "VALUES (1)",
     "SELECT 1;", "SELECT 1; -- done", "PIVOT hands ON class IN ('pontoon') USING count(*)",
     "WITH h AS (SELECT * FROM superseded.hands) SELECT count(*) FROM h"],
)  # fmt: skip
def test_queries_that_only_read_are_answered(club: Path, sql: str) -> None:
    assert run_query(club, sql).rows


@pytest.mark.parametrize("limit", [0.0, 0.3])
def test_a_query_that_takes_too_long_is_stopped(club: Path, limit: float) -> None:
    started = time.monotonic()
    with pytest.raises(HistoryError, match="took longer than"):
        run_query(club, "SELECT count(*) FROM range(1000000000) a, range(1000000000) b", time_limit=limit)
    assert time.monotonic() - started < 20


def test_an_answer_beyond_all_bounds_is_refused(club: Path) -> None:
    with pytest.raises(HistoryError, match="more than 1,000,000 rows: add a LIMIT"):
        run_query(club, "FROM range(1000001)")
    assert len(run_query(club, "FROM range(1000000)").rows) == 1_000_000
