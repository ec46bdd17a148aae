"""Logs to be converted, and what was made of them, read by the plainest means."""

import csv
import json
from pathlib import Path

DEAL = [{"action": "deal", "player": "ann", "card": "8S"}, {"action": "stake", "player": "ann", "amount": "2"}]
DEALS = {"deal": 1, "banker": "eve", "events": DEAL}


def document(name="log.json", **fields):
    made = {"session": "s", "deals": [{"deal": 1, "banker": "eve", "events": DEAL}]} | fields
    Path(name).write_text(json.dumps(made))
    return name


def rows(name):
    with Path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(name):
    return [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]
