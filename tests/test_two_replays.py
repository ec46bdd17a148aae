"""Two replays that share nothing but words and house rules: the audit, and the naive judge of these tests.

Both must say the same of every session: each finding (event, player, hand, money) and each sum (due to hands and shoot
bets, what lies in the kitty). About 450 sessions are compared here. To compare thousands more, each run new ones:

    TWO_REPLAYS=5000 TWO_REPLAYS_FROM=20000 pytest tests/test_two_replays.py -k more

compares the broken, mutated and legal sessions of 5000 seeds from 20000 on (about 20 sessions a second).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest

from pontoon_audit import audit
from pontoon_audit.auditing import Audit
from tests.generator import NAMES, broken_session, legal_session, mutated, plant
from tests.judge import judge

Document = dict[str, Any]
BASES = ("pontoon", "shoot-pontoon")
SHARED = Path(__file__).resolve().parents[2] / "shared"
GAMES = sorted((SHARED / "games").glob("program-*.json"))
CASES = SHARED / "cases" / "worked-examples.json"
MORE = int(os.environ.get("TWO_REPLAYS", "0"))
FROM = int(os.environ.get("TWO_REPLAYS_FROM", "10000"))
DISAGREED = (911324, 911537, 911697, 911729, 912069, 912176, 950071, 951032, 970352)
"""Seeds of which the two once said different things."""
INFO = ("log/not-checked", "settlement/unverified")


# The sessions


@cache
def recorded() -> list[Document]:
    """Worked examples, and recorded games in pieces of four deals; none where they are not here."""
    found: list[Document] = [case["log"] for case in json.loads(CASES.read_text())] if CASES.exists() else []
    for path in GAMES:
        game = json.loads(path.read_text())
        found += [game | {"deals": game["deals"][deal : deal + 4]} for deal in range(0, len(game["deals"]), 4)]
    return found


def mutated_games(seeds: range) -> list[Document]:
    games = recorded()
    return [mutated(games[seed % len(games)], seed) for seed in seeds] if games else []


def broken_shoot(seeds: range) -> list[Document]:
    return [broken_session(seed, "shoot-pontoon", most=10) for seed in seeds]


def legal_both(seeds: range) -> list[Document]:
    return [legal_session(seed, base) for seed in seeds for base in BASES]


def half_recorded(seeds: range) -> list[Document]:
    """Legal sessions of which something is not in the log."""
    found = []
    for left_out in ("settlements", "faces", "seats"):
        switch: Any = {left_out: False}
        found += [legal_session(seed, base, **switch) for seed in seeds for base in BASES]
    return found


SESSIONS: dict[str, Callable[[], list[Document]]] = {
    "legal": lambda: legal_both(range(35)),
    "long": lambda: [legal_session(7, base, deals=40) for base in BASES],
    "half recorded": lambda: half_recorded(range(4)),
    "planted": lambda: [plant(name, 0)[0] for name in NAMES],
    "broken": lambda: [broken_session(seed) for seed in range(130)],
    "broken often": lambda: broken_shoot(range(50)),
    "disagreed once": lambda: [
        broken_session(1001089),
        *(broken_session(seed, "shoot-pontoon", most=10) for seed in DISAGREED),
    ],
    "recorded": recorded,
    "mutated": lambda: mutated_games(range(100)),
}


@cache
def sessions(kind: str) -> list[Document]:
    """The sessions of a kind, each with a name of its own."""
    return [document | {"session": f"{kind} {number}"} for number, document in enumerate(SESSIONS[kind]())]


@cache
def audited(kind: str) -> Audit:
    """One audit of all sessions of a kind."""
    return audit_of(sessions(kind))


def audit_of(documents: Sequence[Document]) -> Audit:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sessions.json"
        path.write_text(json.dumps(list(documents)), encoding="utf-8")
        found = audit(path)
    assert found.unreadable == []
    assert found.rule_errors == []
    assert found.sessions.height == len(documents)
    return found


# What each of the two says


@dataclass
class Said:
    """What a replay says of one session: findings, hands by (deal, player, hand), facts by deal."""

    findings: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    hands: dict[Any, Any] = field(default_factory=dict)
    kitty: dict[Any, Any] = field(default_factory=dict)
    complete: dict[Any, bool] = field(default_factory=dict)


def said_by_audit(found: Audit) -> list[Said]:
    said = [Said() for _ in range(found.sessions.height)]
    for sitting, *finding in found.findings.select(
        "sitting", "finding", "event", "player", "hand", "money"
    ).iter_rows():
        said[sitting].findings[tuple(finding)] += 1
    players = found.hands.filter(pl.col("player") != pl.col("banker").fill_null(""))
    for sitting, *key, due, shoot_due, cls, total, outcome in players.select(
        "sitting", "deal", "player", "hand", "due", "shoot_due", "class", "total", "outcome"
    ).iter_rows():
        said[sitting].hands[tuple(key)] = (due, shoot_due, cls, total, outcome)
    for sitting, deal, kitty, complete in found.deals.select("sitting", "deal", "kitty_after", "complete").iter_rows():
        said[sitting].kitty[deal] = kitty
        said[sitting].complete[deal] = complete
    return said


def said_by_judge(document: Document) -> Said:
    verdict = judge(document)
    return Said(
        Counter((f.finding, f.event, f.player, f.hand, f.money) for f in verdict.findings),
        {key: (h.due, h.shoot_due, h.cls, h.total, h.outcome) for key, h in verdict.hands.items()},
        dict(verdict.kitty_after),
        dict(verdict.complete),
    )


def differences(documents: Sequence[Document], found: Audit) -> list[str]:
    """What the two say differently, a line each."""
    lines: list[str] = []
    for number, (document, ours) in enumerate(zip(documents, said_by_audit(found), strict=True)):
        theirs = said_by_judge(document)
        lines += [f"{number}: only the audit: {finding}" for finding in ours.findings - theirs.findings]
        lines += [f"{number}: only the judge: {finding}" for finding in theirs.findings - ours.findings]
        for what in ("hands", "kitty", "complete"):
            one, other = getattr(ours, what), getattr(theirs, what)
            lines += [
                f"{number}: {what} {key}: audit {one.get(key)}, judge {other.get(key)}"
                for key in one.keys() | other.keys()
                if one.get(key) != other.get(key)
            ]
    return lines


@pytest.mark.parametrize("kind", SESSIONS)
def test_both_say_the_same(kind: str) -> None:
    if not sessions(kind):
        pytest.skip("the recorded games are not here")
    assert differences(sessions(kind), audited(kind)) == []


@pytest.mark.skipif(MORE == 0, reason="set TWO_REPLAYS to the number of seeds")
@pytest.mark.parametrize("start", range(FROM, FROM + MORE, 100))
def test_both_say_the_same_of_more(start: int) -> None:
    seeds = range(start, min(start + 100, FROM + MORE))
    broken = [broken_session(seed) for seed in seeds]
    documents = broken + broken_shoot(seeds) + mutated_games(seeds) + legal_both(seeds[::10])
    assert differences(documents, audit_of(documents)) == []


# What the audit must say


@pytest.mark.parametrize("kind", ["legal", "long"])
def test_the_audit_finds_nothing_in_legal_sessions(kind: str) -> None:
    assert audited(kind).findings.select("session", "finding", "event", "player").rows() == []
    assert audited(kind).deals["complete"].all()


def test_each_planted_fault_gives_exactly_its_findings() -> None:
    said = said_by_audit(audited("planted"))
    for name, session in zip(NAMES, said, strict=True):
        expected = plant(name, 0)[1]
        assert name in {finding for finding, *_ in expected}
        assert sorted(key[:4] for key in session.findings.elements()) == sorted(expected), name


def test_broken_sessions_break_most_rules() -> None:
    """What is compared must be worth comparing."""
    found: set[str] = set()
    for kind in ("broken", "broken often", "mutated"):
        found |= set(audited(kind).findings["finding"])
    assert len(found - set(INFO)) > 55


# Money


def moved(found: Audit, column: str) -> pl.DataFrame:
    """Each session's accounts, chips apart: what was credited less what was debited."""
    rows = found.ledger.filter(pl.col("kind") != "chips").with_columns(pl.col(column).fill_null(0).alias("amount"))
    plus = rows.select("sitting", pl.col("credit_kind").alias("kind"), pl.col("credit").alias("account"), "amount")
    minus = rows.select(
        "sitting", pl.col("debit_kind").alias("kind"), pl.col("debit").alias("account"), -pl.col("amount")
    )
    return pl.concat([plus, minus]).group_by("sitting", "kind", "account", maintain_order=True).sum()


