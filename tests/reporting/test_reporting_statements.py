"""Statements add up: read again by somebody who knows nothing of how they were made."""

from __future__ import annotations

import csv
import re
import shutil
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from pontoon_audit import __version__
from pontoon_audit.history import run_query
from pontoon_audit.reporting import ReportError, period_between, write_statements
from pontoon_audit.reporting.statement_lines import COLUMNS
from tests.reporting.conftest import GENERATED_AT, Written
from tests.reporting.reading_pages import (
    Page,
    as_number,
    broken_links,
    deal_of,
    history,
    pages,
    session_of,
    shown_number,
    written,
)

NOTHING = Decimal("0.00")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(path: Path) -> list[dict[str, str]]:
    """The rows that are neither a balance nor an adjustment."""
    return [row for row in rows_of(path) if row["kind"] not in ("opening", "closing", "adjustment")]


def of_sessions(written: Written) -> list[Path]:
    """The CSV files of statements about one session."""
    return [path for path in written.statements if path.suffix == ".csv" and path.parts[-3] == "statements"]


def added(lines: list[dict[str, str]], column: str) -> Decimal:
    return sum((Decimal(line[column]) for line in lines if line[column]), NOTHING)


def statement(tmp_path: Path, *deals: dict, player: str = "ann", **more) -> tuple[Page, list[dict[str, str]]]:
    """The statement of a player of a session made of these deals."""
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals, **more)))
    paths = write_statements(database, tmp_path / "out", player=player)
    assert broken_links(pages(paths)) == []
    return Page(paths[1]), lines_of(paths[2])


def test_what_the_bank_brought_stands_hand_by_hand(samples: Written) -> None:
    checked = 0
    for path in samples.statements:
        if path.suffix != ".html" or path.parts[-3] != "statements":
            continue
        for row in re.findall(r'<tr id="l\d+".*?</tr>', path.read_text(encoding="utf-8"), re.DOTALL):
            hands = re.findall(
                r'<li>.*?<span class="nowrap">· (?:settled \w+: )?([^ <]+)( recorded, [^<]+| due)?</span></li>', row
            )
            if hands and not any(due == " due" for _, due in hands):
                recorded = re.findall(r'<td class="num[^"]*">([^<]*)</td>', row)[-4]
                assert sum(shown_number(amount) for amount, _ in hands) == shown_number(recorded), path
                checked += 1
    assert checked > 3


def test_the_lines_add_up_to_what_the_history_says_of_each_player(samples: Written) -> None:
    files = [lines_of(path) for path in of_sessions(samples)]
    results = run_query(
        samples.database, "SELECT session, player, total_recorded, total_due, difference FROM player_results"
    ).rows
    sums = {
        (lines[0]["session"], lines[0]["player"]): [added(lines, name) for name in ("recorded", "due", "difference")]
        for lines in files
        if lines
    }
    assert len(files) == len(results) > 20
    blank = {
        (lines[0]["session"], lines[0]["player"], name): not any(line[name] for line in lines)
        for lines in files
        if lines
        for name in ("due", "difference")
    }
    for session, player, recorded, due, difference in results:
        found = sums.get((session, player), [NOTHING] * 3)
        assert found[1:] == [due or NOTHING, difference or NOTHING], (session, player)
        assert due is not None or blank[session, player, "due"]
        assert difference is not None or blank[session, player, "difference"]
        assert recorded is None or found[0] == recorded, (session, player)


def test_over_all_players_and_the_kitty_they_add_up_to_nothing(samples: Written) -> None:
    sums: defaultdict[str, list[Decimal]] = defaultdict(lambda: [NOTHING, NOTHING])
    for path in of_sessions(samples):
        for line in lines_of(path):
            for i, column in enumerate(("recorded", "due")):
                sums[line["session"]][i] += Decimal(line[column] or "0")
    kitties = run_query(samples.database, "SELECT session, kitty_recorded, kitty_due FROM session_results").rows
    assert any(recorded for _, recorded, _ in kitties)
    for session, recorded, due in kitties:
        assert [sums[session][0] + recorded, sums[session][1] + due] == [NOTHING, NOTHING], session


