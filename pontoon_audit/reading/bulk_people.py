"""People in tables of many sessions: codes of the file become codes of each session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from pontoon_audit import game

_LARGEST_LOOKUP: Final = 1 << 23


def people_of_each(
    rows: pl.DataFrame, number: pl.Series, people: Sequence[str], *, fast: bool = False
) -> tuple[list[pl.Series], dict[int, list[str]]]:
    """`player` and `to` as codes within each session, in the order of first mention, and who they are.

    `number` counts the sessions, and tells whose row each is. `fast` does it by a compiled loop.
    """
    if fast:
        from pontoon_audit.reading.compiled_csv import codes_of_each

        columns, met = codes_of_each(number, rows["player"], rows["to"], len(people))
        found: dict[int, list[str]] = {}
        for position, person in met:
            found.setdefault(position, []).append(people[person])
        return columns, found
    width = len(people) + 1
    keys: dict[str, pl.Series] = {}
    firsts = []
    for after, name in enumerate(("player", "to")):
        if name == "player" or (rows[name] != game.NOBODY).any():
            key = keys[name] = number.cast(pl.Int64) * width + rows[name] + 1
            first = key.arg_unique()
            firsts.append(pl.DataFrame({"key": key.gather(first), "place": first.cast(pl.Int64) * 2 + after}))
    mentions = pl.concat(firsts).filter(pl.col("key") % width != 0).group_by("key").agg(pl.col("place").min())
    mentions = mentions.sort("place").with_columns((pl.col("key") // width).alias("number"))
    mentions = mentions.with_columns(pl.int_range(pl.len(), dtype=pl.Int32).over("number").alias("code"))
    players: dict[int, list[str]] = {}
    for key, position in mentions.select("key", "number").iter_rows():
        players.setdefault(position, []).append(people[key % width - 1])
    count = int(number[-1]) + 1 if len(number) else 0
    return [_looked_up(key, mentions, count * width).alias(name) for name, key in keys.items()], players


def _looked_up(keys: pl.Series, mentions: pl.DataFrame, size: int) -> pl.Series:
    """The code of each key, from 0 to `size`; nobody for a key that is not among the mentions."""
    if size > _LARGEST_LOOKUP:
        return keys.replace_strict(mentions["key"], mentions["code"], default=game.NOBODY, return_dtype=pl.Int32)
    codes = pl.repeat(game.NOBODY, size, dtype=pl.Int32, eager=True).scatter(mentions["key"], mentions["code"])
    return codes.gather(keys)
