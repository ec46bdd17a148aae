"""A statement as a page: what its template is given. The same for the screen, for print and for PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from pontoon_audit.reporting.rules_words import in_a_line, in_full, in_short
from pontoon_audit.reporting.statement import Balance, Part, Row, Statement, of_session
from pontoon_audit.reporting.statement_lines import PARTS, each_once, what
from pontoon_audit.reporting.uncompared import is_open, reckoning, uncompared_of_all, uncompared_of_line

ALONE: Final = "session"


def content(statement: Statement) -> dict[str, Any]:
    """Everything that `statement.html` shows, but `files` and which rows of `table_rows` are on this page."""
    alone = statement.parts[0] if statement.kind == ALONE else None
    told = {(id(part), row["finding_number"]) for part, row in statement.adjustments()}
    return {
        "statement": statement,
        "alone": alone,
        "brief": statement.is_brief,
        "session": alone.session if alone else None,
        "settles": any(part.settles for part in statement.parts) or not statement.parts,
        "unrecorded": [part.session["session"] for part in statement.parts if not part.settles],
        "eventless": [part.session["session"] for part in statement.parts if part.session["events_kept"] == "none"],
        "partly": any(is_open(row) for row in statement.sums),
        "uncompared": uncompared_of_all(statement.sums, statement.currency),
        "reckoning": reckoning(alone.player, statement.currency) if alone else "",
        "undecided": any(part.player["undecided"] for part in statement.parts),
        "deals": sum(part.player["deals"] for part in statement.parts),
        "of_deals": sum(part.session["deals"] for part in statement.parts),
        "sums": [
            row
            | {
                "name": PARTS[row["part"]],
                "uncompared": uncompared_of_line({"kind": row["part"]} | row, statement.currency),
            }
            for row in statement.sums
            if row["part"] in PARTS
        ],
        "chips": next((row for row in statement.sums if row["part"] == "chips"), None),
        "adjustments": list(_adjustments(statement)),
        "banks": any(line["banked"] for line in statement.lines()),
        "amiss": any(line["difference"] for line in statement.lines()),
        "remarks": [(part, row) for part, row in _remarks(statement) if (id(part), row["number"]) not in told],
        "chips_amiss": any(row["finding"].startswith("chips/") for part in statement.parts for row in part.remarks),
        "rules": list(_rules([*(part.session for part in statement.parts), *statement.before])),
        "files_before": len({row["sha256"] for row in statement.before}),
        "sources": statement.sources(),
    }


def table_rows(statement: Statement) -> list[Row]:
    """The rows of the table of lines, each with its `type`, in order; what stands before a session and after it too.

    Of a brief statement they are its sessions.
    """
    rows: list[Row] = [{"type": "opening", "balance": statement.opening}]
    if statement.is_brief:
        rows += ({"type": "whole", "part": part, "balance": _after(part)} for part in statement.parts)
        return [*rows, {"type": "closing", "balance": statement.closing}]
    for number, part in enumerate(statement.parts, 1):
        if statement.kind != ALONE:
            rows.append({"type": "session", "part": part, "anchor": f"s{number}"})
        hands = Counter(line["place"] for line in part.lines if line["kind"] == "hand" and not line["repeated"])
        for line in part.lines:
            rows.append(
                line
                | {
                    "type": "line",
                    "anchor": _anchor(statement, number, line["line"]),
                    "what": what(line, part.names, statement.currency, split=hands[line["place"]] > 1),
                    "banked": [hand | {"who": part.names[hand["player"]]} for hand in each_once(line["banked"] or ())],
                    "uncompared": uncompared_of_line(line, statement.currency),
                    "running": line["running"] if statement.kind == ALONE else line["balance"],
                }
            )
        if statement.kind != ALONE:
            rows.append({"type": "subtotal", "part": part, "balance": _after(part)})
    return [*rows, {"type": "closing", "balance": statement.closing}]


def _after(part: Part) -> Balance:
    """What a session brought, and the balance of the account after it."""
    return replace(of_session(part), counted=part.balance["after"])


def _adjustments(statement: Statement) -> Iterator[Row]:
    """Everything that must be set right. Of a brief statement `anchor` is a place on the page of the session."""
    numbers = {id(part): number for number, part in enumerate(statement.parts, 1)}
    brief = statement.is_brief
    for part, row in statement.adjustments():
        line = row["line"]
        yield dict(row) | {
            "part": part,
            "who": part.names[statement.player],
            "other_shown": part.names.account(row["other_kind"], row["other"]),
            "anchor": None if not line else f"l{line}" if brief else _anchor(statement, numbers[id(part)], line),
            "banked": row["side"] == "debit" and row["kind"] in ("stake", "shoot"),
        }


def _remarks(statement: Statement) -> Iterator[tuple[Part, Row]]:
    """The findings that change no money, each with the place of the first line of its deal.

    Of a brief statement it is one on the page of the session.
    """
    for number, part in enumerate(statement.parts, 1):
        places: dict[int | None, str | None] = {None: None}
        for line in part.lines:
            at = f"l{line['line']}" if statement.is_brief else _anchor(statement, number, line["line"])
            places.setdefault(line["deal"], at)
        for row in part.remarks:
            yield part, row | {"part": part, "anchor": places.get(row["deal"])}


def _anchor(statement: Statement, number: int, line: int) -> str:
    return f"l{line}" if statement.kind == ALONE else f"s{number}l{line}"


def _rules(played: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The house rules, each set once, and the sessions that were played by it."""
    sets: dict[tuple[str | None, str | None], list[str]] = {}
    for session in played:
        sets.setdefault((session["rules"], session["currency"]), []).append(session["session"])
    for (rules, currency), sessions in sets.items():
        yield {
            "sessions": sessions,
            "in_short": in_short(rules, currency),
            "in_a_line": in_a_line(rules, currency),
            "in_full": in_full(rules, currency),
        }
