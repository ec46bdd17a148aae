"""One log into another shape: read, written beside its place, read back and compared, and then put there."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Final

from pontoon_audit.converting.document import document, document_text
from pontoon_audit.converting.drafts import Draft
from pontoon_audit.converting.errors import Unconvertible
from pontoon_audit.converting.flat import csv_header, csv_text, flat_records, flat_rules, lines_text, name_losses
from pontoon_audit.converting.left_out import LeftOut, set_aside, with_lines
from pontoon_audit.converting.records import Losses, Record, records, sound
from pontoon_audit.converting.rules_text import as_toml, written
from pontoon_audit.converting.sheet import sheet_deals, sheet_header, sheet_text
from pontoon_audit.converting.unknown_fields import name_unknown_fields
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import Unreadable, read_log, read_rules
from pontoon_audit.reading.rules_file import RULES_SUFFIX, stem
from pontoon_audit.reading.stored import open_stored
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session

DOCUMENT, LINES, CSV, SHEET = "document", "lines", "csv", "sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be converted into what. `stdin` holds standard input where `source` is ``-``."""

    source: str
    target: Path
    shape: str
    input_format: str | None = None
    encoding: str | None = None
    rules: HouseRules | None = None
    session: str | None = None
    strict: bool = False
    """Write nothing where anything would be lost."""
    force: bool = False
    stdin: bytes | None = None


@dataclass(slots=True)
class Converted:
    """What came of it: counts of what was written, what the other shape has no place for, and what was left out."""

    sessions: int = 0
    deals: int = 0
    events: int = 0
    """Records; on a hand sheet, hands."""
    losses: Losses = field(default_factory=Losses)
    left_out: list[LeftOut] = field(default_factory=list)
    rules_file: Path | None = None
    written: bool = False


def convert(order: Order) -> Converted:
    """Does it. Nothing is written where nothing is left to write, or, if the order is strict, where anything is lost.

    Raises `Unreadable` for the source, `Unconvertible` where its meaning would change or a file cannot be written.
    """
    _refuse_to_overwrite(order)
    conversion = _Conversion(order)
    done = conversion.done
    with ExitStack() as drafts:
        draft = drafts.enter_context(Draft(order.target))
        draft.write(conversion.pieces())
        draft.finish()
        done.left_out = with_lines(done.left_out, conversion.whole)
        if not done.events or (order.strict and (done.losses or done.left_out)):
            return done
        if order.shape != SHEET:
            conversion.compare(str(draft.draft))
        rules = _rules_beside(order, conversion.rules)
        if rules is not None:
            beside = drafts.enter_context(Draft(_beside(order.target)))
            beside.write([rules])
            beside.finish()
            beside.publish()
            done.rules_file = beside.path
        _refuse_to_overwrite(order)
        draft.publish()
    done.written = True
    return done


def _refuse_to_overwrite(order: Order) -> None:
    target = order.target
    if order.source != "-" and target.exists() and Path(order.source).exists() and target.samefile(order.source):
        raise Unconvertible(f"{target} is the log itself", "give the converted one another name")
    if target.is_dir():
        raise Unconvertible(f"{target} is a folder", "name a file in it")
    if target.exists() and not order.force:
        raise Unconvertible(f"{target} exists already", "give another name, or --force to replace it")


def _beside(target: Path) -> Path:
    return target.with_name(stem(str(target)) + RULES_SUFFIX)


def _rules_beside(order: Order, rules: HouseRules | None) -> str | None:
    """What to write into the file of house rules beside a flat file; None where nothing needs to be written."""
    path = _beside(order.target)
    if order.shape == DOCUMENT or rules is None or (not written(rules) and not path.exists()):
        return None
    if path.exists():
        try:
            if read_rules(str(path)).digest == rules.digest:
                return None
        except Unreadable:
            pass
        if not order.force:
            what = f"{path} exists already, and its house rules are not those of this log"
            raise Unconvertible(what, "give another name, or --force to replace it")
    return as_toml(rules, order.target.name)


