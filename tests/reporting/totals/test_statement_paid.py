"""What is to be put right and paid: adjustments, and payments that settle what they say they settle."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

from tests.reporting.reading_pages import Page


def test_an_adjustment_names_deal_hand_clause_before_and_after(evenings_written: Path) -> None:
    (path,) = evenings_written.glob("accounts/gbp/ben-*.json")
    rows = json.loads(path.read_text(encoding="utf-8"))["adjustments"]
    (missing,) = [row for row in rows if row["finding"] == "settlement/missing"]
    assert (missing["deal"], missing["hand"], missing["hand_of"], missing["clause"]) == (5, 1, "ann", "4.2")
    assert (missing["before"], missing["after"], missing["adjustment"]) == (None, "2.50", "2.50")
    assert (missing["owed_by"]["id"], missing["owed_to"]["id"]) == ("ann", "ben")


def test_closing_balances_are_settled_by_the_payments(out: Path) -> None:
    """Every statement shows its player's own payments; with them what the sessions brought, and a kitty that is the
    player's, are nothing. So they are as due, with notes of their own."""
    settled = as_due = 0
    for path in out.rglob("*.json"):
        read = json.loads(path.read_text(encoding="utf-8"))
        if read["payments_undecided"]:
            continue
        who, left = read["player"]["id"], Decimal(read["moved"]["balance"])
        theirs = re.compile(rf"^(-?[\d.]+) is left in the kitty, which is {re.escape(who)}'s")
        left += sum(Decimal(found[1]) for note in read["notes"] if (found := theirs.match(note)))
        for payment in read["payments"]:
            assert who in (payment["from"], payment["to"])
            left += Decimal(payment["amount"]) * (1 if payment["from"] == who else -1)
        assert left == 0, path
        settled += bool(read["payments"])
        if read["payments_due"] is None:
            assert read["notes_due"] == []
            continue
        left = Decimal(read["moved"]["due"] or 0)
        left += sum(Decimal(found[1]) for note in read["notes_due"] if (found := theirs.match(note)))
        for payment in read["payments_due"]:
            left += Decimal(payment["amount"]) * (1 if payment["from"] == who else -1)
        assert left == 0, path
        as_due += bool(read["payments_due"])
    assert settled > 5
    assert as_due > 5


def test_notes_of_each_plan_stand_under_its_own_payments(faults_written: Path) -> None:
    left = "{} is left in the kitty, which is ann's: it is in ann's balance here"
    (folder,) = faults_written.glob("kitty-left-behind-*")
    (path,) = folder.glob("eve-*.html")
    recorded, due = Page(path).text.split("Who pays whom", 1)[1].split("What is to be paid instead")
    assert left.format("15.00") in recorded
    assert left.format("5.00") in due
    assert left.format("15.00") not in due
