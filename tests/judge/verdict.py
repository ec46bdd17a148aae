"""What the judge says about a session."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True)
class Finding:
    """One finding: where it stands, whose it is, and what it changes in that player's favour (None: no money)."""

    finding: str
    event: int | None
    player: str | None = None
    hand: int | None = None
    money: Decimal | None = None

    @property
    def key(self) -> tuple[str, int | None, str | None, int | None]:
        """What two judges must agree on, the money apart."""
        return (self.finding, self.event, self.player, self.hand)


@dataclass(frozen=True)
class HandVerdict:
    """What the rules say of one hand; None where that is not decidable."""

    due: Decimal | None
    shoot_due: Decimal | None
    cls: str | None
    total: int | None
    outcome: str | None


@dataclass
class Verdict:
    """All the judge says: findings in the published order, hands by (deal, player, hand), facts by deal number."""

    findings: list[Finding] = field(default_factory=list)
    hands: dict[tuple[int | None, str, int], HandVerdict] = field(default_factory=dict)
    kitty_after: dict[int | None, Decimal | None] = field(default_factory=dict)
    complete: dict[int | None, bool] = field(default_factory=dict)
    void: dict[int | None, bool] = field(default_factory=dict)


class Book:
    """Findings as they are written down: each scope ("once a …") keeps its first one."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._scopes: set[tuple[str, Hashable]] = set()

    def add(
        self,
        finding: str,
        event: int | None,
        player: str | None = None,
        hand: int | None = None,
        *,
        once: Hashable = None,
        money: Decimal | None = None,
    ) -> None:
        """Write a finding down, unless `once` (its scope) already has one."""
        if once is not None:
            if (finding, once) in self._scopes:
                return
            self._scopes.add((finding, once))
        self.findings.append(Finding(finding, event, player, hand, money))

    def silence_after(self, place: int) -> None:
        """Among the findings from `place` on, those of one deal: turn/after-banker-pontoon says all there is to say."""
        name = "turn/after-banker-pontoon"
        said = self.findings[place:]
        if any(f.finding == name for f in said):
            silent = ("turn/", "split/", "buy/", "draw/", "stick/")
            self.findings[place:] = [f for f in said if f.finding == name or not f.finding.startswith(silent)]

    def closed(self) -> list[Finding]:
        """The findings that stand: at an event and hand of `turn/hand-over` or `deal/card-missing` no other does."""
        lone = ("turn/hand-over", "deal/card-missing")
        taken = {(f.event, f.player, f.hand) for f in self.findings if f.finding in lone}
        # Findings about the bank's hand name no number; it is the banker's one hand.
        kept = [f for f in self.findings if f.finding in lone or (f.event, f.player, f.hand or 1) not in taken]
        return sorted(
            kept,
            key=lambda f: (f.event is None, f.event or 0, f.finding, f.player or "", f.hand or 0),
        )
