"""JSON documents: what becomes of their fields, and what is set aside."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.findings.places import pointer
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import Unreadable, read_document
from pontoon_audit.session import BANKER_FIELD, EVENT, PLAYERS, SHUFFLED, Source


def document(*events: Any, **more: Any) -> dict[str, Any]:
    return {"session": "s", "deals": [{"deal": 1, "events": list(events)}], **more}


def one_event(event: str) -> str:
    """A document, as text, around an event as text."""
    return '{"deals": [{"deal": 1, "events": [' + event + "]}]}"


def only_fault(session: Any) -> str:
    """The fault of a session's one event."""
    (fault,) = session.events.fault.values()
    assert fault is not None
    return str(fault)


def test_what_the_documents_own_fields_record_comes_ahead_of_the_listed_events(read: Any, told: Any) -> None:
    log = document({"action": "stick", "player": "ann"}, players=[{"id": "ann", "name": "Ann"}, {"id": "eve"}])
    log["deals"][0] |= {"shuffled": True, "banker": "eve", "deal": 7}
    (session,) = read(log)
    assert [event["action"] for event in told(session)] == ["seat", "seat", "shuffle", "banker", "stick"]
    assert session.events.kind == [PLAYERS, PLAYERS, SHUFFLED, BANKER_FIELD, EVENT]
    assert session.events.deal == [game.NO_DEAL, game.NO_DEAL, 7, 7, 7]
    assert [pointer(session, i) for i in range(5)] == [
        "/players/0", "/players/1", "/deals/0/shuffled", "/deals/0/banker", "/deals/0/events/0",
    ]  # fmt: skip
    assert session.names == {"ann": "Ann"}
    assert session.players == ["ann", "eve"]


@pytest.mark.parametrize("written", ['"12345678901234.56"', "12345678901234.56"])
def test_money_keeps_every_digit_as_text_and_as_number(read: Any, written: str) -> None:
    assert read(one_event('{"action": "stake", "player": "ann", "amount": ' + written + "}"))[0].events.amount == [
        1234567890123456
    ]


@pytest.mark.parametrize(
    ("written", "minor"), [("2.5", 250), ("2", 200), ("0.05", 5), ('"-7.10"', -710), ("-7.10", -710), ("-0", 0)]
)
def test_money_is_whole_pence(read: Any, written: str, minor: int) -> None:
    session = read(one_event('{"action": "settle", "player": "ann", "amount": ' + written + "}"))[0]
    assert session.events.fault == {}
    assert session.events.amount == [minor]


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ('{"action": "stake", "player": "ann", "amount": "12.505"}', 'amount "12.505" has more than two decimals'),
        ('{"action": "stake", "player": "ann", "amount": 12.505}', "amount 12.505 has more than two decimals"),
        ('{"action": "stake", "player": "ann", "amount": "-1"}', 'amount "-1" is below 0; only settlements may be'),
        ('{"action": "stake", "player": "ann", "amount": NaN}', "amount NaN is not an amount of money"),
        ('{"action": "stake", "player": "ann", "amount": 1e2}', "amount 1e2 is not an amount of money"),
        ('{"action": "stake", "player": "ann", "amount": "1,5"}', 'amount "1,5" has a comma'),
        ('{"action": "stake", "player": "ann", "amount": true}', "amount true is not an amount of money"),
        ('{"action": "stake", "player": "ann", "amount": [1]}', "amount is a list where a single value belongs"),
        ('{"action": "stake", "player": "ann", "amount": "123456789012345"}', "more than 14 digits"),
        ('{"action": "stake", "player": "ann"}', "amount is missing; stake needs it"),
        ('{"action": "stake", "player": "ann", "amount": null}', "amount is missing; stake needs it"),
        ('{"action": "stake", "player": "ann", "amount": ""}', "amount is missing; stake needs it"),
        ('{"action": "stake", "amount": 1}', "player is missing; stake needs it"),
        ('{"action": "stik", "player": "ann"}', 'action "stik" is no action; did you mean stick?'),
        ('{"action": "Stick", "player": "ann"}', 'action "Stick" is no action; did you mean stick?'),
        ('{"action": 7, "player": "ann"}', "action 7 is no action"),
        ('{"player": "ann"}', "action is missing; every record needs it"),
        ('{"action": "stick", "player": 7}', "player 7 is not text; write it in quotes"),
        ('{"action": "stick", "player": "  "}', 'player "  " is blank'),
        ('{"action": "stick", "player": "%s"}' % ("a" * 201), "is longer than 200 characters"),
        ('{"action": "stick", "player": "a\\u0007b"}', 'player "a\\u0007b" holds control characters'),
        ('{"action": "stick", "player": "a\\ud800"}', "holds control characters"),
        ('{"action": "stick", "player": "ann", "hand": 0}', "hand 0 is not a whole number from 1"),
        ('{"action": "stick", "player": "ann", "hand": 1.0}', "hand 1.0 is not a whole number from 1"),
        ('{"action": "stick", "player": "ann", "hand": "1"}', 'hand "1" is not a whole number'),
        ('{"action": "stick", "player": "ann", "hand": 10001}', "hand 10001 is above 10000"),
        ('{"action": "deal", "player": "ann", "card": "1S"}', 'card "1S" is no card'),
        ('{"action": "deal", "player": "ann", "card": 7}', "card 7 is no card"),
        ('{"action": "deal", "player": "ann"}', "card is missing; deal needs it"),
        ('{"action": "deal", "player": "ann", "card": "AS", "face": "open"}', 'face "open" is neither up nor down'),
        ('{"action": "stick", "player": "ann", "seq": "x"}', 'seq "x" is not a whole number'),
        ('{"action": "stick", "player": "ann", "seq": 1.5}', "seq 1.5 is not a whole number"),
        ('{"action": "stick", "player": "ann", "time": "19:30"}', 'time "19:30" is not a time like'),
        ('{"action": "stick", "player": "ann", "time": "2026-11-26T19:30:00"}', "is not a time like"),
        ('{"action": "stick", "player": "ann", "time": "2026-11-26"}', "is not a time like"),
        ('{"action": "stick", "player": "ann", "time": "2026-02-30T19:30:00Z"}', "is not a day of the calendar"),
        ('{"action": "sell_bank", "player": "ann", "amount": 1}', "to is missing; sell_bank needs it"),
        ('{"action": "sell_bank", "player": "ann", "amount": 1, "to": 4}', "to 4 is not text"),
        ('{"action": "stick", "player": "ann", "player": "ben"}', 'field "player" stands twice in this record'),
        ('{"action": "stick", "player": "ann", "note": 7}', "note 7 is not text"),
        ("3", "an event is an object with an action; this is 3"),
        ('["stick", "ann"]', "an event is an object with an action; this is a list"),
        ("null", "an event is an object with an action; this is null"),
    ],
)
def test_a_record_that_is_no_event_is_set_aside_and_the_next_is_unharmed(read: Any, event: str, fault: str) -> None:
    sound = '{"action": "stick", "player": "ben"}'
    (session,) = read(one_event(f"{event}, {sound}"))
    assert session.events.fault.keys() == {0}
    assert fault in session.events.fault[0]
    assert session.players[session.events.player[1]] == "ben"
    assert pointer(session, 0) == "/deals/0/events/0"
    assert session.events.deal == [1, 1]
    shown = json.loads(session.events.record[0]) if "ud800" not in event else None
    assert shown is None or "NaN" in event or shown == json.loads(event)


