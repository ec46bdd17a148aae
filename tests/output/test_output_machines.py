import json
from xml.etree import ElementTree as xml

import pytest
from pydantic import BaseModel
from sarif_pydantic import Sarif

from pontoon_audit.output import github, junit, sarif
from pontoon_audit.output.document import report
from pontoon_audit.rules.catalogue import CATALOGUE
from tests.output.made_audit import HOSTILE, NOT_CHECKED, WRONG_AMOUNT, coverage, made_audit, unreadable


def audit_of_everything(**changes):
    """Every rule of the catalogue was asked."""
    return made_audit(coverage={rule.name: coverage(kept=1) for rule in CATALOGUE}, **changes)


def sarif_of(audit):
    return json.loads("".join(sarif.render(report([audit]))))


def unknown_keys(model, at="run"):
    if isinstance(model, BaseModel):
        yield from (f"{at}.{key}" for key in model.model_extra or {})
        for name in type(model).model_fields:
            if name != "properties":
                yield from unknown_keys(getattr(model, name), f"{at}.{name}")
    elif isinstance(model, list):
        for one in model:
            yield from unknown_keys(one, at)


def test_sarif_keeps_to_its_standard():
    document = sarif_of(audit_of_everything(unreadable=[unreadable()], rule_errors=["pack/duplicate-card: it failed"]))
    assert document["version"] == "2.1.0"
    # The standard knows the notifications of an invocation (3.20.21); the judge does not yet.
    strange = set(unknown_keys(Sarif.model_validate(document)))
    assert strange == {"run.runs.invocations.toolExecutionNotifications"}


def test_sarif_results_point_at_their_rule_and_line():
    run = sarif_of(audit_of_everything())["runs"][0]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    first = run["results"][0]
    assert first["level"] == "error"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "thursday.json"},
        "region": {"startLine": 812},
    }
    assert run["results"][2]["level"] == "note"
    assert "region" not in run["results"][2]["locations"][0]["physicalLocation"]


def test_sarif_explains_every_rule_that_was_asked():
    rules = sarif_of(audit_of_everything())["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.name for rule in CATALOGUE]
    assert all(rule["shortDescription"]["text"] for rule in rules)


def test_sarif_says_what_went_wrong_in_the_run():
    run = sarif_of(audit_of_everything(unreadable=[unreadable("a b.json")]))["runs"][0]["invocations"][0]
    assert run["executionSuccessful"] is False
    note = run["toolExecutionNotifications"][0]
    assert "the text ends inside a string" in note["message"]["text"]
    assert note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.json"
    assert sarif_of(audit_of_everything())["runs"][0]["invocations"][0]["executionSuccessful"] is True


def test_no_name_poses_as_a_link_in_sarif():
    finding = WRONG_AMOUNT | {"message": "[ann](https://example.org) lost"}
    text = sarif_of(made_audit((finding,)))["runs"][0]["results"][0]["message"]
    assert text == {"text": "\\[ann](https://example.org) lost"}


@pytest.fixture
def suites():
    return xml.fromstring("".join(junit.render(report([made_audit(unreadable=[unreadable()])]))))


def test_junit_has_a_suite_a_session_and_a_case_a_deal(suites):
    seen = {suite.get("name"): [case.get("name") for case in suite.iter("testcase")] for suite in suites}
    assert seen == {
        "files": ["torn.json"],
        "thursday": ["deal 17", "deal 18", "between deals and as a whole"],
        "friday": ["deal 1"],
    }


def test_junit_counts_deals_that_failed(suites):
    by_name = {suite.get("name"): suite for suite in suites}
    assert [by_name["thursday"].get(key) for key in ("tests", "failures", "errors")] == ["3", "1", "0"]
    assert [by_name["friday"].get(key) for key in ("tests", "failures", "errors")] == ["1", "0", "0"]
    assert [by_name["files"].get(key) for key in ("tests", "failures", "errors")] == ["1", "0", "1"]
    failure = by_name["thursday"].find("testcase/failure")
    assert failure.get("type") == "error"
    assert failure.get("message").endswith("2.50 was paid (and 1 more)")
    assert failure.text.startswith("thursday.json:812: error settlement/wrong-amount: ann's pontoon")


def test_junit_keeps_infos_out_of_the_failures(suites):
    case = suites.find("testsuite[@name='thursday']/testcase[@name='between deals and as a whole']")
    assert case.find("failure") is None
    assert "log/not-checked" in case.find("system-out").text


def test_junit_replaces_what_xml_forbids(suites):
    text = suites.find("testsuite[@name='thursday']/testcase/failure").text
    assert "]]> <b>&[/nope]" in text
    assert "�[31m" in text
    assert "\x1b" not in text


def test_junit_of_a_log_full_of_forbidden_characters_can_be_read():
    every = "".join(map(chr, [*range(0x20), 0x7F, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0x1F600]))
    finding = WRONG_AMOUNT | {"message": every.replace("\ud800", "").replace("\udfff", ""), "session": "a\x00b"}
    assert xml.fromstring("".join(junit.render(report([made_audit((finding,))]))))
    assert junit.xml_text("\ud800") == "\ufffd"


def test_github_annotates_file_and_line():
    lines = "".join(github.render(report([made_audit()]))).splitlines()
    assert lines[0] == (
        "::error file=thursday.json,line=812,title=settlement/wrong-amount::session thursday, deal 17: "
        "ann's pontoon beat the bank's 19: 2 × 2.50 is due, 2.50 was paid (clause 4.2)"
    )
    assert lines[1].startswith("::warning file=thursday.json,line=850,")
    assert (
        lines[2] == "::notice file=thursday.json,title=log/not-checked::session thursday: stakes: no limits are given"
    )


def test_no_name_makes_up_a_workflow_command():
    text = "".join(github.render(report([made_audit()])))
    assert HOSTILE.count("\n") == 1
    assert len(text.splitlines()) == 3
    assert all(
        line.startswith(("::error file", "::warning file", "::notice file")) for line in text.split("\n") if line
    )


def test_github_escapes_a_path_that_holds_its_separators():
    finding = NOT_CHECKED | {"path": "a,b:c%.json"}
    line = "".join(github.render(report([made_audit((finding,))])))
    assert line.startswith("::notice file=a%2Cb%3Ac%25.json,")


def test_github_names_files_that_could_not_be_read():
    text = "".join(github.render(report([made_audit((), unreadable=[unreadable()])])))
    assert text == (
        "::error file=torn.json,line=7,title=cannot be read::the text ends inside a string. is the file complete?\n"
    )


def test_a_place_without_path_is_no_fault():
    stray = NOT_CHECKED | {"path": None, "session": None, "sitting": None}
    assert "locations" in sarif_of(made_audit((stray,)))["runs"][0]["results"][0]
    assert xml.fromstring("".join(junit.render(report([made_audit((stray,))]))))
