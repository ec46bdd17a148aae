"""Small audits, built by hand from the published columns, for the tests of the history file."""

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

MONEY = pl.Decimal(18, 2)
KINDS = {"text": pl.String, "int": pl.Int64, "bool": pl.Boolean, "money": MONEY}


def columns(spelt: str) -> dict[str, Any]:
    """Columns written as `sitting int, session text`."""
    return {name: KINDS[kind] for name, kind in (column.split() for column in spelt.split(","))}


COLUMNS: dict[str, dict[str, Any]] = {
    "sessions": columns(
        "sitting int, session text, source int, played text, currency text, rules text, rules_sha256 text,"
        "players int, deals int, events int, rejected int, shape text"
    ),
    "seats": columns("sitting int, session text, player text, name text, seat int"),
    "deals": columns(
        "sitting int, session text, deal int, banker text, shuffled bool, void bool, complete bool, banker_cards text,"
        "banker_total int, banker_class text, kitty_before money, kitty_after money, banker_recorded money,"
        "banker_due money, first_event int, last_event int, line int, deal_index int"
    ),
    "hands": columns(
        "sitting int, session text, deal int, player text, hand int, cards text, total int, class text, split bool,"
        "initial_stake money, stake money, shoot money, outcome text, multiple int, recorded money, due money,"
        "shoot_recorded money, shoot_due money, banker text, deal_index int"
    ),
    "events": columns(
        "sitting int, session text, deal int, event int, seq int, time text, action text, player text, hand int,"
        "card text, face text, amount money, to text, note text, line int, pointer text, total int, cards_held int,"
        "stake money"
    ),
    "findings": columns(
        "sitting int, finding text, severity text, clause text, session text, deal int, event int, player text,"
        "hand int, message text, recorded text, allowed text, money money, path text, line int, pointer text"
    ),
    "ledger": columns(
        "sitting int, session text, deal int, event int, kind text, debit text, debit_kind text, credit text,"
        "credit_kind text, recorded money, due money, missing bool"
    ),
    "rule_counts": columns(
        "sitting int, session text, finding text, kept int, broken int, not_decidable int, held_back int"
    ),
    "rejected": columns(
        "sitting int, session text, source int, event int, line int, pointer text, reason text, record text"
    ),
}

Rows = dict[str, list[dict[str, Any]]]


def frame(table: str, rows: Sequence[dict[str, Any]]) -> pl.DataFrame:
    """A frame of a table's published columns; cells that are not given are null, money is given as text."""
    kinds = COLUMNS[table]
    unknown = {name for row in rows for name in row} - set(kinds)
    assert not unknown, unknown
    data = {
        name: [None if (cell := row.get(name)) is None else Decimal(cell) if kind == MONEY else cell for row in rows]
        for name, kind in kinds.items()
    }
    return pl.DataFrame(data, schema=kinds)


def file_of(sessions: Sequence[Rows], path: str = "thursday.json", bytes_: str | None = None) -> SimpleNamespace:
    """An audit of one file that holds these sessions, in this order."""
    content = repr(sessions) if bytes_ is None else bytes_
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    source = SimpleNamespace(path=path, sha256=sha256, shape="document", sessions=len(sessions), deals=0, events=0)
    tables: dict[str, list[dict[str, Any]]] = {table: [] for table in COLUMNS}
    for sitting, session in enumerate(sessions):
        for table, rows in session.items():
            extra = {"source": 0} if table in ("sessions", "rejected") else {}
            tables[table] += [row | {"sitting": sitting} | extra for row in rows]
    return SimpleNamespace(sources=[source], **{table: frame(table, rows) for table, rows in tables.items()})


def together(*audits: SimpleNamespace) -> SimpleNamespace:
    """One audit of several files, as a run over all of them gives it."""
    sources: list[Any] = []
    frames: dict[str, list[pl.DataFrame]] = {table: [] for table in COLUMNS}
    sittings = 0
    for audit in audits:
        for table in COLUMNS:
            one = getattr(audit, table).with_columns(pl.col("sitting") + sittings)
            if "source" in one.columns:
                one = one.with_columns(pl.col("source") + len(sources))
            frames[table].append(one)
        sources += audit.sources
        sittings += audit.sessions.height
    return SimpleNamespace(sources=sources, **{table: pl.concat(parts) for table, parts in frames.items()})


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
    """Everything that a history file holds: each row of each table, superseded ones too, in a fixed order."""
    with duckdb.connect(str(path), read_only=True) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        tables = connection.execute("SELECT schema_name, table_name FROM duckdb_tables() ORDER BY ALL").fetchall()
        return {
            f"{schema}.{table}": sorted(map(repr, connection.execute(f'FROM "{schema}"."{table}"').fetchall()))
            for schema, table in tables
            if table not in without
        }


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query on a history file."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()
