"""The catalogue of findings on paper: the list, and the page of one."""

from collections.abc import Iterable
from typing import NoReturn

from pontoon_audit.cli.talk import product, refuse
from pontoon_audit.output.pages import page as page_text
from pontoon_audit.output.selection import nearest
from pontoon_audit.rules.catalogue import CATALOGUE, Rule


def listing(group: str | None) -> None:
    """Print the catalogue, or one group of it."""
    groups: dict[str, list[Rule]] = {}
    for rule in CATALOGUE:
        groups.setdefault(rule.group, []).append(rule)
    if group is not None and group not in groups:
        _unknown(group, "a group of findings", groups)
    shown = {group: groups[group]} if group is not None else groups
    listed = [rule for rules in shown.values() for rule in rules]
    name, clause = (max(len(getattr(rule, column) or "-") for rule in listed) for column in ("name", "clause"))
    lines = []
    for rules in shown.values():
        for rule in rules:
            by = (rule.clause or "-").ljust(clause)
            lines.append(f"{rule.name.ljust(name)}  {rule.severity.ljust(7)}  {by}  {rule.summary}")
        lines.append("")
    product("\n".join(lines).rstrip() + "\n")


def page(name: str) -> None:
    """Print what is known of one finding: its page, or at least its declaration."""
    rule = next((rule for rule in CATALOGUE if rule.name == name), None)
    if rule is None and any(one.group == name for one in CATALOGUE):
        refuse(f"{name} is a group of findings", f"List it with: pontoon-audit rules {name}")
    if rule is None:
        _unknown(name, "a finding", [one.name for one in CATALOGUE])
    clause = f", clause {rule.clause}" if rule.clause else ""
    heading = f"{rule.name} ({rule.severity}{clause})\n\n{rule.summary}\n"
    text = page_text(rule.name)
    product(heading if text is None else text.rstrip() + "\n")


def _unknown(name: str, kind: str, known: Iterable[str]) -> NoReturn:
    close = nearest(name, known)
    hint = f"Did you mean {' or '.join(close)}?" if close else "See them all with: pontoon-audit rules"
    refuse(f"{name} is not {kind}", hint)
