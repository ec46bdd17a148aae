"""The lines of a statement, in words for the page and in columns for the CSV file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from markupsafe import Markup

from pontoon_audit.output.csv import rows
from pontoon_audit.reporting.amounts import plain
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import counted

COLUMNS: Final = {
    "session": "id of the session",
    "player": "id of the player",
    "line": "number of the line, from 1, in order of play",
    "kind": "hand, shoot, bank, kitty-in, kitty-out, bank-sold, bank-bought, chips-in, chips-out",
    "deal": "number of the deal",
    "event": "number of the session’s event at which the money moved",
    "hand": "which of the player’s hands in the deal, from 1",
    "cards": "the hand’s cards in the order received",
    "total": "its best count",
    "class": "pontoon, five-card-trick, points or bust",
    "bank_cards": "the bank’s cards",
    "bank_total": "the bank’s best count",
    "bank_class": "the bank’s class",
    "stake": "all that was staked on the hand, or its shoot bets",
    "recorded": "what the player won (above 0) or lost by the log",
    "due": "the same by the rules, as far as decidable; empty where not",
    "difference": "due less recorded, of what can be compared; empty where nothing can or no settlements are recorded",
    "running_total": "of what is recorded so far, or due, where the session records no settlements",
    "other": "whose money it was: the other player, or kitty or cash",
    "chips": "money for chips (above 0) or chips for money: not part of the result",
}
"""The columns of the CSV file. There is no line for totals: the sums of `recorded`, `due` and `difference` are they."""

PARTS: Final = {
    "hand": "Hands against the bank",
    "bank": "Hands banked",
    "shoot": "Shoot bets",
    "kitty": "Kitty",
    "bank-sale": "Bank sold and bought",
}


def as_csv(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A header and a row a line. Text that a spreadsheet would run as a formula gets a ' in front; numbers stay."""
    return rows(COLUMNS, (_cells(line) for line in lines))


def _cells(line: Mapping[str, Any]) -> list[Any]:
    money = [plain(line[name]) for name in ("recorded", "due", "difference", "running")]
    return [
        line["session"], line["player"], line["line"], line["kind"], line["deal"], line["event"], line["hand"],
        line["cards"], line["total"], line["hand_class"], line["banker_cards"], line["banker_total"],
        line["banker_class"], plain(line["stake"]), *money, line["other"], plain(line["chips"]),
    ]  # fmt: skip


def what(line: Mapping[str, Any], names: Names, *, split: bool) -> str | Markup:
    """What moved the money. `split` says whether the player has more than one hand in the deal."""
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
    if kind == "kitty-out":
        return "Left in the kitty" if not line["recorded"] else "Taken out of the kitty"
    other = names.account(line["other_kind"], line["other"])
    return Markup(
        {
            "kitty-in": "Put into the kitty",
            "bank-sold": "Bank sold to {}",
            "bank-bought": "Bank bought from {}",
            "chips-in": "Chips bought",
            "chips-out": "Chips cashed",
        }[kind]
    ).format(other)
