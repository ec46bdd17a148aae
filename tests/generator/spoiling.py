"""Faults of the log: the session was played as it should be, and one record is not as it was."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from tests.generator.dealing import Record
from tests.generator.house import DEFAULTS
from tests.generator.mischief import CARDS, MARKS, PLAYS, SETTLEMENTS, last_event, mark
from tests.generator.table import best

Document = dict[str, Any]
Spoiler = Callable[[Random, Document], bool]
IN_DEAL = (*CARDS, *PLAYS, *SETTLEMENTS, "stake", "shoot")


def rule(document: Document, name: str) -> Any:
    return document["rules"].get(name, DEFAULTS[name])


def hand_of(event: Record) -> int:
    number: int = event.get("hand", 1)
    return number


def cards_of(deal: Document, player: str) -> list[str]:
    """All cards that a player got in a deal, in order, as `TH`."""
    return [plain(e["card"]) for e in deal["events"] if e["action"] in CARDS and e["player"] == player]


def plain(card: str) -> str:
    """A card as the code writes it."""
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        card = card.replace(symbol, letter)
    return card.upper().replace("10", "T")


def settlements(deal: Document) -> list[Record]:
    return [e for e in deal["events"] if e["action"] == "settle"]


def bust_hands(deal: Document) -> set[tuple[str, int]]:
    """Hands over 21. A split moves the second card."""
    hands: dict[tuple[str, int], list[str]] = {}
    for e in deal["events"]:
        if e["action"] == "split":
            numbers = [number for player, number in hands if player == e["player"]]
            hands[e["player"], max(numbers) + 1] = [hands[e["player"], hand_of(e)].pop(1)]
        elif e["action"] in CARDS:
            hands.setdefault((e["player"], hand_of(e)), []).append(plain(e["card"]))
    return {key for key, cards in hands.items() if best(cards) > 21}


def live_settlements(deal: Document) -> list[Record]:
    bust = bust_hands(deal)
    return [e for e in settlements(deal) if (e["player"], hand_of(e)) not in bust]


def with_two_live(random: Random, document: Document) -> tuple[Document, Record] | None:
    """A deal and one settlement of it, beside which another live hand is settled."""
    fits = [deal for deal in document["deals"] if len(live_settlements(deal)) > 1]
    if not fits:
        return None
    deal = random.choice(fits)
    return deal, random.choice(settlements(deal))


# log/…


def bad_record(random: Random, document: Document) -> bool:
    """A settlement whose amount is none."""
    found = with_two_live(random, document)
    if found is None:
        return False
    found[1]["amount"] = random.choice(["12.505", "NaN", "1,50", "", None, "1e2", True, "five", "--5"])
    mark(found[1], "log/bad-record", None, None)
    return True


def unknown_player(random: Random, document: Document) -> bool:
    found = with_two_live(random, document)
    if found is None:
        return False
    found[1]["player"] = "zoe"
    mark(found[1], "log/unknown-player", "zoe", hand_of(found[1]))
    return True


def unknown_hand(random: Random, document: Document) -> bool:
    found = with_two_live(random, document)
    if found is None:
        return False
    found[1]["hand"] = 9
    mark(found[1], "log/unknown-hand", found[1]["player"], 9)
    return True


def not_in_order(random: Random, document: Document) -> bool:
    """A `seq` that repeats, or a deal number that was left out."""
    if random.random() < 0.5:
        deal = random.choice(document["deals"])
        for event in random.sample(deal["events"], 2):
            event["seq"] = 7
        mark([e for e in deal["events"] if "seq" in e][1], "log/not-in-order", None, None)
        return True
    place = random.randrange(1, len(document["deals"]))
    for deal in document["deals"][place:]:
        deal["deal"] += 1
    deal = document["deals"][place]
    deal[f"{MARKS} of {'shuffled' if deal.get('shuffled') else 'banker'}"] = [("log/not-in-order", None, None)]
    mark(document, "log/not-checked", None, None)
    return True


def incomplete_deal(random: Random, document: Document) -> bool:
    """The log breaks off before the banker plays, or before anybody is paid."""
    deal = document["deals"][-1]
    banker = deal["banker"]
    if not live_settlements(deal):
        return False
    played = any(e["action"] in ("draw", "stay") and e["player"] == banker for e in deal["events"])
    bank_plays = ("draw", "stay") if played and random.random() < 0.5 else ()
    bust = bust_hands(deal)
    kept = [
        e
        for e in deal["events"]
        if e["action"] in IN_DEAL
        and e["action"] not in bank_plays
        and (e["action"] not in SETTLEMENTS or (e["player"], hand_of(e)) in bust)
    ]
    if not bank_plays and kept[-1]["action"] in SETTLEMENTS:
        return False
    first = next(i for i, e in enumerate(deal["events"]) if e["action"] in IN_DEAL)
    deal["events"] = deal["events"][:first] + kept
    mark(last_event(deal["events"]), "log/incomplete-deal", None, None)
    return True


def not_checked(random: Random, document: Document) -> bool:
    """Nobody wrote down how a card was dealt."""
    deal = random.choice(document["deals"])
    del random.choice([e for e in deal["events"] if e["action"] in CARDS])["face"]
    mark(document, "log/not-checked", None, None)
    return True


# deal/…, pack/…


def player_count(random: Random, document: Document) -> bool:
    """Rules by which too few or too many were dealt in: once for each number of people."""
    counts = [len({e["player"] for e in deal["events"] if e["action"] in CARDS}) for deal in document["deals"]]
    middle = random.choice(counts)
    low, high = random.choice([(middle + 1, 20), (1, middle - 1)])
    document["rules"] |= {"min_players": low, "max_players": high}
    for number in {n for n in counts if not low <= n <= high}:
        deal = document["deals"][counts.index(number)]
        deal[f"{MARKS} of banker"] = [("deal/player-count", None, None)]
    return True


def card_missing(random: Random, document: Document) -> bool:
    """A second card is not in the log: where the banker held a pontoon it makes no difference to what is due."""
    for deal in random.sample(document["deals"], len(document["deals"])):
        banker = deal["banker"]
        if best(cards_of(deal, banker)) != 21 or len(cards_of(deal, banker)) != 2:
            continue
        player = random.choice([e["player"] for e in deal["events"] if e["action"] == "stake"])
        card = [e for e in deal["events"] if e["action"] == "deal" and e["player"] == player][1]
        deal["events"].remove(card)
        mark(last_event(deal["events"]), "deal/card-missing", player, 1)
        return True
    return False


def same_rank(card: str, others: list[str]) -> str | None:
    """Another card of that rank among these."""
    return next((other for other in others if other != card and other[0] == card[0]), None)


def duplicate_card(random: Random, document: Document) -> bool:
    """A card misread as one of its rank that lies on the table."""
    if rule(document, "packs") != 1:
        return False
    for deal in random.sample(document["deals"], len(document["deals"])):
        seen: list[str] = []
        for event in deal["events"]:
            if event["action"] not in CARDS:
                continue
            twin = same_rank(plain(event["card"]), seen)
            if twin is not None and random.random() < 0.3 and not bust_hands(deal):
                event["card"] = twin
                mark(event, "pack/duplicate-card", event["player"], hand_of(event))
                return True
            seen.append(plain(event["card"]))
    return False


def impossible_card(random: Random, document: Document) -> bool:
    """The first card of a deal misread as one of its rank that has just gone under the pack."""
    if rule(document, "packs") != 1:
        return False
    deals = document["deals"]
    for before, deal in pairwise(deals):
        moment = [e["action"] for e in deal["events"] + before["events"]]
        if deal.get("shuffled") or "shuffle" in moment or bust_hands(before):
            continue
        first = next(e for e in deal["events"] if e["action"] in CARDS)
        under = [plain(e["card"]) for e in before["events"] if e["action"] in CARDS]
        now = {plain(e["card"]) for e in deal["events"] if e["action"] in CARDS}
        twin = same_rank(plain(first["card"]), [card for card in under if card not in now])
        if twin is not None:
            first["card"] = twin
            mark(first, "pack/impossible-card", first["player"], 1)
            return True
    return False


# The rest


def stake_missing(random: Random, document: Document) -> bool:
    """A stake is not in the log; nobody can tell what is due to that hand, or for its buys and splits."""
    deal = random.choice(document["deals"])
    stake = random.choice([e for e in deal["events"] if e["action"] == "stake"])
    player = stake["player"]
    cards = [e for e in deal["events"] if e["action"] == "deal" and e["player"] == player]
    deal["events"].remove(stake)
    mark(cards[1], "stake/missing", player, 1)
    settled = next(e for e in settlements(deal) if e["player"] == player and hand_of(e) == 1)
    mark(settled, "settlement/unverified", player, 1)
    return True


def unverified(random: Random, document: Document) -> bool:
    """A player's only card between losing and winning is unknown."""
    for deal in random.sample(document["deals"], len(document["deals"])):
        bank = cards_of(deal, deal["banker"])
        if not (len(bank) < 5 and 17 <= best(bank) <= 19):
            continue
        for stick in [e for e in deal["events"] if e["action"] == "stick"]:
            player = stick["player"]
            cards = [e for e in deal["events"] if e["action"] in CARDS and e["player"] == player]
            plays = [e for e in deal["events"] if e["action"] in PLAYS and e["player"] == player]
            if len(cards) == 2 and len(plays) == 1 and plain(cards[0]["card"])[0] in "TJQK":
                cards[1]["card"] = "??"
                settled = next(e for e in settlements(deal) if e["player"] == player)
                mark(settled, "settlement/unverified", player, 1)
                mark(document, "log/not-checked", None, None)
                return True
    return False