def test_page_and_csv_say_the_same(samples: Written) -> None:
    compared = 0
    for path in of_sessions(samples):
        if not (lines := lines_of(path)):
            continue
        page = samples.pages[path.with_suffix(".html")]
        shown = page.rows("Won (above 0) or lost; the balance")
        assert shown[0][1:] == ["Opening balance", "0.00", "0.00", "0.00", "0.00"]
        assert shown[-1][1].startswith("Closing balance")
        assert len(shown) == len(lines) + 2
        for cells, line in zip(shown[1:-1], lines, strict=True):
            assert cells[0] == line["deal"]
            if line["chips"]:
                continue
            for cell, column in zip(cells[-4:], ("recorded", "due", "difference", "running_total"), strict=True):
                assert (cell == "–") == (line[column] == "")
                assert cell == "–" or as_number(cell) == Decimal(line[column])
            compared += 1
        total = page.rows("The lines above")[-1]
        for cell, column in ((total[2], "due"), (total[3], "difference")):
            assert (cell == "–") <= (not any(line[column] for line in lines))
            assert shown_number(cell) == added(lines, column)
        parts = page.rows("The lines above")[:-1]
        assert sum(shown_number(part[2]) for part in parts) == shown_number(total[2])
    assert compared > 100


def test_every_hand_and_every_deal_banked_has_its_line(samples: Written) -> None:
    lines = [line for path in of_sessions(samples) for line in lines_of(path)]
    for kind, sql in (
        ("hand", "SELECT session, player, deal, hand FROM hands"),
        ("bank", "SELECT session, banker, deal, NULL FROM deals WHERE banker IN (SELECT player FROM seats)"),
    ):
        rows = run_query(samples.database, sql).rows
        expected = {tuple("" if cell is None else str(cell) for cell in row) for row in rows}
        found = {(ln["session"], ln["player"], ln["deal"], ln["hand"]) for ln in lines if ln["kind"] == kind}
        assert expected <= found


def test_the_columns_are_the_documented_ones(evenings: Written) -> None:
    assert list(lines_of(of_sessions(evenings)[0])[0]) == list(COLUMNS)
    listed = evenings.pages[evenings.statements[0]].rows("UTF-8")
    assert [name for name, _ in listed] == list(COLUMNS)


def test_every_row_says_what_it_is_from_as_the_page_does(evenings: Written) -> None:
    for path in of_sessions(evenings):
        page = evenings.pages[path.with_suffix(".html")]
        for row in rows_of(path):
            assert (row["of"], row["from"], row["to"]) == ("session", "", "")
            assert row["currency"] == "GBP"
            assert row["generated_at"] == GENERATED_AT.isoformat()
            assert row["written_by"] == row["audited_by"] == f"pontoon-audit {__version__}"
            assert row["file"] in page.text
            assert f"SHA-256 {row['sha256']}, audited by {row['audited_by']}" in page.text
            assert row["house_rules"] in page.text.replace("£", "")


def test_rows_of_a_period_name_it_and_the_file_of_each_session(club: Path, tmp_path: Path) -> None:
    paths = write_statements(
        club, tmp_path, player="ann", period=period_between("2026-12-03", "2026-12-05"), formats=("csv",)
    )
    (path,) = (path for path in paths if "accounts" in path.parts)
    files = dict(run_query(club, "SELECT session, sha256 FROM sessions JOIN sources USING (source)").rows)
    rows = rows_of(path)
    assert {(row["of"], row["from"], row["to"]) for row in rows} == {("account", "2026-12-03", "2026-12-05")}
    assert len({row["sha256"] for row in rows if row["session"]}) == 3
    for row in rows:
        assert row["sha256"] == (files[row["session"]] if row["session"] else "")


