import re

import pytest

from pontoon_audit.rules.catalogue import CATALOGUE


def test_the_list_has_every_finding_with_severity_and_clause(cli):
    ended = cli("rules")
    assert (ended.status, ended.err) == (0, "")
    listed = [re.split(r" {2,}", line) for line in ended.out.splitlines() if line]
    assert listed == [[rule.name, rule.severity, rule.clause or "-", rule.summary] for rule in CATALOGUE]


def test_a_group_can_be_listed_alone(cli):
    names = [line.split()[0] for line in cli("rules", "pack").out.splitlines()]
    assert names == [rule.name for rule in CATALOGUE if rule.group == "pack"]


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.name)
def test_every_finding_has_a_page_with_an_example(cli, rule):
    ended = cli("rule", rule.name)
    assert ended.status == 0
    assert ended.out.startswith(f"# {rule.name}\n")
    assert "## Breaks it" in ended.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rule", "settlement/wrong-amout"], "Did you mean settlement/wrong-amount"),
        (["rule", "undeclared"], "Did you mean pontoon/undeclared?"),
        (["rule", "pack"], "pontoon-audit rules pack"),
        (["rule", "../../secret"], "pontoon-audit rules"),
        (["rules", "setlement"], "Did you mean settlement?"),
        (["rules", "xyzzy"], "pontoon-audit rules"),
    ],
)
def test_an_unknown_name_is_refused_with_what_it_may_have_meant(cli, arguments, says):
    ended = cli(*arguments)
    assert ended.status == 2
    assert arguments[1] in ended.err
    assert says in ended.err
