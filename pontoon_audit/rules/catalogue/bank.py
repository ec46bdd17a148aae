"""Findings about who holds the bank (clauses 5.2 to 5.4)."""

import polars as pl

from pontoon_audit.rules.rule import JUDGED, Rule, col, player, words


def _wrong(because: pl.Expr) -> pl.Expr:
    """Null where nobody can say who ought to bank."""
    return pl.when(col("bank_wrong").is_not_null()).then((col("bank_wrong") == 1) & because)


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
        message=lambda evidence: (
            f"{evidence.name()} sells the bank to {evidence.name('to')}"
            + (
                " during play"
                if evidence.row["during_play"] == 1
                else ", which binds nobody: either does not hold it, or cannot buy it"
            )
        ),
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
