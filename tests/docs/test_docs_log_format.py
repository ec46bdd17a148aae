"""The page on how to write down an evening: its examples are audited, the rest is held against the program."""

from __future__ import annotations

import io
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.auditing import audit
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import Unreadable, read_log
from pontoon_audit.reading.csv_header import SHEET_FIELDS
from pontoon_audit.reading.records import FIELDS
from pontoon_audit.session import Session

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([\w-]+\.(?:json|jsonl|csv|rules\.toml))`")


def files() -> dict[str, str]:
    """The blocks that are files: those whose paragraph ahead ends in a colon and names one, its first name."""
    found = {}
    for ahead, text in re.findall(r"((?:^.+\n)+)\n```(?:csv|json|toml)\n((?:^(?!```).*\n)*)", PAGE, re.MULTILINE):
        name = NAME.search(ahead)
        if name and ahead.rstrip().endswith(":"):
            found[name[1]] = text
    return found


def commands() -> list[tuple[list[str], str]]:
    """Every command of the page with the output that is printed below it."""
    blocks = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [(shlex.split(command), shown) for command, shown in blocks]


def pattern(shown: str) -> re.Pattern[str]:
    """What is shown, where … at the end of a line stands for the rest of it, and alone on a line for any lines."""
    lines = [
        "(?s:.*)" if line == "…" else re.escape(line[:-1]) + ".*\n" if line.endswith("…") else re.escape(line) + "\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


def table(after: str) -> list[list[str]]:
    """The rows of the first table after a piece of the page, its head left out."""
    text = PAGE[PAGE.index(after) :]
    block = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert block is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in block[1].splitlines()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every file of the page."""
    for name, text in files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_file_of_the_page_is_found() -> None:
    assert set(files()) == {
        "saturday.csv", "saturday.rules.toml", "chairs.json", "friday.json", "friday.jsonl", "friday.rules.toml",
        "friday.csv",
    }  # fmt: skip


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[command[2] for command, _ in commands()])
def test_audits_print_what_the_page_shows(cli: Any, desk: Path, command: list[str], shown: str) -> None:
    ended = cli(*command[1:])
    assert ended.status in (0, 1)
    assert ended.err == ""
    assert pattern(shown).fullmatch(ended.out), ended.out


def test_the_three_files_of_a_program_hold_the_same_events(desk: Path) -> None:
    found = [audit(f"friday.{ending}") for ending in ("json", "jsonl", "csv")]
    columns = ["session", "action", "player", "hand", "card", "face", "amount", "total", "stake"]
    first, *others = [one.events.select(columns) for one in found]
    assert all(other.equals(first) for other in others)
    assert {one.sessions["currency"][0] for one in found} == {"GBP"}
    first_rules, *other_rules = [{**json.loads(one.sessions["rules"][0]), "currency": "GBP"} for one in found]
    assert all(rules == first_rules for rules in other_rules)


def test_gus_sits_between_ann_and_eve(desk: Path) -> None:
    found = audit("chairs.json")
    assert dict(found.seats.select("player", "seat").iter_rows()) == {"ann": 1, "gus": 2, "eve": 3}
    assert found.deals["void"].to_list() == [True, True]
    assert found.findings["finding"].to_list() == ["log/not-checked"]


def seats(actions: str) -> dict[str, int]:
    """Who sits where after some people sat down (`ann`) and left (`-ann`), with a deal after each."""
    events: list[dict[str, Any]] = []
    for number, word in enumerate(actions.split(), 1):
        action = "leave" if word.startswith("-") else "seat"
        events.append({"session": "s", "action": action, "player": word.removeprefix("-")})
        events.append({"session": "s", "action": "banker", "player": "ann", "deal": number})
        events.append({"session": "s", "action": "deal", "player": "ann", "card": "??", "deal": number})
        events.append({"session": "s", "action": "void", "deal": number})
    Path("s.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    found = audit("s.jsonl")
    assert found.rejected.is_empty()
    return dict(found.seats.select("player", "seat").sort("seat").iter_rows())


def test_people_sit_down_where_the_page_says(desk: Path) -> None:
    assert seats("ann ben cat") == {"ann": 1, "ben": 2, "cat": 3}
    assert seats("ann ben cat -ben ben") == {"ann": 1, "ben": 2, "cat": 3}
    assert seats("ann ben cat -ben gus") == {"ann": 1, "ben": 2, "cat": 3, "gus": 4}
    assert seats("ann ben cat -ben ben gus") == {"ann": 1, "ben": 2, "gus": 3, "cat": 4}


def test_all_actions_are_told_with_what_they_need() -> None:
    told = {row[0].strip("`"): {word.strip() for word in row[1].split(",")} - {""} for row in table("## The events")}
    needs = {
        "player": game.NEEDS_PLAYER, "amount": game.NEEDS_AMOUNT, "card": game.NEEDS_CARD, "deal": game.NEEDS_DEAL,
        "to": {"sell_bank"},
    }  # fmt: skip
    assert told == {action: {field for field, of in needs.items() if action in of} for action in game.ACTIONS}
    assert list(told) == list(game.ACTIONS)


def test_all_fields_and_columns_are_told() -> None:
    fields = [name for row in table("| field | what") for name in re.findall(r"`(\w+)`", row[0])]
    assert {*fields, "action"} == set(FIELDS)
    assert [row[0].strip("`") for row in table("### Its columns")] == list(SHEET_FIELDS)


def test_the_house_rules_of_the_page_are_the_defaults() -> None:
    (shown,) = set(re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)) - set(files().values())
    written = tomllib.loads(shown)
    assert set(written) == set(HouseRules.model_fields)
    given = {"currency", "min_stake", "max_stake", "kitty_min", "kitty_max"}
    assert HouseRules.model_validate(written).model_dump(exclude=given) == HouseRules().model_dump(exclude=given)


SHOOT_SHEET = """deal,banker,player,hand,cards,stake,actions,shoot,net
1,eve,ann,1,8S 5D 7H,2,split 2; buy 3; stick,1,5
1,eve,ann,2,8H TD,,stick,1,-2
1,eve,ben,1,KS 2D 3C,3,twist; stick,2,-3
1,eve,cat,1,AH QD,1,pontoon,,2
1,eve,dev,1,9D 4C,1,,,-1
1,eve,eve,1,TC 5H 4S,,stick,,
2,ann,ben,1,KS TD,1,stick,1,-1
2,ann,cat,1,9S 8D,1,stick,,-1
2,ann,ann,1,AC 9D,,stick,,
"""


def test_on_a_sheet_no_rule_is_checked_of_which_the_page_says_so(desk: Path) -> None:
    unchecked = {name for row in table("### What a sheet cannot say") for name in re.findall(r"`([\w/-]+)`", row[0])}
    Path("shoot.csv").write_text(SHOOT_SHEET, encoding="utf-8")
    found = audit("shoot.csv", HouseRules(base="shoot-pontoon", min_stake="1", max_stake="10")).coverage
    assert {name: (found[name].kept, found[name].broken) for name in unchecked} == dict.fromkeys(unchecked, (0, 0))
    open_here = {name for name, counted in found.items() if counted.not_decidable > 0 and counted.kept == 0}
    assert open_here == unchecked


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        ("1,eve,ann,1,8S 7D,50,stick,-50", "stake/above-maximum"),
        ("1,eve,ann,1,TC 8D,2,stick,-2", "pack/duplicate-card"),
        ("1,eve,ann,1,8S 7D,2,split 2,-2\n1,eve,ann,2,7D TD,,stick,-2", "split/unequal"),
        ("1,eve,ann,1,8S 5D 7H,2,buy 5; stick,7", "buy/above-limit"),
        ("1,eve,ann,1,8S 5D,2,stick,-2", "stick/below-minimum"),
        ("1,eve,ann,1,AS KD,2,stick,4", "pontoon/undeclared"),
        ("1,eve,ann,1,8S 9D,2,stick,2", "settlement/wrong-amount"),
        ("1,eve,ann,1,8S 9D,2,stik,-2", "log/bad-record"),
        ("1,eve,ann,1,8S 9D 2C,2,stick,-2", "log/bad-record"),
        ("1,eve,ann,1,8S 9D,2,twist,-2", "log/bad-record"),
        ('1,eve,ann,1,8S 9D,2,stick,"-2,50"', "log/bad-record"),
    ],
)
def test_on_a_sheet_the_rest_is_checked(desk: Path, row: str, finding: str) -> None:
    text = f"deal,banker,player,hand,cards,stake,actions,net\n{row}\n1,eve,eve,1,TC 9H,,stick,\n"
    Path("s.csv").write_text(text, encoding="utf-8")
    found = audit("s.csv", HouseRules(min_players=2, min_stake="1", max_stake="10"))
    assert finding in found.findings["finding"].to_list()