def test_what_can_still_be_read_of_a_record_set_aside_is_kept(read: Any) -> None:
    log = document({"action": "settle", "player": "ann", "hand": 2, "amount": "x"})
    events = read(log)[0].events
    assert (events.action, events.hand, events.amount) == ([game.SETTLE], [2], [game.NO_AMOUNT])
    assert read(log)[0].players == ["ann"]
    events = read(document({"action": "settle", "player": "ann", "hand": "two", "amount": "1"}))[0].events
    assert (events.action, events.hand, events.amount) == ([game.SETTLE], [0], [100])


def test_what_an_action_has_no_use_for_is_not_judged(read: Any) -> None:
    (session,) = read(document({"action": "stick", "player": "ann", "card": "zz", "amount": "-3", "to": 7}))
    assert session.events.fault == {}
    assert session.events.card == [game.NO_CARD]
    assert session.events.amount == [game.NO_AMOUNT]


@pytest.mark.parametrize(
    ("field", "value", "place", "fault"),
    [
        ("players", ["ann"], "/players/0", 'a player is an object like {"id": "ann"}; this is "ann"'),
        ("players", [{"name": "Ann"}], "/players/0", "id is missing; every player needs one"),
        ("players", [{"id": 7}], "/players/0", "id 7 is not text"),
    ],
)
def test_a_player_that_is_none_is_set_aside_at_its_place(
    read: Any, field: str, value: Any, place: str, fault: str
) -> None:
    (session,) = read({"deals": [], field: value})
    assert fault in only_fault(session)
    assert pointer(session, 0) == place
    assert session.events.action == [game.SEAT]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [("banker", 7, "banker 7 is not text"), ("shuffled", "yes", 'shuffled "yes" is neither true nor false')],
)
def test_a_deals_own_field_that_is_none_is_set_aside_at_its_place(
    read: Any, field: str, value: Any, fault: str
) -> None:
    (session,) = read({"deals": [{"deal": 2, field: value, "events": []}]})
    assert fault in only_fault(session)
    assert pointer(session, 0) == f"/deals/0/{field}"
    assert session.events.deal == [2]


def test_a_name_that_is_none_costs_the_name_and_not_the_seat(read: Any) -> None:
    (session,) = read({"deals": [], "players": [{"id": "ann", "name": 7}]})
    assert session.events.fault == {}
    assert session.names == {}
    assert session.extra == {"/players/0/name": "7"}


