"""A large plain piece of an event CSV as columns of codes, without a Python object an event.

Words of small vocabularies (actions, cards, faces, hands) are looked up, numbers are cast, and of players and amounts
each distinct text goes once through the reader that single rows use. Whatever is not usual is marked, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import polars as pl

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.bulk_sessions import TYPES
from pontoon_audit.reading.csv_header import Header
from pontoon_audit.reading.event_csv import NotPlain
from pontoon_audit.reading.fields import Fault

UNUSUAL: Final = -3
"""Stands where a cell is not what its column's reader takes, in columns of codes; amounts have their own."""
_UNUSUAL_AMOUNT: Final = game.NO_AMOUNT - 1
_MOST_WORDS: Final = 2_000
_ABSENT: Final = {"action": UNUSUAL, "hand": 1, "card": game.NO_CARD, "face": game.FACE_UNKNOWN}
_SPELLINGS: Final = [
    "??", *(rank + suit for rank in (*"A23456789TJQKatjqk", "10") for suit in "SHDCshdc♠♥♦♣♤♡♢♧"),
]  # fmt: skip
_WORDS: Final[dict[str, tuple[Callable[[object], int], list[str]]]] = {
    "action": (fields.action, list(game.ACTIONS)),
    "hand": (fields.hand_in_text, [str(number) for number in range(1, 17)]),
    "card": (fields.card, _SPELLINGS),
    "face": (fields.face, list(game.FACES[1:])),
}
_USUAL_AMOUNT: Final = r"^-?[0-9]{1,14}\.[0-9][0-9]$"
_USUAL_TIME: Final = (
    r"^[12][0-9]{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30))"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$"
)


class Words:
    """The texts that stand for the codes of one column: those that are known to, and what a file has besides."""

    def __init__(self, name: str) -> None:
        self._reader, known = _WORDS[name]
        self._codes = {word: self._reader(word) for word in known}
        self._absent = _ABSENT[name]

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

    def position(self, cell: pl.Expr) -> pl.Expr:
        """The position of a cell among the words; null where it is none."""
        return cell.cast(pl.Enum(list(self._codes)), strict=False).to_physical()

    def coded(self, positions: pl.Series, dtype: pl.DataType) -> pl.Series:
        """Codes of positions."""
        return pl.Series(list(self._codes.values()), dtype=dtype).gather(positions).fill_null(self._absent)


class Coder:
    """Reads pieces of one file. `people` holds the codes of players, `words` those of each small vocabulary."""

    def __init__(self, header: Header, people: dict[str, int]) -> None:
        self.header = header
        self.people = people
        self.words = {name: Words(name) for name in _WORDS}

    def learn(self, rows: Iterable[list[str]]) -> bool:
        """Looks for other spellings in the cells of some rows; gives whether there were any."""
        listed = list(rows)
        learnt = False
        for name, words in self.words.items():
            position = self.header.columns.get(name)
            if position is not None:
                learnt |= words.learn({row[position] for row in listed if position < len(row)})
        return learnt

    def coded(self, piece: bytes) -> tuple[pl.DataFrame, pl.Series | None]:
        """The columns of `TYPES` and `unusual`, a row a line, and the cells that name sessions. Raises `NotPlain`."""
        cells = self._cells(piece)
        columns = [self._column(name, dtype, cells) for name, dtype in TYPES.items()]
        frame = pl.DataFrame(columns)
        frame = frame.with_columns(pl.any_horizontal(cells["unusual"], *_checks(self.header)).alias("unusual"))
        return frame, cells["session"] if "session" in self.header.columns else None

    def _cells(self, piece: bytes) -> pl.DataFrame:
        wanted, unusual = self._expressions()
        wanted.append(pl.any_horizontal(*unusual, pl.lit(False)).alias("unusual"))
        try:
            cells = scan(piece, self.header).select(wanted).collect()
        except pl.exceptions.PolarsError:  # a row has more cells than the header, probably
            cells = self._cells_of_long_rows(piece, wanted)
        if cells.height != piece.count(b"\n") + (not piece.endswith(b"\n")):
            raise NotPlain
        return cells

    def _cells_of_long_rows(self, piece: bytes, wanted: list[pl.Expr]) -> pl.DataFrame:
        """The same where some rows have too many cells: those are unusual."""
        try:
            cells = scan(piece, self.header, truncate=True).select(wanted).collect()
            lines = pl.Series([piece.removesuffix(b"\n").decode()]).str.split("\n").explode()
        except (pl.exceptions.PolarsError, UnicodeDecodeError) as error:
            raise NotPlain from error
        if len(lines) != cells.height:
            raise NotPlain
        too_long = lines.str.count_matches(self.header.delimiter, literal=True) >= self.header.width
        return cells.with_columns(pl.col("unusual") | too_long)

    def _expressions(self) -> tuple[list[pl.Expr], list[pl.Expr]]:
        """What to take of each column, and where it is not usual."""
        wanted: list[pl.Expr] = []
        unusual: list[pl.Expr] = []
        for name in self.header.columns:
            cell = cell_of(name, self.header)
            if name in self.words:
                taken = self.words[name].position(cell)
                unusual.append(cell.is_not_null() & taken.is_null())
            elif name in ("deal", "seq"):
                taken = cell.cast(TYPES[name], strict=False)
                unusual.append(cell.is_not_null() & (taken.is_null() | cell.str.starts_with("+")))
                unusual.append(taken < 1 if name == "deal" else cell.str.len_bytes() > fields.SEQ_DIGITS)
            elif name in ("player", "to", "amount"):
                taken = cell.cast(pl.Categorical(pl.Categories.random()))
            elif name in ("time", "note"):
                stripped = cell.str.strip_chars(" \t")
                taken = pl.when(stripped != "").then(stripped)
            else:
                taken = cell
            wanted.append(taken.alias(name))
        return wanted, unusual

    def _column(self, name: str, dtype: pl.DataType, cells: pl.DataFrame) -> pl.Series:
        absent = _absent(name)
        if name not in cells.columns:
            return pl.repeat(absent, cells.height, dtype=dtype, eager=True).alias(name)
        column = cells[name]
        if name in self.words:
            return self.words[name].coded(column, dtype).alias(name)
        if name == "amount":
            return _coded(column, _amounts, absent)
        if name in ("player", "to"):
            return _coded(column, self._people, absent)
        return column if absent is None else column.fill_null(absent)

    def _people(self, texts: pl.Series) -> pl.Series:
        def code(text: str) -> int:
            return self.people.setdefault(fields.plain_id(text), len(self.people))

        return pl.Series([_read(text, code, game.NOBODY, UNUSUAL) for text in texts.to_list()], dtype=pl.Int32)


