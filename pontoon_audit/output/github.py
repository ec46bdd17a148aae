"""`--format github`: annotations for a GitHub workflow, a line each. GitHub shows the first ten of each severity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pontoon_audit.output.document import Report

_COMMANDS: Final = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report) -> Iterator[str]:
    """One workflow command a finding, and one a file that could not be read."""
    for file in report.unreadable:
        yield _command("error", file["path"], file["line"], "cannot be read", f"{file['what']}. {file['hint'] or ''}")
    for finding in report.findings():
        clause = f" (clause {finding['clause']})" if finding["clause"] else ""
        place = f"session {finding['session']}" + (f", deal {finding['deal']}" if finding["deal"] is not None else "")
        yield _command(
            _COMMANDS[finding["severity"]], finding["path"], finding["line"],
            finding["finding"], f"{place}: {finding['message']}{clause}",
        )  # fmt: skip


def _command(command: str, path: Any, line: Any, title: str, message: str) -> str:
    properties = {"file": path, "line": line, "title": title}
    said = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None)
    return f"::{command} {said}::{_data(message.strip())}\n"


def _data(text: str) -> str:
    """Text as a workflow command's message: it may not end the line, nor begin another command.

    >>> _data("100 %\\n::error::made up")
    '100 %25%0A::error::made up'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