@pytest.mark.parametrize("kind", SESSIONS)
@pytest.mark.parametrize("column", ["recorded", "due"])
def test_players_and_kitty_sum_to_nothing(kind: str, column: str) -> None:
    accounts = moved(audited(kind), column)
    assert set(accounts["kind"]) <= {"player", "kitty"}
    assert accounts["account"].null_count() == 0
    sums = accounts.group_by("sitting").agg(pl.col("amount").sum())
    assert sums.filter(pl.col("amount") != 0).rows() == []


def test_the_ledger_holds_what_lies_in_the_kitty() -> None:
    """After each deal of a legal session the kitty's account is the kitty, recorded and due."""
    found = audited("legal")
    rows = found.ledger.filter((pl.col("credit_kind") == "kitty") | (pl.col("debit_kind") == "kitty"))
    checked = 0
    for sitting, last, kitty in found.deals.select("sitting", "last_event", "kitty_after").drop_nulls().iter_rows():
        before = rows.filter((pl.col("sitting") == sitting) & (pl.col("event") <= last))
        sign = pl.when(pl.col("credit_kind") == "kitty").then(1).otherwise(-1)
        for column in ("recorded", "due"):
            assert before.select((sign * pl.col(column)).sum()).item() == kitty, (sitting, last, column)
            checked += 1
    assert checked > 100


