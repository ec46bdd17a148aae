"""Every rule has a page, and the examples on the pages are tests."""

import json
import re
from pathlib import Path

import pytest

from pontoon_audit.auditing import audit
from pontoon_audit.notation.statements import parse_notation
from pontoon_audit.output.pages import page
from pontoon_audit.rules.catalogue import CATALOGUE
from pontoon_audit.rules.examples import BREAKS, HEADINGS, KEEPS, OPEN, examples

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pontoon_audit" / "rules" / "pages"
GAME = (ROOT / "docs" / "rules-of-the-game.md").read_text(encoding="utf-8")
INFO = {rule.name for rule in CATALOGUE if rule.severity == "info"}
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name} {example.heading}")
    for rule in CATALOGUE
    for example in examples(page(rule.name) or "")
]
EVERY_RULE = pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.name)


@EVERY_RULE
def test_title_severity_and_clause_are_those_of_the_rule(rule):
    lines = page(rule.name).splitlines()
    clauses = re.findall(r"[0-9.]+", rule.clause or "")
    clause = f"clause{'s' if len(clauses) > 1 else ''} {', '.join(clauses)}" if clauses else "no clause"
    assert lines[0] == f"# {rule.name}"
    assert lines[2] == f"{rule.severity.capitalize()}, {clause}."


@EVERY_RULE
def test_a_page_says_what_why_and_what_it_cannot_see_then_shows_it(rule):
    text = page(rule.name)
    parts = ["**What it tests.**", "**Why it matters.**", "**What it cannot see.**", f"## {BREAKS}", f"## {KEEPS}"]
    assert [text.count(part) for part in parts] == [1] * len(parts)
    assert sorted(parts, key=text.index) == parts
    assert [example.heading for example in examples(text)] in (list(HEADINGS), list(HEADINGS[:2]))
    assert max(map(len, text.splitlines())) <= 100


def test_no_page_explains_what_is_no_finding():
    written = {f"{path.parent.name}/{path.stem}" for path in PAGES.rglob("*.md")}
    assert written == {rule.name for rule in CATALOGUE}


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_holds_what_it_says(rule, example, tmp_path):
    log = tmp_path / "example.json"
    log.write_text(json.dumps(example.document() | {"session": "example"}))
    audited = audit(log)
    assert (audited.unreadable, audited.rule_errors) == ([], [])

    looked_at = audited.findings.select("finding", "event").rows()
    found = [(name, event) for name, event in looked_at if name not in INFO or name == rule.name]
    assert sorted(found, key=str) == sorted(example.expected(), key=str)

    counts = audited.coverage[rule.name]
    if example.heading == BREAKS:
        assert rule.name in {name for name, _ in found}
    elif example.heading == KEEPS:
        assert found == []
        assert counts.kept >= 1
        assert (counts.broken, counts.not_decidable) == (0, 0)
    else:
        assert example.heading == OPEN
        assert rule.name not in {name for name, _ in found}
        assert counts.not_decidable >= 1


@EVERY_RULE
def test_the_clauses_of_a_rule_are_written_out(rule):
    for clause in re.findall(r"[0-9.]+", rule.clause or ""):
        assert re.search(rf"^(\*\*{re.escape(clause)}\*\* |## {re.escape(clause)}\. )", GAME, re.MULTILINE), clause


def test_the_example_that_explains_the_notation_is_a_clean_deal(tmp_path):
    (shown,) = re.findall(r"^```text\n(.*?)^```$", GAME, re.MULTILINE | re.DOTALL)
    log = tmp_path / "example.json"
    log.write_text(json.dumps(parse_notation(shown)[0] | {"session": "example"}))
    audited = audit(log)
    assert audited.findings.is_empty()
    assert audited.hands.height == 2
