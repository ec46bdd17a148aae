"""From the arguments of a command line to files: files, folders, patterns, and ``-`` for standard input."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence

from pontoon_audit.reading.errors import NoSuchInput
from pontoon_audit.reading.log import SHAPES, shape_of


def find_logs(arguments: Sequence[str]) -> list[str]:
    """The files that the arguments name, each once, in the order of the arguments, sorted within a folder or pattern.

    A folder is searched through all its levels for names that end as logs do (.json, .jsonl, .ndjson, .csv, each also
    .gz or .zst); hidden files and folders are left alone. Raises `NoSuchInput` for an argument that names nothing.
    """
    found: dict[str, None] = {}
    for argument in arguments:
        found.update(dict.fromkeys(_named_by(argument)))
    return list(found)


def _named_by(argument: str) -> list[str]:
    try:
        if argument == "-" or (os.path.exists(argument) and not os.path.isdir(argument)):
            return [argument]
        if os.path.isdir(argument):
            logs = sorted(_logs_in(argument))
            if not logs:
                raise NoSuchInput(argument, f"no log is in this folder (their names end in {', '.join(SHAPES)})")
            return logs
        matches = sorted(glob.glob(argument, recursive=True))
    except ValueError:
        raise NoSuchInput(argument, "this is no file name") from None
    logs = [path for path in matches if os.path.isfile(path)]
    for folder in (path for path in matches if os.path.isdir(path)):
        logs += sorted(_logs_in(folder))
    if not logs:
        raise NoSuchInput(argument, "there is no such file or folder, and nothing matches it as a pattern")
    return logs


def _logs_in(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            path = os.path.join(place, name)
            if not name.startswith(".") and shape_of(name) is not None and os.path.isfile(path):
                yield path
