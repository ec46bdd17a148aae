"""The views: one evening worked out by hand, and what must hold in every session."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit.history import load
from tests.history.small_audits import Rows, evening, file_of, movement, rows, stake


def money(*amounts: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, amounts))


def deal(number: int | None, banker: str | None, first: int, last: int, **more: Any) -> dict[str, Any]:
    return {"deal": number, "banker": banker, "first_event": first, "last_event": last, "void": False} | more


def hand(number: int, player: str, stake: str) -> dict[str, Any]:
    return {"session": "shoot", "deal": number, "deal_index": number - 1, "player": player, "hand": 1,
            "stake": stake}  # fmt: skip


@pytest.fixture
def shoot() -> Rows:
    """Five deals of Shoot Pontoon.

    eve banks 1 and 2 with a kitty of 10 (4 of it is later said to have been left); ben buys the bank for 3 and banks
    3 and 5, 4 is eve's again. Faults: ann was paid 5 where 10 was due (deal 1); ben's loss of 2 in deal 2 is not
    recorded; ann's hand in deal 3 is not decidable and 1 was paid.
    """
    session = evening(
        "shoot",
        deals=[
            deal(1, "eve", 10, 19),
            deal(2, "eve", 20, 29),
            deal(3, "ben", 32, 39),
            deal(4, "eve", 40, 49, void=True),
            deal(5, "ben", 50, 59),
        ],
        ledger=[
            movement("chips", None, 1, "*cash", "ann", "50.00", "50.00"),
            movement("kitty", None, 5, "eve", "*kitty", "10.00", "10.00"),
            stake(1, 18, "eve", "ann", "5.00", "10.00"),
            stake(1, 19, "eve", "ben", "-2.50", "-2.50"),
            movement("shoot", 1, 19, "*kitty", "ann", "1.50", "1.50"),
            stake(2, 29, "eve", "ben", None, "-2.00"),
            movement("shoot", 2, 29, "*kitty", "ben", "-0.50", "-0.50"),
            movement("kitty", 3, 30, "*kitty", "eve", "9.00", "9.00"),
            movement("bank-sale", 3, 31, "ben", "eve", "3.00", "3.00"),
            movement("kitty", 3, 31, "ben", "*kitty", "4.00", "4.00"),
            stake(3, 39, "ben", "ann", "1.00", None),
            movement("kitty", None, 45, "ben", "*kitty", "2.00", "2.00"),
            stake(5, 58, "ben", "eve", "-1.00", "-1.00"),
        ],
    )
    session["hands"] = [hand(1, "ann", "5.00"), hand(1, "ben", "2.50"), hand(2, "ben", "2.00"), hand(3, "ann", "1.00"),
                        hand(4, "ann", "7.00"), hand(5, "eve", "1.00")]  # fmt: skip
    return session


@pytest.fixture
def club(tmp_path: Path, shoot: Rows) -> Path:
    path = tmp_path / "club.duckdb"
    load(file_of([shoot]), path)
    return path


def test_player_results(club: Path) -> None:
    names = ["as_player", "as_banker", "shoot", "kitty", "total"]
    recorded = ", ".join(f"{name}_recorded" for name in names) + ", bank_sales"
    assert rows(club, f"SELECT player, {recorded} FROM player_results ORDER BY player") == [
        ("ann", *money("6.00", "0.00", "1.50", "0.00", "7.50", "0.00")),
        ("ben", *money("-2.50", "0.00", "-0.50", "-6.00", "-12.00", "-3.00")),
        ("eve", *money("-1.00", "-2.50", "0.00", "-1.00", "-1.50", "3.00")),
    ]
    due = ", ".join(f"{name}_due" for name in names) + ", bank_sales_due, difference"
    assert rows(club, f"SELECT player, deals, undecided, {due} FROM player_results ORDER BY player") == [
        ("ann", 3, 1, *money("10.00", "0.00", "1.50", "0.00", "11.50", "0.00", "5.00")),
        ("ben", 4, 1, *money("-4.50", "1.00", "-0.50", "-6.00", "-13.00", "-3.00", "-2.00")),
        ("eve", 4, 0, *money("-1.00", "-5.50", "0.00", "-1.00", "-4.50", "3.00", "-3.00")),
    ]


def test_players_and_kitty_sum_to_zero(club: Path) -> None:
    left = money("10.00", "-1.50", "0.50", "-9.00", "4.00", "2.00")
    assert rows(club, "SELECT kitty_recorded, kitty_due, players_recorded, players_due FROM session_results") == [
        (sum(left), sum(left), -sum(left), -sum(left))
    ]
    assert rows(club, "SELECT sum(total_recorded), sum(total_due), sum(difference) FROM player_results") == [
        (-sum(left), -sum(left), 0)
    ]


def test_session_results(club: Path) -> None:
    assert rows(
        club, "SELECT session, players, deals, hands, staked, difference, undecided, errors FROM session_results"
    ) == [("shoot", 3, 5, 6, *money("18.50", "7.00"), 1, 1)]


def test_a_row_a_tenure(club: Path) -> None:
    asked = "tenure, banker, first_deal, last_deal, deals, stakes_taken, recorded, due, kitty_in, kitty_out, undecided"
    assert rows(club, f"SELECT {asked} FROM banker_results ORDER BY tenure") == [
        (1, "eve", 1, 2, 2, *money("9.50", "-2.50", "-5.50", "10.00", "9.00"), 0),
        (2, "ben", 3, 3, 1, *money("1.00", "-1.00"), None, *money("4.00", "0.00"), 1),
        (3, "eve", 4, 4, 1, *money("0.00", "0.00", "0.00", "0.00", "0.00"), 0),
        (4, "ben", 5, 5, 1, *money("1.00", "1.00", "1.00", "2.00", "0.00"), 0),
    ]


def test_tenures_have_all_that_players_have_as_bankers(club: Path) -> None:
    assert rows(club, "SELECT sum(recorded), sum(due), sum(kitty_out - kitty_in) FROM banker_results") == rows(
        club, "SELECT sum(as_banker_recorded), sum(as_banker_due), sum(kitty_recorded) FROM player_results"
    )


def test_discrepancies_say_who_owes_whom(club: Path) -> None:
    asked = "deal, event, kind, debit, credit, recorded, due, difference, owed_by, owed_to, owed"
    assert rows(club, f"SELECT {asked} FROM discrepancies ORDER BY event") == [
        (1, 18, "stake", "eve", "ann", *money("5.00", "10.00", "5.00"), "eve", "ann", Decimal("5.00")),
        (2, 29, "stake", "eve", "ben", None, *money("-2.00", "-2.00"), "ben", "eve", Decimal("2.00")),
    ]


def test_the_hand_of_a_discrepancy_is_that_of_its_settlement(tmp_path: Path) -> None:
    load(file_of([evening()]), tmp_path / "club.duckdb")  # its settlement is event 9
    assert rows(tmp_path / "club.duckdb", "SELECT event, hand FROM discrepancies") == [(9, 1)]


def test_a_payment_too_high_and_a_lost_stake_not_taken(tmp_path: Path) -> None:
    ledger = [stake(1, 8, "eve", "ann", "12.00", "10.00"), stake(1, 9, "eve", "ben", "0.00", "-3.00")]
    load(file_of([evening(ledger=ledger)]), tmp_path / "club.duckdb")
    assert rows(tmp_path / "club.duckdb", "SELECT owed_by, owed_to, owed FROM discrepancies ORDER BY event") == [
        ("ann", "eve", Decimal("2.00")),
        ("ben", "eve", Decimal("3.00")),
    ]


def test_a_session_without_settlements_has_no_recorded_results_and_no_discrepancies(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    unsettled = stake(1, 8, "eve", "ann", None, "10.00") | {"missing": False}
    ledger = [unsettled, movement("bank-sale", 1, 9, "ben", "eve", "3.00", "3.00")]
    load(file_of([evening(ledger=ledger)]), club)
    assert rows(club, "SELECT player, as_player_recorded, total_recorded, total_due, bank_sales, difference "
                      "FROM player_results ORDER BY player") == [
        ("ann", None, None, *money("10.00", "0.00"), None),
        ("ben", None, None, *money("-3.00", "-3.00", "0.00")),
        ("eve", None, None, *money("-7.00", "3.00", "0.00")),
    ]  # fmt: skip
    assert rows(club, "SELECT recorded, due FROM banker_results") == [(None, Decimal("-10.00"))]
    assert rows(club, "SELECT count(*) FROM discrepancies") == [(0,)]
    assert rows(club, "SELECT recorded, due, difference, unrecorded FROM balances WHERE player = 'ann'") == [
        (None, Decimal("10.00"), None, 1)
    ]


def test_a_player_called_kitty_is_a_player(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    ledger = [stake(1, 9, "eve", "kitty", "5.00", "5.00"), movement("kitty", None, 4, "eve", "*kitty", "2.00", "2.00")]
    load(file_of([evening(players=["kitty", "ben", "eve"], ledger=ledger)]), club)
    assert rows(club, "SELECT total_recorded FROM player_results WHERE player = 'kitty'") == [money("5.00")]
    assert rows(club, "SELECT kitty_recorded FROM session_results") == [money("2.00")]


def test_balances_add_sessions_but_never_currencies(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    load(
        file_of([evening("one"), evening("two"), evening("three", currency="EUR"), evening("four", currency=None)]),
        club,
    )
    assert rows(club, "SELECT currency, sessions, deals, recorded, due, difference FROM balances WHERE player = 'ann' "
                      "ORDER BY currency NULLS FIRST") == [
        (None, 1, 1, *money("5.00", "10.00", "5.00")),
        ("EUR", 1, 1, *money("5.00", "10.00", "5.00")),
        ("GBP", 2, 2, *money("10.00", "20.00", "10.00")),
    ]  # fmt: skip


def test_superseded_money_counts_nowhere(tmp_path: Path, shoot: Rows) -> None:
    club = tmp_path / "club.duckdb"
    load(file_of([evening("shoot")]), club)
    load(file_of([shoot]), club)
    assert rows(club, "SELECT sum(total_recorded) FROM player_results") == [money("-6.00")]
    assert rows(club, "SELECT count(*) FROM discrepancies") == [(2,)]


def test_sums_beyond_a_single_amount_do_not_fail(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    ledger = [stake(1, event, "eve", "ann", "9999999999999999.99", "-9999999999999999.99") for event in range(20)]
    load(file_of([evening(ledger=ledger)]), club)
    assert rows(club, "SELECT recorded, difference FROM balances WHERE player = 'ann'") == [
        money("199999999999999999.80", "-399999999999999999.60")
    ]


def test_a_deal_without_a_banker_ends_a_tenure_and_is_none(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    deals = [deal(1, "eve", 4, 9), deal(2, None, 10, 19), deal(3, "eve", 20, 29)]
    load(file_of([evening(deals=deals)]), club)
    assert rows(club, "SELECT tenure, banker, first_deal, last_deal FROM banker_results ORDER BY ALL") == [
        (1, "eve", 1, 1),
        (2, "eve", 3, 3),
    ]


def test_tenures_follow_the_order_of_play_where_numbers_of_deals_are_wrong(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    deals = [deal(5, "eve", 4, 9), deal(2, "ben", 10, 19), deal(5, "ben", 20, 29), deal(None, "eve", 30, 39)]
    ledger = [
        stake(5, 9, "eve", "ann", "1.00", "1.00"),
        stake(2, 18, "ben", "ann", "2.00", "2.00"),
        stake(5, 28, "ben", "ann", "4.00", "4.00"),
        stake(None, 38, "eve", "ann", "8.00", "8.00"),
    ]
    load(file_of([evening(deals=deals, ledger=ledger)]), club)
    assert rows(club, "SELECT tenure, banker, first_deal, last_deal, recorded FROM banker_results ORDER BY ALL") == [
        (1, "eve", 5, 5, Decimal("-1.00")),
        (2, "ben", 2, 5, Decimal("-6.00")),
        (3, "eve", None, None, Decimal("-8.00")),
    ]
    assert rows(club, "SELECT deals FROM player_results WHERE player = 'eve'") == [(2,)]


def test_a_settlement_that_was_set_aside_accuses_nobody(tmp_path: Path) -> None:
    club = tmp_path / "club.duckdb"
    lost = stake(1, 8, "eve", "ann", None, "10.00") | {"missing": None}
    ledger = [lost, stake(1, 9, "eve", "ben", "2.00", "2.00"), stake(1, 10, "eve", "cat", None, "4.00")]
    load(file_of([evening(ledger=ledger)]), club)
    found = rows(club, "SELECT owed_by, owed_to, owed FROM discrepancies")
    assert found == [("eve", "cat", *money("4.00"))]