def test_a_hand_paid_short_is_told_with_clause_and_who_owes_it(tmp_path) -> None:
    deal = deal_of(
        1, "ann deal AS", "eve deal KH", "ann stake 2", "ann deal KD", "eve deal 9C", "ann pontoon", "eve stay",
        "ann settle 2",
    )  # fmt: skip
    page, lines = statement(tmp_path, deal)
    assert "By the log ann won £2.00. By the rules ann should have had £2.00 more." in page.text
    ((number, hand, who, why, *amounts), *sums) = page.rows("Money that was moved")
    assert (number, hand, who) == ("1", "ann hand 1", "eve owes ann £2.00")
    assert amounts == ["2.00", "4.00", "+2.00"]
    assert "settlement/wrong-amount · clause 4.2" in why
    assert [cells[-1] for cells in sums] == ["+£2.00", "+£2.00", "+£4.00"]
    assert [(line["recorded"], line["due"], line["difference"]) for line in lines] == [("2.00", "4.00", "2.00")]
    assert (lines[0]["cards"], lines[0]["class"], lines[0]["bank_cards"]) == ("AS KD", "pontoon", "KH 9C")


def test_a_kitty_that_paid_more_than_it_held_is_said_so_plainly(tmp_path) -> None:
    deal = deal_of(1, "eve kitty_in 5", "ann deal AS", "eve deal KH", "ann stake 2", "ann shoot 7", "ann deal KD",
                   "eve deal 7C", "ann pontoon", "eve stay", "ann settle 4", "ann settle_shoot 7")  # fmt: skip
    rules = {"base": "shoot-pontoon"}
    page, _ = statement(tmp_path, deal, players=("eve", "ann"), rules=rules, player="eve")
    assert "At the end, with eve as banker, £2.00 more had gone out of the kitty than was in it" in page.text
    said = "Nobody is recorded as making that up, so it is in no line and no total above. It is eve’s to make up"
    assert said in page.text
    assert "held −" not in page.text


def test_shoot_bets_kitty_and_sales_stand_in_lines_of_their_own(tmp_path) -> None:
    deals = [
        deal_of(1, "eve kitty_in 5", "ann deal 8S", "eve deal KH", "ann stake 2", "ann shoot 4", "ann deal 9D",
                "eve deal 9C", "ann stick", "eve stay", "ann settle -2", "ann settle_shoot -4"),
        deal_of(2, "eve kitty_out 9", "eve sell_bank 3 ann", "ann kitty_in 6", "eve deal TS", "ann deal 5C",
                "eve stake 1", "eve deal 8H", "ann deal TD", "eve stick", "ann draw 9S", "eve settle 1", banker="ann"),
    ]  # fmt: skip
    rules = {"base": "shoot-pontoon"}
    page, lines = statement(tmp_path, *deals, players=("ann", "eve"), rules=rules)
    assert [(line["kind"], line["recorded"], line["running_total"]) for line in lines] == [
        ("hand", "-2.00", "-2.00"),
        ("shoot", "-4.00", "-6.00"),
        ("bank-bought", "-3.00", "-9.00"),
        ("kitty-in", "-6.00", "-15.00"),
        ("bank", "-1.00", "-16.00"),
    ]
    assert [row[0] for row in page.rows("The lines above")] == [
        "Hands against the bank", "Hands banked", "Shoot bets", "Kitty", "Bank sold and bought", "Total",
    ]  # fmt: skip
    assert "At the end, with ann as banker, the kitty held £6.00. Nobody is recorded as taking it out" in page.text
    assert [row[1] for row in page.rows("Won (above 0) or lost; the balance")][3] == "Bank bought from eve"


