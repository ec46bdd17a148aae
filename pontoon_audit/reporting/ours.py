"""What in a folder is ours: nothing of somebody else's is written over, and no page of an older report stays."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from pontoon_audit.reporting.errors import ReportError

MARK: Final = b"Written by pontoon-audit "
"""What every page of ours says at its foot."""
REPORT: Final = b'<meta name="generator" content="pontoon-audit report">'
"""What the pages of a report have, and statements have not, which may lie in the same folder."""


def check(out: Path, page: str, folders: Iterable[str] = ()) -> None:
    """See that the pages can go into a folder, before the first is written. `page` is the one to open.

    ReportError where a page of that name is not ours, or where a file is in the way of one of the `folders`.
    """
    first = out / page
    if first.is_symlink() or first.is_dir() or (first.exists() and MARK not in first.read_bytes()):
        raise ReportError(
            f"{first} is there already, and is no page of pontoon-audit",
            "give --out another folder, or take the file away",
        )
    for folder in (out, *(out / name for name in folders)):
        if folder.exists() and not folder.is_dir():
            raise ReportError(
                f"{folder} is a file, where a folder for pages is to be",
                "give --out another folder, or take the file away",
            )


def remove_stale(out: Path, folders: Iterable[str], written: Collection[Path]) -> None:
    """Remove pages of an older report that were not written again; what else lies in the folders stays."""
    for folder in (out, *(out / name for name in folders)):
        if folder.is_symlink() or not folder.is_dir():
            continue
        for path in folder.glob("*.html"):
            if path not in written and path.is_file() and not path.is_symlink() and REPORT in path.read_bytes()[:4096]:
                path.unlink()


def left_over(out: Path, written: Collection[Path]) -> int:
    """How many statements of earlier runs lie in a folder of statements and were not written again."""
    new = set(written)
    old = (path for path in out.rglob("*.html") if path not in new and path.is_file() and not path.is_symlink())
    return sum(MARK in page and REPORT not in page[:4096] for page in (path.read_bytes() for path in old))
