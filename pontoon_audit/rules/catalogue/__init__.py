"""The catalogue of findings: one explicit list, by group and name. Nothing registers itself by being imported."""

from typing import Final

from pontoon_audit.rules.catalogue.bank import BANK
from pontoon_audit.rules.catalogue.banker import BANKER
from pontoon_audit.rules.catalogue.deal import DEAL
from pontoon_audit.rules.catalogue.kitty import KITTY
from pontoon_audit.rules.catalogue.log import LOG
from pontoon_audit.rules.catalogue.pack import PACK
from pontoon_audit.rules.catalogue.plays import PLAYS_OF_HANDS
from pontoon_audit.rules.catalogue.settlement import CHIPS, SETTLEMENT
from pontoon_audit.rules.catalogue.shoot import SHOOT
from pontoon_audit.rules.catalogue.stake import STAKE
from pontoon_audit.rules.catalogue.turn import TURN
from pontoon_audit.rules.rule import Rule

CATALOGUE: Final[tuple[Rule, ...]] = (
    *LOG, *DEAL, *PACK, *STAKE, *TURN, *PLAYS_OF_HANDS, *BANKER, *SETTLEMENT, *BANK, *KITTY, *SHOOT, *CHIPS,
)  # fmt: skip

__all__ = ["CATALOGUE", "Rule"]
