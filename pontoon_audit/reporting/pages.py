"""Making pages: templates that escape everything, and the folder that they are written to."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any, Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from pontoon_audit import __version__
from pontoon_audit.output.words import harmless
from pontoon_audit.reporting import amounts
from pontoon_audit.reporting.cards import cards, worth
from pontoon_audit.reporting.cells import cell, clause, counts, difference, severity, severity_cell, total, weight
from pontoon_audit.reporting.kitties import lost, to_pay, told, unknown
from pontoon_audit.reporting.links import banked_by, from_to, marked, narrowed, played_by, to
from pontoon_audit.reporting.statement_rows import line_row

_FOLDER: Final = "templates"


class Folder:
    """Where pages go. `paths` are those written, in that order."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.paths: list[Path] = []
        self._there: set[Path] = set()

    def page(self, name: str, template: str, **content: Any) -> None:
        """Write a page made of a template."""
        self.write(name, environment().get_template(template).render(content))

    def write(self, name: str, text: str | bytes) -> None:
        """Write a file of text: UTF-8, plain line feeds, on every system; or of bytes as they are."""
        path = self.out / name
        if path.parent not in self._there:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._there.add(path.parent)
        if path.is_symlink():  # what it leads to is not ours
            path.unlink()
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.paths.append(path)


class _Templates(Environment):
    """As they are everywhere, but quick with what they mostly ask for: a column of a row."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def environment() -> Environment:
    """The templates. Whatever text they are given is made harmless and then escaped; there is no way round."""
    made = _Templates(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(style=style, script=script, policy=policy, version=__version__, unknown=amounts.UNKNOWN)
    made.globals.update(narrowed=narrowed, marked=marked, banked_by=banked_by, played_by=played_by, from_to=from_to)
    made.filters.update(
        number=amounts.number, money=amounts.money, count=amounts.count, date=amounts.date, cards=cards, worth=worth,
        cell=cell, difference=difference, total=total, counts=counts, to=to, counted=counted,
        severity=severity, severity_cell=severity_cell, clause=clause, weight=weight,
        evidence=evidence, filename=filename, place=place, capital=capital, sentence=sentence,
        in_english=in_english, won=won, told=told, to_pay=to_pay, kitty_unknown=unknown,
        kitty_lost=lost, line_row=line_row,
    )  # fmt: skip
    return made


@cache
def script(name: str) -> Markup:
    """A script of ours as it stands in a page. It holds nothing that comes from a log, and so is not escaped."""
    return Markup(_text(name))


@cache
def style(name: str) -> Markup:
    """A style of ours as it stands in a page, without the blanks that only people need; those in quotes are words."""
    found = re.sub(r'("[^"]*")|\s*([{};:,])\s+', lambda part: part[1] or part[2], _text(name))
    return Markup(re.sub(r"\s*\n\s*", "\n", found))


@cache
def policy(styles: Sequence[str] = (), scripts: Sequence[str] = ()) -> str:
    """What the page allows a browser to do: nothing but apply these styles and run these scripts (by digest).

    A template names its own in lines such as `{% set scripts = ("tables.js",) %}`, `{% set styles = ("deal.css",) %}`;
    the base writes them and this. The style `style.css` is every page's.

    >>> policy().split("; ")[0], "script-src" in policy(("style.css",))
    ("default-src 'none'", False)
    """
    parts = ["default-src 'none'"]
    if styles:
        parts.append(f"style-src {' '.join(_digest(style(name)) for name in styles)}")
    if scripts:
        parts.append(f"script-src {' '.join(_digest(script(name)) for name in scripts)}")
    return "; ".join([*parts, "base-uri 'none'", "form-action 'none'"])


def counted(whole: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(0, "error"), counted(1, "error"), counted(2, "error")
    ('no errors', '1 error', '2 errors')
    """
    return f"{amounts.count(whole) if whole else 'no'} {noun}{'' if whole == 1 else 's'}"


def evidence(text: str | None, currency: str | None) -> str:
    """What a finding says is recorded or allowed; an amount as amounts of the currency are written.

    >>> evidence("-1.50", "GBP"), evidence("-1500.00", "JPY"), evidence("no shuffle", "GBP"), evidence(None, "GBP")
    ('−1.50', '−1,500', 'no shuffle', '–')
    """
    if text is None:
        return amounts.UNKNOWN
    return amounts.number(Decimal(text), currency) if re.fullmatch(r"-?(0|[1-9][0-9]*)\.[0-9]{2}", text) else text


def filename(path: str) -> str:
    r"""The name of a file without its folders, which say something about a machine and nothing about the game.

    >>> filename("logs/club/thursday.json"), filename("C:\\logs\\thursday.json"), filename("-")
    ('thursday.json', 'thursday.json', 'standard input')
    """
    return "standard input" if path == "-" else PureWindowsPath(PurePath(path).name).name


def place(row: Mapping[str, Any]) -> str:
    """Where a record stands in its file: its line, else its JSON pointer."""
    return f"line {row['line']}" if row["line"] is not None else row["pointer"] or amounts.UNKNOWN


def capital(text: Markup) -> Markup:
    """The text with a capital letter, where it begins with `the`."""
    return Markup("T") + text[1:] if text.startswith("the ") else text


def sentence(text: str) -> str:
    """The text with its first letter a capital.

    >>> sentence("until 5 December 2026")
    'Until 5 December 2026'
    """
    return text[:1].upper() + text[1:]


_TURNED: Final = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""A letter of a script that is written from right to left."""
_RIGHT_TO_LEFT: Final = re.compile(f"{_TURNED}(?:[^A-Za-z0-9]*{_TURNED})*")


def in_english(text: str) -> Markup:
    """An English sentence, whatever the script of the names in it: they turn no more than themselves around.

    >>> print(in_english("ann is bust: 1 < 10"))
    <bdi dir="ltr">ann is bust: 1 &lt; 10</bdi>
    """
    apart = _RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", harmless(text))
    return Markup(f'<bdi dir="ltr">{escape(apart)}</bdi>')


def won(amount: Decimal | None, currency: str | None) -> str:
    """What somebody did.

    >>> won(Decimal("-2.5"), "GBP"), won(Decimal(0), "GBP")
    ('lost £2.50', 'came out even')
    """
    if not amount:
        return "came out even" if amount is not None else "has no result"
    return f"{'won' if amount > 0 else 'lost'} {amounts.money(abs(amount), currency)}"


def _shown(value: Any) -> Any:
    if type(value) is str:
        return harmless(value)
    return amounts.UNKNOWN if value is None else value


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return (files("pontoon_audit.reporting") / _FOLDER / name).read_text(encoding="utf-8")
