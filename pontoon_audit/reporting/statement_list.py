"""The page and the table that list all statements, with what is left in kitties: together it is nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pontoon_audit.output.csv import rows as csv_text
from pontoon_audit.reporting.amounts import plain
from pontoon_audit.reporting.names import Names
from pontoon_audit.reporting.owing import Owing
from pontoon_audit.reporting.pages import Folder
from pontoon_audit.reporting.period import Period
from pontoon_audit.reporting.questions import Questions
from pontoon_audit.reporting.statement import Row, Statement
from pontoon_audit.reporting.statement_files import moment
from pontoon_audit.reporting.statement_lines import COLUMNS

BALANCES: Final = (
    "of", "session", "account_kind", "account", "currency", "opening", "recorded", "due", "difference", "closing",
)  # fmt: skip
"""The columns of `balances.csv`, which has a row an account and statement."""


class Listing:
    """Gathers what is listed while statements are written."""

    def __init__(self, folder: Folder, kinds: list[str], period: Period, generated_at: datetime) -> None:
        self._folder, self._kinds, self._period, self._generated_at = folder, kinds, period, generated_at
        self._sessions: dict[str, list[Row]] = {}
        self._accounts: dict[str | None, list[Row]] = {}
        self._settled: dict[str, Owing] = {}
        self._settled_accounts: dict[str | None, Owing] = {}

    def read(
        self, questions: Questions, session: str | None, player: str | None, names: Names, undated: list[str]
    ) -> None:
        """What the history says of all together; and what was asked for. The period must have been asked for before."""
        self._session, self._player, self._names, self._undated = session, player, names, undated
        self._kitties = {(row["currency"], row["session"]): row for row in questions.rows("statement_kitties")}
        self._together = {(row["currency"], row["session"]): row for row in questions.rows("statement_together")}

    def session(self, name: str, owing: Owing) -> list[Row]:
        """A list, still empty, of the statements about a session."""
        self._settled[name] = owing
        return self._sessions.setdefault(name, [])

    def account(self, currency: str | None, owing: Owing) -> list[Row]:
        """The list of the statements about the period in a currency."""
        self._settled_accounts[currency] = owing
        return self._accounts.setdefault(currency, [])

    def write(self, sessions: Sequence[Row]) -> list[Path]:
        """The list of everything, as a page and as CSV. All paths are returned, the page first."""
        if "csv" in self._kinds:
            self._folder.write("balances.csv", "".join(csv_text(BALANCES, self._balances(sessions))))
        if "html" not in self._kinds:
            return self._folder.paths
        self._folder.page(
            "statements.html",
            "statements.html",
            period=self._period,
            player=self._player,
            asked=self._session,
            generated_at=moment(self._generated_at),
            accounts=self._accounts,
            settled_accounts=self._settled_accounts,
            sessions=[(row, self._sessions[row["session"]], self._settled[row["session"]]) for row in sessions],
            kitties=self._kitties,
            together=self._together,
            names=self._names,
            undated=self._undated,
            statements=sum(map(len, [*self._sessions.values(), *self._accounts.values()])),
            columns=COLUMNS,
            kinds=self._kinds,
        )
        return [self._folder.paths[-1], *self._folder.paths[:-1]]

    def _balances(self, sessions: Iterable[Row]) -> Iterator[list[Any]]:
        """The rows of `balances.csv`. Where nobody is left out, they add up to nothing with the kitty."""
        for currency, listed in self._accounts.items():
            yield from self._with_kitty("account", None, currency, listed)
        for session in sessions:
            name = session["session"]
            yield from self._with_kitty("session", name, session["currency"], self._sessions[name])

    def _with_kitty(self, of: str, session: str | None, currency: str | None, listed: list[Row]) -> Iterator[list[Any]]:
        for row in listed:
            yield [of, session, "player", row["player"], currency, *_amounts(row["statement"])]
        kitty = self._kitties.get((currency, session))
        if kitty and self._player is None:
            amounts = (plain(kitty[name]) for name in ("opening", "recorded", "due", "difference", "closing"))
            yield [of, session, "kitty", "kitty", currency, *amounts]


def row_of(statement: Statement, files: list[tuple[str, str]], folder: str, name: str) -> Row:
    """What the list of statements says of one. It keeps no lines."""
    return {
        "player": statement.player,
        "name": statement.name,
        "name_shown": name,
        "statement": _Balances(statement),
        "files": [(kind, f"{folder}/{file}") for kind, file in files],
        "uncompared": "",
    }


class _Balances:
    """The balances of a statement."""

    def __init__(self, statement: Statement) -> None:
        self.opening, self.moved, self.closing = statement.opening, statement.moved, statement.closing
        self.active = statement.has_lines


def _amounts(statement: _Balances) -> list[str]:
    moved = statement.moved
    amounts = (statement.opening.counted, moved.recorded, moved.due, moved.difference, statement.closing.counted)
    return [plain(amount) for amount in amounts]
