"""The list of players and a page for each: results, hands, plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from pontoon_audit.reporting.intervals import percent, share
from pontoon_audit.reporting.links import Links, chunks
from pontoon_audit.reporting.more_charts import growth
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.questions import FEW_POINTS, MOST_DRAWN, MOST_POINTS, Questions

Row = dict[str, Any]
Account = tuple[str, str | None]
"""A player and a currency: money of two currencies does not add up."""
Answers = Mapping[str, Mapping[Account, list[Row]]]

MOST_PAGES: Final = 300
"""Players who have a page: those who played most deals."""
MOST_PLAYERS: Final = 5000
"""Players who are listed, those who played most deals: each has about 350 bytes."""
MOST_SESSIONS: Final = 200
"""Sessions that a player's page lists: the last ones."""
MOST_HANDS: Final = 150
"""Hands that a player's page lists: the last ones."""
LISTED: Final = 5000
"""How many of a kind the pages of all players list together: the more players there are, the less each page lists."""
LEAST: Final = 10
"""How many each page lists all the same."""
FEW: Final = 1000
"""Beyond so many of a kind chance carries a share no further than 3 in a hundred, and no interval is shown."""
CLASSES: Final = ("pontoon", "five-card-trick", "21", "16 to 20", "15 or less", "bust", None)
CLASS_NAMES: Final = {"five-card-trick": "five-card trick", None: "unknown"}
OUTCOMES: Final = {
    -2: "lost twice the stake",
    -1: "lost the stake",
    0: "stake back",
    1: "won the stake",
    2: "won twice the stake",
}
WON_OR_LOST: Final = {"win": "won", "lose": "lost"}
UNDECIDED: Final = "not decided"
PLAYS: Final = {
    "buy": "bought a card", "twist": "twisted a card", "stick": "stuck", "split": "split",
    "pontoon": "declared a pontoon", "bust": "declared bust",
}  # fmt: skip
TOLD: Final = {"buy": "bought", "split": "split"}
"""The plays that a hand in the list of hands tells of, in its words."""
OF_PLAYERS: Final = ("player_sessions", "player_hands", "player_plays", "player_spread", "player_last", "player_growth")


def with_pages(players: Sequence[Row]) -> list[str]:
    """The players who have a page, those with most deals first. `players` are rows of `player_totals`."""
    return _busiest(players, MOST_PAGES)


def _busiest(players: Sequence[Row], most: int) -> list[str]:
    deals: defaultdict[str, int] = defaultdict(int)
    for row in players:
        deals[row["player"]] += row["deals"]
    return sorted(deals, key=lambda player: (-deals[player], player))[:most]


