"""Columns of a large flat file as codes, without a Python object an event.

Words of small vocabularies (actions, cards, faces, hands) are looked up, numbers are cast, and of players and amounts
each distinct text goes once through the reader that single rows use. Whatever is not usual is marked, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import polars as pl

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.bulk_sessions import TYPES
from pontoon_audit.reading.fields import Fault

UNUSUAL: Final = -3
"""Stands where a cell is not what its column's reader takes, in columns of codes; amounts have their own."""
UNUSUAL_AMOUNT: Final = game.NO_AMOUNT - 1
_HIGHEST: Final = 10**fields.DEAL_DIGITS - 1
_MOST_WORDS: Final = 2_000
TEXTS: Final = ("time", "note")
"""Columns that stay texts."""
_DISTINCT: Final = ("player", "to", "amount")
"""Columns of which each distinct text is read once."""
_ABSENT: Final = {"action": UNUSUAL, "hand": 1, "card": game.NO_CARD, "face": game.FACE_UNKNOWN}
SPELLINGS: Final = [
    "??", *(rank + suit for rank in (*"A23456789TJQKatjqk", "10") for suit in "SHDCshdc♠♥♦♣♤♡♢♧"),
]  # fmt: skip
_WORDS: Final[dict[str, tuple[Callable[[object], int], list[str]]]] = {
    "action": (fields.action, list(game.ACTIONS)),
    "hand": (fields.hand_in_text, [str(number) for number in range(1, 17)]),
    "card": (fields.card, SPELLINGS),
    "face": (fields.face, list(game.FACES[1:])),
}
_USUAL_AMOUNT: Final = r"^-?[0-9]{1,14}\.[0-9][0-9]$"
USUAL_TIME: Final = (
    r"^[12][0-9]{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30))"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$"
)


class Words:
    """The texts that stand for the codes of one column: those that are known to, and what a file has besides."""

    def __init__(self, name: str) -> None:
        self._reader, known = _WORDS[name]
        self._codes = {word: self._reader(word) for word in known}
        self._absent = _ABSENT[name]

    @property
    def codes(self) -> Mapping[str, int]:
        """The code of each text."""
        return self._codes

    def learn(self, texts: Iterable[str]) -> bool:
        """Takes in other spellings, such as `tc` or one with blanks around it; gives whether there were any."""
        before = len(self._codes)
        for text in texts:
            if text and text not in self._codes and len(self._codes) < _MOST_WORDS:
                try:
                    word = text.strip(" \t")
                    self._codes[text] = self._reader(word) if word else self._absent
                except Fault:
                    continue
        return len(self._codes) > before

    @property
    def dtype(self) -> pl.Enum:
        """The type of cells that are words."""
        return pl.Enum(list(self._codes))

    def position(self, cell: pl.Expr) -> pl.Expr:
        """The position of a cell among the words; null where it is none."""
        return cell.cast(self.dtype, strict=False).to_physical()

    def coded(self, positions: pl.Series, dtype: pl.DataType) -> pl.Series:
        """Codes of positions."""
        return pl.Series(list(self._codes.values()), dtype=dtype).gather(positions).fill_null(self._absent)


