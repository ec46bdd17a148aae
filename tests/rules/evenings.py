"""The clean evenings among the sample logs: people who play with round money and some sense.

    python -m tests.rules.evenings      # writes pontoon_audit/sample_logs/clean anew

What was written is committed; another version of the generator may make other evenings, no less clean.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pontoon_audit.rules.samples import readable
from tests.generator.dealing import Dealing, Outcome
from tests.generator.house import text
from tests.generator.legal import Maker, Options, made
from tests.generator.table import Held, best

FOLDER = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs" / "clean"
STEP = 50
"""Everything is played for in half pounds."""
NAMES = {"ann": "Ann Whitlock", "ben": "Ben Okafor", "cat": "Cat Moreau", "dev": "Dev Patel", "eve": "Eve Lindqvist",
         "fay": "Fay Brennan"}  # fmt: skip
EVENT_COLUMNS = ("session", "deal", "seq", "time", "action", "player", "hand", "card", "face", "amount", "to", "note")
SHEET_COLUMNS = ("session", "deal", "banker", "player", "hand", "cards", "stake", "actions", "shoot", "net")


class ClubDealing(Dealing):
    """A deal as people at a club play it."""

    def say(self, action: str, player: str, hand: Held | None = None, **more: Any) -> None:
        super().say(action, player, hand, **more)
        record = self.events[-1]
        if record.get("hand") == 1:
            del record["hand"]

    def spelled(self, card: str) -> str:
        return card

    def stake(self, hand: Held) -> None:
        low, high = self.house.min_stake, self.house.max_stake
        hand.initial = hand.stake = min(high, low + STEP * self.random.choice([0, 0, 0, 1, 2, 2, 3, 4, 8]))
        self.say("stake", hand.player, hand, amount=text(hand.initial))

    def bet(self, hand: Held, chance: float) -> None:
        if self.kitty is None or self.random.random() > chance:
            return
        room = self.kitty - sum(h.bets for h in self.all_hands() if not h.bust)
        if room >= STEP:
            hand.bets += (amount := STEP * self.random.randint(1, min(8, room // STEP)))
            self.say("shoot", hand.player, hand, amount=text(amount))

    def choose(self, hand: Held) -> str:
        wished = super().choose(hand)
        if wished in ("pontoon", "split"):
            return wished
        total = best(hand.cards)
        if total >= 17 or (total >= self.house["stick_at"] and self.random.random() < 0.6):
            return "stick"
        may_buy = not hand.twisted and len(hand.cards) < (5 if self.house["buy_fifth"] else 4)
        return "buy" if may_buy and total <= 12 and self.random.random() < 0.7 else "twist"

    def may_split(self, hand: Held) -> bool:
        return super().may_split(hand) and hand.cards[0][0] in "A789"

    def take(self, hand: Held, action: str) -> None:
        if action == "twist":
            super().take(hand, action)
            return
        if len(hand.cards) == 3:
            self.bet(hand, 0.3)
        price = STEP * self.random.randint(hand.initial // STEP, self.most(hand) // STEP)
        self.card("buy", hand, amount=text(price))
        hand.prices[len(hand.cards)] = price
        hand.stake += price

    def bankers_turn(self) -> None:
        if all(hand.bust for hand in self.all_hands()):
            return
        while not (self.bank.bust or len(self.bank.cards) >= 5 or self.is_full(self.bank)):
            if best(self.bank.cards) >= 16:
                self.say("stay", self.banker)
                return
            self.card("draw", self.bank)


class ClubMaker(Maker):
    """An evening of such deals."""

    def deal_out(self, order: list[str]) -> Outcome:
        kitty = self.kitty if self.shoot else None
        return ClubDealing(self.random, self.house, self.pack, order, kitty, self.style).run()

    def order(self) -> list[str]:
        """Everybody plays."""
        return self.ring.from_left_of(self.holder)

    def sell(self, events: list[dict[str, Any]]) -> None:
        super().sell(events)
        sale = events[-1]
        price = round(float(sale["amount"]) * 100)
        rounded = STEP * (4 + price % 9)
        self.add(sale["player"], rounded - price)
        self.add(sale["to"], price - rounded)
        sale["amount"] = text(rounded)

    def kitty_up(self, new: bool) -> list[dict[str, Any]]:
        if not self.shoot or not (new or self.kitty == 0 or self.random.random() < 0.2):
            return []
        low, high = self.house.kitty_min, self.house.kitty_max
        empty = new or self.kitty == 0
        amount = self.random.choice([low, high, (low + high) // 2 // STEP * STEP]) if empty else 4 * STEP
        self.kitty += amount
        self.add(self.holder, -amount)
        return [{"action": "kitty_in", "player": self.holder, "amount": text(amount)}]

    def chips(self, tail: list[dict[str, Any]]) -> None:
        first = self.deals[0]["events"]
        bought = []
        for player in self.ring.chairs:
            won = self.won.get(player, 0)
            chips = max(2000, -(-max(0, -won) // 1000) * 1000)
            bought.append({"action": "buy_in", "player": player, "amount": text(chips)})
            if chips + won:
                tail.append({"action": "cash_out", "player": player, "amount": text(chips + won)})
        first[:0] = bought


def evening(seed: int, session: str, played: str, base: str = "pontoon", **wishes: Any) -> dict[str, Any]:
    """A clean evening: `wishes` are options of the generator. Money in GBP, from 1 to 10."""
    rules = {"base": base, "currency": "GBP", "min_stake": "1", "max_stake": "10"}
    if base == "shoot-pontoon":
        rules |= {"kitty_min": "5", "kitty_max": "30"}
    options = Options(rules=rules, variants=False, moves=False, **wishes)
    document = made(seed, base, options, ClubMaker)
    rules = {name: value for name, value in document["rules"].items() if name in rules}
    players = [{"id": seat["id"], "name": NAMES[seat["id"]]} for seat in document["players"]]
    head = {"format": document["format"], "session": session, "played": played, "currency": "GBP", "rules": rules}
    for deal in document["deals"]:
        if not deal.get("shuffled"):
            deal.pop("shuffled", None)
    return head | {"players": players, "deals": document["deals"]}


def thursday_club() -> dict[str, Any]:
    return evening(50, "thursday-club-2026-12-03", "2026-12-03T19:30:00+00:00", deals=12, people=6, chips=True)


def shoot_night() -> dict[str, Any]:
    return evening(
        5, "shoot-night-2026-12-05", "2026-12-05T20:00:00+00:00", "shoot-pontoon", deals=10, people=5, chips=True
    )  # fmt: skip


def online_table() -> str:
    """An event CSV, with a number and a time for each event."""
    document = evening(
        28, "online-table-4711", "2026-12-06T18:00:00+00:00", deals=8, people=5, chips=False, misdeals=False
    )
    file = io.StringIO()
    writer = csv.DictWriter(file, EVENT_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    clock = datetime.fromisoformat(document["played"])
    for seq, event in enumerate(flat(document), 1):
        clock += timedelta(seconds=2 + seq * 7 % 5)
        writer.writerow({"session": document["session"], "seq": seq, "time": clock.isoformat(), **event})
    return file.getvalue()


def game_server() -> str:
    """JSON Lines, with a number and a time for each event, as a program appends them."""
    document = evening(
        101, "game-server-2026-12-08", "2026-12-08T21:00:00+00:00", deals=6, people=6, chips=True
    )  # fmt: skip
    clock = datetime.fromisoformat(document["played"])
    lines = []
    for seq, event in enumerate(flat(document), 1):
        clock += timedelta(milliseconds=900 + seq * 731 % 2600)
        record = {"seq": seq, "time": clock.isoformat(timespec="milliseconds"), **event}
        ordered = {name: record[name] for name in EVENT_COLUMNS if name in record}
        lines.append(json.dumps({"session": document["session"], **ordered}) + "\n")
    return "".join(lines)


def flat(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of a document as a flat file has them."""
    for player in document["players"]:
        yield {"action": "seat", "player": player["id"]}
    for deal in document["deals"]:
        number = {"deal": deal["deal"]}
        if deal.get("shuffled"):
            yield {**number, "action": "shuffle"}
        yield {**number, "action": "banker", "player": deal["banker"]}
        for event in deal["events"]:
            yield {**number, **event}


