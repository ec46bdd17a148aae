"""The lines of a statement, in words for the page and in columns for the CSV file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit import __version__
from pontoon_audit.output.csv import rows
from pontoon_audit.reporting.amounts import number, plain
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import counted, filename
from pontoon_audit.reporting.rules_words import in_a_line
from pontoon_audit.reporting.statement import Statement

LINES: Final = {
    "session": "id of the session",
    "played": "when it was played, as the log says it",
    "player": "id of the player",
    "line": "number of the line in its session, from 1, in order of play",
    "kind": "hand, shoot, bank, kitty-in, kitty-out, bank-sold, bank-bought, chips-in, chips-out; "
    "opening and closing; adjustment",
    "deal": "number of the deal",
    "event": "number of the session’s event at which the money moved",
    "hand": "which of the player’s hands in the deal, from 1; of an adjustment to the bank, which of the other’s",
    "cards": "the hand’s cards in the order received",
    "total": "its best count",
    "class": "pontoon, five-card-trick, points or bust",
    "bank_cards": "the bank’s cards",
    "bank_total": "the bank’s best count",
    "bank_class": "the bank’s class",
    "stake": "all that was staked on the hand, or its shoot bets",
    "recorded": "what the player won (above 0) or lost by the log; empty in a session that records no settlements",
    "due": "the same by the rules, as far as decidable; empty where not",
    "difference": "due less recorded, of what can be compared; empty where nothing can or no settlements are recorded",
    "not_comparable": "what of recorded less due cannot be compared, and so is in no difference; empty where nothing",
    "running_total": "the balance after it: of what is recorded, or due, where the session records no settlements",
    "other": "whose money it was: the other player, or kitty or cash",
    "chips": "money for chips (above 0) or chips for money: not part of the result",
    "clause": "of an adjustment: the clause of the rules",
    "finding": "of an adjustment: the finding that says it",
    "before": "of an adjustment: what was recorded; empty where nothing was",
    "after": "of an adjustment: what is due",
    "adjustment": "of an adjustment: after less before",
    "banked": "of a bank line: every hand that was played against the bank, as below",
    "moved": "what the log says of kitty money and prices of the bank, also where nothing counts as recorded",
    "why": "of an adjustment: why, in words",
}
"""What a row says of money. No line holds totals: the sums of `recorded`, `due`, `difference` are they."""
ABOUT: Final = {
    "of": "session, or account: of all sessions of a period",
    "currency": "the currency of all amounts; empty where none is given",
    "from": "first day of the period; empty where it has none",
    "to": "its last day; empty where it has none",
    "file": "the log’s file",
    "sha256": "SHA-256 of that file",
    "audited_by": "what audited it, with its version",
    "house_rules": "the game, its stakes, and the rules that differ from the game’s own",
    "generated_at": "when the statement was made",
    "written_by": "what wrote it, with its version",
}
"""What a row says of the statement it is from, and of the file that it rests on."""
COLUMNS: Final = LINES | ABOUT
"""The columns of the CSV file. What other formats say in a header stands in each row here: the first line names the
columns and every other is a row, as each program expects, and rows of several statements may be put together."""

PARTS: Final = {
    "hand": "Hands against the bank",
    "bank": "Hands banked",
    "shoot": "Shoot bets",
    "kitty": "Kitty",
    "bank-sale": "Bank sold and bought",
}


def as_csv(statement: Statement) -> Iterator[str]:
    """A header and a row a line. Text that a spreadsheet would run as a formula gets a ' in front; numbers stay."""
    whole = _about(statement)
    files = {part.session["session"]: _about_file(part.session) for part in statement.parts}
    alone = next(iter(files.values()), {}) if statement.kind == "session" else {}
    told = (row | whole | files.get(row.get("session", ""), alone) for row in csv_rows(statement))
    return rows(COLUMNS, ([row.get(column) for column in COLUMNS] for row in told))


def _about(statement: Statement) -> dict[str, Any]:
    first, last = statement.period.first, statement.period.last
    return {
        "of": statement.kind,
        "currency": statement.currency,
        "from": first and first.isoformat(),
        "to": last and last.isoformat(),
        "generated_at": statement.generated_at.isoformat(),
        "written_by": f"pontoon-audit {__version__}",
    }


def _about_file(session: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "file": filename(session["path"]),
        "sha256": session["sha256"],
        "audited_by": f"pontoon-audit {session['tool_version']}",
        "house_rules": in_a_line(session["rules"], None),
    }


def csv_rows(statement: Statement) -> Iterator[dict[str, Any]]:
    """What stands in each row, by column of `LINES`, amounts as text: opening, lines, closing, then adjustments."""
    whose = {"player": statement.player}
    yield whose | {"kind": "opening", "running_total": plain(statement.opening.counted)}
    for part in statement.parts:
        where = {"session": part.session["session"], "played": part.session["played"], **whose}
        for line in part.lines:
            yield where | _cells(line, statement)
    yield whose | {"kind": "closing", "running_total": plain(statement.closing.counted)}
    for part, row in statement.adjustments():
        yield {
            "session": part.session["session"], "played": part.session["played"], **whose, "kind": "adjustment",
            "line": row["line"], "deal": row["deal"], "event": row["event"], "hand": row["hand"], "other": row["other"],
            "clause": row["clause"], "finding": row["finding"], "before": plain(row["recorded"]),
            "after": plain(row["due"]), "adjustment": plain(row["difference"]), "why": row["message"],
        }  # fmt: skip


