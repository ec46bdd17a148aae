"""The figures of players, bank and rules, worked out again from the rows of the history by somebody else."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from pontoon_audit import audit
from pontoon_audit.history import run_query
from pontoon_audit.reporting import write_report
from pontoon_audit.reporting.intervals import ratio, share
from tests.reporting.conftest import Written
from tests.reporting.reading_pages import EVENINGS, Page, broken_links, deal_of, history, pages, session_of, written

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def amount(cell: str) -> Decimal:
    return Decimal(cell.split(" ")[0].replace("−", "-").replace("+", "").replace("£", "").replace(",", ""))


def page_of(written: Written, name: str) -> Page:
    return written.pages[written.out / "report" / name]


def of_player(written: Written, player: str) -> Page:
    (page,) = [
        page for path, page in written.pages.items()
        if path.parent.name == "players" and path.name.startswith(f"{player}-")
    ]  # fmt: skip
    return page


def test_what_the_bank_kept_is_the_ratio_of_the_sums_over_deals(evenings: Written) -> None:
    deals = defaultdict(lambda: [Decimal(0), Decimal(0), True])
    unpaid = run_query(
        evenings.database, "SELECT session, deal, player, hand FROM findings WHERE finding = 'settlement/missing'"
    ).rows
    assert unpaid
    for session, index, banker, stake, recorded, *which in run_query(
        evenings.database,
        "SELECT session, deal_index, h.banker, stake, recorded, h.deal, player, hand"
        " FROM hands AS h JOIN deals USING (session, deal_index) WHERE NOT coalesce(void, false)",
    ).rows:
        if (session, *which) in {tuple(row) for row in unpaid}:  # known to have brought nothing
            recorded = Decimal(0)
        deal = deals[session, index, banker]
        deal[2] = deal[2] and recorded is not None
        deal[0] += stake or 0
        deal[1] -= recorded or 0
    again = run_query(  # a second settlement is money too
        evenings.database,
        "SELECT f.session, deal_index, banker, amount FROM findings AS f JOIN events USING (session, event)"
        " JOIN deals ON deals.session = f.session AND deals.deal = f.deal WHERE finding = 'settlement/repeated'",
    ).rows
    assert again
    for session, index, banker, recorded in again:
        deals[session, index, banker][1] -= recorded
    kept: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for (_, _, banker), (staked, result, known) in deals.items():
        if known:
            kept[banker].append((float(staked), float(result)))
            kept["All"].append((float(staked), float(result)))
    shown = {row[0]: row for row in page_of(evenings, "bank.html").rows("By banker")}
    assert len(shown) == len(kept)
    names = {"All": "All bankers", "ben": "Ben Okafor", "cat": "Cat Moreau"}
    for banker, name in names.items():
        hold = sum(r for _, r in kept[banker]) / sum(s for s, _ in kept[banker])
        assert shown[name][-2] == f"{100 * hold:.1f} %".replace("-", "−")
        assert shown[name][3] == str(len(kept[banker]))
    every = kept["All"]
    hold = sum(r for _, r in every) / sum(s for s, _ in every)
    spread = math.sqrt(sum((r - hold * s) ** 2 for s, r in every) * len(every) / (len(every) - 1))
    error = 1.959964 * spread / sum(s for s, _ in every)
    ends = [f"{100 * end:.1f} %".replace("-", "−") for end in (hold - error, hold + error)]
    assert shown["All bankers"][-1] == " to ".join(ends)
    assert shown["Cat Moreau"][-1] == "too few deals"


def test_tenures_follow_each_other_and_add_up_to_the_bankers_deals(evenings: Written) -> None:
    page = page_of(evenings, "bank.html")
    tenures: Counter[str] = Counter()
    for row in page.rows("Who held the bank"):
        tenures[row[2]] += int(row[3].split()[0])
    deals = {name: int(count) for name, _, count, *_ in page.rows("By banker") if name != "All bankers"}
    assert sum(tenures.values()) == sum(deals.values())
    assert set(deals) == set(tenures)


def test_classes_results_and_habits_count_every_hand_of_a_player(evenings: Written) -> None:
    for player in ("ann", "dev"):
        page = of_player(evenings, player)
        hands = run_query(
            evenings.database,
            "SELECT class, total, outcome, multiple, split FROM hands JOIN deals USING (session, deal_index)"
            " WHERE player = ? AND NOT coalesce(void, false)",
            [player],
        ).rows
        classes = {row[0]: int(row[1]) for row in page.rows("What the hands were") if row[0] != "All"}
        assert sum(classes.values()) == len(hands)
        assert classes["bust"] == sum(row[0] == "bust" for row in hands)
        assert classes["pontoon"] == sum(row[0] == "pontoon" for row in hands)
        assert classes["21"] == sum(row[0] == "points" and row[1] == 21 for row in hands)
        assert sum(int(row[1]) for row in page.rows("How many stakes")) == len(hands)
        habits = {row[0]: row[1] for row in page.rows("Of all hands")}
        assert habits["Hands gone bust"] == f"{classes['bust']} of {len(hands)}"
        plays = dict(
            run_query(
                evenings.database,
                "SELECT action, count(*) FROM events JOIN deals USING (session, deal) WHERE player = ?"
                " AND NOT coalesce(void, false)"
                " AND action IN ('buy', 'twist', 'stick', 'split', 'pontoon', 'bust') GROUP BY action",
                [player],
            ).rows
        )
        told = {row[0]: row[1] for row in page.rows("Of all plays")}
        assert told["twisted a card"] == f"{plays['twist']} of {sum(plays.values())}"
        assert len(page.rows("The latest first")) == len(hands)


def test_hands_of_void_deals_belong_to_no_rate(tmp_path: Path) -> None:
    misdealt = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 2D", "eve deal 9C", "ann twist 3C")
    void = deal_of(2, *misdealt)
    void["events"].append({"action": "void"})
    deals = [deal_of(1, *HAND, "ann settle -2"), void, deal_of(3, *HAND, "ann settle -2")]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    read = pages(write_report(database, tmp_path / "out"))
    (ann,) = [page for path, page in read.items() if path.parent.name == "players" and path.name.startswith("ann")]
    classes = {row[0]: row[1] for row in ann.rows("What the hands were")}
    assert (classes["All"], classes["16 to 20"], classes["15 or less"]) == ("2", "2", "0")
    assert {row[1].partition(" of ")[2] for row in ann.rows("Of all hands")} == {"2"}
    assert [row[:2] for row in ann.rows("Of all plays")] == [["stuck", "2 of 2"]]
    assert len(ann.rows("The latest first")) == 2
    for caption in ("What the hands were", "Of all hands", "Of all plays", "The latest first"):
        (said,) = [each.text for each in ann.all("caption") if each.text.startswith(caption)]
        assert "void deals" in said


def test_a_players_page_and_the_list_say_what_the_history_says(evenings: Written) -> None:
    totals = run_query(evenings.database, "SELECT player, recorded, due, difference FROM balances").rows
    listed = {row[1]: row for row in page_of(evenings, "players.html").rows("Won (above 0) or lost over all")}
    assert len(listed) == len(totals)
    for player, recorded, due, difference in totals:
        assert [amount(cell) for cell in listed[player][-3:]] == [recorded, due, difference]
        sessions = of_player(evenings, player).rows("Won (above 0) or lost.")
        assert sum(amount(row[-4]) for row in sessions) == recorded
        assert amount(sessions[-1][-1]) == recorded
        assert amount(of_player(evenings, player).rows("The result so far")[-1][-1]) == recorded


def test_rules_are_shown_as_kept_as_the_audit_found_them(evenings: Written) -> None:
    coverage = audit([str(log) for log in EVENINGS]).coverage
    shown = {row[0]: row for row in page_of(evenings, "index.html").rows("Those that change most money")}
    assert set(shown) == set(coverage)
    for name, counted in coverage.items():
        times, kept, untold = (int(cell.replace(",", "")) for cell in shown[name][3:6])
        assert (times, kept, untold) == (counted.broken, counted.kept, counted.not_decidable), name
    groups = page_of(evenings, "index.html").rows("How far the rules were tried")
    assert sum(int(row[1]) for row in groups) == len(coverage)
    assert sum(int(row[3].replace(",", "")) for row in groups) == sum(one.kept for one in coverage.values())


def test_money_of_two_currencies_is_kept_apart(tmp_path: Path) -> None:
    log = [
        session_of(deal_of(1, *HAND, "ann settle -2"), session="pounds", currency="GBP"),
        session_of(deal_of(1, *HAND, "ann settle -2"), session="francs", currency="CHF"),
    ]
    read = pages(write_report(history(tmp_path / "h.duckdb", written(tmp_path / "log.json", *log)), tmp_path / "out"))
    assert broken_links(read) == []
    (ann,) = [page for path, page in read.items() if path.parent.name == "players" and path.name.startswith("ann")]
    assert {"GBP", "CHF"} <= {head.text for head in ann.all("h2")}
    assert "−CHF 2.00" in ann.text.replace("\xa0", " ")
    bank = read[tmp_path / "out" / "bank.html"]
    assert [head.text for head in bank.all("h2")][:2] == ["CHF: what the bank kept", "GBP: what the bank kept"]


def test_unknown_results_are_told_and_not_counted_as_nought(tmp_path: Path) -> None:
    deals = [deal_of(1, *HAND, "ann settle -2"), deal_of(2, *HAND, "eve settle 2")]
    database = history(tmp_path / "h.duckdb", written(tmp_path / "log.json", session_of(*deals)))
    read = pages(write_report(database, tmp_path / "out"))
    ((*_, hold, interval),) = [row for row in read[tmp_path / "out" / "bank.html"].rows("By banker") if row[0] == "eve"]
    assert (hold, interval) == ("100.0 %", "too few deals")
    tenures = read[tmp_path / "out" / "bank.html"].rows("Who held the bank")
    assert tenures[0][-2:] == ["£0.00", "+£2.00 +2.00 not compared"]


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (81, 263, 0.2553, 0.3662)],
)
def test_shares_have_wilsons_interval_as_newcombe_printed_it(part: int, whole: int, low: float, high: float) -> None:
    """Examples of R. G. Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3."""
    found = share(part, whole)
    assert [round(float(end), 4) for end in found] == [low, high]


def test_the_interval_of_a_ratio_covers_the_truth_about_as_often_as_it_says() -> None:
    from random import Random

    chance, covered, rounds = Random(7), 0, 400
    for _ in range(rounds):
        deals = [(stake := chance.choice((2, 5, 9)), stake if chance.random() < 0.52 else -stake) for _ in range(200)]
        sums = [Decimal(sum(column)) for column in zip(*deals, strict=True)]
        squares = tuple(Decimal(sum(a * b for a, b in pairs)) for pairs in (
            [(s, s) for s, _ in deals], [(s, r) for s, r in deals], [(r, r) for _, r in deals]))  # fmt: skip
        low, high = ratio(len(deals), sums[0], sums[1], squares)
        covered += low <= Decimal("0.04") <= high
    assert 0.92 <= covered / rounds <= 0.98