def score_sheet() -> str:
    """A hand sheet."""
    session = "score-sheet-2026-12-07"
    document = evening(
        54, session, "2026-12-07T20:00:00+00:00", deals=6, people=5, chips=False, sales=False, misdeals=False
    )
    file = io.StringIO()
    writer = csv.DictWriter(file, SHEET_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for deal in document["deals"]:
        for row in sheet_rows(deal):
            writer.writerow({"session": session, "deal": deal["deal"], "banker": deal["banker"], **row})
    return file.getvalue()


def sheet_rows(deal: dict[str, Any]) -> list[dict[str, Any]]:
    """A row a hand, the banker's last."""
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    for event in deal["events"]:
        if "player" not in event:
            continue
        player, hand, action = event["player"], event.get("hand", 1), event["action"]
        row = rows.setdefault((player, hand), {"player": player, "hand": hand, "cards": [], "actions": []})
        amount = event.get("amount")
        if "card" in event:
            row["cards"].append(event["card"])
        if action == "split":
            number = max(number for name, number in rows if name == player) + 1
            rows[player, number] = {"player": player, "hand": number, "cards": [row["cards"].pop(1)], "actions": []}
        if action == "stay":
            row["actions"].append("stick")
        elif action in ("pontoon", "split", "buy", "twist", "stick"):
            row["actions"].append(action if amount is None else f"{action} {amount}")
        elif action in ("stake", "settle"):
            row["stake" if action == "stake" else "net"] = amount
    order = sorted(rows.values(), key=lambda row: row["player"] == deal["banker"])
    return [{**row, "cards": " ".join(row["cards"]), "actions": "; ".join(row["actions"])} for row in order]


def rules_file(what: str) -> str:
    return f'# What was agreed at {what}.\nbase = "pontoon"\ncurrency = "GBP"\nmin_stake = "1"\nmax_stake = "10"\n'


def write() -> None:
    """Writes the evenings."""
    files = {
        "thursday-club.json": readable(thursday_club()),
        "shoot-night.json": readable(shoot_night()),
        "online-table.csv": online_table(),
        "online-table.rules.toml": rules_file("this table; read together with online-table.csv"),
        "game-server.jsonl": game_server(),
        "game-server.rules.toml": rules_file("this table; read together with game-server.jsonl"),
        "score-sheet.csv": score_sheet(),
        "score-sheet.rules.toml": rules_file("the card evening; read together with score-sheet.csv"),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (FOLDER / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