def _cells(line: Mapping[str, Any], statement: Statement) -> dict[str, Any]:
    same = ("line", "kind", "deal", "event", "hand", "cards", "total", "other")
    running = line["running"] if statement.kind == "session" else line["balance"]
    return {name: line[name] for name in same} | {
        "class": line["hand_class"],
        "bank_cards": line["banker_cards"],
        "bank_total": line["banker_total"],
        "bank_class": line["banker_class"],
        "stake": plain(line["stake"]),
        "recorded": plain(line["recorded"]),
        "due": plain(line["due"]),
        "difference": plain(line["difference"]),
        "not_comparable": plain(not_comparable(line)),
        "running_total": plain(running),
        "chips": plain(line["chips"]),
        "banked": "; ".join(map(_hand_banked, line["banked"] or ())),
        "moved": plain(line["moved"]) if line["kind"] in MOVES else "",
    }


MOVES: Final = frozenset({"kitty-in", "kitty-out", "bank-sold", "bank-bought"})
"""Lines of which a session that records no settlements says all the same what was moved."""


def not_comparable(line: Mapping[str, Any]) -> Decimal | None:
    """What of a line's recorded less due is in no difference; None where nothing is, or nobody knows how much."""
    if not line["settles"]:
        return None
    return line["open_recorded"] - line["open_due"] if line["open_paid"] or line["open_owed"] else None


def each_once(hands: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The hands of a banker's line, each once: `times` says how often it was settled, and the amounts are of all.

    >>> from decimal import Decimal
    >>> first = {"player": "cat", "hand": 1, "recorded": Decimal(-2), "due": Decimal(-2), "repeated": False}
    >>> [cat] = each_once([first, first | {"due": Decimal(0), "repeated": True}])
    >>> cat["times"], cat["recorded"], cat["due"]
    (2, Decimal('-4'), Decimal('-2'))
    """
    found: list[dict[str, Any]] = []
    for hand in hands:
        last = found[-1] if found else None
        if last is None or not hand["repeated"] or (last["player"], last["hand"]) != (hand["player"], hand["hand"]):
            found.append(dict(hand) | {"times": 1})
            continue
        last["times"] += 1
        for name in ("recorded", "due"):
            last[name] = None if None in (last[name], hand[name]) else last[name] + hand[name]
    return found


def _hand_banked(hand: Mapping[str, Any]) -> str:
    """A hand against the bank in words; what the bank won on it is above 0, what is not known is left out."""
    who = hand["player"]
    if _APART.search(who):
        who = json.dumps(who, ensure_ascii=False)  # so that no name looks like the end of one and another hand
    count = " ".join(str(one) for one in (hand["total"], hand["class"]) if one is not None)
    amounts = {"staked": hand["stake"], "recorded": hand["recorded"], "due": hand["due"]}
    told = [hand["cards"], count, *(f"{name} {plain(one)}" for name, one in amounts.items() if one is not None)]
    which = "" if hand["hand"] is None else f" hand {hand['hand']}"
    which += " again" if hand["repeated"] else ""
    return f"{who}{which}: {', '.join(one for one in told if one)}"


_APART: Final = re.compile('[;:,"]')


def line_of(correction: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> int | None:
    """The number of the line that an adjustment is about."""
    kind, banked = correction["kind"], correction["side"] == "debit"
    for line in lines:
        if kind == "stake" and banked:
            if line["kind"] == "bank" and line["place"] == correction["place"]:
                return int(line["line"])
        elif line["kind"] in _LINES_OF[kind] and all(line[name] == correction[name] for name in _SAME):
            return int(line["line"])
    return None


_LINES_OF: Final = {
    "stake": ("hand",), "shoot": ("shoot",), "kitty": ("kitty-in", "kitty-out"),
    "bank-sale": ("bank-sold", "bank-bought"),
}  # fmt: skip
_SAME: Final = ("place", "event", "recorded", "due")
"""What a line has in common with the adjustment to it."""


def what(line: Mapping[str, Any], names: Names, currency: str | None, *, split: bool) -> str | Markup:
    """What moved the money. `split` says whether the player has more than one hand in the deal. Where nothing counts as
    recorded, what was moved stands in the words."""
    kind = line["kind"]
    if kind in ("hand", "shoot"):
        word = "Hand" if kind == "hand" else "Shoot bet"
        which = f"{word}{' on hand' if kind == 'shoot' else ''} {line['hand']}" if split and line["hand"] else word
        if line["other_kind"] == "player" and line["other"] == line["player"]:
            return "Settled in the banker’s own name"
        if line["repeated"]:
            return f"{which}, settled again"
        return f"{which}, not settled" if line["recorded"] is None and line["due"] is not None else which
    if kind == "bank":
        return f"Banked, {counted(line['hands'], 'hand')}" if line["hands"] else "Banked"
    if kind == "kitty-out" and not line["moved"]:
        return "Left in the kitty"
    other = names.account(line["other_kind"], line["other"])
    said = Markup(
        {
            "kitty-in": "Put into the kitty",
            "kitty-out": "Taken out of the kitty",
            "bank-sold": "Bank sold to {}",
            "bank-bought": "Bank bought from {}",
            "chips-in": "Chips bought",
            "chips-out": "Chips cashed",
        }[kind]
    ).format(other)
    if line["settles"] or kind not in MOVES:
        return said
    return said + f", {number(abs(line['moved']), currency)} by the log"
