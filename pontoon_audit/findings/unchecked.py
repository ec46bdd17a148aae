"""What a session's log does not record at all, and which rules cannot be applied for that: `log/not-checked`."""

from __future__ import annotations

from pontoon_audit.replay.frames import Replayed


def unchecked(replayed: Replayed) -> str | None:
    """A sentence for people, or None where everything could be checked."""
    reasons = [*_of_rules(replayed), *_of_table(replayed), *_of_cards(replayed)]
    return "not checked: " + "; ".join(reasons) if reasons else None


def _of_rules(replayed: Replayed) -> list[str]:
    rules, reasons = replayed.session.rules, []
    for limit, what in ((rules.min_stake, "lowest"), (rules.max_stake, "highest")):
        if limit is None:
            reasons.append(f"the {what} stake, since no limit is agreed")
    if rules.base == "shoot-pontoon":
        for limit, what in zip(rules.kitty_limits, ("lowest", "highest"), strict=True):
            if limit is None:
                reasons.append(f"the {what} kitty, since no limit is agreed")
    return reasons


def _of_table(replayed: Replayed) -> list[str]:
    table, reasons = replayed.now, []
    if table.seats_known == 0:
        reasons.append("who sits at the table and the order of the first cards, since no seats are recorded")
    if table.records_settlements == 0:
        reasons.append(_of_settlements(replayed))
    if replayed.session.is_sheet:
        reasons.append(
            "the order of cards, stakes, turns and bets, the pack's order and shuffles, "
            "which a hand sheet does not record"
        )
    if table.gaps:
        reasons.append("bank, kitty, shuffle and pack across a gap, where the deal number is not the next one")
    return reasons


def _of_settlements(replayed: Replayed) -> str:
    """What is due counts only where no settlement of any kind is recorded, though there is something to settle."""
    if replayed.now.records_bets == 1:
        return "what was paid on stakes, since no settlements of stakes are recorded"
    counts = "; what is due is what counts" if replayed.has_to_settle else ""
    return f"what was paid, since no settlements are recorded{counts}"


def _of_cards(replayed: Replayed) -> list[str]:
    now, reasons = replayed.now, []
    if now.faceless:
        which = "the cards" if now.faceless == now.cards else f"{now.faceless} of {now.cards} cards"
        reasons.append(f"how {which} lie, since no faces are recorded")
    if now.unseen:
        reasons.append(f"what depends on {now.unseen} card{'s' if now.unseen != 1 else ''} that nobody recorded (??)")
    return reasons
