"""What `load` and `report` do once their options are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from typer import Exit

from pontoon_audit.cli.inputs import found_logs, house_rules
from pontoon_audit.cli.progress import watched
from pontoon_audit.cli.sharing import Sharing, Work, audited
from pontoon_audit.cli.status import CLEAN, NOTHING, OUR_FAULT, WRONG
from pontoon_audit.cli.talk import existing_database, product, refuse, say
from pontoon_audit.ctrl_c import ctrl_c_later
from pontoon_audit.output.document import SEVERITIES, UNREADABLE_KEYS
from pontoon_audit.output.words import count, place

if TYPE_CHECKING:
    from pontoon_audit.auditing import Audit
    from pontoon_audit.history.loading import EventsKept, LoadResult
    from pontoon_audit.results.coded import EventsMade
    from pontoon_audit.watching import Watch


_MADE: Final[dict[EventsKept, EventsMade]] = {"duckdb": "packed", "parquet": "table", "none": "none"}
"""What is made of events for what a history keeps of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading:
    """The options of one `load`, as they were given."""

    logs: list[str]
    database: Path
    rules: Path | None
    input_format: str | None
    encoding: str | None
    events: EventsKept
    sharing: Sharing
    quiet: bool


def load_logs(request: Loading) -> int:
    """Audit the logs and keep them; tell what was loaded and what could not be read. The exit status is returned."""
    rules = house_rules(request.rules)
    found = found_logs(request.logs)
    work = Work(
        paths=found.paths, rules=rules, input_format=request.input_format, encoding=request.encoding,
        events=_MADE[request.events],
    )  # fmt: skip
    with (
        watched("replaying", "loading", quiet=request.quiet, expected=found.expected_events) as watch,
        audited(request.sharing, work, watch) as pieces,
    ):
        result, seen = _kept(pieces, request, watch, missing=found.missing)
    _tell_what_waits(request.database)
    failed = bool(seen.unreadable or found.missing)
    if not request.quiet:
        _tell(request.database, result, seen.counts)
    for text in sorted(seen.rule_errors):
        say(f"pontoon-audit: our own fault: {text}")
    return OUR_FAULT if seen.rule_errors else WRONG if failed else CLEAN


def _kept(pieces: Iterable[Audit], request: Loading, watch: Watch, *, missing: bool) -> tuple[LoadResult, _Seen]:
    """Keeps pieces, whose reading has begun; what the load changed, and what is told of it. A refusal where they cannot
    be kept, or there is nothing to keep."""
    with ctrl_c_later():  # DuckDB aborts where its import is interrupted
        from pontoon_audit.history import HistoryError, Loader

    seen = _Seen()
    try:
        with Loader(request.database, events=request.events) as loader:
            for piece in pieces:
                loader.add(piece)
                watch.done("loading", seen.add(piece))
                del piece  # it may go as soon as it is written
            for file in seen.unreadable:
                say(f"{place(file)}: {file['what']} ({file['hint']})")
            if not seen.counts["events"]:
                say("pontoon-audit: nothing was loaded: what was read holds no event")
                raise Exit(WRONG if seen.unreadable or missing else NOTHING)
    except HistoryError as error:
        refuse(error.what, error.hint)
    return loader.result, seen


def load_parts(folder: Path, database: Path, events: EventsKept, *, quiet: bool) -> int:
    """Keep audits that were written as parts; tell what was loaded. The exit status is returned."""
    with ctrl_c_later():
        from pontoon_audit.history import HistoryError, Loader
        from pontoon_audit.history.parts import events_in, read_parts

    found = dict.fromkeys(SEVERITIES, 0)
    try:
        with (
            watched("loading", quiet=quiet, expected=lambda: events_in(folder)) as watch,
            Loader(database, events=events) as loader,
        ):
            for part in read_parts(folder):
                loader.add(part)
                watch.done("loading", part.coded.events.height)
                for severity, rows in part.findings.group_by("severity").len().iter_rows():
                    found[severity] += rows
    except HistoryError as error:
        refuse(error.what, error.hint)
    _tell_what_waits(database)
    if not quiet:
        _tell(database, loader.result, found)
    return CLEAN


def _tell_what_waits(database: Path) -> None:
    """DuckDB keeps what it cannot put into the file in another one beside it, and says nothing."""
    waiting = Path(f"{database}.wal")
    if waiting.exists():
        say(
            f"pontoon-audit: part of this load is still in {waiting}, since {database} cannot grow: keep the two "
            "together, and load again when there is room"
        )


def _tell(database: Path, result: LoadResult, found: Mapping[str, int]) -> None:
    severities = ", ".join(count(found[severity], severity) for severity in SEVERITIES)
    product(
        f"{database}: {count(result.loaded, 'file')} loaded, {result.skipped} already there, "
        f"{count(result.superseded, 'older session')} superseded\nFound: {severities}\n"
    )


class _Seen:
    """What is told of a load: counts, files that could not be read, our own faults. No table is kept."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = dict.fromkeys((*SEVERITIES, "events"), 0)
        self.unreadable: list[dict[str, Any]] = []
        self.rule_errors: set[str] = set()

    def add(self, piece: Audit) -> int:
        """Takes a piece in; gives how many events it has, whether they are kept or not."""
        events = int(piece.coded.sessions["events"].sum())
        self.counts["events"] += events
        for severity, rows in piece.findings.group_by("severity").len().iter_rows():
            self.counts[severity] += rows
        self.unreadable += [{key: getattr(file, key) for key in UNREADABLE_KEYS} for file in piece.unreadable]
        self.rule_errors |= set(piece.rule_errors)
        return events


def pages(database: Path, out: Path, deals: Literal["all", "findings"] | None = None, *, quiet: bool) -> None:
    """Write the reports, and name the page to open. `deals` says which deals get a page."""
    from pontoon_audit.reporting import write_report

    written(lambda: write_report(existing_database(database), out, deals), out, quiet=quiet)


def written(write: Callable[[], list[Path]], out: Path, *, quiet: bool) -> list[Path]:
    """Write pages or other files, and name the first, where that is a page to open; a refusal where that fails.
    Returns the files."""
    from pontoon_audit.history import HistoryError

    try:
        files = write()
    except HistoryError as error:
        refuse(error.what, error.hint)
    except OSError as error:
        refuse(f"{error.filename or out} cannot be written: {(error.strerror or str(error)).lower()}")
    if not files:
        refuse("there is nothing to write about", "pontoon-audit sql --db FILE sessions lists what is there")
    if not quiet:
        where = f"; open {files[0]}" if files[0].suffix == ".html" else f" in {out}"
        product(f"{count(len(files), 'file')} written{where}\n")
    return files
