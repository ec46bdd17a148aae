"""The overview, which is opened first, and the pages that list findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from pontoon_audit.output.document import SEVERITIES
from pontoon_audit.output.words import harmless
from pontoon_audit.reporting.amounts import money
from pontoon_audit.reporting.currencies import in_turn
from pontoon_audit.reporting.links import Links, chunks
from pontoon_audit.reporting.more_charts import bars, columns
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder, counted
from pontoon_audit.reporting.player_pages import MOST_PLAYERS
from pontoon_audit.reporting.questions import Questions

if TYPE_CHECKING:
    from pontoon_audit.rules.rule import Rule

Row = dict[str, Any]
Lines = dict[tuple[str, int | None], Markup]
"""Deals as one line of text, by session and the deal's index."""

MOST_FINDINGS: Final = 5000
"""Findings that the report lists, of each currency those of most money first; it says how many are left out."""
AT_FIRST: Final = 12
"""Sessions, players and findings that the overview shows before it points to their own pages."""
NEVER_MET: Final = {"met_in": 0, "kept": 0, "not_decidable": 0, "held_back": 0}
MOST_BARS: Final = 60


def write_overview(
    folder: Folder,
    questions: Questions,
    rules: Sequence[Row],
    totals: Row,
    sessions: Sequence[Row],
    players: Sequence[Row],
    names: Names,
    links: Links,
) -> None:
    """Write the page that is opened first. `rules` is what `coverage` says."""
    folder.page(
        "index.html",
        "overview.html",
        up="",
        links=links,
        names=names,
        totals=totals,
        money=questions.rows("overview_money"),
        turnover=_turnover(questions),
        groups=_groups(rules),
        groups_chart=_groups_chart(rules),
        rules=rules,
        findings=questions.rows("findings_listed", most=AT_FIRST),
        unchecked=any(row["finding"] == "log/not-checked" and row["times"] for row in rules),
        players=in_turn(players, AT_FIRST),
        all_players=len({row["player"] for row in players}),
        more_players=len(players) > AT_FIRST,
        all_players_listed=len({row["player"] for row in players}) <= MOST_PLAYERS,
        sessions=sessions[-AT_FIRST:],
        all_listed=all(row["listed"] for row in sessions),
    )


def listed(questions: Questions) -> list[Row]:
    """The findings that are listed, currency by currency, most money first."""
    return questions.rows("findings_listed", most=MOST_FINDINGS)


def write_findings(
    folder: Folder, found: list[Row], rules: list[Row], totals: Row, names: Names, links: Links, lines: Lines
) -> None:
    """Write the pages that list what was `found`. `lines` are deals on one line."""
    pages = list(chunks(found, "findings"))
    rules = [row for row in rules if row["times"]]
    alone = sum(row["deal_index"] is not None and not _paged(row, links) for row in found)
    for file, rows in pages:
        folder.page(
            file, "findings.html", up="", file=file, links=links, names=names, totals=totals, findings=rows,
            pages=[name for name, _ in pages], listed=len(found), rules=rules, first=file == pages[0][0],
            without_page=alone, lines=lines,
        )  # fmt: skip


def _paged(finding: Row, links: Links) -> bool:
    return links.has_page(finding["session"], finding["deal_index"])


def coverage(questions: Questions) -> list[Row]:
    """Each finding that there is: what it says, how often its rule was kept and broken, and the money, by currency.

    Those of most money stand first; where there are several currencies, which cannot be compared, by how often.
    """
    from pontoon_audit.rules.catalogue import CATALOGUE  # here, since it imports polars

    amounts: defaultdict[str, list[Row]] = defaultdict(list)
    for row in questions.rows("finding_money"):
        amounts[row["finding"]].append(row)
    alone = len({row["currency"] for rows in amounts.values() for row in rows}) == 1
    counts = {row["finding"]: row for row in questions.rows("finding_counts")}
    none: Row = {"times": 0, "sessions": 0}
    met = {row["finding"]: row for row in questions.rows("rule_coverage")}
    rows = [
        _of_rule(rule)
        | _pick(counts.get(rule.name, none))
        | {"money": amounts[rule.name], "weight": _weight(amounts[rule.name]) if alone else Decimal(0)}
        | {**met.get(rule.name, NEVER_MET), "finding": rule.name}
        for rule in CATALOGUE
    ]
    return sorted(
        rows, key=lambda row: (-row["weight"], SEVERITIES.index(row["severity"]), -row["times"], row["finding"])
    )


def _weight(amounts: Sequence[Row]) -> Decimal:
    return sum((row["money"] for row in amounts), Decimal(0))


def _of_rule(rule: Rule) -> Row:
    return {
        "finding": rule.name, "anchor": rule.name.replace("/", "-"), "group": rule.group, "severity": rule.severity,
        "clause": rule.clause, "summary": rule.summary,
    }  # fmt: skip


def _pick(row: Mapping[str, Any]) -> Row:
    return {name: row[name] for name in ("times", "sessions")}


def _groups(rules: Sequence[Row]) -> list[Row]:
    """The findings by group."""
    found = []
    for group, rows in groupby(sorted(rules, key=lambda row: row["group"]), key=lambda row: row["group"]):
        of_group = list(rows)
        amounts: defaultdict[str | None, Decimal] = defaultdict(Decimal)
        for row in of_group:
            for part in row["money"]:
                amounts[part["currency"]] += part["money"]
        found.append({
            "group": group, "rules": len(of_group), "met": sum(row["met_in"] > 0 for row in of_group),
            **{name: sum(row[name] for row in of_group) for name in ("kept", "not_decidable", "held_back")},
            "times": sum(row["times"] for row in of_group),
            "weight": sum((row["weight"] for row in of_group), Decimal(0)),
            "money": [{"currency": currency, "money": amount} for currency, amount in amounts.items()],
        })  # fmt: skip
    return sorted(found, key=lambda row: (-row["weight"], -row["times"], row["group"]))


def _groups_chart(rules: Sequence[Row]) -> Any:
    """Money in findings by group, where all of it is of one currency."""
    groups = [row for row in _groups(rules) if row["times"]]
    currencies = {part["currency"] for row in groups for part in row["money"]}
    if len(currencies) != 1:
        return None
    (currency,) = currencies
    shown = [
        (
            row["group"],
            row["weight"],
            (f"{money(row['weight'], currency)}, " if row["money"] else "") + counted(row["times"], "finding"),
        )
        for row in groups
    ]
    return bars(shown, "Money in findings, by group")


def _turnover(questions: Questions) -> list[Row]:
    """For each currency what was staked, bar by bar, with its chart where it says more than a number."""
    found = []
    rows = questions.rows("turnover", most_points=MOST_BARS)
    for currency, parts in groupby(rows, key=lambda row: row["currency"]):
        of_currency = list(parts)
        drawn = len(of_currency) > 1 and any(row["staked"] for row in of_currency)
        amounts = [row["staked"] for row in of_currency]
        names = [harmless(row["first_session"]) for row in of_currency]
        sums = {what: sum(row[what] for row in of_currency) for what in ("sessions", "undated")}
        chart = columns(amounts, names, currency, "Staked, session by session") if drawn else None
        found.append({"currency": currency, "bars": of_currency, "chart": chart} | sums)
    return found