def test_rows_of_a_sheet_may_stand_in_any_order_but_for_splits(desk: Path) -> None:
    header, *rows = files()["saturday.csv"].splitlines()
    as_written = audit("saturday.csv")
    Path("saturday.csv").write_text("\n".join([header, *rows[2:], *rows[:2]]), encoding="utf-8")
    moved = audit("saturday.csv")
    columns = ["player", "hand", "cards", "stake", "recorded", "due"]
    told = [found.hands.select(columns).sort("player", "hand") for found in (as_written, moved)]
    assert told[0].equals(told[1])
    assert moved.findings["finding"].to_list() == as_written.findings["finding"].to_list()
    Path("saturday.csv").write_text("\n".join([header, rows[1], rows[0], *rows[2:]]), encoding="utf-8")
    assert not audit("saturday.csv").rejected.is_empty()


Read = Callable[..., Session]


@pytest.fixture
def stake() -> Read:
    """Reads a file of one stake, some of its fields replaced."""

    def read(**fields: Any) -> Session:
        event = {"session": "s", "deal": 1, "action": "stake", "player": "ann", "amount": "1", **fields}
        text = io.BytesIO(json.dumps(event).encode())
        (session,) = read_log("-", input_format="lines", stdin=text)
        return session

    return read


@pytest.mark.parametrize(
    ("told", "field", "last", "beyond"),
    [
        ("14 digits before the point, two after it", "amount", "9" * 14 + ".99", "1" + "0" * 14),
        ("14 digits before the point, two after it", "amount", "2.50", "2.505"),
        ("no thousands separators", "amount", "1000", "1,000"),
        ("no exponent", "amount", "100", "1e2"),
        ("1 to 999,999,999", "deal", 999_999_999, 1_000_000_000),
        ("1 to 999,999,999", "deal", 1, 0),
        ("1 to 10,000", "hand", 10_000, 10_001),
        ("18 digits, with or without a `-`", "seq", -(10**18) + 1, -(10**18)),
        ("1 to 200 characters", "player", "a" * 200, "a" * 201),
        ("not blank", "player", " a", " "),
        ("no control characters", "player", "a", "a\tb"),
    ],
)
def test_limits_are_those_of_the_page(stake: Read, told: str, field: str, last: Any, beyond: Any) -> None:
    assert told in " ".join(row[1] for row in table("| what | limit |"))
    assert stake(**{field: last}).events.fault == {}
    (fault,) = stake(**{field: beyond}).events.fault.values()
    assert fault is not None
    assert fault.startswith(field)