def named_twice(random: Random, document: Document) -> bool:
    deal = random.choice(document["deals"])
    player = random.choice([p["id"] for p in document["players"]])
    if any(e["action"] in ("leave", "seat") for d in document["deals"] for e in d["events"]):
        return False
    first = next(i for i, e in enumerate(deal["events"]) if e["action"] in CARDS)
    deal["events"].insert(random.randint(0, first), {"action": "banker", "player": player})
    again = next(e for e in deal["events"] if e["action"] == "banker")
    mark(again, "bank/named-twice", player, None)
    return True


def chips(random: Random, document: Document) -> bool:
    """Somebody turned back a chip more or less than there was."""
    last = document["deals"][-1]["events"]
    out = random.choice([e for e in last if e["action"] == "cash_out"])
    whole, _, rest = out["amount"].partition(".")
    out["amount"] = f"{int(whole) + 1}" + (f".{rest}" if rest else "")
    mark(out, "chips/do-not-balance", out["player"], None)
    return True


SPOILERS: dict[str, Spoiler] = {
    "log/bad-record": bad_record,
    "log/unknown-player": unknown_player,
    "log/unknown-hand": unknown_hand,
    "log/not-in-order": not_in_order,
    "log/incomplete-deal": incomplete_deal,
    "log/not-checked": not_checked,
    "deal/player-count": player_count,
    "deal/card-missing": card_missing,
    "pack/duplicate-card": duplicate_card,
    "pack/impossible-card": impossible_card,
    "stake/missing": stake_missing,
    "settlement/unverified": unverified,
    "bank/named-twice": named_twice,
    "chips/do-not-balance": chips,
}