class Coder:
    """Codes the columns `names` of one file. `people` holds the codes of its players.

    `blanks` are what may stand around a cell.
    """

    def __init__(self, names: Iterable[str], people: dict[str, int], *, blanks: str = "") -> None:
        self.names = list(names)
        self.words = {name: Words(name) for name in _WORDS}
        self._people = people
        self._blanks = blanks

    def types(self) -> dict[str, Any]:
        """The types of the columns whose cells are usual, as far as these are not just texts."""
        found: dict[str, Any] = {name: words.dtype for name, words in self.words.items() if name in self.names}
        found |= {name: pl.Categorical(pl.Categories.random()) for name in _DISTINCT if name in self.names}
        return found | ({"deal": TYPES["deal"]} if "deal" in self.names else {})

    def wanted(self, cell_of: Callable[[str], pl.Expr], *, typed: bool = False) -> list[pl.Expr]:
        """What `coded` needs of a table of cells, `cell_of` giving the column of each name; they are of `types`, or all
        texts."""
        taken: list[pl.Expr] = []
        unusual = [pl.lit(False)]
        for name in self.names:
            cell = cell_of(name)
            if typed and name in self.words:
                found = cell.to_physical()
            elif typed and name == "deal":
                found = cell
                unusual.append(_out_of_bounds(cell))
            elif name in self.words:
                found = self.words[name].position(cell)
                unusual.append(cell.is_not_null() & found.is_null())
            elif name in ("deal", "seq"):
                found = cell.cast(TYPES[name], strict=False)
                unusual += self._unusual_numbers(name, cell, found)
            elif name in _DISTINCT:
                found = cell if typed else cell.cast(pl.Categorical(pl.Categories.random()))
            elif name in TEXTS:
                stripped = cell.str.strip_chars(self._blanks) if self._blanks else cell
                found = pl.when(stripped != "").then(stripped)
            else:
                found = cell
            taken.append(found.alias(name))
        return [*taken, pl.any_horizontal(unusual).fill_null(False).alias("unusual")]

    def _unusual_numbers(self, name: str, cell: pl.Expr, number: pl.Expr) -> list[pl.Expr]:
        checks = [cell.is_not_null() & number.is_null()]
        checks.append(cell.str.starts_with("+"))
        if name == "seq":
            checks.append(cell.str.len_bytes() > fields.SEQ_DIGITS)
        else:
            checks.append(_out_of_bounds(number))
        return checks

    def coded(self, cells: pl.DataFrame) -> pl.DataFrame:
        """The columns of `TYPES`, and `unusual` where a row is to be read on its own."""
        frame = pl.DataFrame([self._column(name, dtype, cells) for name, dtype in TYPES.items()])
        return frame.with_columns(
            pl.any_horizontal(cells["unusual"], *checks(self.names)).fill_null(False).alias("unusual")
        )

    def _column(self, name: str, dtype: pl.DataType, cells: pl.DataFrame) -> pl.Series:
        absent = _absent(name)
        if name not in cells.columns:
            return pl.repeat(absent, cells.height, dtype=dtype, eager=True).alias(name)
        column = cells[name]
        if name in self.words:
            return self.words[name].coded(column, dtype).alias(name)
        if name == "amount":
            return _coded(column, self._amounts, absent)
        if name in ("player", "to"):
            return _coded(column, self._persons, absent)
        return column if absent is None else column.fill_null(absent)

    def _persons(self, texts: pl.Series) -> pl.Series:
        """Codes of distinct texts, `UNUSUAL` for those that are no ids."""
        return pl.Series([self.person(text) for text in texts.to_list()], dtype=pl.Int32)

    def person(self, text: str) -> int:
        """The code of a player, `UNUSUAL` where a text is no id, nobody's where it is blank."""

        def code(text: str) -> int:
            return self._people.setdefault(fields.plain_id(text), len(self._people))

        return self._read(text, code, game.NOBODY, UNUSUAL)

    def _amounts(self, texts: pl.Series) -> pl.Series:
        """Minor units of distinct texts, `UNUSUAL_AMOUNT` for those that are no amounts."""
        minor = pl.col("text").str.replace(".", "", literal=True).cast(pl.Int64, strict=False)
        usual = pl.when(pl.col("text").str.contains(_USUAL_AMOUNT)).then(minor)
        codes = texts.to_frame("text").select(usual).to_series()
        others = codes.is_null().arg_true()
        again = [
            self._read(text, fields.amount, game.NO_AMOUNT, UNUSUAL_AMOUNT) for text in texts.gather(others).to_list()
        ]
        return codes.scatter(others, again) if again else codes

    def _read(self, text: str, reader: Callable[[str], int], absent: int, unusual: int) -> int:
        """The code of one text by the reader that single rows use."""
        text = text.strip(self._blanks) if self._blanks else text
        try:
            return reader(text) if text else absent
        except Fault:
            return unusual


def _out_of_bounds(deal: pl.Expr) -> pl.Expr:
    return ~deal.is_between(1, _HIGHEST)


def _absent(name: str) -> Any:
    numbers = {"deal": game.NO_DEAL, "seq": game.NO_SEQ, "amount": game.NO_AMOUNT}
    return numbers.get(name, _ABSENT.get(name, game.NOBODY if name in ("player", "to") else None))


def _coded(cells: pl.Series, codes_of: Callable[[pl.Series], pl.Series], absent: int) -> pl.Series:
    """A column of categories as the codes of its distinct texts."""
    positions = cells.to_physical()
    count = int(positions.max() or 0) + 1 if positions.null_count() < len(cells) else 0  # type: ignore[arg-type]
    distinct = pl.int_range(count, dtype=pl.UInt32, eager=True).cat.to(cells.dtype).cast(pl.String)
    codes = codes_of(distinct)
    codes = codes.append(pl.Series([absent], dtype=codes.dtype))
    return codes.gather(positions.fill_null(count)).alias(cells.name)


NEEDS: Final = {
    "deal": (1, game.NEEDS_DEAL, game.NO_DEAL),
    "player": (2, game.NEEDS_PLAYER, game.NOBODY),
    "card": (4, game.NEEDS_CARD, game.NO_CARD),
    "amount": (8, game.NEEDS_AMOUNT, game.NO_AMOUNT),
    "to": (16, frozenset({"sell_bank"}), game.NOBODY),
}
"""A column -> its bit in `_NEEDED`, the actions that need it, and what stands where it is not there."""
_NEVER_BELOW_0: Final = 32
_NEEDED: Final = pl.Series(
    [
        sum(bit for bit, actions, _ in NEEDS.values() if action in actions)
        + (_NEVER_BELOW_0 if action not in game.MAY_BE_NEGATIVE else 0)
        for action in game.ACTIONS
    ],
    dtype=pl.UInt8,
)


def checks(names: Iterable[str]) -> list[pl.Expr]:
    """Where a row must be read on its own: a cell that is none, or one that is missing."""
    action, amount = pl.col("action"), pl.col("amount")
    needed = pl.lit(_NEEDED).gather(pl.when(action >= 0).then(action))
    lacks = [pl.when(pl.col(name) == absent).then(bit).otherwise(0) for name, (bit, _, absent) in NEEDS.items()]
    below = pl.when((amount < 0) & (amount > game.NO_AMOUNT)).then(_NEVER_BELOW_0).otherwise(0)
    checks = [
        action == UNUSUAL,
        amount == UNUSUAL_AMOUNT,
        *(pl.col(name) == UNUSUAL for name in ("player", "to")),
        (needed & pl.sum_horizontal(*(lack.cast(pl.UInt8) for lack in (*lacks, below))).cast(pl.UInt8)) != 0,
    ]
    return [*checks, *unusual_times(names)]


def unusual_times(names: Iterable[str]) -> list[pl.Expr]:
    """Where a row must be read on its own for its time, if `names` has times."""
    return [pl.col("time").str.contains(USUAL_TIME).not_().fill_null(False)] if "time" in names else []
