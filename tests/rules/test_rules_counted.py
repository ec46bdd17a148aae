"""How often rules were kept, broken and not decidable is counted right, however long a session is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import polars as pl
import pytest

from pontoon_audit.findings.engine import judge
from pontoon_audit.findings.judgement import Coverage
from pontoon_audit.game import STICK, TWIST
from pontoon_audit.rules.rule import Rule

FAMILY = (TWIST, STICK)


class Frames:
    """The events of one session and of a short one after it: all that rules are asked about."""

    families = (FAMILY,)

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows = rows

    def events_of(self, _: Any, names: Collection[str] | None = None, rows: pl.Series | None = None) -> pl.DataFrame:
        return self._rows if rows is None else self._rows[rows]

    def rows_of(self, *_: object, **__: object) -> pl.DataFrame:
        return pl.DataFrame({"sitting": []}, schema={"sitting": pl.Int64})


def rule(name: str, **how: Any) -> Rule:
    return Rule(name=name, severity="error", clause=None, summary="", over="events", message="", **how)


@pytest.mark.parametrize("rows", [3, 1 << 20, (1 << 20) + 7])
def test_counts_of_a_session(rows: int) -> None:
    shown = pl.DataFrame({"sitting": [0] * rows + [1], "player": 0, "hand": 1, "deal_index": 0}).with_row_index(
        "event", 1
    )
    action, best = pl.Series([TWIST] * (rows - 1) + [STICK] * 2), pl.Series([20] * rows + [None])
    rules = [
        rule("a/kept", broken=pl.col("best") == 1, judges=pl.col("best").is_not_null()),
        rule("a/open", broken=pl.col("best") == 1),
        rule("a/broken", broken=pl.col("event") < 3),
        rule("a/stick", actions=("stick",), broken=pl.col("event") == 1),
    ]
    found = judge(Frames(shown.with_columns(action=action, best=best)), pl.DataFrame({"sitting": []}), rules)  # type: ignore[arg-type]
    assert not found.rule_errors
    assert found.coverage(rules) == {
        "a/kept": Coverage(kept=rows), "a/open": Coverage(kept=rows, not_decidable=1),
        "a/broken": Coverage(kept=rows - 1, broken=2), "a/stick": Coverage(kept=2),
    }  # fmt: skip
    assert [(one.rule.name, one.at) for one in found.standing] == [("a/broken", 0), ("a/broken", 1)]
