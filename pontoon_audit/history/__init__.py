"""The history file: a DuckDB database of audited sessions, its tables, views and named queries.

`load` and `Loader` put audits in, `run_query` asks; the tables are in `schema.sql`, the views in `views.sql`.
"""

from pontoon_audit.history.database import connect_read_only
from pontoon_audit.history.errors import HistoryError
from pontoon_audit.history.loading import Loader, LoadResult, load
from pontoon_audit.history.query import QueryResult, as_json, as_text, named_queries, run_query
from pontoon_audit.history.schema import ddl

__all__ = [
    "HistoryError",
    "LoadResult",
    "Loader",
    "QueryResult",
    "as_json",
    "as_text",
    "connect_read_only",
    "ddl",
    "load",
    "named_queries",
    "run_query",
]
