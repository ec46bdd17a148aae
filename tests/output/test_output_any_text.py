"""Whatever text a log holds, no format lets it be more than text."""

import csv as standard
import io
import json
import unicodedata
from xml.etree import ElementTree as xml

from hypothesis import given
from hypothesis import strategies as st

from pontoon_audit.output import csv, github, jsonl, junit, text
from pontoon_audit.output.document import report
from pontoon_audit.output.words import harmless
from tests.output.made_audit import WRONG_AMOUNT, made_audit

ANY = st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=30)
SPITEFUL = st.sampled_from(
    ["=1+1", "\x1b[2J", "\r\n::error::", "]]>", "</a>", "&#0;", '"', "'", "%0A", ",", "\u2028", "\x85"]
)
WORDS = st.lists(ANY | SPITEFUL, min_size=1, max_size=4).map("".join)


def made(words):
    return report([made_audit((WRONG_AMOUNT | {"player": words, "message": words, "recorded": words, "path": words},))])


@given(WORDS)
def test_nothing_shown_to_people_steers_a_terminal(words):
    shown = "".join(text.render(made(words)))
    unseen = {sign for sign in shown if unicodedata.category(sign) in ("Cc", "Zl", "Zp") and sign != "\n"}
    assert not unseen
    assert shown.count("\n") == "".join(text.render(made("x"))).count("\n")


@given(st.text())
def test_harmless_text_can_always_be_written_and_stays_so(words):
    shown = harmless(words)
    shown.encode("utf-8")
    assert harmless(shown) == shown


@given(WORDS)
def test_a_line_of_json_is_one_line_and_gives_the_text_back(words):
    line = "".join(jsonl.render(made(words)))
    assert line.count("\n") == 1
    assert json.loads(line)["message"] == words


@given(WORDS)
def test_a_row_of_csv_is_one_row_and_no_formula(words):
    _, row = standard.reader(io.StringIO("".join(csv.render(made(words))), newline=""))
    assert all(cell in (words, "'" + words) for cell in (row[6], row[8], row[9]))
    assert not [cell for cell in row if cell.lstrip()[:1] in ("=", "+", "@")]


@given(WORDS)
def test_an_annotation_is_one_line_and_one_command(words):
    said = "".join(github.render(made(words)))
    assert said.count("\n") == 1
    assert "\r" not in said
    assert said.startswith("::error file=")


@given(WORDS)
def test_junit_can_always_be_parsed(words):
    document = xml.fromstring("".join(junit.render(made(words))))
    assert len(document.findall(".//failure")) == 1


@given(ANY)
def test_text_without_a_formula_is_left_alone(words):
    assert csv.neutral(words) in (words, "'" + words)
    assert csv.neutral("a" + words) == "a" + words
