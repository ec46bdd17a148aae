"""Where nobody recorded a settlement, or a record hides one: what pages say of results, and of the kitty."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_audit.history import run_query
from pontoon_audit.reporting import report, write_report
from tests.reporting.reading_pages import Page, deal_of, history, session_of, written

SHOOT = {"base": "shoot-pontoon"}
FIRST = ("eve kitty_in 5", "ann deal 8S", "eve deal KH", "ann stake 2", "ann shoot 2", "ann deal 9D", "eve deal 9C",
         "ann stick", "eve stay")  # fmt: skip
SECOND = ("eve kitty_out 3", "ann kitty_in 4", "eve deal 7S", "ann deal QH", "eve stake 2", "eve shoot 1",
          "eve deal TD", "ann deal 9H", "eve stick", "ann stay")  # fmt: skip


def written_of(tmp_path: Path, *first: str, second: tuple[str, ...] = SECOND) -> tuple[Path, dict[str, Page]]:
    """History and pages of two deals, eve's and ann's, which begin alike, by their names without the session's."""
    deals = (deal_of(1, *FIRST, *first), deal_of(2, *second, banker="ann"))
    log = written(tmp_path / "log.json", session_of(*deals, players=("ann", "eve"), rules=SHOOT))
    database = history(tmp_path / "h.duckdb", log)
    out = tmp_path / "out"
    pages = {
        f"{path.parent.name}/{path.stem[-1]}" if path.parent.name in ("deals", "sheets") else path.name: Page(path)
        for path in write_report(database, out)
    }
    return database, pages | {"session": next(Page(path) for path in (out / "sessions").iterdir())}


def kitty(page: Page) -> list[tuple[str, str]]:
    """The steps at which the kitty changes, and what it holds then."""
    return [(row[1], row[6]) for row in page.rows("Every event") if len(row) > 1 and row[6]][1:]


def test_without_settlements_nothing_differs_from_what_is_due(tmp_path: Path) -> None:
    """Eve took 3.00 of 7.00 out of the kitty: a finding, but her balance is what is due already."""
    database, pages = written_of(tmp_path)
    assert run_query(database, "SELECT count(*) FROM findings WHERE finding = 'kitty/wrong-amount'").rows == [(1,)]
    ann, eve, everybody, left, together = pages["session"].rows("Won (above 0) or lost, recorded")
    assert [row[-3:] for row in (ann, eve, everybody)] == [["–", "−6.00", "–"], ["–", "1.00", "–"], ["–", "−5.00", "–"]]
    assert eve[4] == "–due 2.00"  # 5.00 in and 7.00 out, were it by the rules
    assert left[1:] == ["–", "5.00", ""]
    assert together[1:] == ["–", "0.00", ""]
    for row in pages["players.html"].rows("Won (above 0) or lost over all sessions"):
        assert row[-3] == row[-1] == "–", row
    assert pages["index.html"].rows("Moved otherwise: the sum")[0][2] == "–"


def test_without_settlements_the_kitty_is_what_went_in_and_out_and_bets_as_due(tmp_path: Path) -> None:
    _, pages = written_of(tmp_path)
    assert kitty(pages["deals/1"]) == [("eve puts £5.00 into the kitty", "5.00"), ("eve stays", "7.00")]
    assert kitty(pages["deals/2"])[-3:] == [
        ("eve takes £3.00 out of the kitty", "4.00 (0.00 due)"),
        ("ann puts £4.00 into the kitty", "8.00 (4.00 due)"),
        ("ann stays", "9.00 (5.00 due)"),
    ]
    said = (
        "£7.00 before the deal, £8.00 at its first card (£4.00 due), £9.00 after it (£5.00 due)."
        " Nobody recorded a settlement: bets on it are reckoned as due when each deal is over"
    )
    assert said in pages["deals/2"].text
    assert said in pages["sheets/2"].text
    # what results leave in it is another matter: they are what is due
    assert [row[-1] for row in pages["session"].rows("Result so far")] == ["7.00", "5.00"]


@pytest.mark.parametrize("session_pages", [1, 0])
def test_a_kitty_that_a_record_hides_is_unknown_until_another_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session_pages: int
) -> None:
    monkeypatch.setattr(report, "MOST_SESSION_PAGES", session_pages)
    settled = ("eve settle -2", "eve settle_shoot -1")
    _, pages = written_of(tmp_path, "ann settle -2", "ann settle_shoot -2,0", second=(*SECOND, *settled))
    assert "£0.00 before the deal, £5.00 at its first card, – after it" in pages["deals/1"].text
    assert "– before the deal, £4.00 at its first card, £5.00 after it" in pages["deals/2"].text
    assert [holds for _, holds in kitty(pages["deals/2"])] == ["4.00", "5.00"]


def test_what_a_hand_won_that_nobody_settled_is_no_nought_among_those_that_are(tmp_path: Path) -> None:
    """Ann's first hand, an 18, is settled among others; her second, a 21 that wins, is not."""
    first = ("ann deal 9S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")
    second = (
        "ann deal 7S",
        "eve deal 8H",
        "ann stake 3",
        "ann deal 7D",
        "eve deal TC",
        "ann twist 7H",
        "ann stick",
        "eve stay",
    )
    log = session_of(deal_of(1, *first, "ann settle -2"), deal_of(2, *second), players=("ann", "eve"))
    out = write_report(history(tmp_path / "h.duckdb", written(tmp_path / "log.json", log)), tmp_path / "out")
    (page,) = [Page(path) for path in out if path.parent.name == "players" and path.name.startswith("ann")]
    classes = {row[0]: row[-1] for row in page.rows("What the hands were")}
    assert (classes["16 to 20"], classes["21"]) == ("−2.00", "– 1 hand not known")
    assert classes["All"] == "−2.00 1 hand not known"
