"""`--format text`: findings and a summary for people, by session and deal. Not for programs: it may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pontoon_audit.output.document import OUTCOMES, Finding, PlayedSession, Report
from pontoon_audit.output.words import count, harmless, in_words, money, place

_OF_A_KITTY: Final = frozenset({"kitty/left-behind", "kitty/wrong-amount"})
"""Findings whose amounts are what a kitty held; where its bets went astray, another amount is to be paid."""
_AS_HELD: Final = (
    "reckoned with each shoot bet once, as settled or else as due; settle-up and statements tell what is to be paid"
)

Line = list[tuple[str, str]]
"""A line as pieces: text and its style, the name of a severity, `title`, `quiet` or nothing."""


def render(report: Report, *, coverage: bool = False, quiet: bool = False, verbose: bool = False) -> Iterator[str]:
    """The text in lines, without colour. See `lines`."""
    for line in lines(report, coverage=coverage, quiet=quiet, verbose=verbose):
        yield "".join(text for text, _ in line).rstrip() + "\n"


def lines(report: Report, *, coverage: bool = False, quiet: bool = False, verbose: bool = False) -> Iterator[Line]:
    """Findings, then what could not be read, then the summary.

    `coverage` adds a table of how often each rule was kept, broken or could not tell; `quiet` leaves the summary out;
    `verbose` names sessions without findings and records set aside too. Deals whose lines the report holds are shown
    on one line each, above their findings. All text of a log is made harmless.
    """
    for session, findings in report.by_session():
        if findings or verbose:
            yield from _session(session, findings)
    if verbose and report.rejected:
        yield from _rejected(report.rejected)
    if report.unreadable:
        yield from _unreadable(report.unreadable)
    if report.rule_errors:
        yield [("Our own fault: rules that could not finish", "error")]
        yield from ([("  " + harmless(text), "")] for text in report.rule_errors)
        yield []
    if coverage:
        yield from _coverage(report.coverage)
    if not quiet:
        yield from _summary(report)


def _session(session: PlayedSession, findings: list[Finding]) -> Iterator[Line]:
    name = "Outside any session" if session.session is None else f"Session {harmless(session.session)}"
    facts = [harmless(session.path or "-"), count(len(session.deals), "deal")]
    if session.players is not None:
        facts.append(count(session.players, "player"))
    if session.played is not None:
        facts.append("played " + harmless(session.played[:10]))  # the day; the hour is in the file
    yield [(name, "title"), (f" ({', '.join(facts)})", "quiet")]
    if not findings:
        yield [("  nothing found", "quiet")]
    deals: dict[int | None, list[Finding]] = {}
    for finding in findings:
        deals.setdefault(finding["deal"], []).append(finding)
    for deal, found in deals.items():
        yield []
        yield [("  As a whole" if deal is None else f"  Deal {deal}", "title")]
        if deal is not None and deal in session.lines:
            yield [("    " + harmless(session.lines[deal]), "quiet")]
        for finding in found:
            yield from _finding(finding, session.currency)
    yield []


def _finding(finding: Finding, currency: str | None) -> Iterator[Line]:
    def said(text: str) -> str:
        return harmless(in_words(text, currency))

    clause = f" (clause {finding['clause']})" if finding["clause"] else ""
    yield [
        (f"    {harmless(place(finding))}: ", ""),
        (finding["severity"], finding["severity"]),
        (f" {finding['finding']}", "title"),
        (clause, "quiet"),
    ]
    yield [(f"      {said(finding['message'])}", "")]
    facts = [f"{key} {said(finding[key])}" for key in ("recorded", "allowed") if finding[key] is not None]
    if finding["money"] is not None and finding["player"] is not None:
        less = finding["money"].startswith("-")
        facts.append(f"{said(finding['money'].removeprefix('-'))} {'less' if less else 'more'} for "
                     f"{harmless(finding['player'])}")  # fmt: skip
    if facts:
        yield [("      " + ", ".join(facts), "quiet")]
    if finding["finding"] in _OF_A_KITTY:
        yield [("      " + _AS_HELD, "quiet")]


def _rejected(records: list[dict[str, Any]]) -> Iterator[Line]:
    yield [("Records set aside", "title")]
    for record in records:
        yield [(f"  {harmless(place(record))}: {harmless(record['reason'] or '')}", "")]
        yield [(f"    {harmless(record['record'] or '')}", "quiet")]
    yield []


def _unreadable(files: list[dict[str, Any]]) -> Iterator[Line]:
    yield [("Could not be read", "title")]
    for file in files:
        yield [(f"  {harmless(place(file))}: ", ""), (harmless(file["what"]), "error")]
        if file["hint"]:
            yield [(f"    {harmless(file['hint'])}", "")]
    yield []


def _coverage(coverage: dict[str, dict[str, int]]) -> Iterator[Line]:
    width = max(map(len, coverage), default=0)
    yield [(f"{'Rule'.ljust(width)} {'kept':>10} {'broken':>10} {'cannot tell':>12} {'held back':>10}", "title")]
    for name, counted in coverage.items():
        kept, broken, unknown, held = (counted[outcome] for outcome in OUTCOMES)
        style = "error" if broken else "" if kept else "quiet"
        yield [(f"{name.ljust(width)} {kept:>10,} {broken:>10,} {unknown:>12,} {held:>10,}", style)]
    yield []


def _summary(report: Report) -> Iterator[Line]:
    told = report.summary
    events, aside = told["events"], told["rejected"]
    read = [count(len(report.sources), "file"), count(told["sessions"], "session"), count(told["deals"], "deal"),
            count(told["hands"], "hand"), count(events, "event")]  # fmt: skip
    yield [("Read:    ", "title"), (", ".join(read), "")]
    if report.unreadable:
        yield [("Unread:  ", "title"), (f"{count(len(report.unreadable), 'file')}, named above", "error")]
    if not events:
        yield [("Nothing was audited: there is no event in what was read. This says nothing about play.", "warning")]
        return
    judged = f"{events - aside:,} judged + {aside:,} set aside = {events:,}"
    yield [("Judged:  ", "title"), (judged, "warning" if aside else "")]
    yield [("Rules:   ", "title"), (_asked(report.coverage), "")]
    yield [("Found:   ", "title"), *_found(told, report.coverage)]
    if len(report.settled) < 2:
        yield [("Money:   ", "title"), (_money(told, next(iter(report.settled), None)), "")]
        return
    yield [("Money:", "title")]
    for currency, sums in report.settled.items():
        yield [(f"  {harmless(currency or 'of no currency')}: {_money(sums, currency)}", "")]


def _asked(coverage: dict[str, dict[str, int]]) -> str:
    met = sum(any(counted.values()) for counted in coverage.values())
    unknown = sum(bool(counted["not_decidable"]) for counted in coverage.values())
    said = f"{met} of {len(coverage)} met something to judge"
    return said + (f", {unknown} of them could not always tell" if unknown else "") + " (--coverage shows which)"


def _found(told: dict[str, Any], coverage: dict[str, dict[str, int]]) -> Line:
    if not any(told[severity] for severity in ("error", "warning", "info")):
        if not any(any(counted.values()) for counted in coverage.values()):
            return [("nothing, but none of the chosen rules met anything to judge", "warning")]
        return [("nothing against the rules", "kept")]
    pieces: Line = []
    for severity, many in (("error", "errors"), ("warning", "warnings"), ("info", "infos")):
        pieces += [(", " if pieces else "", ""), (count(told[severity], severity, many), severity)]
    return pieces


def _money(told: Mapping[str, Any], currency: str | None) -> str:
    if told["settled"] == told["due"] == "0.00":
        return "no settlement is recorded that could be compared with what is due"
    settled, due, difference = (money(told[key], currency) for key in ("settled", "due", "difference"))
    return f"{settled} settled, {due} due for the same hands, {difference} between them hand by hand"
