"""The published schema: fresh, runnable, complete, explained."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from pontoon_audit.history import ddl
from pontoon_audit.history.schema import TABLES

ROOT = Path(__file__).parents[2]

PROMISED = {
    "sources": "source path sha256 loaded_at tool_version rules_sha256 superseded_by",
    "sessions": "session source played currency rules players deals",
    "seats": "session player name seat",
    "deals": "session deal banker shuffled void complete banker_cards banker_total banker_class kitty_before "
    "kitty_after banker_recorded banker_due",
    "hands": "session deal player hand cards total class split initial_stake stake shoot outcome multiple recorded due "
    "shoot_recorded shoot_due",
    "events": "session deal seq time action player hand card face amount to note event total cards_held stake",
    "findings": "finding severity clause session deal event player hand message recorded allowed money path "
    "line pointer",
    "ledger": "session deal event kind debit credit recorded due",
    "rejected": "source line pointer reason record",
    "player_results": "session player as_player_recorded as_player_due as_banker_recorded as_banker_due shoot_recorded "
    "shoot_due kitty_recorded kitty_due bank_sales total_recorded total_due",
    "banker_results": "session banker tenure first_deal last_deal deals stakes_taken recorded due kitty_in kitty_out",
    "balances": "player sessions deals recorded due difference",
    "discrepancies": "session deal event kind debit credit recorded due difference",
}  # fmt: skip


@pytest.fixture(scope="module")
def empty() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(ddl())
    return connection


def test_the_committed_schema_is_fresh() -> None:
    assert (ROOT / "schemas" / "history.sql").read_text(encoding="utf-8") == ddl(), (
        "write it anew: python -c 'from pontoon_audit.history import ddl; print(ddl(), end=\"\")' > schemas/history.sql"
    )


@pytest.mark.parametrize("table", PROMISED)
def test_every_promised_column_is_there(empty: duckdb.DuckDBPyConnection, table: str) -> None:
    described = empty.execute(f"DESCRIBE {table}").fetchall()
    assert set(PROMISED[table].split()) <= {row[0] for row in described}


def test_money_in_tables_is_decimal_with_two_decimals(empty: duckdb.DuckDBPyConnection) -> None:
    other = empty.execute(
        "SELECT table_name FROM duckdb_columns() JOIN duckdb_tables() USING (table_name) "
        "WHERE data_type LIKE 'DECIMAL%' AND data_type <> 'DECIMAL(18,2)'"
    ).fetchall()
    assert other == []


def test_every_table_and_view_says_what_a_row_is(empty: duckdb.DuckDBPyConnection) -> None:
    silent = empty.execute(
        "SELECT table_name FROM duckdb_tables() WHERE comment IS NULL AND schema_name = 'main' UNION "
        "SELECT view_name FROM duckdb_views() WHERE comment IS NULL AND NOT internal"
    ).fetchall()
    assert silent == []


def test_every_money_column_says_what_its_sign_means_or_what_it_is(empty: duckdb.DuckDBPyConnection) -> None:
    silent = empty.execute(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main' "
        "AND data_type LIKE 'DECIMAL%' AND comment IS NULL AND table_name <> 'movements'"
    ).fetchall()
    assert silent == []


def test_superseded_tables_are_twins_with_source_and_position(empty: duckdb.DuckDBPyConnection) -> None:
    for table in TABLES:
        ours = [row[:2] for row in empty.execute(f"DESCRIBE main.{table}").fetchall()]
        twin = [row[:2] for row in empty.execute(f"DESCRIBE superseded.{table}").fetchall()]
        extra = [(name, kind) for name, kind in twin if (name, kind) not in ours]
        assert [column for column in twin if column not in extra] == ours
        assert {name for name, _ in twin} >= {"source", "position"}
        assert {name for name, _ in extra} <= {"source", "position"}
