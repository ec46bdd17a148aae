"""The tiny notation for deals, both ways."""

from __future__ import annotations

from typing import Any

import pytest

from pontoon_audit.notation.statements import NotationError, parse_notation
from pontoon_audit.notation.statements_writing import to_notation
from pontoon_audit.reading import read_document
from pontoon_audit.session import Source

DEAL = """
session "last thursday" ; currency GBP ; played 2026-11-26T19:30:00Z
rules stick_at=16 min_stake=5 max_stake=12.50 buy_fifth=false split_pontoon="21" base=shoot-pontoon
seats ann ben="Ben, the 2nd" "eve x"      # clockwise
deal 2 banker "eve x" shuffled            # deal/player-count
ann deal 7H ; ben deal KS noface; "eve x" deal 9D up
ann stake 10; ann.2 buy 3C 20 # stake/below-minimum, buy/above-limit and stick/below-minimum
# pack/not-shuffled stands alone and is said of nothing
ann split 10
"eve x" sell_bank 5 > ben ; shuffle ; ann cut ; void   # bank/sold-by-other
deal
ann settle -10 seq=7 note="paid; \\"late\\" # not now" time=2026-11-26T19:31:00Z
ann stake amount=10 hand=3 ; ann twist 2C down ; ann draw 10H
"""

DOCUMENT: dict[str, Any] = {
    "format": "pontoon-log/1",
    "session": "last thursday", "currency": "GBP", "played": "2026-11-26T19:30:00Z",
    "rules": {
        "stick_at": 16, "min_stake": "5", "max_stake": "12.50", "buy_fifth": False, "split_pontoon": "21",
        "base": "shoot-pontoon",
    },
    "players": [{"id": "ann"}, {"id": "ben", "name": "Ben, the 2nd"}, {"id": "eve x"}],
    "deals": [
        {"deal": 2, "banker": "eve x", "shuffled": True, "events": [
            {"action": "deal", "player": "ann", "card": "7H", "face": "down"},
            {"action": "deal", "player": "ben", "card": "KS"},
            {"action": "deal", "player": "eve x", "card": "9D", "face": "up"},
            {"action": "stake", "player": "ann", "amount": "10"},
            {"action": "buy", "player": "ann", "hand": 2, "card": "3C", "amount": "20", "face": "down"},
            {"action": "split", "player": "ann", "amount": "10"},
            {"action": "sell_bank", "player": "eve x", "amount": "5", "to": "ben"},
            {"action": "shuffle"},
            {"action": "cut", "player": "ann"},
            {"action": "void"},
        ]},
        {"events": [
            {"action": "settle", "player": "ann", "amount": "-10", "seq": 7, "note": 'paid; "late" # not now',
             "time": "2026-11-26T19:31:00Z"},
            {"action": "stake", "player": "ann", "amount": 10, "hand": 3},
            {"action": "twist", "player": "ann", "card": "2C", "face": "down"},
            {"action": "draw", "player": "ann", "card": "10H", "face": "up"},
        ]},
    ],
}  # fmt: skip


def test_a_text_becomes_a_document_with_its_expectations() -> None:
    document, expected = parse_notation(DEAL)
    assert document == DOCUMENT
    assert expected == [
        (5, ["deal/player-count"]),
        (10, ["stake/below-minimum", "buy/above-limit", "stick/below-minimum"]),
        (15, ["bank/sold-by-other"]),
    ]


def test_expectations_count_events_as_reading_does() -> None:
    document, expected = parse_notation(DEAL)
    session = read_document(document, Source("notation", "", "document"))
    assert session.events.fault == {}
    assert len(session.events) == 3 + 2 + 10 + 4
    for position, _ in expected:
        assert position <= len(session.events)
    assert session.events.amount[9] == 2000


def test_a_document_survives_the_way_to_text_and_back() -> None:
    assert parse_notation(to_notation(DOCUMENT))[0] == DOCUMENT


@pytest.mark.parametrize(
    "event",
    [
        {"action": "stake", "player": "a.2", "amount": "12.505"},
        {"action": "stake", "player": "deal", "amount": "10H"},
        {"action": "stake", "player": "rules", "hand": 1, "amount": None},
        {"action": "stik", "player": 'a"b\\', "amount": True},
        {"action": "buy", "player": "ann", "amount": "20", "card": "1X", "face": "down"},
        {"action": "buy", "player": "ann", "amount": "AS", "card": "20"},
        {"action": "deal", "player": "ann", "card": "7♥"},
        {"action": "deal", "player": "ann", "card": "up", "face": "up"},
        {"action": "deal", "player": "ann", "card": 7, "face": "down"},
        {"action": "settle", "player": "ann", "amount": "", "note": ""},
        {"action": "sell_bank", "player": "Zoë", "to": ">", "amount": "1,5"},
        {"action": "seat", "player": "noface"},
        {"action": "shuffle", "note": "twice"},
    ],
)
def test_odd_events_survive_it_too(event: dict[str, Any]) -> None:
    document = {"format": "pontoon-log/1", "deals": [{"deal": 1, "events": [event]}]}
    assert parse_notation(to_notation(document))[0] == document


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("deal 1\nann", "line 2: ann alone says nothing"),
        ("ann stick 5", "line 1: stick does not take 5"),
        ("ann deal 7H 8H", "deal does not take 8H"),
        ('ann "deal', "a quote is not closed"),
        ("deal 1 2", "2 is not known here"),
        ("rules packs", "write a rule as name=value"),
        ('"a\\q" stick', "is not well quoted"),
    ],
)
def test_what_is_no_notation_is_told_with_its_line(text: str, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        parse_notation(text)


@pytest.mark.parametrize(
    "document",
    [
        {"deals": [], "venue": "The Ship"},
        {"deals": [{"events": [{"action": "stick", "player": 7}]}]},
        {"deals": [{"events": [{"action": "stick", "player": "a", "note": [1]}]}]},
        {"deals": [{"events": [{"action": "stick"}]}]},
        {"deals": [{"events": [{"action": "deal", "player": "a", "face": "open"}]}]},
        {"format": "pontoon-log/2", "deals": []},
    ],
)
def test_what_has_no_notation_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        to_notation(document)