def test_numbers_that_count_are_json_numbers_and_names_are_text(stake: Read) -> None:
    assert stake(amount=2.5).events.amount == stake(amount="2.50").events.amount == [250]
    for field, wrong in (("deal", "1"), ("hand", "1"), ("seq", "1"), ("player", 1)):
        (fault,) = stake(**{field: wrong}).events.fault.values()
        assert fault is not None
        assert fault.startswith(field)


def test_encodings_are_recognised_or_named_never_guessed(desk: Path) -> None:
    sheet = files()["saturday.csv"].replace("ann", "Zoë")
    for encoding in ("utf-8", "utf-16", "utf-32"):
        Path("saturday.csv").write_bytes(sheet.encode(encoding))
        assert "Zoë" in audit("saturday.csv").seats["player"].to_list()
    Path("saturday.csv").write_bytes(sheet.encode("cp1252"))
    assert len(audit("saturday.csv").unreadable) == 1
    assert "Zoë" in audit("saturday.csv", encoding="cp1252").seats["player"].to_list()


def test_rules_are_taken_from_the_first_place_that_has_them_and_not_mixed(desk: Path) -> None:
    def stick_at(name: str, rules: HouseRules | None = None) -> tuple[int, Any]:
        agreed = json.loads(audit(name, rules).sessions["rules"][0])
        return agreed["stick_at"], agreed.get("max_stake")

    Path("saturday.rules.toml").write_text("stick_at = 16\n", encoding="utf-8")
    Path("friday.rules.toml").write_text("stick_at = 16\n", encoding="utf-8")
    assert stick_at("saturday.csv", HouseRules(stick_at=17)) == (17, None)
    assert stick_at("friday.json", HouseRules(stick_at=17)) == (17, None)
    assert stick_at("friday.json") == (15, "10.00")
    assert stick_at("saturday.csv") == stick_at("friday.jsonl") == stick_at("friday.csv") == (16, None)
    Path("saturday.rules.toml").unlink()
    assert stick_at("saturday.csv") == (15, None)


def test_rules_with_a_wrong_name_or_value_stop_the_reading(desk: Path) -> None:
    for text, said in (("stik_at = 16\n", "did you mean stick_at"), ("stick_at = 22\n", "it must be at most 21")):
        Path("saturday.rules.toml").write_text(text, encoding="utf-8")
        with pytest.raises(Unreadable, match=said):
            list(read_log("saturday.csv"))