def test_chips_are_told_and_not_counted(tmp_path) -> None:
    hand = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
    page, lines = statement(tmp_path, deal_of(1, "ann buy_in 20", *hand, "ann settle -2"))
    assert [(line["kind"], line["chips"], line["recorded"], line["running_total"]) for line in lines] == [
        ("chips-in", "20.00", "", "0.00"),
        ("hand", "", "-2.00", "-2.00"),
    ]
    assert "chips for £20.00, not part of the result" in page.text
    assert page.rows("The lines above")[-1][1] == "−£2.00"


def test_a_void_deal_moves_nothing(tmp_path) -> None:
    void = deal_of(1, "ann deal 8S", "eve deal KH", "ann stake 2")
    void["events"].append({"action": "void"})
    page, lines = statement(tmp_path, void)
    assert [(line["kind"], line["recorded"], line["due"], line["running_total"]) for line in lines] == [
        ("hand", "", "", "0.00")
    ]
    assert page.rows("Won (above 0) or lost; the balance")[1][1] == "Hand void"


def test_two_hands_without_settlement_are_each_told(tmp_path) -> None:
    deal = deal_of(
        1, "ann deal 8S", "ben deal TS", "eve deal KH", "ann stake 2", "ben stake 1", "ann deal 8C", "ben deal TD",
        "eve deal 9C", "ann split 2", "ann deal TH", "ann/2 deal KS", "ann stick", "ann/2 buy 4 3S", "ann/2 stick",
        "ben stick", "eve stay", "ben settle 1",
    )  # fmt: skip
    page, lines = statement(tmp_path, deal)
    assert {(line["hand"], line["cards"], line["stake"], line["recorded"], line["due"]) for line in lines} == {
        ("1", "8S TH", "2.00", "", "-2.00"),
        ("2", "8C KS 3S", "6.00", "", "6.00"),
    }
    (first, second, *_) = page.rows("Money that was moved")
    assert (first[1:3], "2.00 lost" in first[3]) == (["ann hand 1", "ann owes eve £2.00"], True)
    assert (second[1:3], "6.00 won" in second[3]) == (["ann hand 2", "eve owes ann £6.00"], True)


def test_whoever_only_sat_there_has_a_page_that_says_so(tmp_path) -> None:
    hand = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
    page, lines = statement(tmp_path, deal_of(1, *hand, "ann settle -2"), player="ben")
    assert "ben sat at the table, but had no hand, no bank, and no money moved." in page.text
    assert lines == []


def test_one_player_or_session_is_written_alone_under_the_same_names(evenings: Written, tmp_path) -> None:
    (session,) = {
        lines_of(path)[0]["session"] for path in evenings.statements if path.parent.name.startswith("thursday")
        if path.suffix == ".csv"
    }  # fmt: skip
    report = shutil.copytree(evenings.out / "report", tmp_path / "report")
    out = tmp_path / "statements"
    alone = write_statements(
        evenings.database, out, session=session, player="ann", generated_at=GENERATED_AT, report=report
    )
    assert len(alone) == 4
    for path in alone[1:-1]:
        whole = evenings.out / "statements" / path.relative_to(out)
        assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("wanted", "what", "hint"),
    [
        ({"player": "Anne"}, "there is no player Anne", "did you mean ann?"),
        ({"player": "zzz"}, "there is no player zzz", "there are ann, ben, eve"),
        ({"session": "clubs"}, "there is no session clubs", "did you mean club?"),
    ],
)
def test_nobody_of_that_name(wanted, what, hint, tmp_path) -> None:
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of()))
    with pytest.raises(ReportError) as refused:
        write_statements(database, tmp_path / "out", **wanted)
    assert (refused.value.what, refused.value.hint) == (what, hint)
    assert not (tmp_path / "out").exists()


def test_a_player_of_another_evening(tmp_path) -> None:
    log = written(tmp_path / "log.json", session_of(), session_of(session="late", players=("fay", "eve")))
    paths = write_statements(history(tmp_path / "h.duckdb", log), tmp_path / "out", session="late", player="ann")
    assert "ann was not in this session" in Page(paths[1]).text
