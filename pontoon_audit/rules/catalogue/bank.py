"""Findings about who holds the bank (clauses 5.2 to 5.4)."""

import polars as pl

from pontoon_audit.findings.evidence import Evidence
from pontoon_audit.rules.rule import JUDGED, Rule, col, player, words


def _wrong(because: pl.Expr) -> pl.Expr:
    """Null where nobody can say who ought to bank."""
    return pl.when(col("bank_wrong").is_not_null()).then((col("bank_wrong") == 1) & because)


def _sold_by_other(evidence: Evidence) -> str:
    seller, buyer = evidence.name(), evidence.name("to")
    if evidence.row["during_play"] == 1:
        return f"{seller} sells the bank to {buyer} during play; it binds nobody"
    if seller == buyer:
        return f"{seller} sells the bank to the own self; it binds nobody"
    return f"{seller} sells the bank to {buyer}, but does not hold it then, or {buyer} cannot buy it; it binds nobody"


_LATER_DEAL = (col("banker_event") >= 0) & (col("deal_index") > 0)
_FOLLOWS = col("follows_bad_sale") == 1

BANK = (
    Rule(
        name="bank/wrong-successor",
        severity="error",
        clause="5.2",
        summary="Another banks than the one to whom a pontoon gave the bank.",
        over="deals",
        judges=_LATER_DEAL,
        broken=_wrong(col("passed") == 1),
        held=_FOLLOWS,
        at="banker_event",
        names="banker",
        with_hand=False,
        message="{banker_name} banks; a pontoon in the deal before gave the bank to {allowed}",
        once="deal",
        recorded=player("banker"),
        allowed=player("holder"),
    ),
    Rule(
        name="bank/changed",
        severity="error",
        clause="5.4",
        summary="Another banks, with neither a pontoon nor a sale.",
        over="deals",
        judges=_LATER_DEAL,
        broken=_wrong(col("passed") == 0),
        held=_FOLLOWS,
        at="banker_event",
        names="banker",
        with_hand=False,
        message="{banker_name} banks, but neither a pontoon nor a sale took the bank from {allowed}",
        once="deal",
        recorded=player("banker"),
        allowed=player("holder"),
    ),
    Rule(
        name="bank/sold-by-other",
        severity="error",
        clause="5.3",
        summary="The bank is sold by who does not hold it, to oneself, to nobody at the table, or during play.",
        over="events",
        actions=("sell_bank",),
        judges=JUDGED,
        broken=col("not_theirs") == 1,
        with_hand=False,
        message=_sold_by_other,
        recorded=player("player"),
        allowed=words("the banker, between deals, to another player at the table"),
    ),
    Rule(
        name="bank/named-twice",
        severity="error",
        clause="5.4",
        summary="A second banker is named in a deal; the first counts.",
        over="events",
        actions=("banker",),
        judges=JUDGED,
        broken=col("repeated") == 1,
        with_hand=False,
        message="{name} is named as banker, though the deal has one; the first counts",
        recorded=player("player"),
        allowed=words("one banker"),
    ),
)
