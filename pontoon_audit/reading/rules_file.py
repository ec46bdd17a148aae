"""House rules from where people write them: a TOML file, or the `rules` of a document. Errors in plain words."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pontoon_audit.house_rules import CURRENCY, HouseRules
from pontoon_audit.reading.errors import Unreadable
from pontoon_audit.reading.fields import shown
from pontoon_audit.reading.json_text import Number, Repeated

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

RULES_SUFFIX = ".rules.toml"
LARGEST_RULES_FILE = 1 << 20
_HINT = "the README lists the house rules and what each may be"


class BadRules(ValueError):
    """House rules that cannot be taken. `rule` is the first one at fault, or None; the text names all of them."""

    def __init__(self, what: str, rule: str | None) -> None:
        super().__init__(what)
        self.rule = rule


def rules_from(written: Mapping[str, object]) -> HouseRules:
    """House rules from a decoded table or object; money as text or as numbers kept as they were written.

    Raises `BadRules` naming each rule at fault, what was there and what is allowed.
    """
    if isinstance(written, Repeated):
        raise BadRules(f"rule {shown(written.twice[0])} stands twice", written.twice[0])
    values = {name: _plain(value) for name, value in written.items() if value is not None}
    try:
        rules = HouseRules.model_validate(values)
    except ValidationError as error:
        details = error.errors(include_url=False)
        first = next((str(detail["loc"][0]) for detail in details if detail["loc"]), None)
        raise BadRules("; ".join(_in_words(detail, written) for detail in details[:5]), first) from None
    if rules.currency is not None and not CURRENCY.fullmatch(rules.currency):
        raise BadRules(f"rule currency is {shown(rules.currency)}: write 1 to 12 characters, like GBP", "currency")
    return rules


def _plain(value: object) -> object:
    """A JSON number that is whole as an int, any other as its text, which money accepts and nothing else does."""
    if isinstance(value, Number):
        return int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else str(value)
    return value


def _in_words(detail: ErrorDetails, written: Mapping[str, object]) -> str:
    if not detail["loc"]:
        return f"the rules do not fit together: {_own_words(detail)}"
    name = str(detail["loc"][0])
    if detail["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, HouseRules.model_fields, n=1)
        return f"{shown(name)} is no house rule" + (f"; did you mean {near[0]}?" if near else "")
    return f"rule {name} is {shown(written.get(name))}: {_allowed(detail)}"


def _allowed(detail: ErrorDetails) -> str:
    """What is allowed where this error stands, never in the validator's own words."""
    limits: dict[str, Any] = detail.get("ctx", {})
    match detail["type"]:
        case "literal_error":
            return f"it must be {limits['expected']}"
        case "int_type" | "int_parsing" | "int_from_float" | "int_parsing_size":
            return "it must be a whole number"
        case "bool_type" | "bool_parsing":
            return "it must be true or false"
        case "string_type" | "string_unicode":
            return "it must be text"
        case "greater_than_equal":
            return f"it must be at least {limits['ge']}"
        case "less_than_equal":
            return f"it must be at most {limits['le']}"
        case "value_error":
            words = _own_words(detail)
            return f"it {words}" if words.startswith(("is ", "has ")) else words
    return "this is not allowed"


def _own_words(detail: ErrorDetails) -> str:
    return detail["msg"].removeprefix("Value error, ")


def read_rules(path: str) -> HouseRules:
    """The house rules of a TOML file. Raises `Unreadable` with the line of the rule at fault, where it can be told."""
    try:
        with Path(path).open("rb") as file:
            stored = file.read(LARGEST_RULES_FILE + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(path, None, f"the house rules cannot be opened: {_reason(error)}", "check the name") from None
    if len(stored) > LARGEST_RULES_FILE:
        raise Unreadable(path, None, "this is too large for a file of house rules", "is it the right file?")
    try:
        text = stored.decode("utf-8-sig")
        written = tomllib.loads(text, parse_float=str)
    except UnicodeDecodeError as error:
        line = stored[: error.start].count(b"\n") + 1
        raise Unreadable(path, line, "the house rules are not UTF-8 text", "save the file as UTF-8") from None
    except RecursionError:
        raise Unreadable(path, None, "the house rules are nested too deep", _HINT) from None
    except ValueError as error:
        place = re.search(r"line (\d+)", str(error))
        raise Unreadable(
            path, int(place[1]) if place else None, f"the house rules are no TOML: {_toml_words(error)}", _HINT
        ) from None
    try:
        return rules_from(written)
    except BadRules as error:
        raise Unreadable(path, _line_of(error.rule, text), str(error), _HINT) from None


def _toml_words(error: ValueError) -> str:
    text = re.sub(r" \(at (line|end).*\)$", "", str(error))
    return text[:1].lower() + text[1:] if isinstance(error, tomllib.TOMLDecodeError) else "a number is too long"


def _reason(error: Exception) -> str:
    return (error.strerror or "it cannot be read").lower() if isinstance(error, OSError) else "it is no file name"


def _line_of(rule: str | None, text: str) -> int | None:
    if rule is None:
        return None
    place = re.search(rf"^[ \t]*[\"']?{re.escape(rule)}[\"']?[ \t]*[=.]|^[ \t]*\[+{re.escape(rule)}\]", text, re.M)
    return text.count("\n", 0, place.start()) + 1 if place else None


def rules_beside(path: str) -> HouseRules | None:
    """The house rules that stand beside a flat file as `NAME.rules.toml`, or None. Raises `Unreadable`."""
    beside = Path(path).with_name(stem(path) + RULES_SUFFIX)
    return read_rules(str(beside)) if beside.is_file() else None


def stem(path: str) -> str:
    """The name of a log without its endings: the session's name where the log itself gives none.

    >>> stem("logs/thursday.csv.gz"), stem("-")
    ('thursday', 'stdin')
    """
    if path == "-":
        return "stdin"
    name = Path(path).name
    for endings in ((".gz", ".zst"), (".json", ".jsonl", ".ndjson", ".csv")):
        for ending in endings:
            if name.lower().endswith(ending) and len(name) > len(ending):
                name = name[: -len(ending)]
    return name