def scan(piece: bytes, header: Header, *, truncate: bool = False) -> pl.LazyFrame:
    """The cells of a piece as text, a row a line, null where a cell is empty or not there."""
    names = [str(position) for position in range(header.width)]
    delimiter = header.delimiter.encode()
    plain = piece.count(delimiter, 0, piece.find(b"\n")) == header.width - 1
    # Where the first row has fewer cells polars expects no more of the others; a line of names tells it better.
    return pl.scan_csv(
        piece if plain else delimiter.join(name.encode() for name in names) + b"\n" + piece,
        has_header=not plain,
        separator=header.delimiter,
        quote_char=None,
        schema=dict.fromkeys(names, pl.String),
        truncate_ragged_lines=truncate,
    )


def cell_of(name: str, header: Header) -> pl.Expr:
    """A column of `scan` by the name that the file's header gives it."""
    return pl.col(str(header.columns[name]))


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


def _amounts(texts: pl.Series) -> pl.Series:
    """Minor units of distinct texts; `_UNUSUAL_AMOUNT` for those that are no amounts."""
    minor = pl.col("text").str.replace(".", "", literal=True).cast(pl.Int64, strict=False)
    read = texts.to_frame("text").select(pl.when(pl.col("text").str.contains(_USUAL_AMOUNT)).then(minor))
    codes = read.to_series()
    others = codes.is_null().arg_true()
    if len(others):
        again = [_read(text, fields.amount, game.NO_AMOUNT, _UNUSUAL_AMOUNT) for text in texts.gather(others).to_list()]
        codes = codes.scatter(others, again)
    return codes


def _read(text: str, reader: Callable[[str], int], absent: int, unusual: int) -> int:
    """The code of one text by the reader that single rows use."""
    text = text.strip(" \t")
    try:
        return reader(text) if text else absent
    except Fault:
        return unusual


_NEEDS: Final = {
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
        sum(bit for bit, actions, _ in _NEEDS.values() if action in actions)
        + (_NEVER_BELOW_0 if action not in game.MAY_BE_NEGATIVE else 0)
        for action in game.ACTIONS
    ],
    dtype=pl.UInt8,
)


def _checks(header: Header) -> list[pl.Expr]:
    """Where a row must be read on its own: a cell that is none, or one that is missing."""
    action, amount = pl.col("action"), pl.col("amount")
    needed = pl.lit(_NEEDED).gather(pl.when(action >= 0).then(action))
    lacks = [pl.when(pl.col(name) == absent).then(bit).otherwise(0) for name, (bit, _, absent) in _NEEDS.items()]
    below = pl.when((amount < 0) & (amount > game.NO_AMOUNT)).then(_NEVER_BELOW_0).otherwise(0)
    checks = [
        action == UNUSUAL,
        amount == _UNUSUAL_AMOUNT,
        *(pl.col(name) == UNUSUAL for name in ("player", "to")),
        (needed & pl.sum_horizontal(*(lack.cast(pl.UInt8) for lack in (*lacks, below))).cast(pl.UInt8)) != 0,
    ]
    if "time" in header.columns:
        checks.append(pl.col("time").str.contains(_USUAL_TIME).not_().fill_null(False))
    return checks
