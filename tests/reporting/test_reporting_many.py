"""Where many play, each page lists less, and those who play least have none: it is said, and no link leads nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_audit.history import run_query
from pontoon_audit.reporting import overview, player_pages, report, write_report
from tests.reporting.reading_pages import Page, broken_links, pages

PAGES, ROWS = 4, 2


@pytest.fixture(scope="module")
def crowd(club: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The report on the evenings, made as if six players were many."""
    out = tmp_path_factory.mktemp("crowd")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player_pages, "MOST_PAGES", PAGES)
        patch.setattr(player_pages, "LISTED", PAGES * ROWS)
        patch.setattr(player_pages, "LEAST", 1)
        read = pages(write_report(club, out, "findings"))
    assert broken_links(read) == []
    return {path.relative_to(out).as_posix(): page for path, page in read.items()}


def test_who_plays_most_has_a_page_and_the_list_has_everybody(club: Path, crowd: dict[str, Page]) -> None:
    sql = "SELECT player FROM player_results GROUP BY player ORDER BY sum(deals) DESC, player"
    most = [player for (player,) in run_query(club, sql).rows]
    assert len(most) == 6
    paged = {name.removeprefix("players/").rpartition("-")[0] for name in crowd if name.startswith("players/")}
    assert paged == set(most[:PAGES])
    listed = crowd["players.html"]
    assert {row[1] for row in listed.rows("Won (above 0) or lost over all sessions")} == set(most)
    assert f"The {PAGES} who played most deals have a page" in listed.text


def test_of_very_many_players_those_who_play_most_are_listed_and_it_is_said(club: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player_pages, "MOST_PAGES", 2)
        for module in (player_pages, overview):
            patch.setattr(module, "MOST_PLAYERS", PAGES)
        patch.setattr(overview, "AT_FIRST", 3)
        read = pages(write_report(club, tmp_path, "findings"))
    assert broken_links(read) == []
    listed = read[tmp_path / "players.html"]
    sql = "SELECT player FROM player_results GROUP BY player ORDER BY sum(deals) DESC, player LIMIT 4"
    assert {row[1] for row in listed.rows("Won (above 0)")} == {player for (player,) in run_query(club, sql).rows}
    assert "6 players." in listed.text
    assert "The 4 who played most deals are listed; all of them: pontoon-audit sql --db FILE balances." in listed.text
    assert "More of 6 players" in read[tmp_path / "index.html"].text


def test_each_page_says_how_much_it_leaves_out(club: Path, crowd: dict[str, Page]) -> None:
    for player in ("ann", "ben"):
        (page,) = [page for name, page in crowd.items() if name.startswith(f"players/{player}-")]
        counts = run_query(club, "SELECT count(*), sum(deals) FROM player_results WHERE player = ?", [player]).rows
        assert counts[0][0] > ROWS
        assert len(page.rows("Won (above 0) or lost.")) == ROWS
        assert f"The last {ROWS} of {counts[0][0]}" in page.text
        played = "hands JOIN deals USING (session, deal_index) WHERE player = ? AND NOT coalesce(void, false)"
        ((hands,),) = run_query(club, f"SELECT count(*) FROM {played}", [player]).rows
        assert len(page.rows("The latest first")) == ROWS
        assert f"The last {ROWS} of {hands} hands" in page.text
        assert sum(int(row[1]) for row in page.rows("What the hands were")[:-1]) == hands


def test_of_many_sessions_the_list_says_which_it_leaves_out(club: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "MOST_SESSION_PAGES", 1)
        patch.setattr(report, "CHOSEN_SESSIONS", 1)
        patch.setattr(report, "MOST_SESSIONS", 2)
        patch.setattr(overview, "AT_FIRST", 3)
        read = pages(write_report(club, tmp_path, "findings"))
        every = pages(write_report(club, tmp_path / "every", "all"))
    assert broken_links(read) == []
    listed = read[tmp_path / "sessions.html"]
    by_weight = "difference DESC, errors DESC, played DESC NULLS FIRST, session DESC"
    sql = f"SELECT session FROM session_results ORDER BY {by_weight}"
    first = {session for (session,) in run_query(club, f"{sql} LIMIT 2").rows}
    assert {row[0] for row in listed.rows("Moved otherwise")} == first
    assert "6 sessions, in the order they were played" in listed.text
    assert "Only 2 of them are listed" in listed.text
    assert "The other 4 are in all sums, and in the history: pontoon-audit sql --db FILE sessions" in listed.text
    assert "More sessions" in read[tmp_path / "index.html"].text
    assert len(every[tmp_path / "every" / "sessions.html"].rows("Moved otherwise")) == 6  # each has a page
    assert "All 6 sessions" in every[tmp_path / "every" / "index.html"].text


def test_a_table_without_a_drawing_is_shorter_and_ends_as_it_would(evenings, tmp_path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in (report, player_pages):
            patch.setattr(module, "FEW_POINTS", ROWS)
        patch.setattr(report, "MOST_DRAWN", 0)
        read = pages(write_report(evenings.database, tmp_path / "report"))
    shorter = 0
    for path, page in read.items():
        caption = {"sessions": "Result so far", "players": "The result so far"}.get(path.parent.name)
        if caption:
            whole = evenings.pages[evenings.out / path.relative_to(tmp_path)]
            assert not page.all("svg")
            before, after = whole.rows(caption), page.rows(caption)
            assert after[-1] == before[-1]
            assert len(after) <= ROWS + 1
            assert all(row in before for row in after)
            shorter += len(after) < len(before)
            if path.parent.name == "sessions":
                assert f"{len(after)} are in the table" in page.text
            assert "There is no chart here: a report draws those of" in page.text
    assert shorter == 12


def test_where_everybody_has_a_page_nothing_is_said_of_it(evenings) -> None:
    listed = next(page for path, page in evenings.pages.items() if path.name == "players.html")
    assert "have a page" not in listed.text
