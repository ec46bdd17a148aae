"""Writes a long log of legal deals: an event CSV, JSON Lines, or a JSON document; with the house rules beside it.

`python benchmarks/make_log.py 100000 out.csv` (or `out.jsonl`, `out.json`). Sessions of 200 deals each, played by the
generator of the tests under one set of house rules; one deal in a thousand has a settlement that is a penny off, so
that there is something to find. Above 20,000 deals the same sessions come again under other names. With a third
argument, `500`, the same are played by so many people in turn; with a fourth, `0.6`, chance puts so many mistakes into
a deal.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.generator import legal_session, mutated

DEALS_A_SESSION = 200
MOST_PLAYED = 100
"""Sessions that are played; further ones repeat them."""
RULES = {"min_stake": "1", "max_stake": "10", "min_players": 3}
COLUMNS = ("session", "deal", "action", "player", "hand", "card", "face", "amount", "to")


@cache
def played(seed: int) -> dict[str, Any]:
    """A session as a document."""
    document = legal_session(seed, rules=RULES, variants=False, deals=DEALS_A_SESSION, moves=False, chips=False)
    chance = Random(seed)
    for deal in document["deals"]:
        spoilt = chance.random() < 0.001
        for event in deal["events"]:
            if spoilt and event["action"] == "settle":
                event["amount"] = f"{Decimal(event['amount']) + Decimal('0.01'):.2f}"
                spoilt = False
    return document


def sessions(deals: int, people: int | None = None, mistakes: float = 0) -> Iterator[dict[str, Any]]:
    """Sessions as documents, with so many deals in all, so many people, who sit down in turn, and mistakes a deal."""
    for number in range(-(-deals // DEALS_A_SESSION)):
        count = min(DEALS_A_SESSION, deals - number * DEALS_A_SESSION)
        document = dict(played(number % MOST_PLAYED))
        document["deals"] = document["deals"][:count]
        document["session"] = f"table-{number:06d}"
        if people is not None:
            document = played_by(document, number, people)
        yield mutated(document, number, round(2 * mistakes * count)) if mistakes else document


def played_by(document: dict[str, Any], number: int, people: int) -> dict[str, Any]:
    """The session with other people at the table."""
    names = {seat["id"]: f"player{(number * 7 + i) % people:03d}" for i, seat in enumerate(document["players"])}
    deals = [
        deal
        | {"banker": names[deal["banker"]]}
        | {
            "events": [
                event | {key: names[event[key]] for key in ("player", "to") if key in event} for event in deal["events"]
            ]
        }
        for deal in document["deals"]
    ]
    return document | {"players": [{"id": name} for name in names.values()], "deals": deals}


def rows(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A session as rows of a flat file."""
    name = document["session"]
    for player in document["players"]:
        yield {"session": name, "action": "seat", "player": player["id"]}
    for deal in document["deals"]:
        where = {"session": name, "deal": deal["deal"]}
        if deal.get("shuffled"):
            yield where | {"action": "shuffle"}
        yield where | {"action": "banker", "player": deal["banker"]}
        for event in deal["events"]:
            yield where | event


def write(deals: int, out: Path, people: int | None = None, mistakes: float = 0) -> int:
    """Writes the log; gives how many events it has."""
    events = 0
    with out.open("w", encoding="utf-8", newline="") as file:
        if out.suffix == ".json":
            file.write("[\n")
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if out.suffix == ".csv":
            table.writeheader()
        for number, document in enumerate(sessions(deals, people, mistakes)):
            flat = list(rows(document))
            events += len(flat)
            if out.suffix == ".json":
                file.write(",\n" * (number > 0) + json.dumps(document))
            elif out.suffix == ".jsonl":
                file.writelines(json.dumps(row) + "\n" for row in flat)
            else:
                table.writerows(flat)
        if out.suffix == ".json":
            file.write("\n]\n")
    return events


def main() -> None:
    """Command line."""
    deals, out = int(sys.argv[1]), Path(sys.argv[2])
    people = int(sys.argv[3]) if len(sys.argv) > 3 else None
    events = write(deals, out, people, float(sys.argv[4]) if len(sys.argv) > 4 else 0)
    rules = "\n".join(f"{name} = {json.dumps(value)}" for name, value in RULES.items())
    out.with_suffix(".rules.toml").write_text(rules + "\n", encoding="utf-8")
    print(f"{deals} deals, {events} events, {out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
