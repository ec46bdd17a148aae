"""Audits on their way to a history: written as folders of Parquet files by whoever audits, loaded by whoever keeps.

A *part* is a folder with the tables of an audit in codes and a manifest that names the files that were read. Several
workers may each audit some logs and write parts; loading them in the order of their names gives the same history as
loading the logs themselves.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from pontoon_audit import __version__
from pontoon_audit.findings.judgement import RULE_COUNT_COLUMNS
from pontoon_audit.findings.table import FINDING_COLUMNS
from pontoon_audit.history.errors import HistoryError
from pontoon_audit.history.loading import AuditLike, SourceLike
from pontoon_audit.results.coded import COLUMNS, Coded
from pontoon_audit.results.rejected import REJECTED_COLUMNS

FORMAT: Final = "pontoon-part/1"
MANIFEST: Final = "manifest.json"
_OTHERS: Final[dict[str, Any]] = {
    "findings": FINDING_COLUMNS,
    "rejected": REJECTED_COLUMNS,
    "rule_counts": RULE_COUNT_COLUMNS,
}
_TABLES: Final[dict[str, Any]] = {**COLUMNS, **_OTHERS}
_DEPTHS: Final = ("[!.]*", "[!.]*/[!.]*")
"""Where parts lie in a folder: in it, or in a folder for each partition of a run. What is hidden is not whole."""
_HOW: Final = "write it again with pontoon_audit.history.parts.write_part"


@dataclass(frozen=True, slots=True)
class PartSource:
    """A file that was read: its path as it was named, and the sha256 of its bytes."""

    path: str
    sha256: str
    shape: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """What a part holds, ready for `Loader.add`."""

    sources: Sequence[SourceLike]
    coded: Coded
    findings: pl.DataFrame
    rejected: pl.DataFrame
    rule_counts: pl.DataFrame


def write_part(audit: AuditLike, folder: str | os.PathLike[str]) -> Path:
    """Write an audit, or a piece of one, as a part; gives its folder. It must not exist yet: `FileExistsError`.

    The folder appears under its name when it is whole. Raises `OSError` where it cannot be written.
    """
    folder = Path(folder)
    if folder.exists():
        raise FileExistsError(f"there is a part {folder} already")
    making = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    making.mkdir(parents=True)
    rows: dict[str, int] = {}
    for table in _TABLES:
        frame = getattr(audit if table in _OTHERS else audit.coded, table)
        frame.write_parquet(making / f"{table}.parquet", compression="zstd", compression_level=1)
        rows[table] = frame.height
    sources = [asdict(PartSource(source.path, source.sha256, source.shape)) for source in audit.sources]
    manifest = {"format": FORMAT, "tool_version": __version__, "sources": sources, "rows": rows}
    (making / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    making.rename(folder)
    return folder


def parts_in(folder: str | os.PathLike[str]) -> list[Path]:
    """The parts in a folder, by name; the folder itself where it is one. HistoryError where there is none."""
    folder = Path(folder)
    if (folder / MANIFEST).is_file():
        return [folder]
    found = sorted(path.parent for depth in _DEPTHS for path in folder.glob(f"{depth}/{MANIFEST}"))
    if not found:
        raise HistoryError(f"there is no part of an audit in {folder}", "name a folder that write_part has made")
    return found


def read_parts(folder: str | os.PathLike[str]) -> Iterator[Part]:
    """The parts in a folder, one after the other, by name. HistoryError where one cannot be read."""
    for part in parts_in(folder):
        yield read_part(part)


def events_in(folder: str | os.PathLike[str]) -> int:
    """How many events the parts in a folder hold, by their manifests. HistoryError where one cannot be read."""
    return sum(int(_manifest(part)["rows"]["events"]) for part in parts_in(folder))


def read_part(folder: Path) -> Part:
    """A part. HistoryError where it cannot be read."""
    manifest = _manifest(folder)
    frames: dict[str, pl.DataFrame] = {}
    for table, columns in _TABLES.items():
        path = folder / f"{table}.parquet"
        try:
            frame = pl.read_parquet(path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise HistoryError(f"{path} cannot be read ({str(error).splitlines()[0]})", _HOW) from None
        if dict(frame.schema) != dict(pl.Schema(columns)):
            raise HistoryError(f"{path} has not the columns of {table}", _HOW)
        if frame.height != manifest["rows"][table]:
            raise HistoryError(f"{path} has {frame.height} rows, not {manifest['rows'][table]}", _HOW)
        frames[table] = frame
    others = {table: frames.pop(table) for table in _OTHERS}
    sources = [PartSource(**source) for source in manifest["sources"]]
    if not frames["sessions"]["source"].is_between(0, len(sources) - 1).all():
        raise HistoryError(f"{folder} has sessions of a file that {MANIFEST} does not name", _HOW)
    return Part(sources, Coded(**frames), **others)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        written = (manifest["format"], manifest["tool_version"])
        for source in manifest["sources"]:
            PartSource(**source)
        if set(manifest["rows"]) != set(_TABLES):
            raise KeyError("rows")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HistoryError(f"{path} is no manifest of a part ({type(error).__name__}: {error})", _HOW) from None
    if written != (FORMAT, __version__):
        raise HistoryError(
            f"{folder} was written by version {written[1]} ({written[0]}), this is {__version__} ({FORMAT})",
            "audit the logs again with this version",
        )
    return manifest