def test_fields_that_the_format_does_not_name_are_kept(read: Any) -> None:
    log = document({"action": "stick", "player": "ann", "mood": "good"}, venue="The Ship", table=[1])
    log["deals"][0]["light"] = "dim"
    (session,) = read(log)
    assert session.events.fault == {}
    assert session.extra == {
        "venue": "The Ship", "table": ["1"], "/deals/0": {"light": "dim"}, "/deals/0/events/0": {"mood": "good"},
    }  # fmt: skip


@pytest.mark.parametrize("number", [None, "one", 0, 1.5, 10**9, [1]])
def test_a_deal_without_a_number_keeps_its_events_and_its_place(read: Any, number: Any) -> None:
    (session,) = read({"deals": [{"events": []}, {"deal": number, "banker": "eve", "events": []}]})
    assert session.events.fault == {}
    assert (session.events.deal, session.events.block) == ([game.NO_DEAL], [1])


def test_a_document_stays_in_its_own_order_whatever_its_seq_says(read: Any) -> None:
    log = document({"action": "stick", "player": "b", "seq": 2}, {"action": "stick", "player": "a", "seq": 1})
    (session,) = read(log)
    assert session.players == ["b", "a"]
    assert session.events.seq == [2, 1]


def test_a_list_of_sessions(read: Any) -> None:
    sessions = read([document(), {"deals": []}, document({"action": "stick"}, session="t")])
    assert [session.session for session in sessions] == ["s", "stdin-2", "t"]
    assert pointer(sessions[2], 0) == "/2/deals/0/events/0"
    assert read([]) == []


def test_currency_is_the_documents_else_that_of_its_rules(read: Any) -> None:
    assert read({"deals": [], "currency": "EUR", "rules": {"currency": "GBP"}})[0].currency == "EUR"
    assert read({"deals": [], "rules": {"currency": "GBP"}})[0].currency == "GBP"
    assert read({"deals": []})[0].currency is None


def test_rules_that_are_given_go_before_the_documents_own(read: Any) -> None:
    log = {"deals": [], "rules": {"stick_at": 16, "min_stake": 1.5}}
    own = read(log)[0].rules
    assert (own.stick_at, own.min_stake) == (16, 150)
    assert read(log, rules=HouseRules.model_validate({"stick_at": 14}))[0].rules.stick_at == 14


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", None, "the file is empty"),
        (" \n ", None, "the file is empty"),
        ("[", 1, "ends in the middle"),
        ('{"deals": [\n', 2, "ends in the middle"),
        ('{"deals": [],\n nothing}', 2, "is no JSON"),
        ('{"deals": []}\n{"deals": []}', 2, "extra data"),
        ("7", 1, "this is 7 and no log"),
        ('{"events": []}', 1, "this is an object and no log"),
        ('[{"deals": []},\n 3]', 2, "this is 3 and no log"),
        ('{"deals": {}}', 1, "deals is an object"),
        ('{"deals": null}', 1, "deals is null"),
        ('{"deals": [],\n"players": "ann"}', 2, 'players is "ann"'),
        ('{"deals": [\n{"events": 3}]}', 2, "events is 3"),
        ('{"deals": [\n\n3]}', 3, "this is 3 and no deal"),
        ('{"deals": [],\n"deals": []}', 1, 'field "deals" stands twice'),
        ('{"deals": [{"deal": 1,\n"deal": 2}]}', 1, 'field "deal" stands twice'),
        ('{"deals": [], "rules": {\n"packs": 1, "packs": 1}}', 2, 'rule "packs" stands twice'),
        ('{"deals": [], "rules": {"packs": 1,\n"stick_at": 30}}', 2, "rule stick_at is 30: it must be at most 21"),
        ('{"deals": [],\n"format": "pontoon-log/2"}', 2, 'its format is "pontoon-log/2"'),
        ('{"deals": [], "session": 7}', 1, "session 7 is not text"),
        ('{"deals": [], "session": "a\\u0000"}', 1, "holds control characters"),
        ('{"deals": [], "played": "yesterday"}', 1, 'played "yesterday" is not a time'),
        ('{"deals": [], "currency": "pounds and pence"}', 1, 'currency "pounds and pence" is no currency'),
    ],
)
def test_what_is_no_document_is_refused_with_its_line_and_a_hint(
    read: Any, text: str, line: int | None, what: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert what in caught.value.what
    assert caught.value.line == line
    assert caught.value.path == "-"
    assert caught.value.hint


def test_a_decoded_document_of_a_program_is_read_the_same_way() -> None:
    log = document(
        {"action": "stake", "player": "ann", "amount": 5, "hand": 2},
        {"action": "buy_in", "player": "ann", "amount": 2.5},
    )
    session = read_document(log, Source("memory", "", "document"))
    assert (session.events.amount[0], session.events.hand[0]) == (500, 2)
    assert "write it like" in session.events.fault[1]
    huge = read_document(document({"action": "stick", "player": "a", "hand": 10**5000}), session.source)
    assert "hand a number of thousands of digits is not a whole number" in only_fault(huge)
