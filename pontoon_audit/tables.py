"""Tables with other columns, without a query, which takes longer than its work on the small tables of a long file."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl


def with_these(table: pl.DataFrame, columns: Iterable[pl.Series]) -> pl.DataFrame:
    """A table with some columns, in place of those that have their names, or behind the others.

    >>> with_these(pl.DataFrame({"a": [1], "b": [2]}), [pl.Series("a", [3]), pl.Series("c", [4])]).row(0)
    (3, 2, 4)
    """
    found = {column.name: column for column in (*table.get_columns(), *columns)}
    return pl.DataFrame(list(found.values()))


def these_of(table: pl.DataFrame, names: Iterable[str]) -> pl.DataFrame:
    """Some columns of a table, in this order.

    >>> these_of(pl.DataFrame({"a": [1], "b": [2]}), ["b", "a"]).columns
    ['b', 'a']
    """
    return pl.DataFrame([table.get_column(name) for name in names])


def the_same(name: str, value: int | bool | None, dtype: pl.DataType | type[pl.DataType], rows: int) -> pl.Series:
    """A column with one value in all rows.

    >>> the_same("a", 7, pl.Int8, 2).to_list()
    [7, 7]
    """
    return pl.Series(name, [value], dtype=dtype).new_from_index(0, rows)
