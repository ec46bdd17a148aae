"""Reads a log of any shape: tells the shape, gets the text, hands over session after session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from pontoon_audit.house_rules import HouseRules
from pontoon_audit.reading import json_deals
from pontoon_audit.reading.csv_header import read_header
from pontoon_audit.reading.csv_rows import Feed
from pontoon_audit.reading.document import LOOKS_LIKE, read_document, read_large_documents
from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.event_csv import read_events
from pontoon_audit.reading.json_positions import line_numbers
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.reading.lines import read_lines
from pontoon_audit.reading.rules_file import rules_beside, rules_from
from pontoon_audit.reading.stored import open_stored
from pontoon_audit.reading.text import LogText
from pontoon_audit.session import Session, Source

SHAPES = {".json": "document", ".jsonl": "lines", ".ndjson": "lines", ".csv": "csv"}
"""Ending of a file's name -> the shape it says. A hand sheet is told from an event CSV by its header."""
COMPRESSED = (".gz", ".zst")
INPUT_FORMATS = ("document", "lines", "csv", "sheet")


def shape_of(path: str) -> str | None:
    """The shape that a file's name says, or None.

    >>> shape_of("thursday.CSV.gz"), shape_of("notes.txt")
    ('csv', None)
    """
    name = path.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return next((shape for ending, shape in SHAPES.items() if name.endswith(ending)), None)


def read_log(
    path: str,
    rules: HouseRules | None = None,
    *,
    input_format: str | None = None,
    encoding: str | None = None,
    stdin: BinaryIO | None = None,
    fast: bool = False,
) -> Iterator[Session]:
    """The sessions of a log, in the order in which they begin in the file; each as soon as it is complete.

    `path` is a file, or ``-`` for standard input (`stdin`, where given). `rules` goes before all other house rules.
    `input_format` is one of `INPUT_FORMATS`; without it the file's name says the shape. `fast` uses compiled code where
    there is any, for which numba must be installed; the sessions are the same. Raises `Unreadable`.
    """
    shape = input_format or shape_of(path)
    if shape not in INPUT_FORMATS:
        what = "standard input does not say what it holds" if path == "-" else "its name does not say what it holds"
        raise Unreadable(path, None, what, f"say it with --input-format: {', '.join(INPUT_FORMATS)}")
    with open_stored(path, stdin) as stored:
        text = LogText(stored, encoding)
        if shape == "document":
            yield from _documents(text, rules, fast)
        else:
            yield from _flat(text, shape, rules, fast)


def _flat(text: LogText, shape: str, rules: HouseRules | None, fast: bool) -> Iterator[Session]:
    """The sessions of a file whose events, or hands, stand a line each. Its house rules may stand beside it."""
    if rules is None:
        rules = (rules_beside(text.path) if text.path != "-" else None) or rules_from({})
    if shape == "lines":
        return read_lines(text, rules, fast=fast)
    header = read_header(Feed(text.chunks()), text.path, shape)
    if not header.is_sheet:
        return read_events(text, rules, fast=fast)
    from pontoon_audit.reading.sheet import read_sheet  # here, since it takes as long to import as all the others

    return read_sheet(text, rules)


def _deal_by_deal(text: LogText, source: Source, rules: HouseRules | None, fast: bool) -> list[Session] | None:
    """The sessions of a large file; None where only a look at the whole says rightly what is wrong with it."""
    try:
        return read_large_documents(json_deals.plain_documents(text.blocks()), source, rules, fast=fast)
    except (json_deals.NotPlain, Unreadable):
        return None


def _documents(text: LogText, rules: HouseRules | None, fast: bool) -> Iterator[Session]:
    """The session, or the sessions, of a JSON document."""
    source = Source(text.path, text.sha256, "document")
    if text.head_size >= json_deals.LARGE:
        sessions = _deal_by_deal(text, source, rules, fast)
        if sessions is not None:
            yield from sessions
            return
    whole = text.whole()
    try:
        value = decode(whole)
    except NotJson as error:
        more = "extra data" in str(error)
        hint = "is it JSON Lines? Then its name ends in .jsonl" if more else LOOKS_LIKE
        raise Unreadable(text.path, error.line, f"the file {error}", hint) from None
    documents = value if isinstance(value, list) else [value]
    try:
        for position, document in enumerate(documents):
            yield read_document(document, source, rules, position if isinstance(value, list) else None)
            documents[position] = None
    except Unreadable as error:
        if error.pointer is None:
            raise
        line = line_numbers(whole, [error.pointer]).get(error.pointer)
        raise Unreadable(text.path, line, error.what, error.hint, error.pointer) from None
