"""`--format sarif`: SARIF 2.1.0, for code-scanning pages and the editors that read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pontoon_audit import __version__
from pontoon_audit.output.document import TOOL, Finding, Report
from pontoon_audit.output.json import encode
from pontoon_audit.output.pages import page

if TYPE_CHECKING:
    from pontoon_audit.rules.catalogue import Rule

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


def render(report: Report) -> Iterator[str]:
    """One run, with the rules that were asked as its table and their pages as help; results one a line."""
    from pontoon_audit.rules.catalogue import CATALOGUE

    rules = [rule for rule in CATALOGUE if rule.name in report.coverage]
    positions = {rule.name: position for position, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": TOOL, "version": __version__, "rules": [_rule(rule) for rule in rules]}},
        "invocations": [_invocation(report)],
        "artifacts": [
            {"location": {"uri": uri(source["path"])}, "hashes": {"sha-256": source["sha256"]}}
            for source in report.sources
        ],
    }
    head = json.dumps(run, indent=2, ensure_ascii=False)
    yield f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [\n'
    yield head.removesuffix("\n}") + ',\n  "results": ['
    between = "\n    "
    for finding in report.findings():
        yield between + encode(_result(finding, positions))
        between = ",\n    "
    yield "]\n}\n]}\n"


def uri(path: str) -> str:
    """A path as the URI reference that SARIF asks for.

    >>> uri("logs/thursday evening.json"), uri("/logs/a#1.csv")
    ('logs/thursday%20evening.json', 'file:///logs/a%231.csv')
    """
    pure = PurePath(path)
    if not pure.is_absolute():
        return quote(pure.as_posix(), "/", errors="surrogateescape")
    return "file:///" + quote(pure.as_posix().lstrip("/"), "/:", errors="surrogateescape")


def _rule(rule: Rule) -> dict[str, Any]:
    table: dict[str, Any] = {
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"clause": rule.clause, "tags": [rule.group]},
    }
    text = page(rule.name)
    if text is not None:
        table["help"] = {"text": text, "markdown": text}
    return table


def _result(finding: Finding, positions: dict[str, int]) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if finding["path"] is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": uri(finding["path"])}}
        if finding["line"] is not None:
            physical["region"] = {"startLine": finding["line"]}
        location["physicalLocation"] = physical
    named = [str(finding[key]) for key in ("session", "deal", "player", "hand") if finding[key] is not None]
    if named:
        location["logicalLocations"] = [{"fullyQualifiedName": "/".join(named)}]
    result: dict[str, Any] = {"ruleId": finding["finding"]}
    if finding["finding"] in positions:
        result["ruleIndex"] = positions[finding["finding"]]
    keys = ("session", "deal", "event", "player", "hand", "clause", "recorded", "allowed", "money", "pointer")
    return result | {
        "level": _LEVELS[finding["severity"]],
        "message": {"text": _no_link(finding["message"])},
        "locations": [location] if location else [],
        "properties": {key: finding[key] for key in keys},
    }


def _no_link(text: str) -> str:
    """Text in which no name of a player can pose as a link, which SARIF writes as [text](target)."""
    return text.replace("[", "\\[") if "](" in text else text


def _invocation(report: Report) -> dict[str, Any]:
    notes = [
        {
            "level": "error",
            "message": {"text": f"{file['what']}. {file['hint'] or ''}".strip()},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file["path"])}}}],
        }
        for file in report.unreadable
    ] + [{"level": "error", "message": {"text": text}} for text in report.rule_errors]
    return {"executionSuccessful": not notes, "toolExecutionNotifications": notes}
