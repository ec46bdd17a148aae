"""What is written adds up: each format read back and added up again, line by line and over all players."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import jsonschema
import pytest

from pontoon_audit.history import run_query
from pontoon_audit.output.schemas import published
from tests.reporting.reading_pages import Page
from tests.reporting.reading_statements import NOTHING, added, amount, from_csv
from tests.reporting.totals.conftest import ALL, silent, statements


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_each_line_leads_from_the_balance_before_to_the_balance_after(out: Path, kind: str) -> None:
    by_due = silent(out)
    checked = 0
    for path, read in statements(out, kind).items():
        balance = read.opening
        for line in read.lines:
            moved = line.due if line.session in by_due else line.recorded
            balance += (moved or NOTHING) if not line.kind.startswith("chips") else NOTHING
            assert line.running == balance, (path, line)
            checked += 1
        assert read.closing == balance, path
    assert checked > 300


@pytest.mark.parametrize("kind", ALL)
def test_adjustments_lead_from_recorded_to_due_and_add_up_to_the_difference(out: Path, kind: str) -> None:
    checked = 0
    for path, read in statements(out, kind).items():
        for before, after, adjustment in read.adjustments:
            assert (after or NOTHING) - (before or NOTHING) == adjustment, path
            checked += 1
        assert added(row[2] for row in read.adjustments) == added(line.difference for line in read.lines), path
    assert checked > 10


def test_every_format_says_the_same(out: Path) -> None:
    as_csv = statements(out, "csv")
    for kind in ("xlsx", "json"):
        assert statements(out, kind) == as_csv
    as_html = statements(out, "html")
    assert set(as_html) == set(as_csv)
    for path, page in as_html.items():
        other = as_csv[path]
        if not other.lines and path.parts[0] != "accounts":
            continue
        assert (page.opening, page.closing) == (other.opening, other.closing)
        assert page.adjustments == other.adjustments
        assert [(line.recorded, line.due, line.difference) for line in page.lines] == [
            (line.recorded, line.due, line.difference) for line in other.lines
        ]
        for line, same in zip(page.lines, other.lines, strict=True):
            assert line.kind == "chips" or line.running == same.running


def test_what_cannot_be_compared_leads_from_recorded_to_due_in_each_line(out: Path) -> None:
    """In the files for programs, too: recorded, less what cannot be compared, and the difference are due."""
    checked = 0
    for path in out.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        in_csv = iter(list(csv.DictReader(path.with_suffix(".csv").read_text(encoding="utf-8").splitlines()))[1:])
        for session in read["sessions"]:
            for line, row in zip(session["lines"], in_csv, strict=False):
                assert row["not_comparable"] == (line["not_comparable"] or "")
                if line["not_comparable"] and session["settles"]:
                    recorded, due, difference, apart = (
                        Decimal(line[name] or 0) for name in ("recorded", "due", "difference", "not_comparable")
                    )
                    assert recorded - apart + difference == due, (path, line)
                    checked += 1
    assert checked > 3


def test_over_all_players_and_kitties_everything_is_nothing(out: Path) -> None:
    sums: defaultdict[tuple[str, ...], dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    with (out / "balances.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for name in ("opening", "recorded", "due", "difference", "closing"):
                sums[row["of"], row["session"], row["currency"]][name] += Decimal(row[name] or "0")
    assert {key[0] for key in sums} == {"account", "session"}
    for key, totals in sums.items():
        assert set(totals.values()) == {NOTHING}, (key, totals)


def test_the_lines_of_all_players_and_what_is_left_in_the_kitty_are_nothing(club: Path, evenings_written: Path) -> None:
    for kind in ("csv", "xlsx", "json"):
        sums: defaultdict[str, list[Decimal]] = defaultdict(lambda: [NOTHING, NOTHING])
        for path, read in statements(evenings_written, kind).items():
            if path.parts[0] == "accounts":
                for line in read.lines:
                    sums[line.session or ""][0] += line.recorded or NOTHING
                    sums[line.session or ""][1] += line.due or NOTHING
        kitties = run_query(club, "SELECT session, kitty_recorded, kitty_due FROM session_results").rows
        left = {session: [-recorded, -due] for session, recorded, due in kitties}
        assert len(sums) == 2
        assert {session: left[session] for session in sums} == dict(sums)


def test_balances_are_those_of_the_statements(out: Path) -> None:
    listed = defaultdict(list)
    with (out / "balances.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["account_kind"] == "player":
                listed[row["of"]].append((Decimal(row["opening"]), Decimal(row["closing"])))
    found = defaultdict(list)
    for path, read in statements(out, "csv").items():
        found["account" if path.parts[0] == "accounts" else "session"].append((read.opening, read.closing))
    assert {kind: sorted(pairs) for kind, pairs in listed.items()} == {
        kind: sorted(pairs) for kind, pairs in found.items()
    }


@pytest.mark.parametrize("kind", ALL)
def test_columns_of_lines_add_up_to_the_totals_of_the_page_and_of_balances(out: Path, kind: str) -> None:
    """Recorded, due and difference alike, of every session and every period."""
    listed: defaultdict[tuple[str, ...], list[tuple[Decimal, ...]]] = defaultdict(list)
    with (out / "balances.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["account_kind"] == "player":
                amounts = tuple(Decimal(row[name] or "0") for name in ("recorded", "due", "difference"))
                listed[row["of"], row["session"]].append(amounts)
    found: defaultdict[tuple[str, ...], list[tuple[Decimal, ...]]] = defaultdict(list)
    for path, read in statements(out, kind).items():
        told = json.loads((out / path).with_suffix(".json").read_text(encoding="utf-8"))
        account = told["of"] == "account"
        sums = tuple(
            added(getattr(line, name) for line in read.lines if not line.kind.startswith("chips"))
            for name in ("recorded", "due", "difference")
        )
        found[told["of"], "" if account else told["sessions"][0]["session"]].append(sums)
        page = Page((out / path).with_suffix(".html"))
        if "Totals" in page.text:
            rows = [cells for cells in page.rows("The lines above, added up by kind") if len(cells) == 4]
            for column, total in enumerate(sums, 1):
                assert (amount(rows[-1][column]) or NOTHING) == total, path
                assert added(amount(cells[column]) for cells in rows[:-1]) == total, path
    assert {key: sorted(rows) for key, rows in found.items()} == {key: sorted(rows) for key, rows in listed.items()}


def test_where_no_settlements_are_recorded_what_is_due_is_all_that_counts(faults_written: Path) -> None:
    (path,) = (faults_written / "accounts" / "gbp").glob("eve-*.json")
    read = json.loads(path.read_text(encoding="utf-8"))
    (session,) = [one for one in read["sessions"] if not one["settles"]]
    assert {line["kind"] for line in session["lines"]} >= {"kitty-in", "kitty-out", "bank-sold"}
    assert {(line["recorded"], line["difference"]) for line in session["lines"]} == {(None, None)}
    assert not [row for row in read["adjustments"] if row["session"] == session["session"]]
    assert read["adjusted"] == read["closing"]["balance"]
    (path,) = faults_written.glob("silent-*/eve-*.html")
    page = Page(path)
    assert "since the log records no settlements" in page.text
    assert "Taken out of the kitty" in page.text
    assert "Left in the kitty" not in page.text
    (found,) = [cells for cells in page.rows("Findings about") if "kitty/wrong-amount" in cells[-1]]
    assert "eve takes 1.00 out of the kitty" in found[-1]
    (path,) = faults_written.glob("silent-*/ben-*.html")
    assert "with ben as banker, by the rules the kitty held £4.00. Nobody is recorded as" in Page(path).text


def test_json_keeps_to_its_schema_and_tells_where_it_comes_from(club: Path, evenings_written: Path) -> None:
    judge = jsonschema.Draft202012Validator(json.loads(published("statement")))
    judge.check_schema(judge.schema)
    sql = "SELECT session, sha256 FROM sessions JOIN sources USING (source)"
    digests = dict(run_query(club, sql).rows)
    for path in evenings_written.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        judge.validate(read)
        assert read["generated_at"] == "2026-12-09T12:00:00+00:00"
        told = {session: source["sha256"] for source in read["sources"] for session in source["sessions"]}
        assert told == {session["session"]: digests[session["session"]] for session in read["sessions"]}
        assert all(session["rules"]["base"] for session in read["sessions"])


def test_csv_of_nothing_has_balances_still(evenings_written: Path) -> None:
    (path,) = evenings_written.glob("accounts/gbp/fay-*.csv")
    assert from_csv(path).opening != NOTHING
