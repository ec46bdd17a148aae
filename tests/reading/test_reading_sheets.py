"""Hand sheets: the rows of a deal in the game's order, nothing invented, nothing lost."""

from __future__ import annotations

from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.reading import Unreadable

HEADER = "session,deal,banker,player,hand,cards,stake,actions,shoot,net\n"


def said(session: Any) -> list[str]:
    """Each event in a line: `ann.2 buy 7H 300`; a record set aside as `ann.1 ! why`."""
    events, lines = session.events, []
    for i in range(len(events)):
        who = f"{session.players[events.player[i]]}.{events.hand[i]}" if events.player[i] >= 0 else "-"
        if i in events.fault:
            lines.append(f"{who} ! {events.fault[i]}")
            continue
        amount = "" if events.amount[i] == game.NO_AMOUNT else str(events.amount[i])
        words = [who, game.ACTIONS[events.action[i]], game.card_text(events.card[i]), amount]
        lines.append(" ".join(word for word in words if word))
    return lines


def test_the_rows_of_a_deal_become_events_in_the_games_order(read: Any) -> None:
    (session,) = read(
        HEADER
        + "thursday,3,eve,ann,1,8S 5D 7H,2,split 2; buy 3,,-5\n"
        + "thursday,3,eve,ann,2,8H TD,,stick,,2.50\n"
        + "thursday,3,eve,ben,,KS 2D 9H,3,twist,1.50,3\n"
        + "thursday,3,eve,eve,1,TS 4D 3C 2C,,,,-0.50\n",
        "csv",
    )
    assert said(session) == [
        "eve.1 banker",
        "ann.1 deal 8S", "ben.1 deal KS", "eve.1 deal TS",
        "ann.1 stake 200", "ben.1 stake 300",
        "ben.1 shoot 150",
        "ann.1 deal 8H", "ben.1 deal 2D", "eve.1 deal 4D",
        "ann.1 split 200", "ann.1 deal 5D", "ann.2 deal TD",
        "ann.1 buy 7H 300", "ann.2 stick", "ben.1 twist 9H",
        "eve.1 draw 3C", "eve.1 draw 2C",
        "ann.1 settle -500", "ann.2 settle 250", "ben.1 settle 300",
    ]  # fmt: skip
    assert session.session == "thursday"
    assert session.is_sheet
    assert set(session.events.deal) == {3}
    assert set(session.events.face) == {game.FACE_UNKNOWN}
    assert session.events.line[:4] == [5, 2, 4, 5]


def test_hands_that_are_split_again_take_the_next_free_numbers(read: Any) -> None:
    (session,) = read(
        HEADER
        + "s,1,eve,ann,1,8S 2D,1,split 1; split 1; stick,,\n"
        + "s,1,eve,ann,2,8H 3D,,split 1; stick,,\n"
        + "s,1,eve,ann,3,8D 4D,,stick,2,\n"
        + "s,1,eve,ann,4,8C 5D,,stick,,\n",
        "csv",
    )
    assert said(session) == [
        "eve.1 banker", "ann.1 deal 8S", "ann.1 stake 100", "ann.1 deal 8H",
        "ann.1 split 100", "ann.1 deal 8D", "ann.2 deal 8C",
        "ann.1 split 100", "ann.1 deal 2D", "ann.3 deal 4D", "ann.1 stick",
        "ann.2 split 100", "ann.2 deal 3D", "ann.4 deal 5D", "ann.2 stick",
        "ann.3 shoot 200", "ann.3 stick", "ann.4 stick",
    ]  # fmt: skip


