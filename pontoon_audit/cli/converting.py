"""What `convert` does once its options are known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pontoon_audit.cli.inputs import house_rules
from pontoon_audit.cli.status import CLEAN, NOTHING, WRONG
from pontoon_audit.cli.talk import product, refuse, say
from pontoon_audit.converting import Converted, Order, Unconvertible, convert
from pontoon_audit.output.words import count, harmless, place
from pontoon_audit.reading import Unreadable
from pontoon_audit.reading.log import shape_of
from pontoon_audit.reading.stored import standard_input


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The options of one `convert`, as they were given."""

    log: str
    out: Path
    to: str | None
    session: str | None
    strict: bool
    force: bool
    rules: Path | None
    input_format: str | None
    encoding: str | None
    quiet: bool


def convert_log(wish: Wish) -> int:
    """Do it, say what was written, and on standard error what was not. The exit status is returned."""
    shape = _shape(wish)
    rules = house_rules(wish.rules)
    try:
        order = Order(
            source=wish.log, target=wish.out, shape=shape, input_format=wish.input_format, encoding=wish.encoding,
            rules=rules, session=wish.session, strict=wish.strict, force=wish.force,
            stdin=standard_input().read() if wish.log == "-" else None,
        )  # fmt: skip
        done = convert(order)
    except Unreadable as error:
        refuse(f"{place({'path': error.path, 'line': error.line})}: {error.what}", error.hint)
    except Unconvertible as error:
        refuse(error.what, error.hint)
    _tell(wish, done)
    if done.written and not wish.quiet:
        product(harmless(_written(wish, done, "hand" if shape == "sheet" else "event")) + "\n")
    if done.left_out or (wish.strict and done.losses):
        return WRONG
    return CLEAN if done.written else NOTHING


def _shape(wish: Wish) -> str:
    """The shape to write: as the name says, or as `--to` says where both agree."""
    name = wish.out.name
    named = shape_of(name)
    if str(wish.out) == "-":
        refuse("a log is converted into a file, not onto standard output, which holds no house rules", "name a file")
    if wish.to is None and named is None:
        refuse(f"the name {wish.out} does not tell a shape", "end it in .json, .jsonl or .csv, or say it with --to")
    if named is not None and wish.to not in (None, named) and (wish.to, named) != ("sheet", "csv"):
        refuse(f"{wish.out} has the name of another shape than {wish.to}", "leave --to out, or give another name")
    return str(wish.to or named)


def _tell(wish: Wish, done: Converted) -> None:
    for one in done.left_out:
        where = place({"path": one.path, "line": one.line}) + (f" {one.pointer}" if one.pointer else "")
        say(f"{where}: left out: {one.why}")
    if done.left_out:
        say(f"pontoon-audit: {len(done.left_out):,} left out")
    for loss in done.losses.told():
        say(f"{wish.out}: no place for {loss}")
    if not done.written:
        why = "nothing may be lost with --strict" if done.events else "there is no event to convert"
        say(f"pontoon-audit: nothing was written: {why}")


def _written(wish: Wish, done: Converted, what: str) -> str:
    counts = ", ".join((count(done.sessions, "session"), count(done.deals, "deal"), count(done.events, what)))
    beside = f"; house rules in {wish.out.with_name(done.rules_file.name)}" if done.rules_file is not None else ""
    return f"{wish.out}: {counts}{beside}"
