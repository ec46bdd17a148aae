import json

import jsonschema
import pytest

from pontoon_audit.output.schemas import published
from tests.reporting.reading_pages import deal_of, session_of, written


@pytest.fixture
def evening(cli, tmp_path, monkeypatch):
    """Puts sessions into `club.duckdb` in which each player wins or loses, by the log, what a test says."""
    monkeypatch.chdir(tmp_path)

    def play(session, won, banker="eve", currency="GBP", events=(), **fields):
        order = [*won, *([banker] if banker else [])]
        dealt = [{"action": "deal", "player": player, "card": "9S"} for player in order]
        stakes = [{"action": "stake", "player": player, "amount": "1"} for player in won]
        settled = [{"action": "settle", "player": player, "amount": amount} for player, amount in won.items() if amount]
        document = {
            "session": session, "currency": currency, "players": [{"id": player} for player in order],
            "deals": [{"deal": 1, "banker": banker, "events": [*dealt, *stakes, *events, *settled]}], **fields,
        }  # fmt: skip
        (tmp_path / f"{session}.json").write_text(json.dumps(document))
        ended = cli("load", f"{session}.json", "--db", "club.duckdb")
        assert "1 file loaded" in ended.out

    return play


@pytest.fixture
def paid(cli):
    """The payments that the tool gives as JSON, as from, to, amount."""

    def settle(*options):
        ended = cli("settle-up", "--db", "club.duckdb", "--format", "json", *options)
        assert ended.status == 0, ended
        payments = json.loads(ended.out)
        jsonschema.Draft202012Validator(json.loads(published("payments"))).validate(payments)
        return [(one["from"], one["to"], one["amount"]) for one in payments]

    return settle


THURSDAY = {"ann": "-8", "ben": "-7", "cat": "2", "dev": "6"}
WHOLE = [
    {"action": "deal", "player": "ann", "card": "9D"}, {"action": "deal", "player": "ben", "card": "8D"},
    {"action": "deal", "player": "eve", "card": "TC"}, {"action": "stick", "player": "ann"},
    {"action": "stick", "player": "ben"}, {"action": "stay", "player": "eve"},
]  # fmt: skip
"""The rest of a deal of ann and ben against eve's 19: both lose their 1."""


def test_five_people_settle_in_three_payments(cli, evening, paid):
    evening("thursday", THURSDAY)
    assert paid() == [("ben", "eve", "7.00"), ("ann", "dev", "6.00"), ("ann", "cat", "2.00")]
    shown = cli("settle-up", "--db", "club.duckdb", "--quiet").out.splitlines()
    assert shown[0] == "GBP, session thursday, as recorded: 3 payments among 5, the fewest there can be"
    assert shown[1] == "  ben pays eve 7.00  ben owes 7.00, eve is owed 7.00: that settles both"
    assert shown[2].endswith("ann owes 8.00, dev is owed 6.00: that settles dev, and ann still owes 2.00")


def test_sessions_add_up_or_are_settled_alone(evening, paid):
    evening("thursday", {"ann": "-5", "ben": "5"})
    evening("friday", {"ann": "5", "ben": "-3"})
    assert paid() == [("eve", "ben", "2.00")]
    assert paid("--session", "thursday") == [("ann", "ben", "5.00")]
    assert paid("--session", "friday", "--session", "thursday") == [("eve", "ben", "2.00")]


def test_currencies_never_add_up(cli, evening):
    evening("here", {"ann": "-5", "ben": "5"})
    evening("there", {"ann": "5", "ben": "-5"}, currency="EUR")
    evening("anywhere", {"ann": "-1", "ben": "1"}, currency=None)
    payments = json.loads(cli("settle-up", "--db", "club.duckdb", "-f", "json").out)
    assert [(one["currency"], one["from"], one["amount"]) for one in payments] == [
        ("EUR", "ben", "5.00"), ("GBP", "ann", "5.00"), (None, "ann", "1.00"),
    ]  # fmt: skip
    text = cli("settle-up", "--db", "club.duckdb").out
    assert [line.partition(",")[0] for line in text.splitlines() if "session" in line][:3] == [
        "EUR", "GBP", "No currency",
    ]  # fmt: skip


