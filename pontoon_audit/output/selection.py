"""Which findings are wanted: names and groups as people type them, against the catalogue."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class UnknownName(Exception):
    """A name that is neither a finding nor a group; `nearest` are the names it may have meant, the likeliest first."""

    def __init__(self, name: str, nearest: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.nearest = nearest


def selection(select: Iterable[str], ignore: Iterable[str], catalogue: Sequence[str]) -> frozenset[str] | None:
    """The names that are wanted, or None where nothing was asked and all are.

    Each text of `select` and `ignore` may hold several names or groups, separated by commas. What is ignored is not
    wanted, selected or not. Raises UnknownName.

    >>> sorted(selection(["pack"], ["pack/shuffled"], ["pack/not-shuffled", "pack/shuffled", "buy/after-twist"]))
    ['pack/not-shuffled']
    """
    chosen, left_out = _expanded(select, catalogue), _expanded(ignore, catalogue)
    if not chosen and not left_out:
        return None
    return frozenset(chosen or catalogue) - left_out


def nearest(name: str, catalogue: Sequence[str]) -> list[str]:
    """Up to three names or groups of the catalogue that are spelt much like `name`, or end or begin with it."""
    known = [*dict.fromkeys(_group(one) for one in catalogue), *catalogue]
    word = name.strip().lower().replace("_", "-")
    close = get_close_matches(word, known, n=3, cutoff=0.6)
    parts = [one for one in known if word and word in one.split("/")]
    return list(dict.fromkeys(parts + close))[:3]


def _expanded(texts: Iterable[str], catalogue: Sequence[str]) -> set[str]:
    wanted: set[str] = set()
    for name in (part.strip() for text in texts for part in text.split(",")):
        if not name:
            continue
        matches = {one for one in catalogue if name in (one, _group(one))}
        if not matches:
            raise UnknownName(name, nearest(name, catalogue))
        wanted |= matches
    return wanted


def _group(name: str) -> str:
    return name.partition("/")[0]
