"""Writes a long event CSV of legal deals, with the house rules beside it.

`python benchmarks/make_log.py 100000 out.csv`. Sessions of 200 deals each, played by the generator of the tests under
one set of house rules; one deal in a thousand has a settlement that is a penny off, so that there is something to find.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.generator import legal_session

DEALS_A_SESSION = 200
RULES = {"min_stake": "1", "max_stake": "10", "min_players": 3}
COLUMNS = ("session", "deal", "action", "player", "hand", "card", "face", "amount", "to")


def rows(deals: int) -> Any:
    """Rows of the CSV, as dictionaries."""
    chance = Random(1)
    for seed in range(-(-deals // DEALS_A_SESSION)):
        count = min(DEALS_A_SESSION, deals - seed * DEALS_A_SESSION)
        document = legal_session(seed, rules=RULES, variants=False, deals=count, moves=False, chips=False)
        name = f"table-{seed:06d}"
        for player in document["players"]:
            yield {"session": name, "action": "seat", "player": player["id"]}
        for deal in document["deals"]:
            where = {"session": name, "deal": deal["deal"]}
            if deal.get("shuffled"):
                yield where | {"action": "shuffle"}
            yield where | {"action": "banker", "player": deal["banker"]}
            spoilt = chance.random() < 0.001
            for event in deal["events"]:
                if spoilt and event["action"] == "settle":
                    event["amount"] = f"{float(event['amount']) + 0.01:.2f}"
                    spoilt = False
                yield where | event


def main() -> None:
    """Command line."""
    deals, out = int(sys.argv[1]), Path(sys.argv[2])
    count = 0
    with out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        for row in rows(deals):
            writer.writerow(row)
            count += 1
    rules = "".join(f"{name} = {value!r}\n".replace("'", '"') for name, value in RULES.items())
    out.with_suffix(".rules.toml").write_text(rules, encoding="utf-8")
    print(f"{deals} deals, {count} events, {out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
