"""What is written adds up: each format read back and added up again, line by line and over all players."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from openpyxl import load_workbook

from pontoon_audit.history import run_query
from pontoon_audit.output.schemas import published
from pontoon_audit.reporting import period_between, write_statements
from tests.reporting.conftest import GENERATED_AT
from tests.reporting.reading_pages import EVENINGS, FAULTS, Page, deal_of, history, session_of, written
from tests.reporting.reading_statements import NOTHING, READERS, Read, added, amount, from_csv

ALL = ("html", "csv", "xlsx", "json")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of the evenings among the sample logs."""
    return history(tmp_path_factory.mktemp("club") / "history.duckdb", *EVENINGS)


@pytest.fixture(scope="module")
def evenings_written(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All statements of the evenings since the fourth of December, in every format but PDF."""
    out = tmp_path_factory.mktemp("written")
    period = period_between("2026-12-04", None)
    write_statements(club, out, period=period, formats=ALL, generated_at=GENERATED_AT)
    return out


def silent_and_paid() -> tuple[dict[str, Any], dict[str, Any]]:
    """A session that records no settlements, with wrong kitty money and a bank sold, and one that does."""
    dealt = ("ann deal 8S", "ben deal 7S", "eve deal KH", "ann stake 2", "ben stake 1", "ann shoot 1", "ann deal 9D",
             "ben deal TD", "eve deal 9C", "ann stick", "ben stick", "eve stay")  # fmt: skip
    passed = ("ann deal 8H", "eve deal 7H", "ben deal KD", "ann stake 2", "eve stake 1", "ann deal 9S", "eve deal TC",
              "ben deal 9H", "ann stick", "eve stick", "ben stay")  # fmt: skip
    silent = session_of(
        deal_of(1, "eve kitty_in 2", *dealt),
        deal_of(2, "eve sell_bank 3 ben", "eve kitty_out 1", "ben kitty_in 4", *passed, banker="ben"),
        rules={"base": "shoot-pontoon"},
        session="silent",
    )
    paid = session_of(
        deal_of(1, "eve kitty_in 2", *dealt, "ann settle -2", "ben settle -1", "ann settle_shoot -1"),
        rules={"base": "shoot-pontoon"},
        session="paid",
    )
    return silent, paid


@pytest.fixture(scope="module")
def faults_written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of the logs with one fault each, which name no days and no currency, and of two in pounds."""
    out = tmp_path_factory.mktemp("written")
    logs = *FAULTS, written(out / "pounds.json", *silent_and_paid())
    write_statements(history(out / "h.duckdb", *logs), out / "out", formats=ALL, generated_at=GENERATED_AT)
    return out / "out"


@pytest.fixture(params=["evenings", "faults"])
def out(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(f"{request.param}_written")
    return found


def statements(out: Path, kind: str) -> dict[Path, Read]:
    return {
        path.relative_to(out).with_suffix(""): READERS[kind](path)
        for path in sorted(out.rglob(f"*.{kind}"))
        if path.stem not in ("statements", "balances")
    }


def silent(out: Path) -> set[str]:
    """The sessions that record no settlements, as the JSON says it."""
    return {
        session["session"]
        for path in out.rglob("*.json")
        for session in json.loads(path.read_text(encoding="utf-8"))["sessions"]
        if not session["settles"]
    }


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


def banked_in(path: Path) -> dict[tuple[str, str, str], str]:
    """The cells that tell what a banker's lines are made of, by session, line and event."""
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    else:
        head, *cells = load_workbook(path)["Lines"].iter_rows(values_only=True)
        rows = [dict(zip(map(str, head), map(str, row), strict=True)) for row in cells]
    return {(row["session"], row["line"], row["event"]): row["banked"] for row in rows if row["kind"] == "bank"}


def in_words(hand: dict[str, Any]) -> str:
    """A hand of the JSON as the other formats tell it."""
    count = " ".join(str(hand[name]) for name in ("total", "class") if hand[name] is not None)
    amounts = (("staked", "stake"), ("recorded", "recorded"), ("due", "due"))
    told = [hand["cards"], count, *(f"{word} {hand[name]}" for word, name in amounts if hand[name] is not None)]
    again = " again" if hand["repeated"] else ""
    return f"{hand['player']} hand {hand['hand']}{again}: {', '.join(one for one in told if one)}"


def test_the_hands_of_a_bankers_line_add_up_to_it_in_files_too(out: Path) -> None:
    checked = 0
    for path in out.rglob("*.json"):
        told = {kind: banked_in(path.with_suffix(f".{kind}")) for kind in ("csv", "xlsx")}
        for session in json.loads(path.read_text(encoding="utf-8"))["sessions"]:
            for line in session["lines"]:
                hands = line["banked"]
                assert line["kind"] == "bank" or not hands
                for name in ("recorded", "due") if hands else ():
                    assert added(hand[name] and Decimal(hand[name]) for hand in hands) == Decimal(line[name] or 0), path
                if hands:
                    at = session["session"], str(line["line"]), str(line["event"])
                    assert told["csv"][at] == told["xlsx"][at] == "; ".join(map(in_words, hands))
                    checked += 1
    assert checked > 20


def test_the_hands_of_a_bankers_line_are_those_of_the_others_statements(out: Path) -> None:
    """With the cards and the stake, and what one wins the bank loses."""
    names = ("hand", "cards", "total", "class", "stake", "recorded", "due")
    own, banked = [], []
    for path in out.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        if read["of"] != "session":
            continue
        for line in (line for session in read["sessions"] for line in session["lines"]):
            where = (read["sessions"][0]["session"], line["deal"])
            if line["kind"] == "hand":
                own.append([*where, read["player"]["id"], *(line[name] for name in names)])
            for hand in line["banked"]:
                turned = hand | {name: hand[name] and str(-Decimal(hand[name])) for name in ("recorded", "due")}
                banked.append([*where, hand["player"], *(turned[name] for name in names)])
    assert len(banked) > 20
    assert [hand for hand in banked if hand not in own] == []


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


def test_a_name_cannot_pass_for_another_hand_of_the_bank(tmp_path: Path) -> None:
    deal = deal_of(1, "ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick",
                   "eve stay", "ann settle -2")  # fmt: skip
    text = json.dumps(session_of(deal, players=("ann", "eve"))).replace('"ann"', '"ben: 21 pontoon; \\"ann\\""')
    (tmp_path / "log.json").write_text(text, encoding="utf-8")
    database = history(tmp_path / "h.duckdb", tmp_path / "log.json")
    paths = write_statements(database, tmp_path / "out", "club", "eve", formats=("csv",), generated_at=GENERATED_AT)
    (path,) = [path for path in paths if path.stem.startswith("eve")]
    assert list(banked_in(path).values()) == [
        '"ben: 21 pontoon; \\"ann\\"" hand 1: 8S 9D, 17 points, staked 2.00, recorded 2.00, due 2.00'
    ]


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
    (found,) = [cells for cells in page.rows("Findings that name") if "kitty/wrong-amount" in cells[-1]]
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


def test_an_adjustment_names_deal_hand_clause_before_and_after(evenings_written: Path) -> None:
    (path,) = evenings_written.glob("accounts/gbp/ben-*.json")
    rows = json.loads(path.read_text(encoding="utf-8"))["adjustments"]
    (missing,) = [row for row in rows if row["finding"] == "settlement/missing"]
    assert (missing["deal"], missing["hand"], missing["hand_of"], missing["clause"]) == (5, 1, "ann", "4.2")
    assert (missing["before"], missing["after"], missing["adjustment"]) == (None, "2.50", "2.50")
    assert (missing["owed_by"]["id"], missing["owed_to"]["id"]) == ("ann", "ben")


def test_closing_balances_are_settled_by_the_payments(out: Path) -> None:
    """Every statement shows its player's own payments; with them what the sessions brought, and a kitty that is the
    player's, are nothing. So they are as due, with notes of their own."""
    settled = as_due = 0
    for path in out.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        if read["payments_undecided"]:
            continue
        who, left = read["player"]["id"], Decimal(read["moved"]["balance"])
        theirs = re.compile(rf"^(-?[\d.]+) is left in the kitty, which is {re.escape(who)}'s")
        left += sum(Decimal(found[1]) for note in read["notes"] if (found := theirs.match(note)))
        for payment in read["payments"]:
            assert who in (payment["from"], payment["to"])
            left += Decimal(payment["amount"]) * (1 if payment["from"] == who else -1)
        assert left == 0, path
        settled += bool(read["payments"])
        if read["payments_due"] is None:
            assert read["notes_due"] == []
            continue
        left = Decimal(read["moved"]["due"] or 0)
        left += sum(Decimal(found[1]) for note in read["notes_due"] if (found := theirs.match(note)))
        for payment in read["payments_due"]:
            left += Decimal(payment["amount"]) * (1 if payment["from"] == who else -1)
        assert left == 0, path
        as_due += bool(read["payments_due"])
    assert settled > 5
    assert as_due > 5


def test_notes_of_each_plan_stand_under_its_own_payments(faults_written: Path) -> None:
    left = "{} is left in the kitty, which is ann's: it is in ann's balance here"
    (folder,) = faults_written.glob("kitty-left-behind-*")
    (path,) = folder.glob("ann-*.html")
    recorded, due = Page(path).text.split("Who pays whom", 1)[1].split("What is to be paid instead")
    assert left.format("15.00") in recorded
    assert left.format("5.00") in due
    assert left.format("15.00") not in due


def test_csv_of_nothing_has_balances_still(evenings_written: Path) -> None:
    (path,) = evenings_written.glob("accounts/gbp/fay-*.csv")
    assert from_csv(path).opening != NOTHING
