import re
from decimal import Decimal

from pontoon_audit import audit
from pontoon_audit.output import text
from pontoon_audit.output.document import report
from tests.output.made_audit import NOT_CHECKED, WRONG_AMOUNT, made_audit, unreadable
from tests.reporting.reading_pages import deal_of, session_of, written


def shown(audit=None, **options):
    return "".join(text.render(report([audit or made_audit()]), **options))


def test_a_finding_says_place_rule_clause_and_money():
    assert (
        "Session thursday (thursday.json, 2 deals, 5 players, played 2026-11-26)\n"
        "\n"
        "  Deal 17\n"
        "    thursday.json:812: error settlement/wrong-amount (clause 4.2)\n"
        "      ann's pontoon beat the bank's 19: 2 × 2.50 is due, 2.50 was paid\n"
        "      recorded 2.50, allowed 5.00, 2.50 more for ann\n"
    ) in shown()


def test_money_that_was_paid_too_much_is_less_for_the_player():
    assert "1234.50 less for ann" in shown(made_audit((WRONG_AMOUNT | {"money": Decimal("-1234.50")},)))


def test_what_a_kitty_held_is_not_told_as_what_is_to_be_paid():
    kitty = WRONG_AMOUNT | {"finding": "kitty/wrong-amount", "player": "eve", "money": Decimal("-3.00")}
    assert (
        "3.00 less for eve\n      reckoned with each shoot bet once, as settled or else as due; "
        "settle-up and statements tell what is to be paid\n"
    ) in shown(made_audit((kitty,)))
    assert "reckoned" not in shown()


def test_what_belongs_to_no_deal_stands_under_the_session():
    assert "  As a whole\n    thursday.json: info log/not-checked\n      stakes: no limits are given\n" in shown()


def test_no_name_steers_the_terminal():
    page = shown(verbose=True)
    assert not [sign for sign in page if sign < " " and sign != "\n"]
    assert "\u202e" not in page
    assert "␛[31m␍␊::error::made up ]]> <b>&[/nope] \\u202e␀" in page


def test_the_summary_adds_up():
    page = shown()
    assert "Read:    2 files, 2 sessions, 3 deals, 12 hands, 120 events\n" in page
    assert "Judged:  119 judged + 1 set aside = 120\n" in page
    assert "Found:   1 error, 1 warning, 1 info\n" in page
    assert "Money:   1,250.00 settled, 1,255.00 due for the same hands, 5.00 between them hand by hand\n" in page
    assert "Rules:   3 of 4 met something to judge, 1 of them could not always tell" in page


def test_sums_of_two_currencies_stand_apart():
    sums = {name: Decimal("900.00") for name in ("settled", "due", "difference")}
    settled = made_audit().settled | {"chips\x1b[31m": sums, None: sums}
    page = shown(made_audit(settled=settled))
    assert (
        "Money:\n"
        "  of no currency: 900.00 settled, 900.00 due for the same hands, 900.00 between them hand by hand\n"
        "  GBP: 1,250.00 settled, 1,255.00 due for the same hands, 5.00 between them hand by hand\n"
        "  chips␛[31m: 900.00 settled"
    ) in page


def test_yen_are_whole_and_a_part_of_one_is_shown_exactly(tmp_path):
    night = session_of(
        deal_of(
            1, "ann deal AS", "eve deal KH", "ann stake 1500", "ann deal KD", "eve deal 9C", "ann pontoon", "eve stay",
            "ann settle 1200.50",
        ),
        rules={"min_stake": "100", "max_stake": "5000"}, currency="JPY",
    )  # fmt: skip
    page = shown(audit(str(written(tmp_path / "log.json", night))))
    assert "2 × 1500 won is due, 1200.50 won is recorded\n" in page
    assert "recorded 1200.50, allowed 3000, 1799.50 more for ann\n" in page
    assert "Money:   1,200.50 settled, 3,000 due for the same hands, 1,799.50 between them hand by hand\n" in page
    assert not re.search(r"\.00\b", page)


def test_clean_sessions_are_named_only_when_asked():
    assert "friday" not in shown()
    assert "Session friday (logs/friday evening.csv, 1 deal, 6 players)\n  nothing found\n" in shown(verbose=True)


def test_a_clean_log_says_so():
    assert "Found:   nothing against the rules\n" in shown(made_audit(()))


def test_an_empty_run_does_not_look_clean():
    empty = made_audit((), summary=made_audit(()).summary | {"events": 0, "rejected": 0})
    page = shown(empty)
    assert "Nothing was audited" in page
    assert "nothing against the rules" not in page


def test_an_unread_file_is_named_with_its_line_and_what_to_do():
    page = shown(made_audit(unreadable=[unreadable()]))
    assert "  torn.json:7: the text ends inside a string\n    is the file complete?\n" in page
    assert "Unread:  1 file, named above\n" in page


def test_a_rule_of_ours_that_fails_is_told():
    assert "pack/duplicate-card: no such column" in shown(
        made_audit(rule_errors=["pack/duplicate-card: no such column"])
    )


def test_coverage_tells_kept_from_never_met():
    page = shown(coverage=True)
    rows = {line.split()[0]: line.split()[1:] for line in page.splitlines() if "/" in line.split(" ")[0]}
    assert rows["settlement/wrong-amount"] == ["11", "1", "0", "0"]
    assert rows["split/too-many"] == ["0", "0", "0", "0"]


def test_quiet_leaves_the_findings_only():
    page = shown(quiet=True)
    assert "wrong-amount" in page
    assert "Read:" not in page
    assert shown(made_audit(()), quiet=True) == ""


def test_records_set_aside_can_be_seen():
    assert '  thursday.json:901: the card is 1X\n    {"card": "1X"}\n' in shown(verbose=True)


def test_no_clause_no_brackets():
    assert "clause None" not in shown(made_audit((NOT_CHECKED,)))
