"""Small audits, written by hand with the published words and put into codes, for the tests of the history file."""

# ruff: noqa: C408  (rows read best as keywords)

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import polars as pl

from pontoon_audit.findings.judgement import RULE_COUNT_COLUMNS
from pontoon_audit.findings.table import FINDING_COLUMNS
from pontoon_audit.game import ACTION_CODES, CARD_CODES
from pontoon_audit.money.ledger import CASH_ACCOUNT, KINDS, KITTY_ACCOUNT
from pontoon_audit.results.coded import COLUMNS, Coded
from pontoon_audit.results.rejected import REJECTED_COLUMNS

TABLES = ("sessions", "seats", "deals", "hands", "events", "findings", "ledger", "rejected", "rule_counts")
OTHERS = ("findings", "rejected", "rule_counts")
CLASSES = ("bust", "points", "five-card-trick", "pontoon")
OUTCOMES = {"win": 1, "push": 0, "lose": -1}
ACCOUNTS = {"kitty": KITTY_ACCOUNT, "cash": CASH_ACCOUNT}

Rows = dict[str, list[dict[str, Any]]]


def minor(amount: str | None) -> int | None:
    return None if amount is None else int(Decimal(amount).scaleb(2))


def card_codes(cards: str | None) -> int:
    return sum((CARD_CODES[card] + 1) * 64**place for place, card in enumerate((cards or "").split()))


class People:
    """The codes of a session's players, by first mention."""

    def __init__(self, rows: Rows) -> None:
        self.ids = [row["player"] for row in rows["seats"]]

    def code(self, player: str | None) -> int:
        if player is None:
            return -1
        if player not in self.ids:
            self.ids.append(player)
        return self.ids.index(player)


def coded_rows(session: Rows, people: People) -> Rows:
    """The rows of a session with codes in place of words."""
    code = people.code
    deals = [
        row | {"banker": code(row.get("banker")), "banker_cards": card_codes(row.get("banker_cards"))}
        | {"banker_rank": CLASSES.index(row["banker_class"]) if "banker_class" in row else None}
        | {name: minor(row.get(name)) for name in ("kitty_before", "kitty_after", "banker_recorded", "banker_due")}
        for row in session["deals"]
    ]  # fmt: skip
    hands = [
        row | {"player": code(row["player"]), "banker": code(row.get("banker")), "cards": card_codes(row.get("cards"))}
        | {"rank": CLASSES.index(row["class"]) if "class" in row else None, "outcome": OUTCOMES.get(row.get("outcome"))}
        | {"split": int(row.get("split", 0)), "initial": minor(row.get("initial_stake"))}
        | {"shoot": 0, "shoot_due": 0, "stake_moves": 0, "shoot_moves": 0}
        | {name: minor(row.get(name)) for name in ("stake", "recorded", "due")}
        for row in session["hands"]
    ]  # fmt: skip
    events = [
        row | {"action": ACTION_CODES[row["action"]], "player": code(row.get("player")), "to": code(row.get("to"))}
        | {"card": CARD_CODES[row["card"]] if "card" in row else -1, "face": 0, "place": None, "note": row.get("note")}
        | {"amount": minor(row.get("amount")), "stake": minor(row.get("stake"))}
        for row in session["events"]
    ]  # fmt: skip

    def account(row: dict[str, Any], side: str) -> int:
        kind = row[f"{side}_kind"]
        return code(row[side]) if kind == "player" else ACCOUNTS[kind]

    movements = [
        row | {"kind": KINDS.index(row["kind"]), "debit": account(row, "debit"), "credit": account(row, "credit")}
        | {"recorded": minor(row["recorded"]), "due": minor(row["due"])}
        for row in session["ledger"]
    ]  # fmt: skip
    known = {row["player"]: row for row in session["seats"]}
    seats = [{"code": n, "player": player} | known.get(player, {}) for n, player in enumerate(people.ids)]
    return {"sessions": session["sessions"], "seats": seats, "deals": deals, "hands": hands, "events": events,
            "movements": movements}  # fmt: skip


def frame(columns: dict[str, Any], rows: Sequence[dict[str, Any]]) -> pl.DataFrame:
    """A frame of these columns; cells that are not given are null, money may be given as text."""
    data = {
        name: [
            None if (cell := row.get(name)) is None else Decimal(cell) if isinstance(kind, pl.Decimal) else cell
            for row in rows
        ]
        for name, kind in columns.items()
    }
    return pl.DataFrame(data, schema=columns)


def file_of(sessions: Sequence[Rows], path: str = "thursday.json", bytes_: str | None = None) -> SimpleNamespace:
    """An audit of one file that holds these sessions, in this order."""
    content = repr(sessions) if bytes_ is None else bytes_
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    source = SimpleNamespace(path=path, sha256=sha256, shape="document", sessions=len(sessions), deals=0, events=0)
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in (*COLUMNS, *OTHERS)}
    for sitting, session in enumerate(sessions):
        told = coded_rows(session, People(session)) | {name: session.get(name, []) for name in OTHERS}
        for table, rows in told.items():
            extra = {"sitting": sitting} | ({"source": 0} if table in ("sessions", "rejected") else {})
            tables[table] += [row | extra for row in rows]
    return SimpleNamespace(
        sources=[source],
        coded=Coded(**{name: frame(columns, tables[name]) for name, columns in COLUMNS.items()}),
        findings=frame(FINDING_COLUMNS, tables["findings"]),
        rejected=frame(REJECTED_COLUMNS, tables["rejected"]),
        rule_counts=frame(RULE_COUNT_COLUMNS, tables["rule_counts"]),
    )