class _Conversion:
    """The reading of the source and the writing of the text; what was found meanwhile is in `done` and `rules`."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.done = Converted()
        self.rules: HouseRules | None = None
        """Those of the flat file."""
        self._names: set[str] = set()

    def pieces(self) -> Iterator[str]:
        """The text of the converted log."""
        order = self.order
        makers: dict[str, Callable[[], Iterator[str]]] = {
            DOCUMENT: self._documents, LINES: self._lines, CSV: self._csv, SHEET: self._sheet,
        }  # fmt: skip
        yield from makers[order.shape]()
        if self.order.session is not None and not self.done.sessions:
            raise Unconvertible(f"there is no session {order.session}", "pontoon-audit audit names those in the log")

    def _sessions(self, *, again: bool = False) -> Iterator[Session]:
        """The sessions that are wanted. What is set aside in them is counted, unless they are read `again`."""
        order = self.order
        shape = None
        for session in read_log(
            order.source, order.rules, input_format=order.input_format, encoding=order.encoding, stdin=self._stdin()
        ):
            shape = session.source.shape
            if order.session not in (None, session.session):
                continue
            if not again:
                self.done.sessions += 1
                self.done.left_out += set_aside(session)
            yield session
        if not again and shape not in (None, DOCUMENT):
            with self.text() as text:
                name_unknown_fields(text, str(shape), self.done.losses)

    def _stdin(self) -> io.BytesIO | None:
        return None if self.order.stdin is None else io.BytesIO(self.order.stdin)

    @contextmanager
    def text(self) -> Iterator[LogText]:
        """The source again, as text."""
        with open_stored(self.order.source, self._stdin()) as stored:
            yield LogText(stored, self.order.encoding)

    def whole(self) -> str:
        """All of that text."""
        with self.text() as text:
            return text.whole()

    def _documents(self) -> Iterator[str]:
        """One document, or a list of them where there are several or the source is a list."""
        sessions = self._sessions()
        listed = list(islice(sessions, 2))
        was_list = self.order.session is None and any(session.document is not None for session in listed)
        is_list = was_list or len(listed) > 1
        between = "[\n" if is_list else ""
        for session in chain(listed, sessions):
            made = document(session, self.done.losses)
            _name_sheet(session, self.done.losses)
            self._count(len(sound(session)), len(made["deals"]))
            yield between
            yield from document_text(made)
            between = ",\n"
        yield "\n]\n" if is_list else "\n"

    def _lines(self) -> Iterator[str]:
        for session in self._sessions():
            yield from lines_text(session.session, self._flat(session))

    def _csv(self) -> Iterator[str]:
        yield csv_header()
        for session in self._sessions():
            yield from csv_text(session.session, self._flat(session))

    def _flat(self, session: Session) -> list[Record]:
        self._share_a_file(session)
        found = flat_records(session, self.order.shape, self.done.losses)
        _name_sheet(session, self.done.losses)
        self._count(len(found), len({record["deal"] for record in found if "deal" in record}))
        return found

    def _sheet(self) -> Iterator[str]:
        yield sheet_header()
        for session in self._sessions():
            self._share_a_file(session)
            name_losses(session, self.done.losses)
            for deal in sheet_deals(session, self.done.losses):
                if deal.why_not is not None:
                    why = f"deal {deal.number} of session {session.session}: {deal.why_not}"
                    self.done.left_out.append(LeftOut(session.source.path, None, None, why))
                self._count(len(deal.rows), bool(deal.rows))
                yield from sheet_text(session.session, deal.rows)

    def _count(self, events: int, deals: int) -> None:
        self.done.events += events
        self.done.deals += deals

    def _share_a_file(self, session: Session) -> None:
        """A flat file has one set of house rules, and puts sessions of one name together."""
        if session.session in self._names:
            what = f"two sessions are called {session.session}, and a flat file would make one of them"
            raise Unconvertible(what, "give each its own name")
        self._names.add(session.session)
        rules = flat_rules(session)
        if self.rules is not None and self.rules.digest != rules.digest:
            what = "its sessions have different house rules, and a flat file has one set of them"
            raise Unconvertible(what, "convert them one by one, with --session ID")
        self.rules = rules

    def compare(self, draft: str) -> None:
        """Reads the draft and compares it with the source: what would be read otherwise must not be put in its place.

        Raises `Unconvertible`.
        """
        shape = self.order.shape
        rules = None if shape == DOCUMENT else (self.rules or HouseRules())
        again = read_log(draft, rules, input_format=shape)
        for session in self._sessions(again=True):
            copy = next(again, None)
            if copy is None or _told(copy, records(copy), shape) != _told(session, _expected(session, shape), shape):
                what = f"session {session.session} would be read otherwise from {self.order.target.name}"
                raise Unconvertible(what, "convert to another shape, and please report this")


def _expected(session: Session, shape: str) -> list[Record]:
    """The records that reading the converted session must give."""
    if shape != DOCUMENT:
        return flat_records(session, shape, Losses())
    from pontoon_audit.converting.blocks import blocks

    seats, deals = blocks(session, Losses())
    found: list[Record] = [{"action": "seat", "player": seat.player} for seat in seats]
    for block in deals:
        number = {} if block.number is None else {"deal": block.number}
        found += [{**number, **record} for record in block.records]
    return found


def _told(session: Session, found: list[Record], shape: str) -> tuple[object, ...]:
    """What must be the same of a session and of what was written of it."""
    common = (session.session, session.currency, found)
    return (*common, session.rules.digest, session.played, session.names) if shape == DOCUMENT else common


_SHEET_SAYS_LESS: Final = (
    "what a hand sheet leaves open, the order of events and shuffles: the new log reads as if it had told them"
)


def _name_sheet(session: Session, losses: Losses) -> None:
    if session.is_sheet:
        losses[_SHEET_SAYS_LESS] += 1
