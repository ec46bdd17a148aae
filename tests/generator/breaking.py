"""Legal sessions into which chance has put mistakes. Nobody knows what must be found; two judges can be compared."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from pontoon_audit.game import ACTIONS
from tests.generator.dealing import Record
from tests.generator.house import text
from tests.generator.legal import NAMES, legal_session
from tests.generator.table import FULL_PACK

Document = dict[str, Any]
GARBAGE: dict[str, list[Any]] = {
    "action": ["fold", "", "Deal", None],
    "player": ["", None, 7, "zoe"],
    "hand": [0, -1, 1.5, "x", 9],
    "card": ["1S", "XX", "", None, 5],
    "face": ["sideways", 1],
    "amount": ["12.505", "NaN", "1e2", "1,50", "five", "", None, True],
    "to": ["", None, "zoe"],
}
"""Values that no recorder would write; some of them are names and hands that do not exist."""


def broken_session(seed: int, base: str | None = None, most: int = 5) -> Document:
    """A session with one to `most` random mistakes; the same for the same seed."""
    random = Random(f"broken/{seed}")
    game = base or random.choice(["pontoon", "pontoon", "shoot-pontoon"])
    switches: dict[str, Any] = {"deals": random.choice([2, 4, 6])}
    for name in ("settlements", "faces", "seats"):
        if random.random() < 0.06:
            switches[name] = False
    document = legal_session(seed, game, **switches)
    make_mistakes(random, document, most)
    return document


def mutated(document: Document, seed: int, most: int = 3) -> Document:
    """A copy of a document with one to `most` random mistakes; the same for the same seed."""
    copy: Document = json.loads(json.dumps(document))
    make_mistakes(Random(f"mutated/{seed}"), copy, most)
    return copy


def make_mistakes(random: Random, document: Document, most: int) -> None:
    for _ in range(random.randint(1, most)):
        mistake = random.choices(list(MISTAKES), weights=list(MISTAKES.values()))[0]
        mistake(random, document)


def somewhere(random: Random, document: Document) -> tuple[list[Record], int]:
    """Any event."""
    events = random.choice([deal["events"] for deal in document["deals"] if deal["events"]])
    return events, random.randrange(len(events))


def with_field(random: Random, document: Document, *names: str) -> Record | None:
    """Any event that has one of these fields."""
    fits = [e for deal in document["deals"] for e in deal["events"] if any(name in e for name in names)]
    return random.choice(fits) if fits else None


def drop(random: Random, document: Document) -> None:
    events, place = somewhere(random, document)
    if len(events) > 1:
        del events[place]


def duplicate(random: Random, document: Document) -> None:
    events, place = somewhere(random, document)
    events.insert(place + 1, dict(events[place]))


def swap(random: Random, document: Document) -> None:
    """Two events change places, mostly neighbours."""
    events, place = somewhere(random, document)
    other = (place + 1) % len(events) if random.random() < 0.7 else random.randrange(len(events))
    events[place], events[other] = events[other], events[place]


def move(random: Random, document: Document) -> None:
    events, place = somewhere(random, document)
    event = events.pop(place)
    events.insert(random.randint(0, len(events)), event)


def change_card(random: Random, document: Document) -> None:
    event = with_field(random, document, "card")
    if event is not None:
        event["card"] = random.choice([*random.sample(FULL_PACK, 8), "??"])


def change_amount(random: Random, document: Document) -> None:
    event = with_field(random, document, "amount")
    if event is not None and isinstance(event["amount"], str):
        event["amount"] = text(random.choice([1, 100, 5000, random.randint(0, 3000)]))
        if event["action"] in ("settle", "settle_shoot") and random.random() < 0.5:
            event["amount"] = "-" + event["amount"]


def change_player(random: Random, document: Document) -> None:
    event = with_field(random, document, "player")
    if event is not None:
        people = [p["id"] for p in document["players"]] or NAMES[:4]
        event["player"] = random.choice(people)


def change_hand(random: Random, document: Document) -> None:
    event = with_field(random, document, "player")
    if event is not None:
        event["hand"] = random.choice([1, 2, 2, 3])


def change_face(random: Random, document: Document) -> None:
    event = with_field(random, document, "face")
    if event is not None:
        event["face"] = {"up": "down", "down": "up"}.get(event["face"], "up")


def change_action(random: Random, document: Document) -> None:
    """One word instead of another that needs the same fields."""
    alike = (
        ("stick", "pontoon", "bust", "stay"), ("twist", "draw", "deal"), ("stake", "shoot"),
        ("kitty_in", "kitty_out"), ("shuffle", "cut", "void"), ("settle", "settle_shoot"),
    )  # fmt: skip
    events, place = somewhere(random, document)
    for words in alike:
        if events[place].get("action") in words:
            events[place]["action"] = random.choice([w for w in words if w != events[place]["action"]])


def any_action(random: Random, document: Document) -> None:
    """Any word instead of another, whether its fields are there or not."""
    events, place = somewhere(random, document)
    events[place]["action"] = random.choice(ACTIONS)


def put_garbage(random: Random, document: Document) -> None:
    events, place = somewhere(random, document)
    event = events[place]
    name = random.choice([field for field in GARBAGE if field in event])
    event[name] = random.choice(GARBAGE[name])


def change_banker(random: Random, document: Document) -> None:
    deal = random.choice(document["deals"])
    people = [p["id"] for p in document["players"]] or NAMES[:4]
    deal["banker"] = random.choice([*people, None])


def change_shuffle(random: Random, document: Document) -> None:
    deal = random.choice(document["deals"])
    deal["shuffled"] = not deal.get("shuffled")


def change_number(random: Random, document: Document) -> None:
    deal = random.choice(document["deals"])
    deal["deal"] += random.choice([-1, 1, 5])
    deal["deal"] = max(1, deal["deal"])


def stray(random: Random, document: Document) -> None:
    """An event of somebody that does not belong there."""
    events, place = somewhere(random, document)
    people = [p["id"] for p in document["players"]] or NAMES[:4]
    player = random.choice(people)
    amount = text(random.randint(1, 2000))
    choices: list[Record] = [
        {"action": "stick", "player": player}, {"action": "pontoon", "player": player},
        {"action": "stay", "player": player}, {"action": "seat", "player": player},
        {"action": "leave", "player": player}, {"action": "shuffle"}, {"action": "cut"}, {"action": "void"},
        {"action": "banker", "player": player}, {"action": "stake", "player": player, "amount": amount},
        {"action": "shoot", "player": player, "amount": amount}, {"action": "bust", "player": player},
        {"action": "kitty_in", "player": player, "amount": amount},
        {"action": "kitty_out", "player": player, "amount": amount},
        {"action": "sell_bank", "player": player, "to": random.choice(people), "amount": amount},
        {"action": "settle", "player": player, "amount": amount},
        {"action": "split", "player": player, "amount": amount},
        {"action": "twist", "player": player, "card": random.choice(FULL_PACK), "face": "up"},
        {"action": "draw", "player": player, "card": random.choice(FULL_PACK), "face": "up"},
        {"action": "buy", "player": player, "card": random.choice(FULL_PACK), "face": "down", "amount": amount},
    ]  # fmt: skip
    events.insert(place, random.choice(choices))


MISTAKES = {
    drop: 6, duplicate: 3, swap: 4, move: 2, change_card: 4, change_amount: 4, change_player: 2, change_hand: 1,
    change_face: 1, change_action: 2, any_action: 1, put_garbage: 2, change_banker: 1, change_shuffle: 1,
    change_number: 1, stray: 4,
}  # fmt: skip
"""Each mistake, and how often it is made beside the others."""
