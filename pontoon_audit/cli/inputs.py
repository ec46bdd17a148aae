"""What commands take in: logs by name, folder or pattern, and a file of house rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from typer import Exit

from pontoon_audit.cli.status import NOTHING, WRONG
from pontoon_audit.cli.talk import refuse, say

if TYPE_CHECKING:
    from pontoon_audit.house_rules import HouseRules


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """The logs that the arguments name, each once, and whether an argument named none."""

    paths: list[str]
    missing: bool

    def expected_events(self) -> int | None:
        """About how many events they hold; None where that cannot be said beforehand of one of them."""
        from pontoon_audit.workers.partitions import expected_events

        expected = [expected_events(path) for path in self.paths]
        return None if None in expected else sum(filter(None, expected))


def found_logs(arguments: list[str]) -> FoundLogs:
    """The logs that `arguments` name. One that names none is told, and the others go on.

    Where none is left the command ends: with status 2 if a file was named that is not there, with status 3 if folders
    and patterns matched nothing.
    """
    from pontoon_audit.reading import NoSuchInput, find_logs

    paths: dict[str, None] = {}
    missing: list[str] = []
    for argument in arguments:
        try:
            paths |= dict.fromkeys(find_logs([argument]))
        except NoSuchInput as error:
            say(f"pontoon-audit: {error}")
            missing.append(argument)
    for path in [path for path in paths if not _is_text(path)]:
        say(f"{path}: its name is not text in this system's encoding (rename the file)")
        missing.append(path)
        del paths[path]
    if not paths:
        say("pontoon-audit: nothing was audited")
        raise Exit(NOTHING if all(map(_may_match_nothing, missing)) else WRONG)
    return FoundLogs(list(paths), bool(missing))


def _is_text(path: str) -> bool:
    """Whether a file's name is text: on some systems it may be any bytes, which no table or report can hold."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _may_match_nothing(argument: str) -> bool:
    path = Path(argument)
    return path.is_dir() or (any(sign in argument for sign in "*?[") and not path.exists())


def house_rules(path: Path | None) -> HouseRules | None:
    """The house rules of a file, or a refusal that names the line at fault; None where no file is given."""
    if path is None:
        return None
    from pontoon_audit.reading import Unreadable, read_rules

    try:
        return read_rules(str(path))
    except Unreadable as error:
        place = error.path if error.line is None else f"{error.path}:{error.line}"
        refuse(f"{place}: {error.what}", error.hint)
