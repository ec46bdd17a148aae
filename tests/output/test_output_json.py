import json

import jsonschema
import polars as pl
import pytest

from pontoon_audit.output import csv, jsonl
from pontoon_audit.output import json as json_format
from pontoon_audit.output.document import FINDING_KEYS, report
from pontoon_audit.output.schemas import published
from tests.output.made_audit import FINDINGS, HOSTILE, NOT_CHECKED, WRONG_AMOUNT, made_audit


def rendered(audit=None, wanted=None):
    return "".join(json_format.render(report([audit or made_audit()], wanted)))


def test_the_document_is_the_published_one_key_by_key():
    document = json.loads(rendered())
    assert list(document) == ["format", "tool", "sources", "summary", "coverage", "findings"]
    assert document["format"] == "pontoon-findings/1"
    assert document["tool"] == {"name": "pontoon-audit", "version": "0.1.0"}
    assert document["sources"][0] == {
        "path": "thursday.json", "sha256": "a" * 64, "sessions": 1, "deals": 2, "events": 80,
    }  # fmt: skip
    assert list(document["summary"].items()) == [
        ("sessions", 2), ("deals", 3), ("hands", 12), ("events", 120), ("rejected", 1), ("error", 1), ("warning", 1),
        ("info", 1), ("settled", "1250.00"), ("due", "1255.00"), ("difference", "5.00"),
    ]  # fmt: skip
    assert list(document["coverage"]) == sorted(document["coverage"])
    assert document["coverage"]["pontoon/undeclared"] == {
        "kept": 2, "broken": 1, "not_decidable": 1, "held_back": 0,
    }  # fmt: skip
    assert list(document["findings"][0].items()) == [
        (key, "2.50" if key == "money" else WRONG_AMOUNT[key]) for key in FINDING_KEYS
    ]


def test_the_document_keeps_to_its_schema():
    schema = json.loads(published("findings"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(rendered()))


@pytest.mark.parametrize(
    ("key", "value"), [("money", 2.5), ("money", "2.5"), ("severity", "fatal"), ("event", 0), ("colour", "red")]
)
def test_the_schema_refuses_what_the_tool_never_writes(key, value):
    document = json.loads(rendered())
    document["findings"][0][key] = value
    assert not jsonschema.Draft202012Validator(json.loads(published("findings"))).is_valid(document)


def test_text_of_a_log_stands_in_json_as_it_is():
    text = rendered()
    assert json.loads(text)["findings"][1]["player"] == HOSTILE
    assert "2 × 2.50" in text
    assert "\x1b" not in text


def test_a_large_amount_keeps_every_penny():
    from decimal import Decimal

    finding = WRONG_AMOUNT | {"money": Decimal("-9999999999999999.01")}
    assert json.loads(rendered(made_audit((finding,))))["findings"][0]["money"] == "-9999999999999999.01"


def test_two_runs_give_the_same_bytes():
    assert rendered() == rendered()
    assert rendered().endswith("]\n}\n")


def test_nothing_found_is_an_empty_list():
    assert json.loads(rendered(made_audit(())))["findings"] == []


def test_a_selection_is_as_if_only_those_findings_existed():
    document = json.loads(rendered(wanted={"settlement/wrong-amount"}))
    assert [one["finding"] for one in document["findings"]] == ["settlement/wrong-amount"]
    assert list(document["coverage"]) == ["settlement/wrong-amount"]
    assert [document["summary"][name] for name in ("error", "warning", "info")] == [1, 0, 0]
    assert document["summary"]["due"] == "1255.00"


def test_a_line_a_finding():
    lines = "".join(jsonl.render(report([made_audit()]))).splitlines()
    assert len(lines) == 3
    assert [json.loads(line) for line in lines] == json.loads(rendered())["findings"]


def test_a_row_a_finding_and_no_formula():
    import csv as standard
    import io

    text = "".join(csv.render(report([made_audit()])))
    table = list(standard.DictReader(io.StringIO(text, newline="")))
    assert list(table[0]) == list(FINDING_KEYS)
    assert table[0]["money"] == "2.50"
    assert table[1]["player"] == "'" + HOSTILE
    assert table[2]["event"] == ""
    assert [row["finding"] for row in table] == [one["finding"] for one in FINDINGS]


@pytest.mark.parametrize(
    "text", ["=1", "+1+1", "-2+3", "@SUM", "|x", "%x", "\t=1", "\r=1", " =1", "\x00=1", "＝1", "－1"]
)
def test_no_cell_starts_a_formula(text):
    assert csv.neutral(text) == "'" + text


@pytest.mark.parametrize("value", ["ann", "-2.50", "5", "", 3, "a=b", "8S-5D"])
def test_what_is_no_formula_stays(value):
    assert csv.neutral(value) == value


def test_sessions_come_in_the_order_they_were_read_and_clean_ones_too():
    stray = NOT_CHECKED | {"sitting": None, "session": None, "path": "x.csv"}
    seen = [(one.session, len(found)) for one, found in report([made_audit((stray, *FINDINGS))]).by_session()]
    assert seen == [("thursday", 3), ("friday", 0), (None, 1)]


def test_an_audit_of_nothing_can_be_written():
    none = made_audit((), sessions=made_audit().sessions.clear(), deals=made_audit().deals.clear(), sources=[],
                      rejected=made_audit().rejected.clear(), coverage={})  # fmt: skip
    assert isinstance(none.findings, pl.DataFrame)
    document = json.loads(rendered(none))
    assert document["sources"] == []
    assert document["coverage"] == {}
