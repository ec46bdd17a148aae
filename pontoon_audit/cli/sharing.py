"""Who does the work of an audit: this process, several of this machine, or a cluster; and where its parts are kept."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_audit.cli.talk import refuse
from pontoon_audit.ctrl_c import ctrl_c_later

if TYPE_CHECKING:
    from pontoon_audit.auditing import Audit
    from pontoon_audit.house_rules import HouseRules
    from pontoon_audit.results.coded import EventsMade
    from pontoon_audit.watching import Watch
    from pontoon_audit.workers.spread import Crew


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """The options that say who works, as they were given."""

    workers: int = 1
    cluster: str | None = None
    parts: Path | None = None

    @property
    def is_alone(self) -> bool:
        """Whether this process does it all."""
        return self.workers == 1 and self.cluster is None and self.parts is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is audited, and how."""

    paths: list[str]
    rules: HouseRules | None
    input_format: str | None
    encoding: str | None
    events: EventsMade = "none"


@contextmanager
def audited(sharing: Sharing, work: Work, watch: Watch) -> Iterator[Iterator[Audit]]:
    """The pieces of the audit, to be used in a ``with``: afterwards all workers are gone, and their parts are whole or
    gone too. A refusal where the workers cannot do it."""
    if sharing.is_alone:
        from pontoon_audit.auditing import audit_batches

        def begun() -> Generator[Audit]:
            return audit_batches(
                work.paths, work.rules, input_format=work.input_format, encoding=work.encoding, watch=watch,
                events=work.events,
            )  # fmt: skip

        def later() -> Generator[Audit]:
            yield from begun()

        # standard input, or a pipe, may be waited for: not before it is known that what comes of it can be kept
        with closing(begun() if all(map(os.path.isfile, work.paths)) else later()) as pieces:
            yield pieces
        return
    if sharing.cluster is not None and sharing.workers != 1:
        refuse("--workers are processes of this machine, --cluster has workers of its own", "give one of the two")
    if sharing.cluster is not None and sharing.parts is None:
        refuse(
            "--cluster needs --parts", "name a folder that all its workers can write to, such as one on a shared disk"
        )
    from pontoon_audit.workers import WorkError

    with ctrl_c_later():  # DuckDB aborts where its import is interrupted
        from pontoon_audit.workers.spread import audit_spread
        from pontoon_audit.workers.work import Job

    try:
        with (
            _broken_pipes_raise(),
            _folder(sharing.parts) as folder,
            _crew(sharing, work.paths) as crew,
            ExitStack() as ending,
        ):
            events: EventsMade = "none" if work.events == "none" and sharing.parts is None else "table"
            job = Job(str(folder), work.rules, work.input_format, work.encoding, events=events)
            pieces = audit_spread(work.paths, job, crew, keep=sharing.parts is not None, watch=watch)
            ending.callback(pieces.close)
            yield pieces
    except WorkError as error:
        refuse(error.what, error.hint)


@contextmanager
def _broken_pipes_raise() -> Iterator[None]:
    """Lets a write to a worker that is gone fail: elsewhere the tool ends when nobody reads what it writes."""
    if not hasattr(signal, "SIGPIPE") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


@contextmanager
def _crew(sharing: Sharing, paths: list[str]) -> Iterator[Crew]:
    if sharing.cluster is not None:
        from pontoon_audit.workers.cluster import cluster

        with cluster(sharing.cluster) as crew:
            yield crew
    else:
        from pontoon_audit.workers.processes import processes

        with processes(sharing.workers, paths) as crew:
            yield crew


@contextmanager
def _folder(parts: Path | None) -> Iterator[Path]:
    """Where the workers write: a folder for the time of the run, or what becomes `parts` when all of it was done."""
    if parts is None:
        with tempfile.TemporaryDirectory(prefix="pontoon-audit-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
        return
    if parts.exists():
        refuse(f"there is {parts} already", "name a folder that is not there yet for --parts")
    parts = parts.absolute()
    making = parts.with_name(f".{parts.name[:100]}.{os.getpid()}.part")
    try:
        making.mkdir(parents=True)
        yield making
        making.rename(parts)
    except OSError as error:
        if error.filename is None or not Path(error.filename).is_relative_to(making):
            raise
        refuse(f"{parts} cannot be written: {(error.strerror or str(error)).lower()}")
    finally:
        shutil.rmtree(making, ignore_errors=True)