def test_by_the_log_or_by_the_rules(cli, evening, paid):
    evening("thursday", {"ann": "-1", "ben": "3"}, events=WHOLE)
    assert paid() == paid("--recorded") == [("eve", "ben", "2.00"), ("ann", "ben", "1.00")]
    assert paid("--due") == [("ann", "eve", "1.00"), ("ben", "eve", "1.00")]
    said = "Not all money was recorded as it is due in session thursday (--due settles by the rules)"
    assert said in cli("settle-up", "--db", "club.duckdb").out
    assert "Not all money" not in cli("settle-up", "--db", "club.duckdb", "--due").out


def test_a_session_without_settlements_is_settled_as_due_and_that_is_said(cli, evening, paid):
    evening("silent", {"ann": None, "ben": None}, events=WHOLE)
    evening("thursday", {"ann": "5", "ben": "-5"})
    assert paid("--session", "silent") == [("ann", "eve", "1.00"), ("ben", "eve", "1.00")]
    assert paid() == [("ben", "ann", "4.00"), ("ben", "eve", "2.00")]
    assert (
        "Settled as due, for no settlements are recorded there: session silent."
        in cli("settle-up", "--db", "club.duckdb").out
    )
    assert paid("--recorded") == [("ben", "ann", "5.00")]
    ended = cli("settle-up", "--db", "club.duckdb", "--recorded", "-f", "json")
    assert "Left out, for no settlements are recorded there (--due settles by the rules): session silent." in ended.err
    only = cli("settle-up", "--db", "club.duckdb", "--recorded", "--session", "silent")
    assert (only.status, only.out) == (2, "")
    assert "--due" in only.err


def test_what_nobody_can_decide_is_refused(cli, evening, paid):
    unknown = [{**event, "card": "??"} if event["action"] == "deal" else event for event in WHOLE]
    evening("blurred", {"ann": "-1", "ben": "-1"}, events=unknown)
    ended = cli("settle-up", "--db", "club.duckdb", "--due")
    assert (ended.status, ended.out) == (2, "")
    assert "what is due in session blurred cannot be decided for 2 of its payments" in ended.err
    assert "--recorded" in ended.err
    assert paid() == [("ann", "eve", "1.00"), ("ben", "eve", "1.00")]


def test_a_currency_that_nobody_can_settle_stops_no_other(cli, evening):
    unknown = [{**event, "card": "??"} if event["action"] == "deal" else event for event in WHOLE]
    for session in ("blurred", "blind"):
        evening(session, {"ann": None, "ben": None}, events=unknown, currency=None)
    evening("thursday", {"ann": "-5", "ben": "5"})
    evening("tokyo", {"ann": "-100", "ben": "100"}, currency="JPY")
    ended = cli("settle-up", "--db", "club.duckdb")
    assert ended.status == 2
    assert [line.split(",")[0] for line in ended.out.splitlines() if "payment" in line] == ["GBP", "JPY"]
    why = "what is due in sessions blind, blurred cannot be decided for 4 of their payments"
    assert f"what has no currency is not settled: {why}" in ended.err
    assert "--recorded" in ended.err
    as_json = cli("settle-up", "--db", "club.duckdb", "--format", "json")
    assert (as_json.status, [one["currency"] for one in json.loads(as_json.out)]) == (2, ["GBP", "JPY"])
    assert why in as_json.err


def test_what_is_left_in_the_kitty_is_in_the_balance_of_the_last_banker_whose_it_is(cli, evening, paid):
    kitty = [{"action": "kitty_in", "player": "eve", "amount": "10"}]
    evening("shoot", {"ann": "-2", "ben": "0"}, events=kitty, rules={"base": "shoot-pontoon"})
    assert paid() == [("ann", "eve", "2.00")]
    assert paid("--through-banker", "ben") == [("ann", "ben", "2.00"), ("ben", "eve", "2.00")]
    assert (
        "10.00 is left in the kitty, which is eve's: it is in eve's balance here"
        in cli("settle-up", "--db", "club.duckdb").out
    )


def test_kitties_of_two_evenings_go_to_whom_they_belong(cli, evening, paid):
    for session, banker, other in (("one", "eve", "ann"), ("two", "ann", "eve")):
        kitty = [{"action": "kitty_in", "player": banker, "amount": "10"}]
        evening(session, {other: "-2", "ben": "0"}, banker, events=kitty, rules={"base": "shoot-pontoon"})
    assert paid() == []
    text = cli("settle-up", "--db", "club.duckdb").out
    assert "which is ann's" in text
    assert "which is eve's" in text


