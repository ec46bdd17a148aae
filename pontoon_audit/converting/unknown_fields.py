"""Columns and fields of a flat file that the log format does not know: reading passes over them, this names them."""

from __future__ import annotations

import csv
from collections.abc import Mapping

from pontoon_audit.converting.records import Losses
from pontoon_audit.reading.csv_header import SHEET_FIELDS, read_header
from pontoon_audit.reading.csv_rows import Feed
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.json_text import NotJson, decode
from pontoon_audit.reading.records import FIELDS
from pontoon_audit.reading.text import LogText


def name_unknown_fields(text: LogText, shape: str, losses: Losses) -> None:
    """Adds to `losses` the fields of a flat file, of shape `lines`, `csv` or `sheet`, that no event has."""
    if shape == "lines":
        _of_lines(text, losses)
        return
    header = read_header(Feed(text.chunks()), text.path, shape)
    for name in _header_names(text, header.delimiter):
        if name and name not in (SHEET_FIELDS if header.is_sheet else FIELDS):
            losses[f"column {shown(name)}, which the log format does not know"] += 1


def _header_names(text: LogText, delimiter: str) -> list[str]:
    feed = Feed(text.chunks())
    while (taken := feed.next_line()) is not None:
        if line := taken[1].strip(" \t\r"):
            return [name.strip().lower() for name in next(csv.reader([line], delimiter=delimiter), [])]
    return []


def _of_lines(text: LogText, losses: Losses) -> None:
    for chunk in text.chunks():
        for line in chunk.decode("utf-8", "surrogatepass").split("\n"):
            try:
                value = decode(line)
            except NotJson:
                continue  # a record set aside, and named as such
            for name in value if isinstance(value, Mapping) else ():
                if name not in FIELDS:
                    losses[f"field {shown(name)}, which the log format does not know"] += 1
