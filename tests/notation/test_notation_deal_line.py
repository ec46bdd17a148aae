"""A deal on one line: what is written is read back as the same events, whatever happened at the table."""

from __future__ import annotations

import json
import re
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


@pytest.mark.parametrize("written", ["10C", "10c", "tc", "T♣", "10♣"])
def test_a_card_as_any_log_may_write_it_comes_back_as_that_card(written: str) -> None:
    assert comes_back(1, [{"action": "deal", "player": "ann", "card": written, "face": "down"}]) == "1. ann TC"


def test_the_events_of_a_log_as_it_stands_come_back() -> None:
    """Cards and amounts as somebody wrote them, not as an audit hands them on."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(SAMPLES.rglob("*.json"))]
    deals = [deal for text in texts for deal in json.loads(text)["deals"]]
    assert len(deals) > 90
    for deal in deals:
        comes_back(deal["deal"], [event for event in deal["events"] if is_event(event)])


def is_event(record: dict[str, Any]) -> bool:
    """Some of the sample logs hold records that are none."""
    return record["action"] in ACTIONS and re.fullmatch(r"-?\d+(\.\d\d?)?", record.get("amount", "0")) is not None


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ({"action": "stake", "player": "ann", "amount": "2.505"}, "2.505 is no amount"),
        ({"action": "stake", "player": "ann", "amount": "two"}, "two is no amount"),
        ({"action": "twist", "player": "ann", "card": "1C"}, "1C is no card"),
    ],
)
def test_what_has_no_place_on_the_line_is_told_and_not_bent(event: dict[str, Any], what: str) -> None:
    with pytest.raises(NotationError, match=what):
        deal_line(1, [event])


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
        ("1. ann fold", "fold is nothing that somebody can do: write what was done, as in  s  t7H  b7H@2  @2  [+]4"),
        ("1. zz", "zz does nothing: behind the name stands what was done, as in  zz s"),
        ("1. zz | ann 8S@2", "zz does nothing"),
        ("1. ann s; zz", "zz does nothing"),
        ("1. ann s; zz .2 =", "zz does nothing"),
        ("1. ann s;", "; has no group behind it: a player and what was done, as in  ann s"),
        ("1. ann s; ; ben s", "; has no group behind it"),
        ("1. | ann 8S |", r"\| has no group behind it"),
        ("1. ann @2.5", "@2.5 is nothing that somebody can do"),
        ('1. "a\\q" s', "is not well quoted"),
        ('1. ann s"', "nothing that somebody can do"),
    ],
)
def test_what_is_no_line_is_told_with_its_word(line: str, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        read_deal_line(line)


@pytest.mark.parametrize(("line", "number"), [("", None), ("3.", 3)])
def test_a_deal_in_which_nothing_happened_is_its_number(line: str, number: int | None) -> None:
    assert read_deal_line(line) == (number, [])
    assert deal_line(number, []) == line


def test_a_record_without_words_has_no_line() -> None:
    with pytest.raises(NotationError, match="no notation but its own words"):
        deal_line(1, [{"action": None, "player": "ann", "record": None}])
