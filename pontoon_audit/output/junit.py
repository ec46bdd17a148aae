"""`--format junit`: a test suite a session and a test case a deal, for whatever shows test results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree as xml

from pontoon_audit.output.document import Finding, PlayedSession, Report
from pontoon_audit.output.words import place

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> Iterator[str]:
    """The XML in pieces. Errors and warnings are a failure of their deal; infos stand in its output."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pontoon-audit">\n'
    if report.unreadable:
        yield _text(_unreadable(report.unreadable))
    for session, findings in report.by_session():
        yield _text(_suite(session, findings))
    yield "</testsuites>\n"


def xml_text(value: Any) -> str:
    r"""`value` as text that XML may hold: what it forbids, even escaped, becomes the replacement character.

    >>> xml_text("ann\x00\x1b[0m")
    'ann��[0m'
    """
    return _FORBIDDEN.sub("\ufffd", str(value))


def _suite(session: PlayedSession, findings: list[Finding]) -> xml.Element:
    name = xml_text("no session" if session.session is None else session.session)
    cases: dict[int | None, list[Finding]] = {deal: [] for deal in session.deals}
    for finding in findings:
        cases.setdefault(finding["deal"], []).append(finding)
    suite = xml.Element("testsuite", name=name, tests=str(len(cases)), failures="0", errors="0", skipped="0")
    if session.path is not None:
        suite.set("file", xml_text(session.path))
    failures = 0
    for deal, case in cases.items():
        title = "between deals and as a whole" if deal is None else f"deal {deal}"
        test = xml.SubElement(suite, "testcase", classname=name, name=title)
        failing = [finding for finding in case if finding["severity"] != "info"]
        if failing:
            failures += 1
            worst = min(finding["severity"] for finding in failing)  # "error" comes before "warning"
            first = failing[0]["message"] + (f" (and {len(failing) - 1} more)" if len(failing) > 1 else "")
            failure = xml.SubElement(test, "failure", type=worst, message=xml_text(first))
            failure.text = _lines(failing)
        infos = [finding for finding in case if finding["severity"] == "info"]
        if infos:
            xml.SubElement(test, "system-out").text = _lines(infos)
    suite.set("failures", str(failures))
    return suite


def _unreadable(files: list[dict[str, Any]]) -> xml.Element:
    suite = xml.Element("testsuite", name="files", tests=str(len(files)), failures="0", errors=str(len(files)))
    for file in files:
        test = xml.SubElement(suite, "testcase", classname="files", name=xml_text(file["path"]))
        error = xml.SubElement(test, "error", type="unreadable", message=xml_text(file["what"]))
        error.text = xml_text(f"{place(file)}: {file['what']}\n{file['hint'] or ''}".strip())
    return suite


def _lines(findings: list[Finding]) -> str:
    return "\n".join(
        xml_text(f"{place(finding)}: {finding['severity']} {finding['finding']}: {finding['message']}")
        for finding in findings
    )


def _text(element: xml.Element) -> str:
    xml.indent(element, "  ", level=1)
    return "  " + xml.tostring(element, encoding="unicode") + "\n"
