import csv
import io
import json

import pytest

from pontoon_audit.history import load, named_queries
from tests.history.small_audits import evening, file_of


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("history") / "club.duckdb"
    load(file_of([evening(players=("=ann\x1b[31m", "ben", "eve"))]), path)
    return path


def test_the_named_queries_are_listed_with_what_they_answer(cli, database):
    ended = cli("sql", "--db", database)
    assert ended.status == 0
    listed = dict(line.split(maxsplit=1) for line in ended.out.splitlines())
    assert listed == {name: answers for name, (answers, _) in named_queries().items()}


@pytest.mark.parametrize("name", named_queries())
def test_every_named_query_runs_in_every_form(cli, database, name):
    for form in ("table", "csv", "json", "jsonl"):
        ended = cli("sql", "--db", database, name, "--format", form)
        assert (ended.status, ended.err) == (0, "")


def test_a_table_for_people_is_aligned_and_harmless(cli, database):
    ended = cli("sql", "--db", database, "select 'ann' as player, 2.50::decimal(18,2) as due union all "
                "select chr(27) || '[31m', -1234.50::decimal(18,2) order by due desc")  # fmt: skip
    assert ended.out == (
        "player       due\n"
        "──────  ────────\n"
        "ann         2.50\n"
        "␛[31m   -1234.50\n"
        "(2 rows)\n"
    )  # fmt: skip


def test_money_stays_exact_text_in_json(cli, database):
    query = "select 12345678901234.56::decimal(18,2) as due, 3 as n, null as x, 1 as n"
    ended = cli("sql", "--db", database, query, "--format", "json")
    assert json.loads(ended.out) == [{"due": "12345678901234.56", "n": 3, "x": None, "n_2": 1}]
    assert json.loads(cli("sql", "--db", database, query, "-f", "jsonl").out)["due"] == "12345678901234.56"


def test_no_row_is_an_empty_answer_in_every_form(cli, database):
    query = "select 1 as one where false"
    assert json.loads(cli("sql", "--db", database, query, "--format", "json").out) == []
    assert cli("sql", "--db", database, query, "--format", "jsonl").out == ""
    assert cli("sql", "--db", database, query, "--format", "csv").out == "one\n"
    assert cli("sql", "--db", database, query).out == "one\n───\n(no rows)\n"


def test_csv_runs_no_formula(cli, database):
    ended = cli("sql", "--db", database, "select player, -5.00::decimal(18,2) as won from seats", "--format", "csv")
    table = list(csv.DictReader(io.StringIO(ended.out, newline="")))
    assert table[0] == {"player": "'=ann\x1b[31m", "won": "-5.00"}


@pytest.mark.parametrize(
    "query",
    ["insert into seats select * from seats", "copy seats to 'x.csv'", "select * from read_csv('/etc/passwd')",
     "attach 'x'", "set threads=1", "select 1; select 2", "select nonsense", "drop table seats"],
)  # fmt: skip
def test_what_is_no_reading_query_is_refused_in_plain_words(cli, database, query):
    before = database.read_bytes()
    ended = cli("sql", "--db", database, query)
    assert ended.status == 2
    assert ended.out == ""
    assert "Traceback" not in ended.err
    assert "our fault" not in ended.err
    assert database.read_bytes() == before


def test_a_misspelt_name_is_refused_with_what_it_may_have_meant(cli, database):
    ended = cli("sql", "--db", database, "playrs")
    assert ended.status == 2
    assert "Did you mean players" in ended.err


def test_a_history_that_is_not_there_is_not_made(cli, tmp_path):
    ended = cli("sql", "--db", tmp_path / "none.duckdb", "players")
    assert ended.status == 2
    assert "pontoon-audit load" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_history_is_refused(cli, tmp_path):
    (tmp_path / "log.json").write_text("{}")
    ended = cli("sql", "--db", tmp_path / "log.json", "players")
    assert ended.status == 2
    assert "our fault" not in ended.err


def test_the_ddl_is_printed(cli):
    assert "create table" in cli("schema", "database").out.lower()
