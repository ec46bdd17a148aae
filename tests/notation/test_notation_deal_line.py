"""A deal on one line: what is written is read back as the same events, whatever happened at the table."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon_audit import audit
from pontoon_audit.game import ACTIONS, CARDS
from pontoon_audit.notation.deal_line import read_deal_line
from pontoon_audit.notation.deal_line_writing import deal_line, joined, pieces, said
from pontoon_audit.notation.statements import NotationError
from tests.generator import legal_session
from tests.generator.breaking import broken_session

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"


def deals_of(log: Path) -> dict[tuple[int, int | None], list[dict[str, Any]]]:
    """The events of each deal of a log, as a history keeps them."""
    found = audit(str(log))
    record = {(row["sitting"], row["event"]): row["record"] for row in found.rejected.iter_rows(named=True)}
    deals: dict[tuple[int, int | None], list[dict[str, Any]]] = {}
    for event in found.events.iter_rows(named=True):
        event["record"] = record.get((event["sitting"], event["event"]))
        deals.setdefault((event["sitting"], event["deal"]), []).append(event)
    return deals


def comes_back(number: int | None, events: list[dict[str, Any]]) -> str:
    line = deal_line(number, events)
    assert line.isprintable()
    assert read_deal_line(line) == (number, [said(event) for event in events])
    return line


def test_a_deal_reads_as_it_was_played() -> None:
    deals = deals_of(SAMPLES / "clean" / "thursday-club.json")
    assert deal_line(2, deals[0, 2]) == (
        "2. cat banker | dev ACJS@1 p = +2 | eve 4DTC@5 tAH t3S s = +5 | fay 5H6S@5 t9C s = +5 | "
        "ann 4HKH@3 t9H = -3 | ben 9SJD@1 s = +1 | cat 7C7D dQS"
    )


def test_every_deal_of_the_sample_logs_comes_back() -> None:
    lines = [comes_back(number, events) for (_, number), events in deals_of(SAMPLES).items()]
    assert len(lines) > 150
    assert sum(map(len, lines)) / len(lines) < 100


@pytest.mark.parametrize("base", ["pontoon", "shoot-pontoon"])
@pytest.mark.parametrize("make", [legal_session, broken_session])
def test_generated_deals_legal_and_broken_come_back(make, base, tmp_path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps([make(seed, base) | {"session": str(seed)} for seed in range(12)]), encoding="utf-8")
    deals = deals_of(log)
    assert len(deals) > 20
    for (_, number), events in deals.items():
        comes_back(number, events)


def test_cards_that_nobody_saw_and_faces_that_nobody_recorded() -> None:
    line = "4. noface eve banker | ann ????@2 t?? s = -2 | eve KS?? y"
    _, events = read_deal_line(line)
    assert events[1] == {"action": "deal", "player": "ann", "card": "??"}
    assert comes_back(4, events) == line
    turned = comes_back(4, [event | {"face": "up"} if event["action"] == "deal" else event for event in events])
    assert turned.startswith("4. eve banker | ann ??^??^@2 t??' s")


def test_what_comes_in_no_usual_order_stands_in_its_own() -> None:
    line = "7. ann 7H @2 8H; ben KS; ann s; ben 6D"
    number, events = read_deal_line(line)
    assert [event["player"] for event in events] == ["ann", "ann", "ann", "ben", "ann", "ben"]
    assert comes_back(number, events) == line


def test_split_hands_notes_and_records_set_aside() -> None:
    events: list[dict[str, Any]] = [
        {"action": "deal", "player": "ann", "card": "8S", "face": "down"},
        {"action": "deal", "player": "Eve L", "card": "KS", "face": "down"},
        {"action": "split", "player": "ann", "amount": Decimal("2.50")},
        {"action": "deal", "player": "ann", "hand": 2, "card": "3C", "face": "down"},
        {"action": "settle", "player": "ann", "hand": 2, "amount": Decimal("-2.50"), "note": 'late; "paid" | = .1'},
        {"record": '{"action": "fold"}\n'},
    ]
    assert comes_back(None, events) == (
        '| ann 8S x@2.50 .2 3C -2.50"late; \\"paid\\" | = .1" | "Eve L" KS; * ?"{\\"action\\": \\"fold\\"}\\n"'
    )


NAMES = st.one_of(
    st.sampled_from(["ann", "ben", "eve", "noface", "1.", ".2", "=", "|", ";", "*", "a;b", "s", "?", "Zoë", "שלום"]),
    st.text(min_size=1, max_size=8),
)
MONEY = st.decimals("-9999", "9999", places=2).map(lambda amount: amount + 0)
EVENTS = st.fixed_dictionaries(
    {"action": st.sampled_from(ACTIONS)},
    optional={
        "player": NAMES,
        "hand": st.integers(1, 9),
        "card": st.sampled_from(CARDS),
        "face": st.sampled_from(["up", "down"]),
        "amount": MONEY,
        "to": NAMES,
        "note": st.text(max_size=12),
    },
)
RECORDS = st.fixed_dictionaries({"record": st.text(min_size=1, max_size=20)})


@given(st.none() | st.integers(0, 10**9), st.lists(EVENTS | RECORDS, max_size=25))
def test_any_events_at_all_come_back(number: int | None, events: list[dict[str, Any]]) -> None:
    comes_back(number, events)


PLAYS = st.tuples(st.sampled_from(["deal", "deal", "stake", "shoot", "stick", "settle"]), st.sampled_from("abc"))


@given(st.lists(PLAYS, max_size=25))
def test_any_order_of_plays_comes_back(plays: list[tuple[str, str]]) -> None:
    """Openings and rounds that are nearly in order are where a line could be read otherwise."""
    more = {"deal": {"card": "8S", "face": "down"}, "stick": {}}
    two = {"amount": Decimal(2)}
    comes_back(1, [{"action": action, "player": player, **more.get(action, two)} for action, player in plays])


def test_the_pieces_of_a_line_are_the_line() -> None:
    _, events = read_deal_line('1. "a b" banker; * shuffle | ann 8S@2 s = -2 | "a b" KD y; * void')
    told = pieces(1, events)
    assert joined(told) == deal_line(1, events)
    assert [text for kind, text in told if kind == "name"] == ['"a b"', "*", "ann", '"a b"', "*"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("1. | ann", "ann has no cards"),
        ("1. | ann s 8S", "s is no opening"),
        ("1. ann 1S", "1S is nothing that somebody can do"),
        ("1. ann fold", "fold is nothing that somebody can do"),
        ("1. ann @2.5", "@2.5 is nothing that somebody can do"),
        ('1. "a\\q" s', "is not well quoted"),
        ('1. ann s"', "nothing that somebody can do"),
    ],
)
def test_what_is_no_line_is_told_with_its_word(line: str, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        read_deal_line(line)


def test_a_record_without_words_has_no_line() -> None:
    with pytest.raises(NotationError, match="no notation but its own words"):
        deal_line(1, [{"action": None, "player": "ann", "record": None}])
