"""Options and arguments that more than one command has, so that they read and mean the same everywhere."""

from pathlib import Path
from typing import Annotated, Literal

import typer


def folder(text: str | Path) -> Path:
    """The folder for what is written. An empty name is a slip, often of a shell variable that is not set."""
    if not str(text).strip():  # a default comes as the path that it is
        raise typer.BadParameter("the name of the folder is empty; for the current one give .")
    return Path(text)


Logs = Annotated[
    list[str],
    typer.Argument(metavar="LOG...", help="Log files, folders with logs, patterns, or - for standard input."),
]
SomeLogs = Annotated[
    list[str] | None,
    typer.Argument(metavar="LOG...", help="Log files, folders with logs, patterns, or - for standard input."),
]
Rules = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="House rules (TOML) for all sessions, before those of the logs."),
]
InputFormat = Annotated[
    Literal["document", "lines", "csv", "sheet"] | None,
    typer.Option("--input-format", help="The shape of the logs, where neither name nor content tell it."),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", metavar="NAME", help="The encoding of the logs, such as cp1252. Never guessed."),
]
Database = Annotated[Path, typer.Option("--db", metavar="FILE", help="The history file, a DuckDB database.")]
Events = Annotated[
    Literal["duckdb", "parquet", "none"],
    typer.Option("--events", help="Where events are kept: in FILE, in a folder of Parquet files beside it, nowhere."),
]
Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, max=1000, help="So many processes share the work.")
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="The workers of a Dask cluster share the work; needs --parts."),
]
Parts = Annotated[
    Path | None,
    typer.Option("--parts", metavar="FOLDER", help="A new folder: keep there what workers found, as Parquet files."),
]
FirstDay = Annotated[
    str | None, typer.Option("--from", metavar="DAY", help="Only sessions played on this day or later: 2026-12-01.")
]
LastDay = Annotated[str | None, typer.Option("--to", metavar="DAY", help="Only sessions played on this day or before.")]
ThroughBanker = Annotated[
    str | None, typer.Option("--through-banker", metavar="NAME", help="Everybody pays or is paid by this player.")
]
Coin = Annotated[
    str | None, typer.Option("--coin", metavar="AMOUNT", help="Pay in whole coins of this amount, such as 0.50.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the product and what went wrong.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more; the details of an unexpected failure.")]