def test_what_went_out_of_a_kitty_beyond_what_was_in_it_is_said_so(cli, evening):
    moves = {"kitty_in": "1", "kitty_out": "3"}
    kitty = [{"action": action, "player": "eve", "amount": amount} for action, amount in moves.items()]
    evening("shoot", {"ann": "-2", "ben": "0"}, events=kitty, rules={"base": "shoot-pontoon"})
    assert (
        "2.00 more went out of the kitty than was in it, which is eve's to make up: it is in eve's balance here"
        in cli("settle-up", "--db", "club.duckdb").out
    )


def test_a_kitty_that_is_nobodys_is_an_account_and_json_says_that_it_is_no_player(cli, evening):
    kitty = [{"action": "kitty_in", "player": "ann", "amount": "10"}]
    evening("shoot", {"ann": None, "the kitty": None}, None, events=kitty, rules={"base": "shoot-pontoon"})
    (one,) = json.loads(cli("settle-up", "--db", "club.duckdb", "--format", "json").out)
    assert (one["from"], one["from_kind"], one["to"], one["to_kind"]) == ("ann", "player", "the kitty*", "kitty")


def test_everything_through_one_person(cli, evening, paid):
    evening("thursday", THURSDAY)
    assert paid("--through-banker", "cat") == [
        ("ann", "cat", "8.00"), ("ben", "cat", "7.00"), ("cat", "dev", "6.00"), ("cat", "eve", "7.00"),
    ]  # fmt: skip
    ended = cli("settle-up", "--db", "club.duckdb", "--through-banker", "catt")
    assert ended.status == 2
    assert "did you mean cat?" in ended.err


def test_a_currency_in_which_that_person_has_no_account_is_settled_without(cli, evening, paid):
    evening("thursday", THURSDAY)
    evening("tokyo", {"mia": "-500", "kai": "200"}, "mo", "JPY")
    assert paid("--through-banker", "cat")[:1] == [("ann", "cat", "8.00")]
    assert paid("--through-banker", "cat")[4:] == [("mia", "mo", "300.00"), ("mia", "kai", "200.00")]
    ended = cli("settle-up", "--db", "club.duckdb", "--through-banker", "cat")
    assert "JPY is settled without cat, who has no account in it." in ended.out
    assert cli("settle-up", "--db", "club.duckdb", "--session", "tokyo", "--through-banker", "cat").status == 2


def test_whole_coins_and_how_they_were_made(cli, evening, paid):
    evening("thursday", {"ann": "-1.30", "ben": "-1.30", "cat": "0"})
    assert paid("--coin", "1") == [("ann", "eve", "1.00"), ("ben", "eve", "1.00")]
    assert "largest remainder" in (text := cli("settle-up", "--db", "club.duckdb", "--coin", "1").out)
    assert "ann +0.30, ben +0.30, eve -0.60" in text


@pytest.mark.parametrize("coin", ["0", "-1", "half", "0.005"])
def test_a_coin_that_is_none_is_refused(cli, evening, coin):
    evening("thursday", THURSDAY)
    ended = cli("settle-up", "--db", "club.duckdb", f"--coin={coin}")
    assert (ended.status, ended.out) == (2, "")
    assert coin in ended.err


def test_nobody_owes_anybody(cli, evening, paid):
    evening("even", {"ann": "0", "ben": "0"})
    assert paid() == []
    assert cli("settle-up", "--db", "club.duckdb").out.startswith("GBP, session even, as recorded: nobody owes anybody")


def test_records_set_aside_and_chips_cashed_are_told(cli, evening):
    events = [
        {"action": "settle", "player": "ann", "amount": "lots"}, {"action": "buy_in", "player": "ben", "amount": "5"},
        {"action": "cash_out", "player": "ben", "amount": "4"},
    ]  # fmt: skip
    evening("thursday", {"ann": "-1", "ben": "-1"}, events=events)
    text = cli("settle-up", "--db", "club.duckdb").out
    assert "1 record set aside in session thursday: money in it is not in the balances." in text
    assert "Chips were cashed in session thursday" in text


