"""Everything that is published about shapes, by name. The files under `schemas/` are written from here:

python -m pontoon_audit.output.schemas schemas
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

FILES: Final = {
    "log": "log.schema.json",
    "rules": "rules.schema.json",
    "findings": "findings.schema.json",
    "payments": "payments.schema.json",
    "statement": "statement.schema.json",
}
"""The JSON Schemas and the names of their files; the database's DDL has its own home with the history."""


def published(name: str) -> str:
    """The schema `name` (one of `FILES`, or `database` for the history's DDL) as text.

    Raises KeyError for any other name.
    """
    if name == "database":
        from pontoon_audit.history import ddl

        return ddl()
    return json.dumps(_builder(name)(), indent=2, ensure_ascii=False) + "\n"


def _builder(name: str) -> Callable[[], dict[str, Any]]:
    from pontoon_audit.output.log_schema import log_schema
    from pontoon_audit.output.payments_schema import payments_schema
    from pontoon_audit.output.rules_schema import rules_schema
    from pontoon_audit.output.schema import findings_schema
    from pontoon_audit.output.statement_schema import statement_schema

    builders = {
        "log": log_schema, "rules": rules_schema, "findings": findings_schema, "payments": payments_schema,
        "statement": statement_schema,
    }  # fmt: skip
    return builders[name]


def write(folder: Path) -> None:
    """Write every JSON Schema into `folder`."""
    for name, file in FILES.items():
        (folder / file).write_text(published(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