def write_players(
    folder: Folder, questions: Questions, players: Sequence[Row], names: Names, links: Links, *, drawn: int
) -> None:
    """Write the list, and the pages; those of the first `drawn` players, by deals, have a chart."""
    people = with_pages(players)
    listed = set(_busiest(players, MOST_PLAYERS))
    pages = list(chunks([row for row in players if row["player"] in listed], "players"))
    for file, rows in pages:
        folder.page(
            file, "players.html", up="", file=file, links=links, names=names, players=rows,
            all_players=len({row["player"] for row in players}), beside=any(row["beside"] for row in players),
            pages=[name for name, _ in pages], paged=len(people), listed=len(listed),
        )  # fmt: skip
    totals: defaultdict[str, list[Row]] = defaultdict(list)
    for row in players:
        totals[row["player"]].append(row)
    room = max(LEAST, LISTED // max(len(people), 1))
    for some, draw in ((people[:drawn], True), (people[drawn:], False)):
        points = MOST_POINTS if draw else min(FEW_POINTS, room)
        answers = _answers(questions, some, room, points) if some else {}
        for player in some:
            parts = [_part(row, answers, draw=draw) for row in totals[player]]
            page = links.player(player)
            assert page is not None
            folder.page(
                page, "player.html", up="../", links=links, names=names, player=player, parts=parts,
                most_drawn=MOST_DRAWN,
            )  # fmt: skip


def _answers(questions: Questions, players: Sequence[str], room: int, points: int) -> Answers:
    """What the queries say of these players, each list no longer than there is room."""
    most = {"player_sessions": min(MOST_SESSIONS, room), "player_last": min(MOST_HANDS, room)}
    return {
        name: _by_account(questions.rows(name, players=players, most=most.get(name), most_points=points))
        for name in OF_PLAYERS
    }


def _part(total: Row, answers: Answers, *, draw: bool) -> Row:
    """All that a page tells of a player in one currency."""
    account = total["player"], total["currency"]
    answer = {name: found.get(account, []) for name, found in answers.items()}
    hands, grown = answer["player_hands"], answer["player_growth"]
    count = sum(row["hands"] for row in hands)
    plays = sum(row["times"] for row in answer["player_plays"])
    drawn = draw and len(grown) > 1
    return {
        "total": total,
        "hands": count,
        **_result_of(hands),
        "classes": [_class(name, hands, count) for name in CLASSES if name is not None or _of_class(hands, name)],
        "outcomes": _outcomes(hands),
        "habits": _habits(hands, count),
        "plays": [
            {
                "name": PLAYS[row["action"]],
                "words": TOLD.get(row["action"], ""),
                "times": row["times"],
                "of": plays,
                **_rate(row["times"], plays),
            }
            for row in sorted(answer["player_plays"], key=lambda row: list(PLAYS).index(row["action"]))
        ],
        "spread": next(iter(answer["player_spread"]), None),
        "sessions": answer["player_sessions"],
        "last": [
            row | {"class_name": class_name(row), "result": _result(row), "marks": list(_marks(row))}
            for row in answer["player_last"]
        ],
        "listed": _listed(answer),
        "grown": grown,
        "chart": growth([row["running"] for row in grown], total["currency"], "Result so far, from deal to deal")
        if drawn
        else None,
    }


def _listed(answer: Mapping[str, Sequence[Row]]) -> set[str]:
    """The sessions whose result as player is the sum of the hands that the page lists: not those with hands that are
    left out, or were settled twice, or belong to void deals and were settled all the same."""
    sums: defaultdict[str, Decimal] = defaultdict(Decimal)
    for row in answer["player_last"]:
        sums[row["session"]] += row["recorded"] or 0
    results = {row["session"]: row["as_player_recorded"] for row in answer["player_sessions"]}
    return {session for session, result in results.items() if sums.get(session) == result}


def class_name(hand: Row) -> Any:
    """The class of a hand as these pages count them.

    >>> class_name({"hand_class": "points", "total": 17}), class_name({"hand_class": None, "total": None})
    ('16 to 20', 'unknown')
    """
    kind, count = hand["hand_class"], hand["total"]
    if kind == "points" and count is not None:
        return "21" if count == 21 else "16 to 20" if count >= 16 else "15 or less"
    return CLASS_NAMES[None] if kind is None or kind == "points" else CLASS_NAMES.get(kind, kind)


def _of_class(hands: Sequence[Row], name: str | None) -> list[Row]:
    return [row for row in hands if row["class"] == name]


def _class(name: str | None, hands: Sequence[Row], count: int) -> Row:
    mine = _of_class(hands, name)
    times = sum(row["hands"] for row in mine)
    won, lost = (sum(row["hands"] for row in mine if row["outcome"] == outcome) for outcome in ("win", "lose"))
    return {
        "name": CLASS_NAMES.get(name, name), "times": times, "won": won, "lost": lost, "other": times - won - lost,
        "staked": sum((row["staked"] for row in mine), Decimal(0)), **_result_of(mine), **_rate(times, count),
    }  # fmt: skip


def _result_of(hands: Sequence[Row]) -> Row:
    """What hands won or lost, None where that is known of none of them, and of how many it is not."""
    times, unknown = (sum(row[name] for row in hands) for name in ("hands", "unknown"))
    known = unknown < times or not times
    return {"result": sum((row["result"] for row in hands), Decimal(0)) if known else None, "unknown": unknown}


def _outcomes(hands: Sequence[Row]) -> list[Row]:
    """How many hands lost or won how many stakes; first those where it is known."""
    times: defaultdict[int | None, int] = defaultdict(int)
    for row in hands:
        times[row["multiple"] if row["outcome"] else None] += row["hands"]
    known = sum(count for multiple, count in times.items() if multiple is not None)
    order = sorted({multiple for multiple in times if multiple is not None} | {-2, -1, 1, 2})
    rows = [
        {"name": _stakes(multiple), "times": times[multiple], **_rate(times[multiple], known)} for multiple in order
    ]
    if times[None]:
        rows.append({"name": UNDECIDED, "times": times[None], **_rate(0, 0)})
    return rows


def _marks(hand: Row) -> Iterator[str]:
    """What numbers on the page count a hand among."""
    if hand["outcome"] in WON_OR_LOST:
        yield WON_OR_LOST[hand["outcome"]]
    for mark in ("split", "bought"):
        if hand[mark]:
            yield mark
    if hand["hand_class"] == "bust":
        yield "bust"


def _result(hand: Row) -> str:
    return _stakes(hand["multiple"]) if hand["outcome"] and hand["multiple"] is not None else UNDECIDED


def _stakes(multiple: int) -> str:
    return OUTCOMES.get(multiple, f"{'won' if multiple > 0 else 'lost'} {abs(multiple)} times the stake")


def _habits(hands: Sequence[Row], count: int) -> list[Row]:
    counts = {
        "bought": sum(row["bought"] for row in hands),
        "split": sum(row["hands"] for row in hands if row["split"]),
        "bust": sum(row["hands"] for row in _of_class(hands, "bust")),
    }
    names = {"bought": "Hands bought to", "split": "Hands that came out of a split", "bust": "Hands gone bust"}
    return [
        {"name": names[key], "words": key, "times": times, "of": count, **_rate(times, count)}
        for key, times in counts.items()
    ]


def _rate(part: int, whole: int) -> Row:
    """A share in words, and between what it may lie where chance may carry it far."""
    if not whole:
        return {"share": None, "interval": None}
    low, high = share(part, whole)
    return {"share": percent(Decimal(part) / whole, 1 if whole >= FEW else 0),
            "interval": f"{percent(low)} to {percent(high)}" if whole < FEW else None}  # fmt: skip


def _by_account(rows: Sequence[Row]) -> dict[Account, list[Row]]:
    found: defaultdict[Account, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["player"], row["currency"]].append(row)
    return found