def test_a_banker_says_pontoon_ahead_of_the_plays_and_stays_after_the_draws(read: Any) -> None:
    (session,) = read(
        HEADER + "s,1,eve,eve,1,AS KD,,pontoon,,\ns,1,eve,ann,1,9S 8D,1,stick,,-2\n"
        "s,2,eve,ann,1,9S 8D,1,stick,,1\ns,2,eve,eve,1,2S 8C 7D,,stick,,\n",
        "csv",
    )
    lines = said(session)
    assert lines.index("eve.1 pontoon") < lines.index("ann.1 stick")
    assert lines[-3:] == ["eve.1 draw 7D", "eve.1 stay", "ann.1 settle 100"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("s,1,eve,ann,1,8S 5D 7H TH,1,stick,,", "its actions do not explain 2 of its cards: \"7H TH\""),
        ("s,1,eve,ann,1,8S 5D,1,twist,,", "twist takes a card, but the row has no further one"),
        ("s,1,eve,ann,1,8S 5D,1,stik,,", 'action "stik" is none that a hand sheet knows'),
        ("s,1,eve,ann,1,8S 5D,1,twist 4,,", 'action "twist 4" is none that a hand sheet knows'),
        ("s,1,eve,ann,1,8S 5D 2C,1,buy,,", "amount is missing; buy needs it"),
        ("s,1,eve,ann,1,8S 5D,2.505,stick,,", 'amount "2.505" has more than two decimals'),
        ("s,1,eve,ann,1,8S 5D,-1,stick,,", 'amount "-1" is below 0'),
        ("s,1,eve,ann,1,8S 5D,1,stick,,lost", 'amount "lost" is not an amount of money'),
        ("s,1,eve,ann,1,8S 1D,1,stick,,", 'card "1D" is no card'),
        ("s,1,eve,ann,1,8S,1,split 1,,", 'the split makes hand 2 of "ann", which has no row'),
        ("s,1,eve,ann,0,8S 5D,1,stick,,", 'hand "0" is not a whole number from 1'),
        ("s,one,eve,ann,1,8S 5D,1,stick,,", 'deal "one" is not a whole number from 1'),
        ("s,,eve,ann,1,8S 5D,1,stick,,", "deal is missing; every hand needs it"),
        ("s,1,eve,,1,8S 5D,1,stick,,", "player is missing; every hand needs it"),
        (",1,eve,ann,1,8S 5D,1,stick,,", "session is missing; every hand needs it"),
        ("s,1,eve,ann,1,8S 5D,1,stick,,,9", "the row has 11 cells, the header 10"),
        ("s,1,eve,eve,1,8S 5D,,buy 2,,", "action \"buy 2\" is none of the banker's"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_record_set_aside_and_the_rest_stays(read: Any, row: str, fault: str) -> None:
    (session,) = read(HEADER + "s,1,eve,ben,1,9S 9D,1,stick,,1\n" + row + "\n", "csv")
    faults = list(session.events.fault.values())
    assert len(faults) == 1
    assert faults[0].startswith(fault)
    place = next(iter(session.events.fault))
    assert session.events.line[place] == 3
    assert session.events.record == {place: row}
    assert "ben.1 settle 100" in said(session)


def test_empty_cells_make_no_events(read: Any) -> None:
    (session,) = read("deal,player,cards\n1,ann,8S 5D\n1,ben,\n1,cat,8S\n,,\n", "csv")
    assert said(session) == ["ann.1 deal 8S", "cat.1 deal 8S", "ann.1 deal 5D"]
    assert session.session == "stdin"


def test_rows_that_name_two_bankers_are_both_told(read: Any) -> None:
    (session,) = read(HEADER + "s,1,eve,ann,1,,,,,\ns,1,ann,eve,1,,,,,\n", "csv")
    assert said(session) == ["eve.1 banker", "ann.1 banker"]


def test_sessions_and_deals_of_a_sheet_come_apart(read: Any) -> None:
    rows = ["b,2,eve,ann,1,8S 5D,1,,,", "a,1,eve,ann,1,8S,1,,,", "b,1,eve,ann,1,9S,1,,,", "b,2,eve,eve,1,2S 3S,,,,"]
    sessions = read(HEADER + "\n".join(rows), "csv")
    assert [(session.session, session.events.line) for session in sessions] == [
        ("b", [5, 2, 5, 2, 2, 5, 4, 4, 4]), ("a", [3, 3, 3]),
    ]  # fmt: skip


def test_an_event_csv_is_no_sheet_even_when_called_one(read: Any) -> None:
    with pytest.raises(Unreadable, match="no column is called cards"):
        read("action,player,deal\nstick,ann,1\n", "sheet")
    assert read(HEADER + "s,1,eve,ann,1,8S,,,,\n", "sheet")[0].is_sheet


def test_a_crafted_sheet_takes_no_quadratic_time(read: Any) -> None:
    many = 20_000
    cards, splits = " ".join(["8S"] * many), "; ".join(["split 1"] * many)
    (session,) = read(HEADER + f's,1,eve,ann,1,{cards},1,"{splits}",,\n' + "s,1,eve,ben,1,,,,,\n" * many, "csv")
    assert len(session.events) < 10
