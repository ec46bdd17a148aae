"""A finding in words: evidence is kept through the audit, text is made when it is shown."""

from __future__ import annotations

from typing import Any

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.findings.judgement import Candidate
from pontoon_audit.game import card_text
from pontoon_audit.rules.rule import Shown
from pontoon_audit.session import Session


def describe(candidate: Candidate, session: Session) -> dict[str, str | None]:
    """`message`, `recorded` and `allowed` of a finding, as the public shape has them."""
    evidence = Evidence(candidate.row, session, candidate.at)
    rule = candidate.rule
    recorded, allowed = _text(rule.recorded, evidence), _text(rule.allowed, evidence)
    if callable(rule.message):
        message = rule.message(evidence)
    else:
        message = rule.message.format_map(_Words(evidence, recorded, allowed))
    return {"message": message, "recorded": recorded, "allowed": allowed}


class _Words(dict[str, Any]):
    """The words a message may use: `who`, `name`, `card`, `recorded`, `allowed`, `banker_name`, and any column."""

    def __init__(self, evidence: Evidence, recorded: str | None, allowed: str | None) -> None:
        super().__init__(recorded=recorded, allowed=allowed)
        self._evidence = evidence

    def __missing__(self, key: str) -> object:
        if key in ("who", "card"):
            return getattr(self._evidence, key)
        if key == "name":
            return self._evidence.name()
        if key == "banker_name":
            return self._evidence.name("banker")
        return self._evidence.row[key]


def _text(shown: Any, evidence: Evidence) -> str | None:
    if shown is None:
        return None
    if not isinstance(shown, Shown):
        said = shown(evidence)
        return None if said is None else str(said)
    if shown.kind == "words":
        return shown.column.format_map(evidence.row)
    value = evidence.row[shown.column]
    if value is None:
        return None
    if shown.kind == "money":
        return evidence.money(shown.column)
    if shown.kind == "player":
        return evidence.name(shown.column)
    return card_text(value) if shown.kind == "card" else str(value)