DECIDED = pl.col("due").is_not_null()


@pytest.mark.parametrize("kind", SESSIONS)
def test_stakes_of_the_ledger_are_those_of_the_hands(kind: str) -> None:
    """Per deal and player, what is due for stakes in the ledger is what is due to the player's hands.

    Where a record set aside may have been a settlement, the ledger compares nothing: what was moved is unknown.
    """
    found = audited(kind)
    by = ("sitting", "deal", "player")
    of_players = pl.col("player") != pl.col("banker")
    hands = found.hands.filter(of_players & pl.col("initial_stake").is_not_null())
    hands = hands.group_by(by).agg(pl.col("due").sum().alias("of_hands"), DECIDED.all().alias("decided"))
    rows = found.ledger.filter(pl.col("kind") == "stake").rename({"credit": "player"})
    lost = pl.col("missing").is_null().any().alias("lost")
    rows = rows.group_by(by).agg(pl.col("due").sum().alias("of_ledger"), lost)
    hands = hands.join(rows.filter("lost"), on=by, how="anti")
    both = hands.filter("decided").join(rows, on=by, how="left").with_columns(pl.col("of_ledger").fill_null(0))
    assert both.height > 0 or not sessions(kind)
    assert both.filter(pl.col("of_hands") != pl.col("of_ledger")).rows() == []


@pytest.mark.parametrize("kind", ["legal", "long", "recorded"])
def test_settlements_of_the_ledger_are_those_of_the_hands(kind: str) -> None:
    """Where every settlement counts, so do their sums, per session."""
    found = audited(kind)
    for shoot, column in (("stake", "recorded"), ("shoot", "shoot_recorded")):
        hands = found.hands.group_by("sitting", maintain_order=True).agg(pl.col(column).sum().alias("sum"))
        rows = found.ledger.filter(pl.col("kind") == shoot).group_by("sitting").agg(pl.col("recorded").sum())
        both = hands.join(rows, on="sitting", how="left").with_columns(pl.col("recorded").fill_null(0))
        assert both.filter(pl.col("sum") != pl.col("recorded")).rows() == []


# What must make no difference


def published(found: Audit) -> dict[str, list[tuple[Any, ...]]]:
    """Findings, hands and ledger by session; `sitting` and the file apart, which say only where it was read."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    for table in (found.findings, found.hands, found.ledger):
        plain = table.drop("sitting", "path", "line", "pointer", strict=False)
        for session, *row in plain.select("session", pl.exclude("session")).iter_rows():
            tables.setdefault(session, []).append(tuple(row))
    return tables


def test_the_size_of_a_batch_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_audit.replay.speed.BATCH", 1)
    single = audit_of(sessions("broken"))
    whole = audited("broken")
    assert published(single) == published(whole)
    assert single.coverage == whole.coverage


def test_the_order_of_files_makes_no_difference(tmp_path: Path) -> None:
    paths = []
    for kind in ("planted", "legal", "broken often"):
        path = tmp_path / f"{kind}.json"
        path.write_text(json.dumps(sessions(kind)[:40]), encoding="utf-8")
        paths.append(path)
    one, other = audit(paths), audit(paths[::-1])
    assert one.findings.height > 0
    assert published(one) == published(other)