def together(*audits: SimpleNamespace) -> SimpleNamespace:
    """One audit of several files, as a run over all of them gives it."""
    sources: list[Any] = []
    sittings = 0
    shifted: list[dict[str, pl.DataFrame]] = []

    for audit in audits:
        frames = {name: getattr(audit.coded, name) for name in COLUMNS}
        frames |= {name: getattr(audit, name) for name in OTHERS}
        for name, one in frames.items():
            moved = one.with_columns(pl.col("sitting") + sittings)
            frames[name] = moved.with_columns(pl.col("source") + len(sources)) if "source" in one.columns else moved
        shifted.append(frames)
        sources += audit.sources
        sittings += audit.coded.sessions.height
    whole = {name: pl.concat([frames[name] for frames in shifted]) for name in shifted[0]}
    rest = {name: whole.pop(name) for name in OTHERS}
    return SimpleNamespace(sources=sources, coded=Coded(**whole), **rest)


def stake(
    deal: int | None, event: int, banker: str, player: str, recorded: str | None, due: str | None
) -> dict[str, Any]:
    """A ledger row: what a player won or lost against the bank."""
    return movement("stake", deal, event, banker, player, recorded, due)


def movement(
    kind: str, deal: int | None, event: int, debit: str, credit: str, recorded: str | None, due: str | None
) -> dict[str, Any]:
    """A ledger row between two accounts; `*kitty` and `*cash` are not players."""
    kinds = [account[1:] if account.startswith("*") else "player" for account in (debit, credit)]
    return dict(kind=kind, deal=deal, event=event, debit=debit.lstrip("*"), credit=credit.lstrip("*"),
                debit_kind=kinds[0], credit_kind=kinds[1], recorded=recorded, due=due,
                missing=recorded is None)  # fmt: skip


def evening(
    session: str = "thursday",
    *,
    players: Sequence[str] = ("ann", "ben", "eve"),
    ledger: Sequence[dict[str, Any]] = (),
    deals: Sequence[dict[str, Any]] = (),
    rules: str = "1" * 64,
    note: str = "",
    amount: str = "5.00",
    currency: str | None = "GBP",
) -> Rows:
    """A session of one hand (ann against eve's bank, 5 won where 10 are due), or of the ledger and deals given."""
    seen = {"session": session}
    people = list(players)
    deals = deals or [dict(deal=1, banker=people[-1], first_event=4, last_event=9, shuffled=True, void=False,
                           complete=True, banker_cards="KS 9D", banker_total=19, banker_class="points",
                           banker_recorded="-5.00", banker_due="-10.00")]  # fmt: skip
    ledger = ledger or [stake(1, 9, people[-1], people[0], "5.00", "10.00")]
    events = [dict(event=n + 1, action="seat", player=player) for n, player in enumerate(people)]
    events += [dict(event=8, deal=1, action="stake", player=people[0], hand=1, amount=amount, note=note, stake=amount),
               dict(event=9, deal=1, action="settle", player=people[0], hand=1, amount="5.00")]  # fmt: skip
    return {
        "sessions": [seen | dict(currency=currency, rules='{"min_stake": "1.00"}', rules_sha256=rules,
                                 players=len(people), deals=len(deals), events=len(events), rejected=1,
                                 shape="document")],
        "seats": [seen | dict(player=player, name=player.title(), seat=n + 1) for n, player in enumerate(people)],
        "deals": [seen | {"deal_index": n} | deal for n, deal in enumerate(deals)],
        "hands": [seen | {"deal": 1, "deal_index": 0, "player": people[0], "hand": 1, "cards": "AS KD", "total": 21,
                          "class": "pontoon", "split": False, "initial_stake": amount, "stake": amount,
                          "outcome": "win", "multiple": 2, "recorded": "5.00", "due": "10.00",
                          "banker": people[-1]}],
        "events": [seen | event for event in events],
        "findings": [seen | dict(finding="settlement/wrong-amount", severity="error", clause="4.2", deal=1, event=9,
                                 player=people[0], hand=1, message="5.00 was paid, 10.00 is due", recorded="5.00",
                                 allowed="10.00", money="5.00", path="thursday.json", line=12,
                                 pointer="/deals/0/events/3")],
        "ledger": [seen | row for row in ledger],
        "rejected": [seen | dict(event=5, reason="no such action", record='{"action": "dance"}')],
    }  # fmt: skip


def contents(path: Path, *, without: Sequence[str] = ()) -> dict[str, list[str]]:
    """Everything that a history file says: each row of each table, superseded ones too, in a fixed order."""
    with duckdb.connect(str(path), read_only=True) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        tables = [f"{schema}.{table}" for schema in ("main", "superseded") for table in TABLES]
        return {
            table: sorted(map(repr, connection.execute(f"FROM {table}").fetchall()))
            for table in ("main.meta", "main.sources", *tables)
            if table.removeprefix("main.") not in without
        }


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query on a history file."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()
