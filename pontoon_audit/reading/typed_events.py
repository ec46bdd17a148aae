"""Events of JSON as msgspec decodes them, and their columns as codes.

msgspec refuses what is no JSON, a field that the format does not name and a value of another type, and rounds nothing;
but of two fields of a name it takes the last. So an event counts the quotation marks that it must have, and whoever
decodes compares that with the text. What is not usual is marked, never guessed, and is read again as a single record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, Literal

import msgspec
import polars as pl
from msgspec import UNSET, UnsetType

from pontoon_audit import game
from pontoon_audit.reading import fields
from pontoon_audit.reading.bulk_columns import SPELLINGS, UNUSUAL, UNUSUAL_AMOUNT, checks
from pontoon_audit.reading.bulk_sessions import TYPES
from pontoon_audit.reading.fields import Fault
from pontoon_audit.reading.json_text import decode
from pontoon_audit.reading.records import FIELDS

NOT_TYPED: Final = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)
"""What is raised for text that is no JSON or of another form."""
NO_SESSION: Final = -1
"""The session of an event that names none."""
_TYPES: Final[dict[str, Any]] = {**TYPES, "session": pl.Int32()}
_NOTHING: Final[dict[str, int | None]] = {
    "action": UNUSUAL, "deal": game.NO_DEAL, "seq": game.NO_SEQ, "player": game.NOBODY, "hand": 1,
    "card": game.NO_CARD, "face": game.FACE_UNKNOWN, "amount": game.NO_AMOUNT, "to": game.NOBODY, "time": None,
    "note": None, "session": NO_SESSION,
}  # fmt: skip
_ABSENT: Final[tuple[tuple[object, int], ...]] = ((UNSET, 0), (None, 2), ("", 4))
"""What stands for no value, and how many quotation marks a field that holds it has."""
_MOST_KNOWN: Final = 1 << 16
_USUAL_FIELDS: Final = ("action", "player", "hand", "card", "face", "amount", "to")
_USUAL_WORDS: Final = {"action": game.ACTIONS, "face": game.FACES, "card": ("", *SPELLINGS)}

_Coded = tuple[pl.Series, pl.Series | None, pl.Series | None]
"""Codes of a column, the quotation marks of each value, where they are unusual; None for nothing of the kind."""


def event_types(others: Iterable[str] = ()) -> list[type[msgspec.Struct]]:
    """The forms that events are tried in: with the usual fields and words and `others`, with all fields and any words,
    and with numbers as amounts.

    A field less and a word that is not made anew each save a tenth of the work, so the first form is worth having.
    """
    text, number = str | UnsetType | None, int | UnsetType | None
    types: dict[str, Any] = dict.fromkeys(FIELDS, text) | dict.fromkeys(("deal", "hand", "seq"), number)
    words = {name: Literal[words] | UnsetType | None for name, words in _USUAL_WORDS.items()}
    few = {name: words.get(name, types[name]) for name in (*_USUAL_FIELDS, *others)}
    forms = (few, types, types | {"amount": msgspec.Raw | UnsetType})
    return [
        msgspec.defstruct("Event", [(*field, UNSET) for field in form.items()], forbid_unknown_fields=True, gc=False)
        for form in forms
    ]


class _Known(dict[Any, int]):
    """The values that one column was seen to hold -> their positions in what stands for them."""

    def __init__(self, name: str, reader: Callable[[Any], int]) -> None:
        self._reader = reader
        self._dtype, self._absent = _TYPES[name], _NOTHING[name]
        self._wrong = UNUSUAL_AMOUNT if name == "amount" else UNUSUAL
        self._forget()

    def _forget(self) -> None:
        self.clear()
        self._codes: list[Any] = []
        self._marks: list[int] = []
        for value, marks in _ABSENT:
            self._put(value, self._absent, marks)

    def _put(self, value: object, code: Any, marks: int) -> int:
        self[value] = place = len(self._codes)
        self._codes.append(code)
        self._marks.append(marks)
        return place

    def __missing__(self, value: Any) -> int:
        text = type(value) is str or (type(value) is bytes and value.startswith(b'"'))
        try:
            read = decode(value.decode()) if type(value) is bytes else value
            code = self._absent if read is None or read == "" else self._reader(read)
        except Fault:
            code = self._wrong
        return self._put(value, code, 4 if text else 2)

    def column(self, places: Sequence[int]) -> _Coded:
        """The column whose values are at these places."""
        count = len(self._codes)
        chosen = pl.Series(places, dtype=pl.UInt32)
        if not chosen.max():
            return pl.repeat(self._absent, len(places), dtype=self._dtype, eager=True), None, None
        codes = pl.Series(self._codes, dtype=self._dtype).gather(chosen)
        marks = pl.Series(self._marks, dtype=pl.UInt8).gather(chosen)
        unusual = codes == self._wrong if self._wrong in self._codes else None
        if count > _MOST_KNOWN:  # a long file is not to fill the memory with them
            self._forget()
        return codes, marks, unusual


_PLACES_OF: Final[dict[str, Callable[[dict[Any, int], Sequence[Any]], list[int]]]] = {
    "action": lambda known, events: [known[event.action] for event in events],
    "deal": lambda known, events: [known[event.deal] for event in events],
    "player": lambda known, events: [known[event.player] for event in events],
    "hand": lambda known, events: [known[event.hand] for event in events],
    "card": lambda known, events: [known[event.card] for event in events],
    "face": lambda known, events: [known[event.face] for event in events],
    "amount": lambda known, events: [known[event.amount] for event in events],
    "session": lambda known, events: [known[event.session] for event in events],
    "to": lambda known, events: [known[event.to] for event in events],
}
"""Fields of few distinct values. Written out, since to look a field up by its name costs more than all the rest."""


def _places_of_raw(known: dict[Any, int], events: Sequence[Any]) -> list[int]:
    return [known[bytes(event.amount) if event.amount is not UNSET else UNSET] for event in events]


def _has_raw(events: Sequence[Any]) -> bool:
    """Whether the events, all of one form, have their amounts as they are written."""
    return isinstance(next((event.amount for event in events if event.amount is not UNSET), None), msgspec.Raw)


class EventCoder:
    """Gathers events of one file until a table is asked for. `people` holds the codes of its players.

    `session` gives the code of a session's id. There is none in a document, whose events need neither session nor deal;
    what they say of them is not read.
    """

    def __init__(self, people: dict[str, int], session: Callable[[str], int] | None = None) -> None:
        self._in_document = session is None

        def person(value: str) -> int:
            return people.setdefault(fields.plain_id(value), len(people))

        def passed_over(_: object) -> int:
            return game.NO_DEAL

        readers: dict[str, Callable[[Any], int]] = {
            "deal": fields.deal if session else passed_over, "action": fields.action, "player": person,
            "hand": fields.hand, "card": fields.card, "face": fields.face, "amount": fields.amount, "to": person,
        }  # fmt: skip
        if session:
            readers["session"] = session
        self._known = {name: _Known(name, reader) for name, reader in readers.items()}
        self._begin()

    def _begin(self) -> None:
        self._gathered: dict[str, list[Any]] = {name: [] for name in (*TYPES, *(self._known.keys() - TYPES.keys()))}

    def __len__(self) -> int:
        return len(self._gathered["action"])

    def take(self, events: Sequence[Any], form: type[msgspec.Struct]) -> None:
        """Takes in events of one of `event_types`. Best are so few at a time that the processor still has them."""
        for name, gathered in self._gathered.items():
            if name not in form.__struct_fields__:
                gathered += [0 if name in self._known else UNSET] * len(events)
            elif name not in self._known:
                gathered += map(attrgetter(name), events)
            elif name == "amount" and _has_raw(events):
                gathered += _places_of_raw(self._known[name], events)
            else:
                gathered += _PLACES_OF[name](self._known[name], events)

    def table(self) -> pl.DataFrame:
        """The events so far as columns of `TYPES`, `marks` with the quotation marks of each event, and `unusual` where
        it is, and `session` where there are any. The coder is empty afterwards."""
        columns: list[pl.Series] = []
        marks, unusual = [pl.repeat(0, len(self), dtype=pl.UInt8, eager=True)], [pl.Series([False])]
        for name, gathered in self._gathered.items():
            codes, ours, wrong = self._known[name].column(gathered) if name in self._known else _others(name, gathered)
            columns.append(codes.alias(name))
            marks += [] if ours is None else [ours]
            unusual += [] if wrong is None else [wrong]
        self._begin()
        rows = pl.DataFrame(columns)
        judged = rows.with_columns(pl.lit(1, pl.Int32).alias("deal")) if self._in_document else rows
        named = ("time",) if rows["time"].null_count() < rows.height else ()
        wrong = judged.select(pl.any_horizontal(*checks(named), *unusual).fill_null(False).alias("unusual")).to_series()
        total = pl.select(pl.sum_horizontal(marks).alias("marks")).to_series()  # 50 at most
        return rows.with_columns(total, wrong)


def _others(name: str, values: Sequence[Any]) -> _Coded:
    """A column of `seq`, `time` or `note`, whose values are mostly different."""
    if values.count(UNSET) == len(values):
        return pl.repeat(_NOTHING[name], len(values), dtype=TYPES[name], eager=True), None, None
    if name == "seq":
        most = 10**fields.SEQ_DIGITS
        large = [type(value) is int and not -most < value < most for value in values]
        numbers = [value if type(value) is int and not far else None for value, far in zip(values, large, strict=True)]
        marks = [0 if value is UNSET else 2 for value in values]
        codes = pl.Series(numbers, dtype=pl.Int64).fill_null(game.NO_SEQ)
        return codes, pl.Series(marks, dtype=pl.UInt8), pl.Series(large) if any(large) else None
    marks = [0 if value is UNSET else 2 if value is None else 4 for value in values]
    texts = [value or None for value in values]  # nothing there is false too
    return pl.Series(texts, dtype=pl.String), pl.Series(marks, dtype=pl.UInt8), None
