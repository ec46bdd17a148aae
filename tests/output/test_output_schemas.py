import csv
import json
from pathlib import Path

import jsonschema
import pytest

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.output.schemas import FILES, published

ROOT = Path(__file__).resolve().parents[2]
EVENT = {"action": "buy", "player": "ann", "amount": "2.50", "card": "8S", "face": "down"}


def judge(name, definition=None):
    schema = json.loads(published(name))
    if definition is not None:
        schema = {"$defs": schema["$defs"], "$ref": f"#/$defs/{definition}"}
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize(("name", "file"), FILES.items())
def test_the_committed_schema_is_fresh(name, file):
    # To write them anew: python -m pontoon_audit.output.schemas schemas
    assert (ROOT / "schemas" / file).read_text(encoding="utf-8") == published(name)


@pytest.mark.parametrize("name", FILES)
def test_the_command_prints_what_is_committed(cli, name):
    assert cli("schema", name).out == published(name)


@pytest.mark.parametrize(
    "change",
    [
        {"amount": 2.5}, {"amount": 3}, {"card": "10h"}, {"card": "T♥"}, {"card": "??"}, {"hand": 2}, {"note": "late"},
        {"seq": 0}, {"time": "2026-11-26T19:31:00Z"}, {"table": "by the window"},
        {"action": "settle", "amount": "-5"}, {"action": "void", "player": "ann"},
    ],
)  # fmt: skip
def test_the_log_schema_takes_what_the_format_allows(change):
    judge("log", "event").validate(EVENT | change)


@pytest.mark.parametrize(
    "change",
    [
        {"action": "double"}, {"action": "Buy"}, {"amount": "2,50"}, {"amount": "2.505"}, {"amount": "-1"},
        {"amount": -1}, {"amount": "NaN"}, {"amount": None}, {"card": "1S"}, {"card": "8S "}, {"card": "11H"},
        {"face": "sideways"}, {"hand": 0}, {"hand": "1"}, {"player": 7}, {"player": ""},
        {"action": "sell_bank"},
    ],
)  # fmt: skip
def test_the_log_schema_refuses_what_the_format_does_not(change):
    assert not judge("log", "event").is_valid(EVENT | change)


@pytest.mark.parametrize("missing", ["player", "amount", "card", "action"])
def test_the_log_schema_asks_for_what_an_action_needs(missing):
    assert not judge("log", "event").is_valid({key: value for key, value in EVENT.items() if key != missing})


def test_a_document_is_a_session_or_a_list_of_them():
    deal = {"deal": 1, "banker": "eve", "shuffled": True, "events": [EVENT]}
    session = {
        "format": "pontoon-log/1", "session": "thursday", "currency": "GBP", "rules": {"min_stake": "1"},
        "players": [{"id": "ann", "name": "Ann"}, {"id": "eve"}], "deals": [deal],
    }  # fmt: skip
    for document in (session, [session, session]):
        judge("log").validate(document)
    assert not judge("log").is_valid(session | {"format": "pontoon-log/9"})
    assert not judge("log").is_valid(session | {"rules": {"stick_at": "many"}})
    assert not judge("log").is_valid({"deals": session})
    judge("log", "line").validate(EVENT | {"session": "thursday", "deal": 1})
    assert not judge("log", "line").is_valid(EVENT)


@pytest.mark.parametrize(
    ("rules", "good"),
    [
        ({}, True), ({"min_stake": "2.50"}, True), ({"max_stake": 10}, True), ({"base": "shoot-pontoon"}, True),
        ({"kitty_min": "0"}, True), ({"min_stake": "2.505"}, False), ({"min_stake": -1}, False),
        ({"min_stake": 10**14}, False), ({"stick_at": 22}, False), ({"packs": "1"}, False), ({"tie": "player"}, False),
        ({"stick_atx": 15}, False), ({"soft_draw": "yes"}, False), ({"pontoon_multiple": 3}, True),
        ({"pontoon_multiple": 1.5}, False),
    ],
)  # fmt: skip
def test_the_rules_schema_and_the_tool_take_the_same(rules, good):
    assert judge("rules").is_valid(rules) is good
    try:
        HouseRules.model_validate(rules)
    except ValueError:
        assert not good
    else:
        assert good


def test_the_rules_schema_knows_every_house_rule_and_says_what_it_is():
    properties = json.loads(published("rules"))["properties"]
    assert list(properties) == list(HouseRules.model_fields)
    assert all(one["description"] for one in properties.values())


SAMPLES = ROOT / "pontoon_audit" / "sample_logs"


@pytest.mark.parametrize("log", sorted(SAMPLES.rglob("*.json")), ids=lambda log: log.stem)
def test_every_sample_document_keeps_to_the_schema_but_those_with_bad_records(log):
    document = json.loads(log.read_text(encoding="utf-8"))
    assert judge("log").is_valid(document) is (log.stem not in ("log-bad-record", "many-faults"))


def test_every_row_of_an_event_csv_would_do_as_a_line():
    with (SAMPLES / "clean" / "online-table.csv").open(encoding="utf-8", newline="") as file:
        rows = [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(file)]
    checked = judge("log", "line")
    assert len(rows) > 100
    for row in rows:
        checked.validate(row | {name: int(row[name]) for name in ("deal", "seq", "hand") if name in row})