def test_a_hand_that_nobody_settled_and_nobody_can_judge_is_told(cli, evening):
    blurred = [{**one, "card": "??"} if one["player"] == "ann" and "card" in one else one for one in WHOLE]
    evening("thursday", {"ann": None, "ben": "-1"}, events=blurred)
    text = cli("settle-up", "--db", "club.duckdb").out
    assert (
        "1 settlement in session thursday is not recorded, and what was paid is not known: the balances are without it."
        in text
    )
    evening("friday", {"ann": "-1", "ben": "-1"}, events=WHOLE)
    assert "is not known" not in cli("settle-up", "--db", "club.duckdb", "--session", "friday").out


SHOOT = {"rules": {"base": "shoot-pontoon"}}
BET = [{"action": "shoot", "player": "ann", "amount": "4"}, {"action": "shoot", "player": "ben", "amount": "4"}]
KITTY = {"action": "kitty_in", "player": "eve", "amount": "10"}
ONLY_STAKES = "settlements of shoot bets in session thursday are not recorded, and what was paid is not known: the"


def test_shoot_bets_that_nobody_settled_are_told(cli, evening):
    """Though nobody can say that they are missing where a session records no settlement of any."""
    evening("thursday", {"ann": "-1", "ben": "-1"}, events=[KITTY, *BET, *WHOLE], **SHOOT)
    assert f"2 {ONLY_STAKES} balances are without them." in cli("settle-up", "--db", "club.duckdb").out
    assert ONLY_STAKES in cli("settle-up", "--db", "club.duckdb", "--format", "json").err
    assert "is not known" not in cli("settle-up", "--db", "club.duckdb", "--due").out


def test_a_shoot_settlement_that_was_set_aside_is_told_once(cli, evening):
    lots = {"action": "settle_shoot", "player": "ann", "amount": "lots"}
    settled = {"action": "settle_shoot", "player": "ben", "amount": "-4"}
    evening("thursday", {"ann": "-1", "ben": "-1"}, events=[KITTY, *BET, *WHOLE, lots, settled], **SHOOT)
    text = cli("settle-up", "--db", "club.duckdb").out
    assert "1 record set aside in session thursday: money in it is not in the balances." in text
    assert "what was paid is not known" not in text
    assert "What is left in the kitty of session thursday is not known, since the log loses sight of it" in text


def test_a_kitty_that_paid_out_more_than_was_in_it_is_told_where_play_went_on(cli, tmp_path, monkeypatch):
    """Nobody put up a kitty, and ann was paid 3.00 out of it; the next banker's holds 5.00."""
    monkeypatch.chdir(tmp_path)
    first = ("ann deal TS", "eve deal 9H", "ann stake 2", "ann shoot 3", "ann deal TD", "eve deal 8D", "ann stick",
             "eve stay", "ann settle 2", "ann settle_shoot 3")  # fmt: skip
    second = ("eve sell_bank 1 ann", "ann kitty_in 5", "eve deal 7S", "ann deal QH", "eve stake 2", "eve deal TH",
              "ann deal 9S", "eve stick", "ann stay", "eve settle -2")  # fmt: skip
    deals = deal_of(1, *first), deal_of(2, *second, banker="ann")
    written(tmp_path / "log.json", session_of(*deals, players=("ann", "eve"), rules={"base": "shoot-pontoon"}))
    assert cli("load", "log.json", "--db", "club.duckdb").status == 0
    told = cli("settle-up", "--db", "club.duckdb").out
    assert "2.00 is left in the kitty, which is ann's: it is in ann's balance here." in told
    assert (
        "3.00 more was paid out of the kitty of session club than was in it, in deal 1:"
        " who made that up is not recorded, so it is taken off what is left." in told
    )


def test_a_session_that_is_not_there(cli, evening):
    evening("thursday", THURSDAY)
    ended = cli("settle-up", "--db", "club.duckdb", "--session", "thursdy")
    assert (ended.status, ended.out) == (2, "")
    assert "did you mean thursday?" in ended.err


def test_no_history_file(cli, tmp_path):
    ended = cli("settle-up", "--db", tmp_path / "none.duckdb")
    assert ended.status == 2
    assert "there is no history file" in ended.err


def test_names_stay_harmless(cli, evening):
    evening("thursday", {"ann\u202e": "-5", "[red]ben": "5"})
    text = cli("settle-up", "--db", "club.duckdb").out
    assert "ann\\u202e pays [red]ben 5.00" in text
