"""Which findings are wanted: names and groups as people type them, against the catalogue."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class UnknownName(Exception):
    """A name that is neither a finding nor a group; `nearest` are the names it may have meant, the likeliest first."""

    def __init__(self, name: str, nearest: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.nearest = nearest


class NoName(Exception):
    """Findings are to be selected, but no name is given."""


def selection(select: Iterable[str], ignore: Iterable[str], catalogue: Sequence[str]) -> frozenset[str] | None:
    """The names that are wanted, or None where nothing was asked and all are.

    Each text of `select` and `ignore` may hold several names or groups, separated by commas. What is ignored is not
    wanted, selected or not. Raises UnknownName, and NoName for a text of `select` that names nothing.

    >>> sorted(selection(["pack"], ["pack/shuffled"], ["pack/not-shuffled", "pack/shuffled", "buy/after-twist"]))
    ['pack/not-shuffled']
    """
    select = list(select)
    if not all(text.strip(" ,") for text in select):
        raise NoName
    chosen, left_out = _expanded(select, catalogue), _expanded(ignore, catalogue)
    if not chosen and not left_out:
        return None
    return frozenset(chosen or catalogue) - left_out


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Up to three of the known names that have `name` for a part, or are spelt much like it.

    >>> nearest("undeclared", ["pontoon/undeclared", "pontoon/false"]), nearest("playrs", ["players", "bankers"])
    (['pontoon/undeclared'], ['players'])
    """
    names, word = list(known), name.strip().lower().replace("_", "-")
    parts = [one for one in names if word and word in one.split("/")]
    return list(dict.fromkeys(parts + get_close_matches(word, names, n=3, cutoff=0.75)))[:3]


def _expanded(texts: Iterable[str], catalogue: Sequence[str]) -> set[str]:
    wanted: set[str] = set()
    for name in (part.strip() for text in texts for part in text.split(",")):
        if not name:
            continue
        matches = {one for one in catalogue if name in (one, _group(one))}
        if not matches:
            raise UnknownName(name, nearest(name, [*dict.fromkeys(map(_group, catalogue)), *catalogue]))
        wanted |= matches
    return wanted


def _group(name: str) -> str:
    return name.partition("/")[0]
